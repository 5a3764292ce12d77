// Which texts of a draft become variables, and the draft with them in place.
//
// given-1. Where the whole name of what is pressed is given, an id belongs to what was pressed then, and a digit in the name tells one from another.
import { defined } from '../collections.js';
import type { Target } from '../anchors/anchors.schema.js';
import { isReference } from '../anchors/fill.js';
import type { NodeTypeInput } from '../flow/document.js';
import type { ActInput, Draft } from './drafts.js';
import { placesOf } from '../text/words.js';
import { dataIn, says } from './data.js';
import { withValues } from './expectations.js';
import type { Answered } from './story.js';
import { plain } from '../flow/find-text.js';
import { isPressed, nameInDoubt, namedTargets } from './pressed.js';
import { createValues, withReferences, type Value, type Values } from './values.js';

export interface Given {
  readonly values: Values;
  readonly said: readonly string[];
}

const chosen: ReadonlySet<string> = new Set(['option', 'radio', 'menuitemradio']);
const askedFor = { date: 'date', email: 'email', url: 'address', number: 'number', text: 'text' } as const;

/** `reserved`: names that are taken. */
export function valuesOf(drafts: readonly Draft[], request: string, answers: readonly Answered[], reserved: readonly string[]): Given {
  const told = [request, ...answers.map(({ answer }) => answer)];
  const values = createValues(told, reserved);
  for (const { type, field = '' } of drafts) {
    if (type.type !== 'Act') continue;
    const { deed, target } = type;
    if (deed.type === 'SetText') values.of(deed.text, field);
    if (deed.type === 'Select') for (const value of deed.values) values.of(value, field);
    if (deed.type === 'Click' && target && chosen.has(target.role) && target.name !== undefined)
      values.of(target.name, target.section ?? target.beside ?? target.role);
    for (const { role, name = '' } of namedTargets(type, told))
      values.of(name, kindOf(role), `The ${kindOf(role)} that is ${doneBy(deed)}`);
  }
  for (const { type } of drafts) for (const row of rowsOf(type)) if (row.trim().length > 2) values.of(row, 'row');
  const texts = drafts.flatMap(({ type }) => textsOf(type));
  for (const { question, answer } of answers)
    if (plain(answer).length > 2 && answer.length <= longestAnswer && texts.some((text) => says(text, answer)))
      values.add(answer, question, question);
  return { values, said: [...dataSaid(request, texts, values), ...pressedSaid(drafts, told, values)] };
}

/** Of the control, for people. */
function kindOf(role: string): string {
  return kinds.has(role) ? role : 'choice';
}

const kinds: ReadonlySet<string> = new Set([
  'button',
  'link',
  'tab',
  'menuitem',
  'checkbox',
  'switch',
  'option',
  'radio',
  'treeitem',
  'row',
  'cell',
]);

function doneBy({ type }: ActInput['deed']): string {
  return type === 'Drag' ? 'dragged' : 'pressed';
}

/** Names that may be none where the request has them. */
function pressedSaid(drafts: readonly Draft[], told: readonly string[], values: Values): readonly string[] {
  const names = drafts.flatMap(({ type }) => {
    const name = type.type === 'Act' ? nameInDoubt(type, told) : undefined;
    return name === undefined || values.all.some((value) => says(value.text, name)) ? [] : [name];
  });
  return [...new Set(names)].map(
    (name) => `"${name}" was pressed, and the request has that word: it is no variable, as it may be no name there; in quotes, it is one`,
  );
}

const longestAnswer = 80;

/** Dates, numbers and addresses of the request: those that something in the flow is done with. What is only looked at would be another request. */
function dataSaid(request: string, texts: readonly string[], values: Values): readonly string[] {
  const said: string[] = [];
  for (const { text, type } of dataIn(request)) {
    if (type === 'text' || values.all.some((value) => says(value.text, text))) continue;
    const isUsed = texts.some((own) => plain(own) === plain(text) || (text.length > 2 && placesOf(plain(own), plain(text)).length > 0));
    if (isUsed) values.add(text, askedFor[type], '', type);
    else said.push(`"${text}" of the request: it was nowhere typed or pressed, so that it is no variable`);
  }
  return said;
}

function rowsOf(type: NodeTypeInput): readonly string[] {
  if (type.type === 'Act') return [...(type.target?.row ?? []), ...(type.deed.type === 'Drag' ? (type.deed.to.row ?? []) : [])];
  return type.type === 'Read' ? (type.target.row ?? []) : [];
}

function textsOf(type: NodeTypeInput): readonly string[] {
  const own = ({ name, row = [] }: { readonly name?: string; readonly row?: readonly string[] }): readonly string[] => [
    ...(name === undefined ? [] : [name]),
    ...row,
  ];
  if (type.type === 'Read') return own(type.target);
  if (type.type !== 'Act') return [];
  const { deed, target } = type;
  return [
    ...(target ? own(target) : []),
    ...(deed.type === 'SetText' ? [deed.text] : []),
    ...(deed.type === 'Select' ? deed.values : []),
    ...(deed.type === 'Navigate' ? [deed.url] : []),
    ...(deed.type === 'Drag' ? own(deed.to) : []),
  ];
}

export function withGiven(type: NodeTypeInput, values: readonly Value[]): NodeTypeInput {
  switch (type.type) {
    case 'Act':
      return {
        ...type,
        deed: deedWith(type.deed, values),
        ...defined({
          target: type.target ? targetWith(type.target as Target, values) : undefined,
          screen: type.screen ? withValues(type.screen as Parameters<typeof withValues>[0], values) : undefined,
        }),
      };
    case 'Read':
      return {
        ...type,
        target: targetWith(type.target as Target, values),
        ...defined({
          before: type.before === undefined ? undefined : withReferences(type.before, values),
          after: type.after === undefined ? undefined : withReferences(type.after, values),
          screen: type.screen ? withValues(type.screen as Parameters<typeof withValues>[0], values) : undefined,
        }),
      };
    case 'AiStep':
      return { ...type, prompt: withReferences(type.prompt, values, true) };
    case 'Expect':
      return { ...type, screen: withValues(type.screen as Parameters<typeof withValues>[0], values) };
    default:
      return type;
  }
}

function deedWith(deed: ActInput['deed'], values: readonly Value[]): ActInput['deed'] {
  switch (deed.type) {
    case 'SetText':
      return { ...deed, text: withReferences(deed.text, values) };
    case 'Select':
      return { ...deed, values: deed.values.map((value) => withReferences(value, values)) };
    case 'Navigate':
      return { ...deed, url: withReferences(deed.url, values) };
    case 'Drag':
      return { ...deed, to: targetWith(deed.to as Target, values) };
    default:
      return deed;
  }
}

/** Texts of targets are compared without case. An id or path has no values. */
function targetWith(target: Target, values: readonly Value[]): Target {
  const { name, row, section, beside, value } = target;
  const filled = (text: string): string => withReferences(text, values, true);
  const isGiven = name !== undefined && isPressed(target) && isReference(filled(name));
  return {
    ...(isGiven ? withoutOwnIds(target) : target),
    ...defined({
      name: name === undefined ? undefined : filled(name),
      row: row?.map(filled),
      section: section === undefined ? undefined : filled(section),
      beside: beside === undefined ? undefined : filled(beside),
      value: value === undefined ? undefined : filled(value),
    }),
  };
}

/** given-1. */
function withoutOwnIds({ id: _, test_id: __, digits_vary: ___, ...target }: Target): Target {
  return target;
}
