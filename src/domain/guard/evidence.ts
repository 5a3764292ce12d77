// What stands near a control whose name says nothing by itself (HE40): `Submit` is risky beside a card number, not beside three numbers to be sorted.
import type { Control } from '../ui/control.js';
import { amountIn } from './amounts.js';
import { plain, tokensOf } from './fold.js';
import { isLeaving, isShowing } from './leaving.js';
import { says } from './lexicon.js';
import { nameSays, type Said } from './names.js';
import { handsRights } from './rights.js';
import { isDialog, isField, type Scope } from './screen.js';
import type { NamedKind } from './words/words.js';

export interface Evidence {
  readonly kind: NamedKind;
  /** In words, for the person who is asked. */
  readonly why: string;
}

export function isAmbiguous({ ambiguous, accepts }: Said): boolean {
  return ambiguous !== 'no' || accepts;
}

const mostButtons = 4;
const mostBeside = 24;

/** "This cannot be undone" speaks of whatever is pressed beside it, except what leaves or only shows. */
export function irreversibleBeside({ name, role }: Pick<Control, 'name' | 'role'>, { near }: Scope): Evidence | undefined {
  if (role !== 'button' || near.length > mostBeside || isLeaving(name) || isShowing(name)) return undefined;
  return near.filter((each) => each.role === 'button').length < mostButtons ? irreversible({ texts: textsOf(near) }) : undefined;
}

/** Of what an ambiguous name would do. */
export function evidenceNear(control: Pick<Control, 'name' | 'path'>, said: Said, scope: Scope): Evidence | undefined {
  const seen = seenIn(scope, control);
  return (
    payment(seen) ??
    (said.ambiguous === 'yes' || said.accepts ? (amount(control, seen) ?? question(seen, scope)) : undefined) ??
    chosen(seen) ??
    irreversible(seen) ??
    message(seen, said) ??
    leavingFile(seen, said) ??
    audience(seen) ??
    (said.accepts ? contract(seen) : undefined)
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
  for (const asked of controls.filter(({ interactive, name }) => !interactive && name !== '' && name.length <= longestQuestion)) {
    const isQuestion = /[?？؟]\s*$/u.test(asked.name);
    const isAsked = isQuestion || place === 'dialog' || isDialog(asked);
    const [kind] = isAsked || asked.role === 'heading' ? nameSays(asked.name, isQuestion ? 'command' : 'list').risks : [];
    if (kind !== undefined && (isAsked || kind !== 'configures')) return { kind, why: `beside "${short(asked.name)}"` };
  }
  return undefined;
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

function audience({ fields }: Seen): Evidence | undefined {
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

const shortest = 60;

function short(text: string): string {
  return text.length > shortest ? `${text.slice(0, shortest - 1)}…` : text;
}
