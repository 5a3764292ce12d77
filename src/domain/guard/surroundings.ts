// What stands near a control whose name says nothing by itself: `Submit` is risky beside a card number, not beside three numbers to be sorted.
import { isForFiles, type Control } from '../ui/control.js';
import type { Found, RiskKind } from './activation.js';
import { isHarmfulCommand, looksLikeTerminal } from './commands.js';
import { plain, tokensOf } from './fold.js';
import type { Lexicon, ListName } from './lexicon.js';
import { transfersRights, isLeaving, isLooking, isShowing, nameSays, type Said } from './names.js';
import { amountIn } from './numbers.js';
import { isDialog, isField, type Scope } from './screen.js';
import { unknownDeed } from './unknown-verbs.js';
import { shorten } from '../text/fit-bytes.js';

/** A control, what its name says, and what is around it. */
interface Seen extends Scope {
  readonly control: Pick<Control, 'role' | 'name' | 'path' | 'states'>;
  readonly said: Said;
  readonly fields: readonly Control[];
  /** What is read: texts, headings, the dialog's name. */
  readonly texts: readonly string[];
  readonly lexicon: Lexicon;
}

/** Risky only by what is near. */
const ambiguous: readonly ListName[] = ['ambiguous', 'mild', 'accepts', 'decides', 'enrols'];

/** `why` goes on after "… stands". */
export function evidenceFor(control: Seen['control'], said: Said, scope: Scope, lexicon: Lexicon): Found | undefined {
  const isAmbiguous = ambiguous.some((list) => said.says.has(list));
  if (!isAmbiguous && control.role !== 'button') return unheardOf(control, said);
  const shown = scope.controls.filter((each) => each.visible || isForFiles(each));
  // What is pressed around it has the words of a card as its name.
  const read = shown.map((each) => (control.path.startsWith(`${each.path}/`) ? { ...each, interactive: false } : each));
  const seen: Seen = { ...scope, control, said, controls: shown, fields: shown.filter(isField), texts: textsOf(read), lexicon };
  const first = isAmbiguous ? nearAmbiguous(seen) : (irreversibleBeside(seen) ?? unheardOf(control, said));
  return first ?? loneButton(seen, isAmbiguous) ?? namedBeside(seen);
}

function nearAmbiguous(seen: Seen): Found | undefined {
  const { says } = seen.said;
  const isAmbiguous = says.has('ambiguous');
  return (
    payment(seen) ??
    charged(seen) ??
    commanded(seen) ??
    (isAmbiguous || says.has('accepts') || says.has('decides') ? (amount(seen) ?? question(seen)) : undefined) ??
    (isAmbiguous ? move(seen) : undefined) ??
    chosen(seen) ??
    found('deletes', 'beside', textSaying('irreversible', seen.texts, seen)) ??
    message(seen, says.has('body')) ??
    leavingFile(seen) ??
    audience(seen) ??
    (says.has('accepts') ? found('agrees', 'beside', textSaying('contracts', seen.texts, seen)) : undefined) ??
    decision(seen) ??
    enrolment(seen) ??
    (isAmbiguous || says.has('mild') ? guarded(seen) : undefined)
  );
}

// ── What is said of any button ───────────────────────────────────────────────

/** A verb or a price that no list knows. */
function unheardOf({ role, name }: Seen['control'], { says }: Said): Found | undefined {
  if ((role !== 'button' && role !== 'menuitem') || says.has('harmless') || isLeaving(name) || isShowing(name)) return undefined;
  if (amountIn(name) && !isLooking(name)) return { kind: 'pays', why: 'for an amount of money' };
  const kind = unknownDeed(name);
  return kind && { kind, why: 'for something that the guard has no word for' };
}

const mostButtons = 4;

/** "This cannot be undone" speaks of whatever is pressed beside it. */
function irreversibleBeside(seen: Seen): Found | undefined {
  if (seen.near.filter(isButton).length >= mostButtons) return undefined;
  return found('deletes', 'beside', textSaying('irreversible', textsSpeakingOf(seen), seen));
}

