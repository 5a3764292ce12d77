// What stands near a control whose name says nothing by itself: `Submit` is risky beside a card number, not beside three numbers to be sorted.
import type { Control } from '../ui/control.js';
import { amountIn } from './amounts.js';
import { isHarmfulCommand, looksLikeTerminal } from './commands.js';
import { plain, tokensOf } from './fold.js';
import { isLeaving, isShowing } from './leaving.js';
import type { Lexicon } from './lexicon.js';
import { isLooking } from './looking.js';
import { nameSays, type Said } from './names.js';
import { handsRights } from './rights.js';
import { isDialog, isField, type Scope } from './screen.js';
import type { RiskKind } from './risk.js';

export interface Evidence {
  readonly kind: RiskKind;
  /** In words, for the person who is asked. */
  readonly why: string;
}

/** What stands around a control, and the words that it is read by. */
export interface Around extends Scope {
  readonly lexicon: Lexicon;
}

export function isAmbiguous({ ambiguous, accepts, decides, enrols }: Said): boolean {
  return ambiguous !== 'no' || accepts || decides || enrols;
}

const mostButtons = 4;
const mostBeside = 24;

/** "This cannot be undone" speaks of whatever is pressed beside it, except what leaves or only shows. */
export function irreversibleBeside(control: Pick<Control, 'name' | 'role'>, { near, lexicon }: Around): Evidence | undefined {
  if (!isSpokenOf(control, near)) return undefined;
  return near.filter((each) => each.role === 'button').length < mostButtons ? irreversible({ texts: textsOf(near), lexicon }) : undefined;
}

/** A form's lone button sends the form off, whatever it is called: held where a card, an amount of money, a message to somebody or a chosen file would leave with it. */
export function loneButton(control: Pick<Control, 'name' | 'role' | 'path'>, said: Said, around: Around): Evidence | undefined {
  const { name, role } = control;
  if (around.kind === 'group' || role !== 'button' || said.harmless || !isSubmitting(control)) return undefined;
  const seen = seenIn(around, control);
  if (seen.controls.some((each) => each.role === 'button' && isSubmitting(each)) || isLookup({ name }, { ...seen, texts: [] }))
    return undefined;
  // For "Apply" and "Save" an amount says nothing.
  const price = isAmbiguous(said) ? undefined : amount(control, seen);
  return payment(seen) ?? price ?? message(seen, { ...said, body: false }) ?? leavingFile(seen, said);
}

const longestTold = 300;

/** What a text says of the button by its name: "By clicking Done you sign this agreement." */
export function toldBeside(control: Pick<Control, 'name' | 'role'>, { near, lexicon }: Around): Evidence | undefined {
  if (!isSpokenOf(control, near)) return undefined;
  const told = textsOf(near).filter((text) => text.length <= longestTold && names(text, control.name));
  for (const text of told) {
    const [risk] = nameSays(text, 'command', lexicon).risks;
    const kind = risk ?? (lexicon.says('audience', text) ? 'sends' : lexicon.says('contracts', text) ? 'agrees' : undefined);
    if (kind !== undefined) return { kind, why: `beside "${short(text)}"` };
  }
  return undefined;
}

/** The texts near it may mean it: they are few, and it neither leaves nor only shows. */
function isSpokenOf({ name, role }: Pick<Control, 'name' | 'role'>, near: readonly Control[]): boolean {
  return role === 'button' && near.length <= mostBeside && !isLeaving(name) && !isShowing(name);
}

/** Among other words. */
function names(text: string, name: string): boolean {
  const [all, own] = [tokensOf(plain(text)), tokensOf(plain(name))];
  return own.length > 0 && all.length > own.length + 1 && ` ${all.join(' ')} `.includes(` ${own.join(' ')} `);
}

/** As far as its name tells. */
function isSubmitting({ name, states = [] }: Pick<Control, 'name' | 'states'>): boolean {
  const isUnfolding = states.some((state) => state === 'expanded' || state === 'collapsed' || state === 'pressed');
  return !isUnfolding && !isLeaving(name) && !isShowing(name) && !isLooking(name);
}

