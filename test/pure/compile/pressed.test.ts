// What is pressed because somebody named it is a variable; replayed with another name, that is pressed or nothing.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileRun } from '../../../src/domain/compile/compile-run.js';
import { isNamed } from '../../../src/domain/compile/make-variables.js';
import type { Deed, RunStory, StoryScreen } from '../../../src/domain/compile/story.js';
import type { FlowDocument } from '../../../src/domain/flow/document.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { matchRequest } from '../../../src/domain/library/match-request.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { count, holds } from '../../support/properties.js';
import { walkFlow } from '../../support/flow-walk.js';
import { freshApp, record, type Move } from '../../support/simulated-app.js';

function compile(
  steps: readonly Deed[],
  request: string,
  result = '',
): { readonly flow: FlowDocument; readonly leftOut: readonly string[] } {
  const story: RunStory = {
    ...{ run: 'agent-1', request, steps, result, application: 'app' },
    cost: { usd: 0, calls: 1, tokens: 1, ms: 1 },
  };
  const { flow, leftOut } = compileRun(story);
  const parsed = parseFlow(flow);
  expect(parsed.problems).toEqual([]);
  return { flow: parsed.flow as FlowDocument, leftOut };
}

type Part = Pick<Control, 'role' | 'name'> & Partial<Control>;

function screen(parts: readonly Part[], title = 'App'): StoryScreen {
  const controls = parts.map((part, index): Control => ({
    ...{ id: String(index), bounds: { x: 0, y: index * 20, width: 100, height: 20 }, enabled: true, visible: true },
    ...{ interactive: true, path: `body/main[1]/${part.role}[${index + 1}]`, source: 'tree', ...part },
  }));
  return { application: 'a', app: 'App', title, controls };
}

/** A click on the one with that name. */
function pressing(name: string, parts: readonly Part[], after?: StoryScreen): Deed {
  const before = screen(parts);
  const control = before.controls.find((each) => each.name === name);
  if (!control) throw new TypeError(`there is no ${name}`);
  const { role, path } = control;
  return {
    ...{ kind: 'deed', step: 'step 1 of app-1', words: `click "${name}"`, thought: '', comment: '', isRisky: false },
    action: { type: 'click', target: { control: { label: '', role, name, path } }, button: 'left', clickCount: 1 },
    ...{ outcome: { status: 'done' }, before, after: after ?? before },
  };
}

const buttons = ['Yes', 'No', 'Save', 'Delete'].map((name): Part => ({ role: 'button', name }));
const formOf = ({ form = [] }: FlowDocument) => form.map(({ name, default: value }) => [name, value]);
const firstTarget = ({ nodes: [first] }: FlowDocument) => first && 'target' in first.node_type && first.node_type.target;

describe('a name that stands in a request', () => {
  test.each<[string, string, boolean]>([
    ['Click on the "Yes" button', 'Yes', true],
    ['click on the "yes" button', 'Yes', true],
    ['Press “Save as …” now', 'Save as …', true],
    ["Choose 'Blue'", 'Blue', true],
    ['Wähle „Blau“ aus', 'Blau', true],
    ['「保存」を押す', '保存', true],
    ['Press "Save."', 'Save', true],
    ['Open Tab #2', 'Tab #2', true],
    ['Open tab 2', 'Tab 2', false],
    ['Select 7v and submit it', '7v', true],
    ['Click button ONE, then click button TWO', 'TWO', true],
    ['Go to Settings, then turn it on', 'Settings', true],
    ['Öffne den Ordner Bilder', 'Bilder', true],
    ['Order the red pan', 'Red pan', true],
    ['Bestelle das rote Sieb', 'Rotes Sieb', false],
    ['Bestelle das Sieb', 'Sieb', true],
    ['Ouvre l’archive', 'Archive', true],
    ['Save the file', 'Save', false],
    ['save the file', 'Save', false],
    ['Please save the file', 'Save', false],
    ['It is done. Save it', 'Save', false],
    ['Log in: Save it', 'Save', false],
    ['- Save it', 'Save', false],
    ['Save The File And Close It Now', 'Close', false],
    ['Open Savers', 'Save', false],
    ['Open it', 'Yes', false],
    ['文書を保存する', '保存', false],
    ['Book 2 tickets', '2', false],
  ])('RP2: %s: %s? %s', (request, name, expected) => {
    expect(isNamed([request], name)).toBe(expected);
  });

  test('RP2: in quotes it always is one, whatever stands around it', () => {
    const word = fc.stringMatching(/^[A-Za-z][a-z]{1,9}( [a-z]{2,9})?$/);
    holds(fc.tuple(fc.string({ maxLength: 30 }), word, fc.string({ maxLength: 30 })), ([before, name, after]) => {
      expect(isNamed([`${before} "${name}" ${after}`], name)).toBe(true);
      count('quoted');
    });
  });

  test('RP2: a word in small letters without a mark never is one', () => {
    const word = fc.stringMatching(/^[a-z]{2,9}$/);
    holds(fc.tuple(word, fc.array(word, { maxLength: 5 })), ([name, others]) => {
      fc.pre(
        !['the', 'der', 'die', 'das', 'den', 'dem', 'le', 'la', 'les', 'el', 'los', 'las', 'il', 'lo', 'gli', 'het'].some((each) =>
          others.includes(each),
        ),
      );
      expect(isNamed([[...others, name, 'it'].join(' ')], name)).toBe(false);
      count('unmarked');
    });
  });
});