/** A form's lone button sends the form off, whatever it is called: held where a card, an amount of money, a message to somebody or a chosen file would leave with it. */
function loneButton(seen: Seen, isAmbiguous: boolean): Found | undefined {
  const { control, said, kind, controls } = seen;
  if (kind === 'group' || !isButton(control) || said.says.has('harmless') || !isSubmitting(control)) return undefined;
  if (controls.some((each) => isButton(each) && isSubmitting(each)) || isLookup(control, { ...seen, texts: [] })) return undefined;
  // For "Apply" and "Save" an amount says nothing.
  return payment(seen) ?? (isAmbiguous ? undefined : amount(seen)) ?? message(seen, false) ?? leavingFile(seen);
}

/** As far as its name tells. */
function isSubmitting({ name, states = [] }: Pick<Control, 'name' | 'states'>): boolean {
  const isUnfolding = states.some((state) => state === 'expanded' || state === 'collapsed' || state === 'pressed');
  return !isUnfolding && !isLeaving(name) && !isShowing(name) && !isLooking(name);
}

const longestReported = 300;

/** What a text says of the button by its name: "By clicking Done you sign this agreement." */
function namedBeside(seen: Seen): Found | undefined {
  const { control, lexicon } = seen;
  for (const text of textsSpeakingOf(seen).filter(({ length }) => length <= longestReported)) {
    if (!names(text, control.name)) continue;
    const [risk] = nameSays(text, 'command', lexicon).risks;
    const kind = risk ?? (lexicon.says('audience', text) ? 'sends' : lexicon.says('contracts', text) ? 'agrees' : undefined);
    if (kind !== undefined) return found(kind, 'beside', text);
  }
  return undefined;
}

const mostBeside = 24;

/** The texts near a button may mean it where they are few, and where it neither leaves nor only shows. */
function textsSpeakingOf({ control, near }: Seen): readonly string[] {
  const isSpokenOf = isButton(control) && near.length <= mostBeside && !isLeaving(control.name) && !isShowing(control.name);
  return isSpokenOf ? textsOf(near) : [];
}

/** Among other words. */
function names(text: string, name: string): boolean {
  const [all, own] = [tokensOf(plain(text)), tokensOf(plain(name))];
  return own.length > 0 && all.length > own.length + 1 && ` ${all.join(' ')} `.includes(` ${own.join(' ')} `);
}

/** "We use cookies": what is agreed to there binds nobody. */
export function isCookieNotice(name: string, { near }: Scope): boolean {
  const texts = near.filter(({ interactive }) => !interactive).slice(0, mostTexts);
  return [name, ...texts.map((each) => each.name)].some((text) =>
    /cookie|куки|كوكيز|ملفات تعريف الارتباط|कुकी|쿠키|クッキー/iu.test(text.slice(0, 500)),
  );
}

// ── What makes an ambiguous name risky ───────────────────────────────────────

function payment({ fields, lexicon }: Seen): Found | undefined {
  return found('pays', 'beside the field', fields.find((field) => !isChoice(field) && lexicon.says('payment', field.name))?.name);
}

const card =
  /(?:visa|master ?card|amex|american express|maestro|girocard|paypal|apple pay|google pay|iban|[•*]{2})\P{N}{0,20}\p{N}{4}(?!\p{N})/iu;

/** A price, and the card that it is taken from. */
function charged({ texts }: Seen): Found | undefined {
  const from = texts.find((text) => card.test(text));
  return texts.some(amountIn) ? found('pays', 'beside', from) : undefined;
}

/** A command that stands in an editor: its button runs it. */
function commanded({ fields, texts }: Seen): Found | undefined {
  const written = fields.find(
    ({ role, name, value = '' }) => role === 'textbox' && looksLikeTerminal(name, ...texts) && isHarmfulCommand(value),
  );
  return found('runs', 'beside the command', written?.value?.trim());
}