/** Of what an ambiguous name would do. */
export function evidenceNear(control: Pick<Control, 'name' | 'path'>, said: Said, around: Around): Evidence | undefined {
  const seen = seenIn(around, control);
  return (
    payment(seen) ??
    charged(seen) ??
    commanded(seen) ??
    (said.ambiguous === 'yes' || said.accepts || said.decides ? (amount(control, seen) ?? question(seen, around)) : undefined) ??
    (said.ambiguous === 'yes' ? move(seen) : undefined) ??
    chosen(seen) ??
    irreversible(seen) ??
    message(seen, said) ??
    leavingFile(seen, said) ??
    audience(seen) ??
    (said.accepts ? contract(seen) : undefined) ??
    decision(control, said, seen) ??
    enrolment(said, seen) ??
    (said.ambiguous === 'no' ? undefined : guardedBeside(control, said, seen))
  );
}

interface Seen {
  readonly controls: readonly Control[];
  readonly fields: readonly Control[];
  /** What is read: texts, headings, the dialog's name. */
  readonly texts: readonly string[];
  readonly lexicon: Lexicon;
}

const mostTexts = 80;

function seenIn({ controls, lexicon }: Around, { path }: Pick<Control, 'path'>): Seen {
  const shown = controls.filter(({ visible, role }) => visible || role === 'file');
  return {
    controls: shown,
    fields: shown.filter(isField),
    // What is pressed around it has the words of a card as its name.
    texts: textsOf(shown.map((each) => (path.startsWith(`${each.path}/`) ? { ...each, interactive: false } : each))),
    lexicon,
  };
}

function textsOf(controls: readonly Control[]): readonly string[] {
  return controls
    .filter(({ interactive, visible, name }) => !interactive && visible && name !== '')
    .slice(0, mostTexts)
    .map(({ name }) => name);
}

/** "We use cookies": what is agreed to there binds nobody. */
export function isCookieNotice(control: Pick<Control, 'name'>, { near }: Scope): boolean {
  const texts = [
    control.name,
    ...near
      .filter(({ interactive }) => !interactive)
      .slice(0, mostTexts)
      .map(({ name }) => name),
  ];
  return texts.some((text) => /cookie|куки|كوكيز|ملفات تعريف الارتباط|कुकी|쿠키|クッキー/iu.test(text.slice(0, 500)));
}

function payment({ fields, lexicon }: Seen): Evidence | undefined {
  const field = fields.find(({ role, name }) => role !== 'checkbox' && role !== 'radio' && lexicon.says('payment', name));
  return field && { kind: 'pays', why: `beside the field "${short(field.name)}"` };
}

const card =
  /(?:visa|master ?card|amex|american express|maestro|girocard|paypal|apple pay|google pay|iban|[•*]{2})\P{N}{0,20}\p{N}{4}(?!\p{N})/iu;

/** A price, and the card that it is taken from. */
function charged({ texts }: Seen): Evidence | undefined {
  const from = texts.find((text) => card.test(text));
  return from !== undefined && texts.some(amountIn) ? { kind: 'pays', why: `beside "${short(from)}"` } : undefined;
}

/** A command that stands in an editor: its button runs it. */
function commanded({ fields, texts }: Seen): Evidence | undefined {
  const written = fields.find(
    ({ role, name, value = '' }) => role === 'textbox' && looksLikeTerminal(name, ...texts) && isHarmfulCommand(value),
  );
  return written && { kind: 'runs', why: `beside the command "${short(written.value?.trim() ?? '')}"` };
}

function amount(control: Pick<Control, 'name'>, seen: Seen): Evidence | undefined {
  const { fields, texts, controls, lexicon } = seen;
  if (isLookup(control, seen)) return undefined;
  const text = texts.find(amountIn);
  if (text !== undefined) return { kind: 'pays', why: `beside "${short(text)}"` };
  const field = fields.find(
    ({ name, value = '', role }) =>
      role !== 'checkbox' && role !== 'radio' && (amountIn(value) || (lexicon.says('amount', name) && /[1-9]/.test(value))),
  );
  if (field) return { kind: 'pays', why: `beside the field "${short(field.name)}"` };
  const priced = controls.find(({ role, states, name }) => role === 'radio' && states?.includes('checked') === true && amountIn(name));
  return priced && { kind: 'pays', why: `beside "${short(priced.name)}"` };
}

