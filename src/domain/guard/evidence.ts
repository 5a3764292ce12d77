// What stands near a control whose name says nothing by itself (HE40): `Submit` is risky beside a card number, not beside three numbers to be sorted.
import type { Control } from '../ui/control.js';
import { amountIn } from './amounts.js';
import { isHarmfulCommand, looksLikeTerminal } from './commands.js';
import { plain, tokensOf } from './fold.js';
import { isLeaving, isShowing } from './leaving.js';
import { says } from './lexicon.js';
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

export function isAmbiguous({ ambiguous, accepts, decides, enrols }: Said): boolean {
  return ambiguous !== 'no' || accepts || decides || enrols;
}

const mostButtons = 4;
const mostBeside = 24;

/** "This cannot be undone" speaks of whatever is pressed beside it, except what leaves or only shows. */
export function irreversibleBeside(control: Pick<Control, 'name' | 'role'>, { near }: Scope): Evidence | undefined {
  if (!isSpokenOf(control, near)) return undefined;
  return near.filter((each) => each.role === 'button').length < mostButtons ? irreversible({ texts: textsOf(near) }) : undefined;
}

/** A form's lone button sends the form off, whatever it is called: held where a card, an amount of money, a message to somebody or a chosen file would leave with it. */
export function loneButton(control: Pick<Control, 'name' | 'role' | 'path'>, said: Said, scope: Scope): Evidence | undefined {
  const { name, role } = control;
  if (scope.kind === 'group' || role !== 'button' || said.harmless || !isSubmitting(control)) return undefined;
  const seen = seenIn(scope, control);
  if (seen.controls.some((each) => each.role === 'button' && isSubmitting(each)) || isLookup({ name }, seen.fields, [])) return undefined;
  // For "Apply" and "Save" an amount says nothing.
  const price = isAmbiguous(said) ? undefined : amount(control, seen);
  return payment(seen) ?? price ?? message(seen, { ...said, body: false }) ?? leavingFile(seen, said);
}

const longestTold = 300;

