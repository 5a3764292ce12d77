// Numbers and dates however a page writes them, and words by their number: which texts say the same.
//
// forms-1. A separator with three digits after it groups, any other one is decimal: `1.250` is 1250, `0.250` and `1.25` are what they say.
// forms-2. A date with strokes may be read in two ways; a date without a year is that day of any.
// forms-3. What is part of a longer mark (`1.2.3`, `Q4`, `3:30`) is a word.

interface Token {
  readonly at: number;
  readonly end: number;
  readonly words: string;
  /** Of a number or a date: what it may say. */
  readonly says?: readonly string[];
}

/** By their first letters, in the languages of the dates that people wrote most. */
const months = ['jan|gen|ene', 'feb|fév|fev', 'mar|mär|mrz', 'apr|avr|abr', 'ma[iy]|mag', 'jun|juin|giu'].concat([
  ...['jul|juil|lug', 'aug|aoû|aou|ago', 'sep|set', 'oct|okt|ott|out', 'nov', 'dec|dez|déc|dic'],
]);
const month = String.raw`(?<month>(?:${months.join('|')})\p{L}*\.?)`;
const edge = String.raw`(?<![\p{L}\p{N}]|\p{N}[.,:'’/-])`;
const end = String.raw`(?![\p{L}\p{N}]|[.,:'’/-]\p{N})`;
const dates = [
  String.raw`(?<year>\d{4})[-/.](?<m>\d{1,2})[-/.](?<day>\d{1,2})`,
  String.raw`(?<day>\d{1,2})[.-] ?(?<m>\d{1,2})[.-] ?(?<year>\d{4}|\d{2})`,
  String.raw`(?<one>\d{1,2})/(?<other>\d{1,2})/(?<year>\d{4}|\d{2})`,
  String.raw`(?<day>\d{1,2})(?:\.|st|nd|rd|th)? (?:de |of )?${month}(?:,? (?:de )?(?<year>\d{4}))?`,
  String.raw`${month} (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?`,
].map((form) => new RegExp(`${edge}${form}${end}`, 'giu'));
const number = new RegExp(String.raw`${edge}[+−-]?(?:\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)${end}`, 'gu');
const word = /[\p{L}\p{M}\p{N}_]+(?:(?<=\p{N})[.,:'’/-](?=\p{N})[\p{L}\p{M}\p{N}_]+)*/gu;

/** White space as it stands: offsets are those of the text. */
function tokensOf(text: string): readonly Token[] {
  const found: Token[] = [];
  const taken = new Uint8Array(text.length);
  const add = (match: RegExpExecArray, says?: readonly string[]): void => {
    const [at, stop] = [match.index, match.index + match[0].length];
    // Of two that overlap the first found has an end of the other inside: none lies in the middle of a word.
    if (says?.length === 0 || taken[at] || taken[stop - 1]) return;
    taken.fill(1, at, stop);
    found.push({ at, end: stop, words: match[0].normalize('NFKC').toLowerCase(), says });
  };
  for (const form of dates) for (const match of text.matchAll(form)) add(match, datesOf(match.groups ?? {}));
  for (const match of text.matchAll(number)) add(match, numberOf(match[0]));
  for (const match of text.matchAll(word)) add(match);
  return found.sort((one, other) => one.at - other.at);
}

function datesOf({ year, month: named, m, day, one, other }: Readonly<Record<string, string | undefined>>): readonly string[] {
  const at = named === undefined ? m : String(months.findIndex((each) => new RegExp(`^(?:${each})`, 'iu').test(named)) + 1);
  const read =
    one === undefined
      ? [[at, day]]
      : [
          [one, other],
          [other, one],
        ];
  const whole = year === undefined ? '' : `${year.length === 2 ? '20' : ''}${year}`;
  return read.flatMap(([inYear = '', inMonth = '']) => {
    const isOne = Number(inYear) >= 1 && Number(inYear) <= 12 && Number(inMonth) >= 1 && Number(inMonth) <= 31;
    return isOne ? [`${whole}-${inYear.padStart(2, '0')}-${inMonth.padStart(2, '0')}`] : [];
  });
}

/** forms-1. */
function numberOf(text: string): readonly string[] {
  const digits = text.replace(/[ '’+]/g, '').replace('−', '-');
  const marks = digits.match(/[.,]/g) ?? [];
  const [, whole = '', rest = ''] = /^(.*)[.,](\d+)$/.exec(digits) ?? ['', digits];
  const groups =
    marks.length > 0 && new Set(marks).size === 1 && (marks.length > 1 || (rest.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole)));
  if (groups) return /^-?\d{1,3}(?:[.,]\d{3})+$/.test(digits) ? [digits.replace(/[.,]/g, '')] : [];
  const [before, after] = [whole.replace(/[.,]/g, '').replace(/^(-?)0+(?=\d)/, '$1'), rest.replace(/0+$/, '')];
  return [after === '' ? before : `${before}.${after}`];
}

function isSame(one: Token, other: Token): boolean {
  if (!one.says || !other.says) return one.words === other.words;
  return one.says.some((each) => other.says?.some((own) => own === each || isDayOf(own, each) || isDayOf(each, own)) === true);
}

/** forms-2. */
function isDayOf(day: string, date: string): boolean {
  return /^-\d\d-\d\d$/.test(day) && /^\d{4}-/.test(date) && date.endsWith(day);
}

/** Where those tokens stand in the others, one right after the other. */
function placeIn(tokens: readonly Token[], wanted: readonly Token[], isLike: typeof isSame, from = 0): number {
  return tokens.findIndex((_, at) => at >= from && wanted.every((own, index) => isLikeAt(tokens[at + index], own, isLike)));
}

function isLikeAt(token: Token | undefined, own: Token, isLike: typeof isSame): boolean {
  return token !== undefined && isLike(token, own);
}

/** What of `text` says `wanted`, numbers and dates in any form; undefined: nothing, or `wanted` has neither. */
export function formIn(text: string, wanted: string): string | undefined {
  const own = /\p{N}/u.test(wanted) ? tokensOf(wanted) : [];
  if (!own.some(({ says }) => says)) return undefined;
  const tokens = tokensOf(text);
  const at = placeIn(tokens, own, isSame);
  return at < 0 ? undefined : text.slice(tokens[at]?.at, tokens[at + own.length - 1]?.end);
}

/** Whether both say the same and no more, numbers and dates in any form. */
export function isSameForm(one: string, other: string): boolean {
  const [tokens, own] = [tokensOf(one), tokensOf(other)];
  return own.some(({ says }) => says) && tokens.length === own.length && placeIn(tokens, own, isSame) === 0;
}

/** `tasks` and `task`, `Einträge` and `Eintrag`: most of the longer one is the same, its end is not. */
function isOneWord(one: Token, other: Token): boolean {
  if (one.words === other.words) return true;
  if (one.says !== undefined || other.says !== undefined) return false;
  const [short, long] = [one.words, other.words].sort((a, b) => a.length - b.length) as [string, string];
  const first = [...short].findIndex((letter, at) => letter !== long[at]);
  const shared = first < 0 ? short.length : first;
  return shared >= 3 && 2 * shared >= long.length && long.length - shared <= 3;
}

/** Whether both say the same of other numbers: `3 tasks left`, `1 task left`. */
export function isSameOfNumbers(one: string, other: string): boolean {
  const [tokens, own] = [tokensOf(one), tokensOf(other)];
  const isLike = (a: Token, b: Token): boolean => (a.says !== undefined && b.says !== undefined) || isOneWord(a, b);
  return own.some(({ says }) => says) && tokens.length === own.length && placeIn(tokens, own, isLike) === 0;
}

/** What stands between two texts, white space collapsed, words in another number; undefined: they are not there, or nothing is between them. */
export function textBetween(text: string, before: string, after: string): string | undefined {
  const [whole, head, tail] = [text, before, after].map((each) => each.replace(/\s+/g, ' ')) as [string, string, string];
  return between(whole, head.trimStart(), tail.trimEnd()) ?? betweenWords(whole, head.trim(), tail.trim());
}

function between(whole: string, head: string, tail: string): string | undefined {
  const from = whole.indexOf(head);
  const start = from + head.length;
  const end = tail === '' ? whole.length : whole.indexOf(tail, start);
  return from < 0 || end < 0 ? undefined : filled(whole.slice(start, end));
}

/** What is beside its words has to be as it was. */
function betweenWords(whole: string, head: string, tail: string): string | undefined {
  const [tokens, first, last] = [tokensOf(whole), tokensOf(head), tokensOf(tail)];
  const at = first.length === 0 ? 0 : placeIn(tokens, first, isOneWord);
  if (at < 0) return undefined;
  const to = last.length === 0 ? tokens.length : placeIn(tokens, last, isOneWord, at + first.length);
  const [start, stop] = [first.length === 0 ? 0 : tokens[at + first.length - 1]?.end, tokens[to]?.at ?? whole.length];
  const [mark, close] = [head.slice(first.at(-1)?.end).trim(), tail.slice(0, last[0]?.at ?? tail.length).trim()];
  const rest = to < 0 ? '' : whole.slice(start, stop).trim();
  const isMarked = rest.startsWith(mark) && rest.endsWith(close) && rest.length >= mark.length + close.length;
  return isMarked ? filled(rest.slice(mark.length, rest.length - close.length)) : undefined;
}

function filled(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}
