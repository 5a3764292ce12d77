// What a field holds after a text was entered, against what was to be there (docs/design/hands-and-eyes.md).
//
// read-1. What differs is a failure, but for what a field may make of a text: those are the rows of `adjustments`, and each is told.
// read-2. A failure tells lengths and a position, never the text: that may be a secret.
// read-3. What cannot be known is told as not verified.

/** A field at one moment. Offsets in UTF-16 units. */
export interface FieldText {
  readonly text: string;
  /** From the caret to itself where nothing is selected; absent: not known. */
  readonly selection?: Selection;
}

export interface Selection {
  readonly start: number;
  readonly end: number;
}

/** What is known of the field. */
export interface FieldFacts {
  readonly isOneLine?: boolean;
  /** Lines are blocks: how many line ends stand between them says nothing. */
  readonly isRich?: boolean;
  /** Its page draws the text itself, perhaps only the part that is in view. */
  readonly isDrawn?: boolean;
  /** UTF-16 units that it takes at most. */
  readonly limit?: number;
}

export type Expected =
  /** `behind`: what of it was there before, where the rest was typed behind it. */
  | { readonly kind: 'exactly'; readonly text: string; readonly behind?: string }
  /** `text` in place of any one part of `before`: where the caret was is not known. */
  | { readonly kind: 'inserted'; readonly before: string; readonly text: string }
  /** `text` somewhere: what was there before is not known. */
  | { readonly kind: 'contains'; readonly text: string };

/** Told beside `done`, when a field does not hold exactly what was typed, or nobody can tell. In words. */
export type Entry = { readonly kind: 'adjusted'; readonly how: string } | { readonly kind: 'unverified'; readonly why: string };

export type ReadBack =
  | { readonly kind: 'same' }
  | Entry
  /** In characters; `at`: of the first that differs, from 1. */
  | { readonly kind: 'differs'; readonly expected: number; readonly found: number; readonly at: number };

/** What typing `text` into the field gives: it replaces what is selected. */
export function typedInto({ text: before, selection }: FieldText, text: string): Expected {
  if (selection === undefined) return { kind: 'inserted', before, text };
  const whole = `${before.slice(0, selection.start)}${text}${before.slice(selection.end)}`;
  return { kind: 'exactly', text: whole, ...(before !== '' && selection.start === before.length && { behind: before }) };
}

export function readBack(expected: Expected, found: FieldText, facts: FieldFacts = {}): ReadBack {
  const plain = (text: string): string => plainOf(text, facts);
  if (holds(expected, found.text, plain)) return { kind: 'same' };
  if (hidden.test(found.text)) return { kind: 'unverified', why: 'the field hides what it holds' };
  // A long rich text may be drawn only in part.
  if (facts.isRich && expected.kind === 'inserted' && plain(found.text).includes(plain(expected.text))) return { kind: 'same' };
  if (facts.isDrawn && isPart(plain(found.text), plain(expected.text)))
    return { kind: 'unverified', why: 'only a part of the text is in view' };
  const how = adjustments.find(({ is }) => is({ expected, found, facts, plain }))?.how;
  if (how !== undefined) return { kind: 'adjusted', how };
  if (found.text === '' && /[\n\r,;]/.test(expected.text))
    return { kind: 'unverified', why: 'the field is empty again, as one that passes on what it was given' };
  return differenceOf(expected, found.text, plain);
}

/** Whole lines of it. */
function isPart(found: string, whole: string): boolean {
  return found !== '' && found.includes('\n') && `\n${whole}\n`.includes(`\n${found}\n`);
}

/** Of a slider or a number field. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  /** 0: not known. */
  readonly step: number;
}

/** What the field made of the number; undefined: nothing. */
export function numberKept(wanted: number, is: number, { min, max, step }: NumberRange): string | undefined | 'lost' {
  const near = Math.max(Math.abs(wanted), 1) * 1e-6;
  if (Math.abs(wanted - is) <= near) return undefined;
  if ((wanted > max && Math.abs(is - max) <= near) || (wanted < min && Math.abs(is - min) <= near)) return 'the field kept to its limit';
  return Math.abs(wanted - is) < step ? 'the field rounded it' : 'lost';
}

/** How a failure is told. */
export function differsText(field: string, { expected, found, at }: Extract<ReadBack, { readonly kind: 'differs' }>): string {
  const where = at > Math.min(expected, found) ? 'at its end' : `from character ${at} on`;
  return `${field} was to hold ${count(expected)} after this and holds ${count(found)}: they differ ${where}. Look at what it holds before you type again.`;
}

function count(characters: number): string {
  return `${characters} ${characters === 1 ? 'character' : 'characters'}`;
}

interface Case {
  readonly expected: Expected;
  readonly found: FieldText;
  readonly facts: FieldFacts;
  readonly plain: (text: string) => string;
}

interface Adjustment {
  readonly how: string;
  readonly is: (each: Case) => boolean;
}

/** read-1, the first that explains the difference. */
const adjustments: readonly Adjustment[] = [
  { how: 'the field took no more than its limit', is: isCut },
  { how: 'the field completed it', is: isCompleted },
  { how: 'the field put it on one line', is: ({ facts, ...rest }) => facts.isOneLine === true && isSameBut(rest, onOneLine) },
  { how: 'the field changed its spaces', is: (each) => isSameBut(each, spaced) },
  { how: 'the field changed upper and lower case', is: (each) => isSameBut(each, lower) },
  { how: 'the field changed quotes, dashes, dots or signs', is: (each) => isSameBut(each, typed) },
  { how: 'the field changed spaces, case or quotes', is: (each) => isSameBut(each, (text) => lower(typed(spaced(text)))) },
  { how: 'the field formatted it', is: isFormatted },
  { how: 'the field shifts its digits to the left', is: isShifted },
];

