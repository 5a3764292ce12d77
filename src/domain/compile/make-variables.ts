// Which texts of a draft become variables, and the draft with them in place.
//
// given-1. Where the whole name of what is pressed is given, an id belongs to what was pressed then, and a digit in the name tells one from another.
import type { ExpectedScreen, Target } from '../anchors/anchors.schema.js';
import { isReference } from '../anchors/fill.js';
import type { NodeTypeInput } from '../flow/document.js';
import { plain } from '../flow/find-text.js';
import { isField } from '../guard/screen.js';
import { lowerCase, spaced } from '../library/request-pattern.js';
import { placesOf } from '../text/word-boundaries.js';
import { isCheckable } from '../ui/control.js';
import { enteredIn, withEntered, type ActInput, type DeedInput, type Draft } from './drafts.js';
import { withValues } from './expectations.js';
import type { Answered } from './story.js';
import { dataIn, says, createValues, withReferences, type Value, type Values } from './values.js';

export interface Given {
  readonly values: Values;
  /** As those of `DraftedSteps`. */
  readonly notes: readonly string[];
}

const chosen: ReadonlySet<string> = new Set(['option', 'radio', 'menuitemradio']);
/** What people call a control that is pressed by its role; any other is a choice. */
const kinds: ReadonlySet<string> = new Set([
  ...['button', 'link', 'tab', 'menuitem', 'checkbox', 'switch', 'option', 'radio', 'treeitem', 'row', 'cell'],
]);
const askedFor = { date: 'date', email: 'email', url: 'address', number: 'number', text: 'text' } as const;
const longestAnswer = 80;

/** `reserved`: names that are taken. */
export function valuesOf(drafts: readonly Draft[], request: string, answers: readonly Answered[], reserved: readonly string[]): Given {
  const told = [request, ...answers.map(({ answer }) => answer)];
  const values = createValues(told, reserved);
  for (const { type, field = '' } of drafts) {
    if (type.type !== 'Act') continue;
    const { deed, target } = type;
    for (const text of enteredIn(deed)) values.of(text, field);
    if (deed.type === 'Click' && target?.name !== undefined && chosen.has(target.role))
      values.of(target.name, target.section ?? target.beside ?? target.role);
    for (const { role, name = '' } of namedTargets(type, told)) {
      const kind = kinds.has(role) ? role : 'choice';
      values.of(name, kind, `The ${kind} that is ${deed.type === 'Drag' ? 'dragged' : 'pressed'}`);
    }
  }
  for (const row of drafts.flatMap(({ type }) => targetsOf(type).flatMap(({ row: texts = [] }) => texts)))
    if (row.trim().length > 2) values.of(row, 'row');
  const texts = drafts.flatMap(({ type }) => textsOf(type));
  for (const { question, answer } of answers)
    if (plain(answer).length > 2 && answer.length <= longestAnswer && texts.some((text) => says(text, answer)))
      values.add(answer, question, question);
  return { values, notes: [...dataNotes(request, texts, values), ...pressedNotes(drafts, told, values)] };
}

/** Names that may be none where the request has them. */
function pressedNotes(drafts: readonly Draft[], told: readonly string[], values: Values): readonly string[] {
  const names = drafts.flatMap(({ type }) => {
    const name = type.type === 'Act' ? nameInDoubt(type, told) : undefined;
    return name === undefined || values.all.some((value) => says(value.text, name)) ? [] : [name];
  });
  return [...new Set(names)].map(
    (name) => `"${name}" was pressed, and the request has that word: it is no variable, as it may be no name there; in quotes, it is one`,
  );
}

/** Dates, numbers and addresses of the request: those that something in the flow is done with. What is only looked at would be another request. */
function dataNotes(request: string, texts: readonly string[], values: Values): readonly string[] {
  const notes: string[] = [];
  for (const { text, type } of dataIn(request)) {
    if (type === 'text' || values.all.some((value) => says(value.text, text))) continue;
    const isUsed = texts.some((own) => plain(own) === plain(text) || (text.length > 2 && placesOf(plain(own), plain(text)).length > 0));
    if (isUsed) values.add(text, askedFor[type], '', type);
    else notes.push(`"${text}" of the request: it was nowhere typed or pressed, so that it is no variable`);
  }
  return notes;
}