/** What a text says of the button by its name: "By clicking Done you sign this agreement." */
export function toldBeside(control: Pick<Control, 'name' | 'role'>, { near }: Scope): Evidence | undefined {
  if (!isSpokenOf(control, near)) return undefined;
  const told = textsOf(near).filter((text) => text.length <= longestTold && names(text, control.name));
  for (const text of told) {
    const [risk] = nameSays(text, 'command').risks;
    const kind = risk ?? (says('audience', text) ? 'sends' : says('contracts', text) ? 'agrees' : undefined);
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
export function evidenceNear(control: Pick<Control, 'name' | 'path'>, said: Said, scope: Scope): Evidence | undefined {
  const seen = seenIn(scope, control);
  return (
    payment(seen) ??
    charged(seen) ??
    commanded(seen) ??
    (said.ambiguous === 'yes' || said.accepts || said.decides ? (amount(control, seen) ?? question(seen, scope)) : undefined) ??
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
}

const mostTexts = 80;

function seenIn({ controls }: Scope, { path }: Pick<Control, 'path'>): Seen {
  const shown = controls.filter(({ visible, role }) => visible || role === 'file');
  return {
    controls: shown,
    fields: shown.filter(isField),
    // What is pressed around it has the words of a card as its name.
    texts: textsOf(shown.map((each) => (path.startsWith(`${each.path}/`) ? { ...each, interactive: false } : each))),
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

function payment({ fields }: Seen): Evidence | undefined {
  const field = fields.find(({ role, name }) => role !== 'checkbox' && role !== 'radio' && says('payment', name));
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

function amount(control: Pick<Control, 'name'>, { fields, texts, controls }: Seen): Evidence | undefined {
  if (isLookup(control, fields, texts)) return undefined;
  const text = texts.find(amountIn);
  if (text !== undefined) return { kind: 'pays', why: `beside "${short(text)}"` };
  const field = fields.find(
    ({ name, value = '', role }) =>
      role !== 'checkbox' && role !== 'radio' && (amountIn(value) || (says('amount', name) && /[1-9]/.test(value))),
  );
  if (field) return { kind: 'pays', why: `beside the field "${short(field.name)}"` };
  const priced = controls.find(({ role, states, name }) => role === 'radio' && states?.includes('checked') === true && amountIn(name));
  return priced && { kind: 'pays', why: `beside "${short(priced.name)}"` };
}

/** Looking something up: prices there are what is looked for. */
export function isLookup({ name }: Pick<Control, 'name'>, fields: readonly Control[], texts: readonly string[]): boolean {
  return (
    says('search', name) ||
    fields.some((field) => field.role === 'searchbox' || says('search', field.name)) ||
    texts.some((text) => text.length < 40 && tokensOf(plain(text)).length <= 3 && says('search', text))
  );
}

const longestQuestion = 160;

/** A dialog that asks about something risky, or such a question above the control. */
function question({ controls }: Seen, { kind: place }: Scope): Evidence | undefined {
  for (const told of controls.filter(({ interactive, name }) => !interactive && name !== ''))
    for (const asked of sentencesOf(told.name).filter(({ length }) => length <= longestQuestion)) {
      const isQuestion = /[?？؟]\s*$/u.test(asked);
      const isAsked = isQuestion || place === 'dialog' || isDialog(told);
      const [kind] = isAsked || told.role === 'heading' ? nameSays(asked, isQuestion ? 'command' : 'list').risks : [];
      if (kind !== undefined && (isAsked || kind !== 'configures')) return { kind, why: `beside "${short(asked)}"` };
    }
  return undefined;
}

/** A question may be followed by what it means. */
function sentencesOf(text: string): readonly string[] {
  return text.slice(0, 2 * longestQuestion).split(/(?<=[?？؟])\s*/u);
}

/** A list beside it has a risky choice chosen. */
function chosen({ fields }: Seen): Evidence | undefined {
  for (const { role, name, value = '', states } of fields) {
    const choice = role === 'combobox' || role === 'listbox' ? value : role === 'radio' && states?.includes('checked') === true ? name : '';
    if (choice !== '' && handsRights(name, choice)) return { kind: 'transfers', why: `with "${short(choice)}" chosen` };
    const [kind] = choice === '' || says('search', name) ? [] : nameSays(choice, 'content').risks;
    if (kind !== undefined) return { kind, why: `with "${short(choice)}" chosen` };
  }
  return undefined;
}

function irreversible({ texts }: Pick<Seen, 'texts'>): Evidence | undefined {
  const text = texts.find((each) => says('irreversible', each));
  return text === undefined ? undefined : { kind: 'deletes', why: `beside "${short(text)}"` };
}

function message({ fields }: Seen, { body: names }: Said): Evidence | undefined {
  const body = fields.find(({ role, name }) => (role === 'textbox' || role === 'searchbox') && isNamedBy('body', name));
  const recipient = fields.find((field) => field !== body && textual.has(field.role) && isNamedBy('recipient', field.name));
  if (!body || (!recipient && !names)) return undefined;
  return { kind: 'sends', why: recipient ? `beside "${short(recipient.name)}" and "${short(body.name)}"` : `beside "${short(body.name)}"` };
}

const textual = new Set(['textbox', 'searchbox', 'combobox']);
const mostWords = 6;

function isNamedBy(list: 'body' | 'recipient', name: string): boolean {
  return tokensOf(plain(name.slice(0, 200))).length <= mostWords && says(list, name);
}

/** A file that was chosen; or one still to be chosen, where the form hands it in. */
function leavingFile({ controls }: Seen, { ambiguous }: Said): Evidence | undefined {
  const file = controls.find(({ role, value = '' }) => role === 'file' && (value !== '' || ambiguous === 'yes'));
  return file && { kind: 'sends', why: `with the file "${short(file.value ?? file.name)}"` };
}

function audience({ fields, texts }: Seen): Evidence | undefined {
  const told = texts.find((text) => tokensOf(plain(text.slice(0, 200))).length <= mostWords && says('audience', text));
  if (told !== undefined) return { kind: 'sends', why: `beside "${short(told)}"` };
  if (!fields.some(({ role }) => role === 'textbox')) return undefined;
  const wide = fields.find(({ role, name, value = '', states }) => {
    const choice =
      role === 'combobox' || role === 'listbox'
        ? value
        : (role === 'radio' || role === 'switch' || role === 'checkbox') && states?.includes('checked') === true
          ? name
          : '';
    return choice !== '' && tokensOf(plain(choice)).length <= 4 && says('everyone', choice);
  });
  return wide && { kind: 'sends', why: 'with everyone as its audience' };
}

function contract({ texts }: Seen): Evidence | undefined {
  const text = texts.find((each) => says('contracts', each));
  return text === undefined ? undefined : { kind: 'agrees', why: `beside "${short(text)}"` };
}

/** What moves money, with a field for how much, even an empty one. */
function move({ controls, fields }: Seen): Evidence | undefined {
  const heading = headingThat('moves', controls);
  const isFilledIn = fields.some(({ role, name }) => role !== 'checkbox' && role !== 'radio' && says('amount', name));
  return heading && isFilledIn ? { kind: 'pays', why: `under "${short(heading.name)}"` } : undefined;
}

/** One of a list's rows. */
const listed = /(?:^|\/|>>|::)(?:tr|li)(?:\[\d+\]|#[\w-]+)(?:\/|$)/;

/** Yes or no to what somebody asked for: it names that, stands beside it, beside the other answer, or is all a row can be answered with. */
function decision({ path, name }: Pick<Control, 'path' | 'name'>, said: Said, { controls, texts }: Seen): Evidence | undefined {
  if (!said.decides && !said.accepts) return undefined;
  const asked = texts.find((text) => text.length <= longestQuestion && says('asked', text));
  if (said.asked || asked !== undefined)
    return { kind: 'agrees', why: asked === undefined ? 'for an answer to what somebody asked' : `beside "${short(asked)}"` };
  if (!said.decides) return undefined;
  const other = controls.find((each) => each.role === 'button' && each.name !== name && says('decides', each.name));
  if (other) return { kind: 'agrees', why: `beside "${short(other.name)}"` };
  return listed.test(path) ? { kind: 'agrees', why: 'in a row of a list' } : undefined;
}

/** `Register`, where a course is named. */
function enrolment({ enrols, places }: Said, { controls }: Seen): Evidence | undefined {
  if (!enrols) return undefined;
  const heading = headingThat('places', controls);
  return places || heading ? { kind: 'pays', why: heading ? `under "${short(heading.name)}"` : 'for a place in it' } : undefined;
}

/** Of what keeps a system or a house safe, by its own name or under such a heading. */
function guardedBeside(control: Pick<Control, 'name'>, said: Said, { controls, fields, texts }: Seen): Evidence | undefined {
  if (said.guarded && !said.harmless) return { kind: 'configures', why: 'for a change of the system' };
  if (isLookup(control, fields, texts)) return undefined;
  const heading = headingThat('guarded', controls);
  return heading && { kind: 'configures', why: `under "${short(heading.name)}"` };
}

function headingThat(list: 'guarded' | 'moves' | 'places', controls: readonly Control[]): Control | undefined {
  return controls.find(
    (each) =>
      (each.role === 'heading' || isDialog(each)) && tokensOf(plain(each.name.slice(0, 200))).length <= mostWords && says(list, each.name),
  );
}

const shortest = 60;

function short(text: string): string {
  return text.length > shortest ? `${text.slice(0, shortest - 1)}…` : text;
}