describe('what was pressed', () => {
  test('RP2: a button that the request names is a variable, told as what it is', () => {
    const { flow, leftOut } = compile([pressing('Yes', buttons)], 'Click on the "Yes" button.', 'Yes was pressed');
    expect(flow.form).toEqual([
      { name: 'button', title: 'button', type: 'text', description: 'The button that is pressed', default: 'Yes' },
    ]);
    expect(firstTarget(flow)).toMatchObject({ role: 'button', name: '{{var:button}}' });
    expect([flow.result, leftOut]).toEqual(['{{var:button}} was pressed', []]);
    expect(matchRequest('Click on the "No" button', flow)).toEqual({ button: 'No' });
    expect(matchRequest('Click on the "Yes" button and on "No"', flow)).toBeUndefined();
  });

  test('RP2: a word that may be no name is none, and that is said', () => {
    const { flow, leftOut } = compile([pressing('Save', buttons)], 'save the file');
    expect([flow.form, leftOut]).toEqual([
      [],
      ['"Save" was pressed, and the request has that word: it is no variable, as it may be no name there; in quotes, it is one'],
    ]);
  });

  test.each<[string, readonly Part[]]>([
    ['that several have', [...buttons, { role: 'button', name: 'Yes', path: 'body/footer[1]/button[1]' }]],
    ['that was guessed', [{ role: 'button', name: 'Yes', guessed: true }, ...buttons.slice(1)]],
    ['of a field', [{ role: 'textbox', name: 'Yes' }]],
  ])('RP2: a name %s is no variable', (_what, parts) => {
    expect(compile([pressing('Yes', parts)], 'Click on "Yes"').flow.form).toEqual([]);
  });

  test('RP2, RP3: ids and digits that vary belong to what was pressed then', () => {
    const tabs = ['Tab 1', 'Tab 2'].map((name): Part => ({
      role: 'tab',
      name,
      path: `body/div[1]/a#${name === 'Tab 1' ? 'one' : 'two'}`,
      testId: name,
    }));
    const later = tabs.map((tab) => ({ ...tab, name: tab.name.replace('1', '3') }));
    const again = pressing('Tab 2', later, screen(later, 'Two'));
    const { flow } = compile([pressing('Tab 1', tabs, again.before), again], 'Open "Tab 1", then "Tab 2"');
    expect(formOf(flow)).toEqual([
      ['tab', 'Tab 1'],
      ['tab_2', 'Tab 2'],
    ]);
    for (const { node_type: type } of flow.nodes.slice(0, 2))
      for (const key of ['id', 'test_id', 'digits_vary']) expect(type).not.toHaveProperty(`target.${key}`);
  });

  test('RP2: the same text typed and pressed is one variable', () => {
    const parts: readonly Part[] = [
      { role: 'textbox', name: 'Search' },
      { role: 'link', name: 'Kettle' },
    ];
    const typed: Deed = {
      ...pressing('Search', parts),
      action: {
        type: 'set-text',
        target: { control: { label: '', role: 'textbox', name: 'Search', path: 'body/main[1]/textbox[1]' } },
        text: 'Kettle',
        clear: true,
      },
      after: screen(parts, 'Found'),
    };
    const { flow } = compile([typed, pressing('Kettle', parts)], 'Look for "Kettle"');
    expect(formOf(flow)).toEqual([['search', 'Kettle']]);
    expect(flow.nodes[1]?.node_type).toMatchObject({ target: { name: '{{var:search}}' } });
  });

  test('RP2, RP4: what a screen shows of it is filled in or dropped', () => {
    const orders: readonly Part[] = [
      { role: 'heading', name: 'Orders', interactive: false },
      { role: 'button', name: 'Print Orders' },
      ...buttons,
    ];
    const tabs: readonly Part[] = ['Orders', 'Clients'].map((name) => ({ role: 'tab', name }));
    const agreed = { ...pressing('Yes', orders), before: screen(orders, 'Orders') };
    const { flow } = compile([pressing('Orders', tabs, agreed.before), agreed], 'Open the tab "Orders" and agree');
    const type = flow.nodes[1]?.node_type;
    expect(type).toMatchObject({ screen: { title: '{{var:tab}}', headings: [] } });
    expect(JSON.stringify(type)).not.toMatch(/orders/i);
  });

  test('RP2: several options of a list are a variable each', () => {
    const parts: readonly Part[] = [{ role: 'listbox', name: 'Towns' }];
    const chosen: Deed = {
      ...pressing('Towns', parts),
      action: {
        type: 'select-option',
        target: { control: { label: '', role: 'listbox', name: 'Towns', path: 'body/main[1]/listbox[1]' } },
        values: ['Rome', 'Bath'],
      },
    };
    const { flow } = compile([chosen], 'Select Rome, Bath from the list');
    expect(matchRequest('Select Paris, Kiel from the list', flow)).toEqual({ towns: 'Paris', towns_2: 'Kiel' });
    expect(matchRequest('Select Paris from the list', flow)).toBeUndefined();
  });

  test('RP3: what is switched is recorded as it was', () => {
    const box = (states: readonly string[]): readonly Part[] => [{ role: 'checkbox', name: 'Dark mode', states }];
    expect(firstTarget(compile([pressing('Dark mode', box([]))], 'Switch on "Dark mode"').flow)).toMatchObject({ checked: false });
    expect(firstTarget(compile([pressing('Dark mode', box(['checked']))], 'Switch it').flow)).toMatchObject({ checked: true });
  });

  test('RP1, RP44: an AI step reads the request as it is given', () => {
    const drag: Deed = {
      ...pressing('Yes', buttons),
      action: {
        type: 'drag',
        from: { point: { x: 0.5, y: 0.5 }, unit: 'fraction' },
        to: { point: { x: 0.6, y: 0.5 }, unit: 'fraction' },
        button: 'left',
      },
      words: 'drag it',
      after: screen(buttons, 'Moved'),
    };
    const { flow } = compile([drag, pressing('Save', buttons)], 'Move it right, then press "Save"');
    expect(flow.nodes[0]?.node_type).toMatchObject({
      type: 'AiStep',
      prompt: expect.stringMatching(/^drag it\n[^]*Move it right, then press "\{\{var:button\}\}"$/),
    });
  });
});