/** Looking something up: prices there are what is looked for. */
export function isLookup({ name }: Pick<Control, 'name'>, { fields, texts, lexicon }: Omit<Seen, 'controls'>): boolean {
  return (
    lexicon.says('search', name) ||
    fields.some((field) => field.role === 'searchbox' || lexicon.says('search', field.name)) ||
    texts.some((text) => text.length < 40 && tokensOf(plain(text)).length <= 3 && lexicon.says('search', text))
  );
}

const longestQuestion = 160;

/** A dialog that asks about something risky, or such a question above the control. */
function question({ controls, lexicon }: Seen, { kind: place }: Scope): Evidence | undefined {
  for (const told of controls.filter(({ interactive, name }) => !interactive && name !== ''))
    for (const asked of sentencesOf(told.name).filter(({ length }) => length <= longestQuestion)) {
      const isQuestion = /[?？؟]\s*$/u.test(asked);
      const isAsked = isQuestion || place === 'dialog' || isDialog(told);
      const [kind] = isAsked || told.role === 'heading' ? nameSays(asked, isQuestion ? 'command' : 'list', lexicon).risks : [];
      if (kind !== undefined && (isAsked || kind !== 'configures')) return { kind, why: `beside "${short(asked)}"` };
    }
  return undefined;
}

/** A question may be followed by what it means. */
function sentencesOf(text: string): readonly string[] {
  return text.slice(0, 2 * longestQuestion).split(/(?<=[?？؟])\s*/u);
}

/** A list beside it has a risky choice chosen. */
function chosen({ fields, lexicon }: Seen): Evidence | undefined {
  for (const { role, name, value = '', states } of fields) {
    const choice = role === 'combobox' || role === 'listbox' ? value : role === 'radio' && states?.includes('checked') === true ? name : '';
    if (choice !== '' && handsRights(name, choice)) return { kind: 'transfers', why: `with "${short(choice)}" chosen` };
    const [kind] = choice === '' || lexicon.says('search', name) ? [] : nameSays(choice, 'content', lexicon).risks;
    if (kind !== undefined) return { kind, why: `with "${short(choice)}" chosen` };
  }
  return undefined;
}

function irreversible({ texts, lexicon }: Pick<Seen, 'texts' | 'lexicon'>): Evidence | undefined {
  const text = texts.find((each) => lexicon.says('irreversible', each));
  return text === undefined ? undefined : { kind: 'deletes', why: `beside "${short(text)}"` };
}

function message({ fields, lexicon }: Seen, { body: names }: Said): Evidence | undefined {
  const body = fields.find(({ role, name }) => (role === 'textbox' || role === 'searchbox') && isNamedBy('body', name, lexicon));
  const recipient = fields.find((field) => field !== body && textual.has(field.role) && isNamedBy('recipient', field.name, lexicon));
  if (!body || (!recipient && !names)) return undefined;
  return { kind: 'sends', why: recipient ? `beside "${short(recipient.name)}" and "${short(body.name)}"` : `beside "${short(body.name)}"` };
}

const textual = new Set(['textbox', 'searchbox', 'combobox']);
const mostWords = 6;

function isNamedBy(list: 'body' | 'recipient', name: string, lexicon: Lexicon): boolean {
  return tokensOf(plain(name.slice(0, 200))).length <= mostWords && lexicon.says(list, name);
}

/** A file that was chosen; or one still to be chosen, where the form hands it in. */
function leavingFile({ controls }: Seen, { ambiguous }: Said): Evidence | undefined {
  const file = controls.find(({ role, value = '' }) => role === 'file' && (value !== '' || ambiguous === 'yes'));
  return file && { kind: 'sends', why: `with the file "${short(file.value ?? file.name)}"` };
}