function amount(seen: Seen): Found | undefined {
  const { control, fields, texts, controls, lexicon } = seen;
  if (isLookup(control, seen)) return undefined;
  const filled = fields.find((field) => {
    const { name, value = '' } = field;
    return !isChoice(field) && (amountIn(value) || (lexicon.says('amount', name) && /[1-9]/.test(value)));
  });
  const priced = controls.find((each) => each.role === 'radio' && isChecked(each) && amountIn(each.name));
  return (
    found('pays', 'beside', texts.find(amountIn)) ??
    found('pays', 'beside the field', filled?.name) ??
    found('pays', 'beside', priced?.name)
  );
}

/** Looking something up: prices there are what is looked for. */
export function isLookup({ name }: Pick<Control, 'name'>, { fields, texts, lexicon }: Pick<Seen, 'fields' | 'texts' | 'lexicon'>): boolean {
  return (
    lexicon.says('search', name) ||
    fields.some((field) => field.role === 'searchbox' || lexicon.says('search', field.name)) ||
    texts.some((text) => text.length < 40 && isShort(text, 3) && lexicon.says('search', text))
  );
}

const longestQuestion = 160;

/** A dialog that asks about something risky, or such a question above the control. */
function question({ controls, kind: place, lexicon }: Seen): Found | undefined {
  for (const told of controls.filter(({ interactive, name }) => !interactive && name !== ''))
    for (const asked of sentencesOf(told.name).filter(({ length }) => length <= longestQuestion)) {
      const isQuestion = /[?？؟]\s*$/u.test(asked);
      const isAsked = isQuestion || place === 'dialog' || isDialog(told);
      const [kind] = isAsked || told.role === 'heading' ? nameSays(asked, isQuestion ? 'command' : 'list', lexicon).risks : [];
      if (kind !== undefined && (isAsked || kind !== 'configures')) return found(kind, 'beside', asked);
    }
  return undefined;
}

/** A question may be followed by what it means. */
function sentencesOf(text: string): readonly string[] {
  return text.slice(0, 2 * longestQuestion).split(/(?<=[?？؟])\s*/u);
}

/** A list beside it has a risky choice chosen. */
function chosen({ fields, lexicon }: Seen): Found | undefined {
  for (const field of fields.filter(({ role }) => role !== 'switch' && role !== 'checkbox')) {
    const choice = choiceOf(field);
    if (choice === '') continue;
    const [risk] = lexicon.says('search', field.name) ? [] : nameSays(choice, 'content', lexicon).risks;
    const kind = transfersRights(field.name, choice) ? 'transfers' : risk;
    if (kind !== undefined) return { kind, why: `with "${shorten(choice, longest)}" chosen` };
  }
  return undefined;
}

const textual = new Set(['textbox', 'searchbox', 'combobox']);

/** `isNamed`: the control's own name asks to write one. */
function message({ fields, lexicon }: Seen, isNamed: boolean): Found | undefined {
  const isNamedBy = (list: ListName, { name }: Control): boolean => isShort(name) && lexicon.says(list, name);
  const body = fields.find((field) => (field.role === 'textbox' || field.role === 'searchbox') && isNamedBy('body', field));
  const recipient = fields.find((field) => field !== body && textual.has(field.role) && isNamedBy('recipient', field));
  if (!body || (!recipient && !isNamed)) return undefined;
  return {
    kind: 'sends',
    why: `beside ${[...(recipient ? [recipient] : []), body].map(({ name }) => `"${shorten(name, longest)}"`).join(' and ')}`,
  };
}

/** A file that was chosen; or one still to be chosen, where the form hands it in. */
function leavingFile({ controls, said }: Seen): Found | undefined {
  const file = controls.find((each) => isForFiles(each) && ((each.value ?? '') !== '' || said.says.has('ambiguous')));
  return found('sends', 'with the file', file && (file.value ?? file.name));
}

function audience({ fields, texts, lexicon }: Seen): Found | undefined {
  const told = texts.find((text) => isShort(text) && lexicon.says('audience', text));
  if (told !== undefined) return found('sends', 'beside', told);
  if (!fields.some(({ role }) => role === 'textbox')) return undefined;
  const isWide = fields.map(choiceOf).some((choice) => choice !== '' && isShort(choice, 4) && lexicon.says('everyone', choice));
  return isWide ? { kind: 'sends', why: 'with everyone as its audience' } : undefined;
}