const rows = ['Walk the dog', 'Buy milk', 'Call Ada'];

test('RP2, RP4: with another name it does what a run with that name would have done, or halts', () => {
  const move = (role: string, name: string): Move => ({ type: 'click', role, name });
  const then = fc.array(fc.constantFrom(move('button', 'Add to cart'), move('link', 'Back to tasks'), move('button', 'Show help')), {
    maxLength: 5,
  });
  holds(fc.tuple(fc.constantFrom(...rows), fc.constantFrom(...rows, 'Nothing', 'New order'), then), ([one, other, more]) => {
    const recorded = (row: string) => record([move('link', row), move('button', 'Add to cart'), ...more]);
    const { flow } = compile(recorded(one).deeds, `Open "${one}" and go on`);
    const variables = matchRequest(`Open "${other}" and go on`, flow);
    expect(variables && Object.values(variables)).toEqual([other]);
    const walked = walkFlow(flow, variables ?? {}, freshApp);
    if ('halted' in walked) {
      expect(rows).not.toContain(other);
      return count('halted');
    }
    expect(walked.state).toEqual(recorded(other).state);
    count(one === other ? 'the same' : 'another');
  });
});

describe('what stood there already', () => {
  const form = (city: Partial<Control>): readonly Part[] => [
    { role: 'combobox', name: 'City', ...city },
    { role: 'button', name: 'Order' },
  ];
  const looked = (deeds: readonly Deed[], request: string): readonly Record<string, unknown>[] =>
    compile(deeds, request).flow.nodes.flatMap(({ node_type: type }) => (type.type === 'Read' ? [type.target] : []));
  const valuesOf = (deeds: readonly Deed[], request: string): readonly unknown[] => looked(deeds, request).map(({ value }) => value);
  const chosen = (): Deed => {
    const deed = pressing('Order', form({ value: 'Bonn' }));
    const control = { label: '', role: 'combobox', name: 'City', path: 'body/main[1]/combobox[1]' };
    return {
      ...deed,
      action: { type: 'select-option', target: { control }, values: ['Berlin'] },
      after: screen(form({ value: 'Berlin' })),
    };
  };

  test.each<[string, Partial<Control>, string, readonly string[]]>([
    ['a value that the request says', { value: 'Berlin' }, 'Order it to Berlin', ['Berlin']],
    ['in other letters', { value: 'BERLIN' }, 'Order it to Berlin', ['BERLIN']],
    ['one that nobody named', { value: 'Bonn' }, 'Order it to Berlin', []],
    ['a part of a word', { value: 'Ber' }, 'Order it to Berlin', []],
    ['one that is hidden', { value: 'Berlin', masked: true }, 'Order it to Berlin', []],
    ['one that is out of sight', { value: 'Berlin', visible: false }, 'Order it to Berlin', []],
    ['nothing', {}, 'Order it to Berlin', []],
  ])('RP4: %s', (_, city, request, texts) => {
    expect(valuesOf([pressing('Order', form(city))], request)).toEqual(texts);
  });

  test('RP2, RP4: what the run chose itself is chosen again, and not expected before', () => {
    const deeds = [chosen(), pressing('Order', form({ value: 'Berlin' }))];
    expect(valuesOf(deeds, 'Order it to Berlin')).toEqual([]);
  });

  test('RP2, RP4, RP44: a value that the application wrote is no variable: with another one it is another request', () => {
    const calendar = (value: string): readonly Part[] => [
      { role: 'text', name: 'Select 12/09/2016 as the date', interactive: false },
      { role: 'textbox', name: 'Date', value },
      { role: 'link', name: '9' },
      { role: 'button', name: 'Submit' },
    ];
    const deeds = [pressing('9', calendar(''), screen(calendar('12/09/2016'))), pressing('Submit', calendar('12/09/2016'))];
    const { flow, leftOut } = compile(deeds, 'Select 12/09/2016 as the date and submit');
    expect(flow.form ?? []).toEqual([]);
    expect(leftOut).toContainEqual(expect.stringContaining('"12/09/2016" of the request: it was nowhere typed or pressed'));
    expect(matchRequest('Select 12/09/2016 as the date and submit', flow)).toEqual({});
    expect(matchRequest('Select 12/22/2016 as the date and submit', flow)).toBeUndefined();
    expect(valuesOf(deeds, 'Select 12/09/2016 as the date and submit')).toEqual(['12/09/2016']);
  });

  test('RP4: what the run chose in parts is its own', () => {
    const list = (value: string): readonly Part[] => [
      { role: 'listbox', name: 'Toppings', value },
      { role: 'option', name: 'Olives' },
      { role: 'option', name: 'Capers' },
      { role: 'button', name: 'Order' },
    ];
    const request = 'Order it with Olives, Capers';
    const own = [pressing('Olives', list('')), pressing('Capers', list('Olives')), pressing('Order', list('Olives, Capers'))];
    expect(valuesOf(own, request)).toEqual([]);
    expect(valuesOf([pressing('Capers', list('Olives')), pressing('Order', list('Olives, Capers'))], request)).toEqual([
      'Olives',
      'Olives, {{var:option}}',
    ]);
  });

  test('RP2, RP4: of fields that no two ways tell the value has to be on the screen, and is no variable either', () => {
    const twins = ['12/09/2016', '12/10/2016'].map((value): Part => ({ role: 'textbox', name: '', path: 'body/main[1]/textbox', value }));
    const { flow } = compile([pressing('Send', [...twins, { role: 'button', name: 'Send' }])], 'Send it for 12/09/2016');
    const [first] = flow.nodes;
    expect(first?.node_type).toMatchObject({ type: 'Act', screen: { texts: ['12/09/2016'] } });
    expect(flow.form ?? []).toEqual([]);
  });

  test('RP4: what is relied on is looked at before the first press and before the last', () => {
    const steps = ['A', 'B', 'C'].map((name) => pressing(name, [...form({ value: 'Berlin' }), { role: 'button', name }]));
    const { flow } = compile(steps, 'Press the buttons, for Berlin');
    expect(flow.nodes.slice(0, 5).map(({ name }) => name)).toEqual([
      'City is "Berlin"',
      'Click A',
      'Click B',
      'City is "Berlin" 2',
      'Click C',
    ]);
  });

  const boxes = (states: readonly string[]): readonly Part[] => [
    { role: 'checkbox', name: 'Gift wrap', states: [...states] },
    { role: 'checkbox', name: 'Newsletter', states: ['checked'] },
    { role: 'button', name: 'Order' },
  ];
  const wrapped = (deeds: readonly Deed[]) => looked(deeds, 'Order it with Gift wrap');

  test('RP4: a box that the request names and that was checked already has to be checked', () => {
    expect(wrapped([pressing('Order', boxes(['checked']))])).toMatchObject([{ name: 'Gift wrap', checked: true }]);
    expect(wrapped([pressing('Order', boxes([]))])).toEqual([]);
  });

  test('RP4: one that the run checked itself is checked by the flow', () => {
    const checking = pressing('Gift wrap', boxes([]), screen(boxes(['checked'])));
    expect(wrapped([checking, pressing('Order', boxes(['checked']))])).toEqual([]);
  });
});