function audience({ fields, texts, lexicon }: Seen): Evidence | undefined {
  const told = texts.find((text) => tokensOf(plain(text.slice(0, 200))).length <= mostWords && lexicon.says('audience', text));
  if (told !== undefined) return { kind: 'sends', why: `beside "${short(told)}"` };
  if (!fields.some(({ role }) => role === 'textbox')) return undefined;
  const wide = fields.find(({ role, name, value = '', states }) => {
    const choice =
      role === 'combobox' || role === 'listbox'
        ? value
        : (role === 'radio' || role === 'switch' || role === 'checkbox') && states?.includes('checked') === true
          ? name
          : '';
    return choice !== '' && tokensOf(plain(choice)).length <= 4 && lexicon.says('everyone', choice);
  });
  return wide && { kind: 'sends', why: 'with everyone as its audience' };
}

function contract({ texts, lexicon }: Seen): Evidence | undefined {
  const text = texts.find((each) => lexicon.says('contracts', each));
  return text === undefined ? undefined : { kind: 'agrees', why: `beside "${short(text)}"` };
}

/** What moves money, with a field for how much, even an empty one. */
function move(seen: Seen): Evidence | undefined {
  const heading = headingThat('moves', seen);
  const isFilledIn = seen.fields.some(({ role, name }) => role !== 'checkbox' && role !== 'radio' && seen.lexicon.says('amount', name));
  return heading && isFilledIn ? { kind: 'pays', why: `under "${short(heading.name)}"` } : undefined;
}

/** One of a list's rows. */
const listed = /(?:^|\/|>>|::)(?:tr|li)(?:\[\d+\]|#[\w-]+)(?:\/|$)/;

/** Yes or no to what somebody asked for: it names that, stands beside it, beside the other answer, or is all a row can be answered with. */
function decision({ path, name }: Pick<Control, 'path' | 'name'>, said: Said, { controls, texts, lexicon }: Seen): Evidence | undefined {
  if (!said.decides && !said.accepts) return undefined;
  const asked = texts.find((text) => text.length <= longestQuestion && lexicon.says('asked', text));
  if (said.asked || asked !== undefined)
    return { kind: 'agrees', why: asked === undefined ? 'for an answer to what somebody asked' : `beside "${short(asked)}"` };
  if (!said.decides) return undefined;
  const other = controls.find((each) => each.role === 'button' && each.name !== name && lexicon.says('decides', each.name));
  if (other) return { kind: 'agrees', why: `beside "${short(other.name)}"` };
  return listed.test(path) ? { kind: 'agrees', why: 'in a row of a list' } : undefined;
}

/** `Register`, where a course is named. */
function enrolment({ enrols, places }: Said, seen: Seen): Evidence | undefined {
  if (!enrols) return undefined;
  const heading = headingThat('places', seen);
  return places || heading ? { kind: 'pays', why: heading ? `under "${short(heading.name)}"` : 'for a place in it' } : undefined;
}

/** Of what keeps a system or a house safe, by its own name or under such a heading. */
function guardedBeside(control: Pick<Control, 'name'>, said: Said, seen: Seen): Evidence | undefined {
  if (said.guarded && !said.harmless) return { kind: 'configures', why: 'for a change of the system' };
  if (isLookup(control, seen)) return undefined;
  const heading = headingThat('guarded', seen);
  return heading && { kind: 'configures', why: `under "${short(heading.name)}"` };
}

function headingThat(list: 'guarded' | 'moves' | 'places', { controls, lexicon }: Seen): Control | undefined {
  return controls.find(
    (each) =>
      (each.role === 'heading' || isDialog(each)) &&
      tokensOf(plain(each.name.slice(0, 200))).length <= mostWords &&
      lexicon.says(list, each.name),
  );
}

const shortest = 60;

function short(text: string): string {
  return text.length > shortest ? `${text.slice(0, shortest - 1)}…` : text;
}