/** What moves money, with a field for how much, even an empty one. */
function move(seen: Seen): Found | undefined {
  const hasAmount = seen.fields.some((field) => !isChoice(field) && seen.lexicon.says('amount', field.name));
  return hasAmount ? found('pays', 'under', headingThat('moves', seen)) : undefined;
}

/** One of a list's rows. */
export const listed = /(?:^|\/|>>|::)(?:tr|li)(?:\[\d+\]|#[\w-]+)(?:\/|$)/;

/** Yes or no to what somebody asked for: it names that, stands beside it, beside the other answer, or is all a row can be answered with. */
function decision({ control: { path, name }, said: { says }, controls, texts, lexicon }: Seen): Found | undefined {
  if (!says.has('decides') && !says.has('accepts')) return undefined;
  const asked = texts.find((text) => text.length <= longestQuestion && lexicon.says('asked', text));
  if (asked !== undefined) return found('agrees', 'beside', asked);
  if (says.has('asked')) return { kind: 'agrees', why: 'for an answer to what somebody asked' };
  if (!says.has('decides')) return undefined;
  const other = controls.find((each) => isButton(each) && each.name !== name && lexicon.says('decides', each.name));
  return found('agrees', 'beside', other?.name) ?? (listed.test(path) ? { kind: 'agrees', why: 'in a row of a list' } : undefined);
}

/** `Register`, where a course is named. */
function enrolment(seen: Seen): Found | undefined {
  const { says } = seen.said;
  if (!says.has('enrols')) return undefined;
  return (
    found('pays', 'under', headingThat('places', seen)) ?? (says.has('places') ? { kind: 'pays', why: 'for a place in it' } : undefined)
  );
}

/** Of what keeps a system or a house safe, by its own name or under such a heading. */
function guarded(seen: Seen): Found | undefined {
  const { control, said } = seen;
  if (said.says.has('guarded') && !said.says.has('harmless')) return { kind: 'configures', why: 'for a change of the system' };
  return isLookup(control, seen) ? undefined : found('configures', 'under', headingThat('guarded', seen));
}

function headingThat(list: ListName, { controls, lexicon }: Seen): string | undefined {
  return controls.find((each) => (each.role === 'heading' || isDialog(each)) && isShort(each.name) && lexicon.says(list, each.name))?.name;
}

// ── Reading ──────────────────────────────────────────────────────────────────

function isButton({ role }: Pick<Control, 'role'>): boolean {
  return role === 'button';
}

function isChoice({ role }: Control): boolean {
  return role === 'checkbox' || role === 'radio';
}

function isChecked({ states = [] }: Control): boolean {
  return states.includes('checked');
}

/** What is chosen in a field; empty: nothing. */
function choiceOf(field: Control): string {
  const { role, name, value = '' } = field;
  if (role === 'combobox' || role === 'listbox') return value;
  return (isChoice(field) || role === 'switch') && isChecked(field) ? name : '';
}

const mostTexts = 80;

function textsOf(controls: readonly Control[]): readonly string[] {
  return controls
    .filter(({ interactive, visible, name }) => !interactive && visible && name !== '')
    .slice(0, mostTexts)
    .map(({ name }) => name);
}

function textSaying(list: ListName, texts: readonly string[], { lexicon }: Pick<Seen, 'lexicon'>): string | undefined {
  return texts.find((text) => lexicon.says(list, text));
}

const mostWords = 6;

function isShort(text: string, words = mostWords): boolean {
  return tokensOf(plain(text.slice(0, 200))).length <= words;
}

const longest = 60;

/** Undefined: there is no such text. */
function found(kind: RiskKind, how: string, text: string | undefined): Found | undefined {
  return text === undefined ? undefined : { kind, why: `${how} "${shorten(text, longest)}"` };
}
