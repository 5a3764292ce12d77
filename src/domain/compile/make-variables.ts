// Which texts of a draft become variables, and the draft with them in place.
//
// given-1. Where the whole name of what is pressed is given, an id belongs to what was pressed then, and a digit in the name tells one from another.
import type { ExpectedScreen, Target } from '../anchors/anchors.schema.js';
import { isReference } from '../anchors/fill.js';
import { defined } from '../collections.js';
import type { NodeTypeInput } from '../flow/document.js';
import { plain } from '../flow/find-text.js';
import { lowerCase, spaced } from '../library/request-pattern.js';
import { placesOf } from '../text/word-boundaries.js';
import type { ActInput, Draft } from './drafts.js';
import { withValues } from './expectations.js';
import type { Answered } from './story.js';
import { dataIn, says, createValues, withReferences, type Value, type Values } from './values.js';

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
  for (const row of drafts.flatMap(({ type }) => targetsOf(type).flatMap(({ row: texts = [] }) => texts)))
    if (row.trim().length > 2) values.of(row, 'row');
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

/** What it acts on or reads, texts as they were. */
function targetsOf(type: NodeTypeInput): readonly Pick<Target, 'name' | 'row'>[] {
  if (type.type === 'Read') return [type.target];
  if (type.type !== 'Act') return [];
  return [...(type.target ? [type.target] : []), ...(type.deed.type === 'Drag' ? [type.deed.to] : [])];
}

function textsOf(type: NodeTypeInput): readonly string[] {
  const named = targetsOf(type).flatMap(({ name, row = [] }) => [...(name === undefined ? [] : [name]), ...row]);
  if (type.type !== 'Act') return named;
  const { deed } = type;
  return [
    ...named,
    ...(deed.type === 'SetText' ? [deed.text] : []),
    ...(deed.type === 'Select' ? deed.values : []),
    ...(deed.type === 'Navigate' ? [deed.url] : []),
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
          screen: type.screen ? withValues(type.screen as ExpectedScreen, values) : undefined,
        }),
      };
    case 'Read':
      return {
        ...type,
        target: targetWith(type.target as Target, values),
        ...defined({
          before: type.before === undefined ? undefined : withReferences(type.before, values),
          after: type.after === undefined ? undefined : withReferences(type.after, values),
          screen: type.screen ? withValues(type.screen as ExpectedScreen, values) : undefined,
        }),
      };
    case 'AiStep':
      return { ...type, prompt: withReferences(type.prompt, values, true) };
    case 'Expect':
      return { ...type, screen: withValues(type.screen as ExpectedScreen, values) };
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

// Whether people named a control that was to be pressed: its name stands in what they said, and can be nothing but a name there.
//
// pressed-1. It stands in quotes; or it is spelt as the control spells it, with a capital that neither the beginning of a sentence nor the habit of the text
//     explains, or with a digit beside a letter; or it stands behind a definite article. `save the file` says what is to be done, and names no button "Save".
// pressed-2. A name that several controls have, or that was guessed, is none. What is dragged is named where both its ends are: how far it goes
//     depends on what is moved.

/** Of what was pressed, the targets whose name another one may take. */
function namedTargets({ deed, target }: ActInput, said: readonly string[]): readonly Target[] {
  if (!target || (deed.type !== 'Click' && deed.type !== 'Drag')) return [];
  const targets = (deed.type === 'Drag' ? [target, deed.to] : [target]) as readonly Target[];
  return targets.every((each) => canBeNamed(each) && isNamed(said, each.name ?? '')) ? targets : [];
}

/** The name of what was pressed, where it stands in what people said and may be no name there. */
function nameInDoubt({ deed, target }: ActInput, said: readonly string[]): string | undefined {
  const { name = '' } = target ?? {};
  if (!target || deed.type !== 'Click' || !canBeNamed(target as Target) || isNamed(said, name)) return undefined;
  return said.some((text) => mentions(text, name).length > 0) ? name : undefined;
}

/** pressed-2. */
function canBeNamed({ role, name = '', guessed, place }: Target): boolean {
  return /\p{L}/u.test(name) && !name.includes('{{') && guessed !== true && isPressed({ role }) && (place?.of ?? 1) === 1;
}

/** Its name is what it is for: that of a field says what is to be filled in. */
function isPressed({ role }: Pick<Target, 'role'>): boolean {
  return !filledIn.has(role);
}

const filledIn: ReadonlySet<string> = new Set([
  ...['textbox', 'searchbox', 'password', 'spinbutton', 'combobox', 'listbox', 'date', 'file', 'slider', 'color'],
]);

/** pressed-1. */
export function isNamed(said: readonly string[], name: string): boolean {
  return said.some((text) => mentions(text, name).some((mention) => isQuoted(mention) || isSpelt(mention, name) || isDefinite(mention)));
}

interface Mention {
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

function mentions(said: string, name: string): readonly Mention[] {
  const [text, wanted] = [spaced(said), lowerCase(spaced(name))];
  return placesOf(lowerCase(text), wanted).map((at) => ({
    before: text.slice(0, at),
    words: text.slice(at, at + wanted.length),
    after: text.slice(at + wanted.length),
  }));
}

function isQuoted({ before, after }: Mention): boolean {
  return /["'“”„‟«»‹›‘‚「『]$/u.test(before) && /^[.,]?["'”“’‘»«›‹」』]/u.test(after);
}

const sentenceBegins = /(?:^|[.!?…:;。！？\n][\])"'”’»]*|[-*•–—])\s*["'“„«(]*$/u;

function isSpelt(mention: Mention, name: string): boolean {
  const { before, words } = mention;
  if (words !== spaced(name)) return false;
  if (/\p{N}/u.test(words) && /\p{L}/u.test(words)) return true;
  return /\p{Lu}/u.test(words) && !sentenceBegins.test(before) && !isCapitalised(mention);
}

/** `Save The File As Draft`: its capitals say nothing. */
function isCapitalised({ before, after }: Mention): boolean {
  const text = `${before} ${after}`;
  const words = [...text.matchAll(/[\p{L}][\p{L}\p{M}\p{N}_]*/gu)]
    .filter(({ index }) => !sentenceBegins.test(text.slice(0, index)))
    .map(([word]) => word);
  return words.length > 2 && 2 * words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length;
}

const definite = /(?<![\p{L}\p{M}\p{N}])(?:(?:the|der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|het) |l['’])$/iu;

function isDefinite({ before }: Mention): boolean {
  return definite.test(before);
}
