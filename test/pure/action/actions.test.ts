// A new action is one row, and what devices do: each column of the table is walked, and nothing else in the source lists the actions.
import { describe, expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { offeredTools } from '../../../src/activities/flow/model-activities.js';
import {
  deedOf,
  deedWords,
  doingOf,
  effectOf,
  functionOf,
  judgedBy,
  nodeWords,
  personWords,
  rows,
  toolWords,
} from '../../../src/domain/action/actions.js';
import type { ArgumentKind } from '../../../src/domain/action/arguments.schema.js';
import { agentFunctions } from '../../../src/domain/agent/functions.schema.js';
import type { Scene } from '../../../src/domain/action/call-references.js';
import { itemCall } from '../../../src/domain/computer/item-call.js';
import type { ComputerItem } from '../../../src/domain/computer/computer-turn.js';
import { toolCallOf } from '../../../src/domain/flow/tools.js';
import type { Deed } from '../../../src/domain/flow/document.js';
import { deedSchema } from '../../../src/domain/flow/document.schema.js';
import { parseAct } from '../../../src/domain/take-over/person-act.js';
import { sealedForProcess } from '../../../src/domain/take-over/person-action.js';
import { flowOf } from '../../support/flows.js';
import { node } from '../flow/documents.js';
import { control, labelled, mail } from '../../support/decide-inputs.js';

const { controls } = labelled(control('button', 'Export'), control('combobox', 'Format'));
const [button, list] = controls.filter(({ label }) => label !== undefined);
const pressed = { pressed: { x: 1, y: 1 }, at: { x: 2, y: 2 } };
const scene: Scene = { controls, applications: [mail], pressed };
const notPerformed = ['wait', 'summary', 'annotation'];
const table = Object.entries(rows);

/** What a model may write. */
const written: Readonly<Record<ArgumentKind, unknown>> = {
  ...{
    button: 'left',
    'same-button': 'left',
    flag: true,
    fraction: 0.5,
    place: '2',
    'place?': '',
    'places?': [],
    notches: 1,
    'notches?': 0,
  },
  ...{ text: 'a', texts: ['1'], line: 'Mail', id: 'Mail', seconds: 1 },
};

function wordsIn(column: 'functions' | 'tools' | 'nodes' | 'deeds' | 'person' | 'items' | 'verbs'): readonly (readonly [string, string])[] {
  return table.flatMap(([name, row]) => Object.keys(row[column] ?? {}).map((word) => [name, word] as const));
}

describe('a row of the table', () => {
  test.each(table)('%s has a function, which guard rules name', (_, { functions }) => {
    expect(Object.keys(functions)).not.toEqual([]);
    for (const { description } of Object.values(functions)) expect(description).toMatch(/^[A-Z].*\.$/);
  });

  test.each(table)('%s sets something going only where it is judged, and only if it is more than a look', (_, row) => {
    if (row.doing) expect(row).toMatchObject({ screen: 'judged', effect: 'input' });
    if (row.effect === 'read') expect(row.doing).toBeUndefined();
  });

  test.each(['functions', 'tools', 'nodes', 'deeds', 'person', 'items', 'verbs'] as const)('no two rows have one of the %s', (column) => {
    const words = wordsIn(column).map(([, word]) => word);
    expect(words).toEqual([...new Set(words)]);
  });
});

describe('every word means the action of its row', () => {
  test.each(wordsIn('functions'))('%s: the function %s', (row, name) => {
    const word = agentFunctions.find((each) => each.name === name)!;
    const args = Object.fromEntries(
      Object.entries(rows[row as keyof typeof rows].functions[name]!.args).map(([key, kind]) => [key, written[kind]]),
    );
    const { run } = word.decide(args, word.aims === 'point' ? '' : '1', scene);
    expect(run).toMatchObject(notPerformed.includes(row) ? { kind: row } : { kind: 'device', action: { type: row } });
    expect(word.effect).toBe(run.kind === 'device' ? effectOf(run.action) : 'read');
  });

  test('the tools that act are offered with their arguments', () => {
    const offered = new Map(offeredTools([]).map((tool) => [tool.name, tool]));
    for (const { tools = {} } of Object.values(rows))
      for (const [name, { args, description }] of Object.entries(tools))
        expect(offered.get(name)).toEqual({ name, description, argumentNames: Object.keys(args) });
  });

  test.each([
    [{ type: 'Click', target: 'Pay', button: 'Right', click_count: 2 }, 'click'],
    [{ type: 'TypeText', text: 'a' }, 'type_text'],
    [{ type: 'PressKey', key: 'Enter', modifiers: ['ctrl'] }, 'press_key'],
    [{ type: 'Scroll', delta_y: 100 }, 'scroll'],
    [{ type: 'FocusWindow', method: 'AppName', value: 'Mail', bring_to_front: true }, 'focus_window'],
  ] as const)('$type calls the tool of its row, and that call is the node again', (type, tool) => {
    const flowNode = flowOf([node('n', type)]).nodes.get('n')!;
    const call = toolCallOf(flowNode, {})!;
    expect(call.name).toBe(tool);
    expect(Object.keys(toolWords[tool].args)).toEqual(expect.arrayContaining(Object.keys(call.arguments)));
    const { from, text, name } = nodeWords[type.type];
    const args: Readonly<Record<string, unknown>> = call.arguments;
    const made = from({
      text: (key) => (typeof args[key] === 'string' ? args[key] : ''),
      number: (key) => (typeof args[key] === 'number' ? args[key] : undefined),
      texts: (key) => (Array.isArray(args[key]) ? args[key] : []),
      target: '',
    });
    expect(made).toEqual(type);
    expect(text(flowNode.node_type as never)).toMatch(/^[A-Z]/);
    expect(name(made!)).toMatch(/^[a-z]/);
  });

  const deeds: readonly Deed[] = [
    { type: 'Click', button: 'Right', click_count: 2 },
    { type: 'Hover' },
    { type: 'SetText', text: 'a', clear: false },
    { type: 'PressKeys', keys: '{ENTER}' },
    { type: 'Select', values: ['PDF'] },
    { type: 'Scroll', delta_x: 0, delta_y: 100 },
    { type: 'Drag', to: { role: 'generic' } },
    { type: 'Navigate', url: 'http://shop.test/' },
    { type: 'GoBack' },
    { type: 'LaunchApp', app_name: 'Mail' },
  ];

  test('every deed of a flow is one of the table, and the table knows no other', () => {
    const known = deedSchema.options.map(({ shape }) => shape.type.value);
    expect(
      wordsIn('deeds')
        .map(([, word]) => word)
        .sort(),
    ).toEqual([...known].sort());
    expect(deeds.map(({ type }) => type).sort()).toEqual([...known].sort());
  });

  test.each(deeds)('$type is done, judged by name and told, and what was done is that deed again', (deed) => {
    const [row] = wordsIn('deeds').find(([, word]) => word === deed.type)!;
    const action = deedWords[deed.type].action(deed, { control: button! }, { control: list! });
    expect(action).toMatchObject({ type: row });
    expect(deedOf(action!)).toEqual(deed);
    expect(functionOf('deeds', deed.type)).toBe(Object.keys(rows[row as keyof typeof rows].functions)[0]);
    expect(deedWords[deed.type].text(deed, { on: ' it', within: ' in it' })).toMatch(/^[A-Z]/);
    expect(deedWords[deed.type].words('“it”', { ...deed })).toMatch(/^[A-Z]/);
  });

  test.each(wordsIn('person'))('%s: what a person writes as %s', (row, type) => {
    const sealed = sealedForProcess({ publicKey: 'k'.repeat(43), nonce: 'n'.repeat(16), text: 't'.repeat(30) });
    const form = personWords[type as keyof typeof personWords].form
      .replace('{{sealed:h1.…}}', sealed)
      .replace('https://…', 'http://shop.test/');
    const parsed = parseAct({ by: 'Ann', action: JSON.parse(form) });
    if ('malformed' in parsed) throw new Error(parsed.malformed);
    const word = personWords[parsed.action.type];
    expect(word.action(parsed.action)).toMatchObject({ type: row });
    for (const text of [word.text(parsed.action), word.words(parsed.action, '')]) expect(text).not.toBe('');
  });

  const at = { x: 10, y: 20 };
  const items: readonly ComputerItem[] = [
    { type: 'click', at, button: 'left', count: 1 },
    { type: 'move', at },
    { type: 'drag', path: [at, { x: 30, y: 40 }] },
    { type: 'scroll', at, by: { x: 0, y: 1 }, unit: 'notches' },
    { type: 'keys', keys: ['Return'] },
    { type: 'text', text: 'a' },
    { type: 'wait' },
    { type: 'back' },
  ];

  test.each(wordsIn('items'))('%s: the item %s of a computer tool', (row, type) => {
    const made = itemCall(
      items.find((item) => item.type === type)!,
      { picture: { width: 100, height: 100 }, screen: { width: 100, height: 100 } },
    );
    expect(made).toMatchObject({ call: {} });
    const name = made && 'call' in made ? made.call.Function : '';
    expect(Object.keys(rows[row as keyof typeof rows].functions)).toContain(name);
  });

  test.each(wordsIn('verbs'))('%s: the verb %s of an explorer', (row, verb) => {
    const word = rows[row as keyof typeof rows].verbs?.[verb as 'tap'];
    const [first] = word!.actions({ control: button!, text: 'a', isAlone: false, url: 'http://shop.test/', kind: 'web' });
    expect(first?.type).toBe(notPerformed.includes(row) ? undefined : row);
  });
});

test('what sets something going is bound to what it was judged by, and nothing else', () => {
  const over = [{ role: 'button', name: 'Pay' }];
  const point = { point: at(5), unit: 'px' } as const;
  const scroll = { type: 'scroll', target: point, deltaX: 0, deltaY: 1 } as const;
  const click = { type: 'click', target: point, button: 'left', clickCount: 1 } as const;
  expect(judgedBy(scroll, over)).toBe(scroll);
  expect(judgedBy(click, over)).toEqual({ ...click, target: { ...point, over } });
  expect(doingOf(scroll)).toBeUndefined();
});

function at(px: number) {
  return { x: px, y: px };
}

describe('nothing else lists the actions', () => {
  const root = fileURLToPath(new URL('../../../src/', import.meta.url));
  /** The table itself, what devices do, the suite that every device passes. */
  const may = /^(?:domain\/action\/|domain\/ui\/ui-action\.ts$|adapters\/|testing\/)/;
  const others = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !may.test(file));
  const kinds = Object.keys(rows).filter((name) => !notPerformed.includes(name));
  // Without those that are ordinary words.
  const functions = wordsIn('functions').flatMap(([, word]) => (word.includes('_') ? [word] : []));

  /** Without comments, imports and the actions that it makes. */
  function codeOf(file: string): string {
    return readFileSync(`${root}${file}`, 'utf8')
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/^\s*\/\/.*$/gm, '')
      .replace(/\btype: '[\w-]+'/g, '');
  }

  function named(words: readonly string[], code: string): readonly string[] {
    return words.filter((word) => code.includes(`'${word}'`));
  }

  /** Whoever knows three actions has a reason of its own; whoever knows more has a table. */
  function listsThem(file: string): boolean {
    const code = codeOf(file);
    return named(kinds, code).length > 3 || named(functions, code).length > 2 || /(?:Ui|Device)Action\['type'\]/.test(code);
  }

  test('in the source', () => {
    expect(others.length).toBeGreaterThan(500);
    expect(others.filter(listsThem)).toEqual([]);
  });
});