/** What it acts on or reads, texts as they were. */
function targetsOf(type: NodeTypeInput): readonly Target[] {
  if (type.type === 'Read') return [type.target];
  if (type.type !== 'Act') return [];
  return [...(type.target ? [type.target] : []), ...(type.deed.type === 'Drag' ? [type.deed.to] : [])];
}

function textsOf(type: NodeTypeInput): readonly string[] {
  const named = targetsOf(type).flatMap(({ name, row = [] }) => [...(name === undefined ? [] : [name]), ...row]);
  if (type.type !== 'Act') return named;
  return [...named, ...enteredIn(type.deed), ...(type.deed.type === 'Navigate' ? [type.deed.url] : [])];
}

export function withGiven(type: NodeTypeInput, values: readonly Value[]): NodeTypeInput {
  switch (type.type) {
    case 'Act':
      return actWith(type, values);
    case 'Read': {
      const { target, before, after, screen } = type;
      return {
        ...type,
        target: targetWith(target, values),
        before: before && withReferences(before, values),
        after: after && withReferences(after, values),
        screen: screen && withValues(screen, values),
      };
    }
    case 'AiStep':
      return { ...type, prompt: withReferences(type.prompt, values, true) };
    case 'Expect':
      return { ...type, screen: withValues(type.screen, values) };
    default:
      return type;
  }
}

export function actWith(act: ActInput, values: readonly Value[]): ActInput & { readonly screen: ExpectedScreen | undefined } {
  const { deed, target, screen } = act;
  return {
    ...act,
    deed: deedWith(deed, values),
    target: target && targetWith(target, values),
    screen: screen && withValues(screen, values),
  };
}

function deedWith(deed: DeedInput, values: readonly Value[]): DeedInput {
  if (deed.type === 'Navigate') return { ...deed, url: withReferences(deed.url, values) };
  if (deed.type === 'Drag') return { ...deed, to: targetWith(deed.to, values) };
  return withEntered(deed, (text) => withReferences(text, values));
}

/** Texts of targets are compared without case. An id or path has no values. */
function targetWith(target: Target, values: readonly Value[]): Target {
  const filled = (text: string): string => withReferences(text, values, true);
  const name = target.name && filled(target.name);
  const isGiven = name !== undefined && isPressed(target) && isReference(name);
  return {
    ...(isGiven ? withoutOwnIds(target) : target),
    name,
    row: target.row?.map(filled),
    section: target.section && filled(target.section),
    beside: target.beside && filled(target.beside),
    value: target.value && filled(target.value),
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
function namedTargets(act: ActInput, said: readonly string[]): readonly Target[] {
  const { deed, target } = act;
  if (!target || (deed.type !== 'Click' && deed.type !== 'Drag')) return [];
  const targets = targetsOf(act);
  return targets.every((each) => canBeNamed(each) && isNamed(said, each.name ?? '')) ? targets : [];
}

/** The name of what was pressed, where it stands in what people said and may be no name there. */
function nameInDoubt({ deed, target }: ActInput, said: readonly string[]): string | undefined {
  const { name = '' } = target ?? {};
  if (!target || deed.type !== 'Click' || !canBeNamed(target) || isNamed(said, name)) return undefined;
  return said.some((text) => mentions(text, name).length > 0) ? name : undefined;
}

/** pressed-2. */
function canBeNamed({ role, name = '', guessed, place }: Target): boolean {
  return /\p{L}/u.test(name) && !name.includes('{{') && guessed !== true && isPressed({ role }) && (place?.of ?? 1) === 1;
}

/** Its name is what it is for: that of a field says what is to be filled in. */
function isPressed(target: Pick<Target, 'role'>): boolean {
  return !isField(target) || isCheckable(target);
}

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