function isSameBut({ expected, found, plain }: Omit<Case, 'facts'>, of: (text: string) => string): boolean {
  return holds(expected, found.text, (text) => of(plain(text)));
}

function holds(expected: Expected, found: string, of: (text: string) => string): boolean {
  const [wanted, is] = [of(expected.text), of(found)];
  if (expected.kind === 'exactly') return wanted === is;
  if (expected.kind === 'contains') return is.includes(wanted);
  return isInserted(of(expected.before), wanted, is);
}

/** Whether `is` is `before` with `text` in place of one part of it. */
function isInserted(before: string, text: string, is: string): boolean {
  const shared = sharedStart(before, is);
  for (let start = is.indexOf(text); start >= 0 && start <= shared; start = is.indexOf(text, start + 1)) {
    const after = is.slice(start + text.length);
    if (start + after.length <= before.length && before.endsWith(after)) return true;
  }
  return false;
}

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return at;
}

function isCut({ expected, found, facts: { limit }, plain }: Case): boolean {
  if (limit === undefined || found.text.length > limit) return false;
  if (expected.kind === 'exactly') return expected.text.length > limit && plain(expected.text).startsWith(plain(found.text));
  // What still fitted.
  return found.text.length >= limit - 1 && expected.text !== '' && found.text.includes(expected.text.slice(0, 1));
}

/** What a field adds by itself is selected, so that the next key replaces it. */
function isCompleted({ expected, found: { text, selection }, plain }: Case): boolean {
  if (selection === undefined || selection.end === selection.start) return false;
  return holds(expected, `${text.slice(0, selection.start)}${text.slice(selection.end)}`, plain);
}

/** Numbers, dates, amounts: signs around the digits may change, and a date's order; a mask adds its signs to any text. */
function isFormatted({ expected, found, plain }: Case): boolean {
  if (expected.kind !== 'exactly') return false;
  const [wanted, is] = [plain(expected.text).trim(), plain(found.text).trim()];
  if (wanted === '' || is === '') return false;
  if (numeric.test(wanted) && numeric.test(is)) {
    const [wantedDigits, digits] = [wanted.replace(/\D/g, ''), is.replace(/\D/g, '')];
    if (wantedDigits === '') return false;
    const [value, valueNow] = [valueOf(wanted), valueOf(is)];
    // Signs between digits say nothing, but for a decimal point and a minus.
    if (!Number.isNaN(value) && !Number.isNaN(valueNow)) return value === valueNow;
    const isInternational = is.startsWith('+') && digits.endsWith(wantedDigits);
    return wantedDigits === digits || isInternational || isSameParts(wanted, is);
  }
  return letters(wanted) === letters(is) && is.replace(maskSigns, '') === wanted.replace(maskSigns, '') && is.length > wanted.length;
}

/** Amounts that are filled from the right: each digit pushes those before it on, and leading zeros out. */
function isShifted({ expected, found: { text: is } }: Case): boolean {
  if (expected.kind !== 'exactly' || expected.behind === undefined) return false;
  const { text, behind } = expected;
  const isAmount = [behind, is].every((each) => numeric.test(each) && /\d/.test(each)) && /^\d+$/.test(text.slice(behind.length));
  return isAmount && significant(text) === significant(is);
}

function significant(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}

/** What stands for the characters of a password. */
const hidden = /^[•●∙⬤*]+$/u;
const numeric = /^[\d\s.,:;/()+*'’%€$£¥_#-]+(?:[ap]\.?m\.?)?$/i;
const maskSigns = /[\s.,:/()_-]/g;

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

/** NaN for what is not one number: equal to nothing. */
function valueOf(text: string): number {
  const bare = text.replace(/[\s'’%€$£¥]/g, '');
  return Number(/,\d{1,2}$/.test(bare) ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', ''));
}

/** A date in another order. */
function isSameParts(one: string, other: string): boolean {
  const [these, those] = [one, other].map((text) => (text.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b)) as [number[], number[]];
  return these.length === 3 && these.join() === those.join();
}

/** The same to a reader: line ends, the spaces and forms of characters that a field keeps its own way, a line end that closes a rich text. */
function plainOf(text: string, { isRich = false }: FieldFacts): string {
  const lines = text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\u00a0', ' ')
    .replace(/[\u200b\ufeff]/g, '')
    .normalize('NFC');
  return isRich ? lines.replace(/[ \t]*\n[\n \t]*/g, '\n').replace(/^\n|\n$/g, '') : lines;
}

function onOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

function spaced(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .trim();
}

function lower(text: string): string {
  return text.toLowerCase();
}

function typed(text: string): string {
  return text
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replaceAll('…', '...')
    .replace(/--|[–—−]/g, '-')
    .replace(/[×∗]/g, '*')
    .replace(/[÷∕]/g, '/');
}

/** read-2. */
function differenceOf(expected: Expected, found: string, plain: (text: string) => string): ReadBack {
  const is = plain(found);
  const wanted = expected.kind === 'inserted' ? `${plain(expected.before)}${plain(expected.text)}` : plain(expected.text);
  return {
    kind: 'differs',
    expected: [...wanted].length,
    found: [...is].length,
    at: [...wanted.slice(0, sharedStart(wanted, is))].length + 1,
  };
}
