// Whether a request is one that was carried out before, with other values.
//
// match-1. No word outside the variables' places may differ.
// match-2. There is one way to read the values, and each looks like the one before it: `kettle and cancel my order` is no value where `kettle` was one.
// match-3. A variable that the request gave before has a value in this one; others keep their default, and one without is no match.
import type { FlowDocument, FormField } from '../flow/document.js';
import { own } from '../collections.js';
import { riskReasons } from '../guard/activation.js';
import type { Lexicon } from '../guard/lexicon.js';
import { patternOf, type RequestPattern, foldRequest, wordsOf, type FoldedText } from './request-pattern.js';

export type RequestValues = Readonly<Record<string, string>>;

export type Matched = Pick<FlowDocument, 'form' | 'compiled'>;

const longestRequest = 4_000;

/** Of ways that are tried: one that needs more is read by nobody at a glance. */
const mostTried = 20_000;

/** The values of all its variables; undefined: it is another request, or it can be read in more than one way. */
export function matchRequest(request: string, flow: Matched): RequestValues | undefined {
  const pattern = patternOf(flow);
  const given = foldRequest(request);
  if (given.text === '' || pattern.recorded.text === '' || given.text.length > longestRequest) return undefined;
  if (given.folded === pattern.recorded.folded) return withDefaults(flow, {}, []);
  if (pattern.isAmbiguous || pattern.fields.length === 0) return undefined;
  const [one, other] = readings(given, pattern);
  return one && !other ? withDefaults(flow, one, pattern.fields) : undefined;
}

/** match-3. */
export function withDefaults({ form = [] }: Matched, values: RequestValues, needed: readonly FormField[]): RequestValues | undefined {
  const complete: (readonly [string, string])[] = [];
  for (const field of form) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : needed.includes(field) ? undefined : field.default;
    if (value === undefined || value.includes('{{')) return undefined;
    complete.push([field.name, value]);
  }
  return Object.fromEntries(complete);
}

/** Two at most. */
function readings({ text, folded }: FoldedText, { literals, fields }: RequestPattern): readonly RequestValues[] {
  const found: RequestValues[] = [];
  let tried = 0;
  const first = literals[0] ?? '';

  function read(index: number, from: number, values: RequestValues): void {
    const field = fields[index];
    if (!field) {
      if (from === folded.length) found.push(values);
      return;
    }
    const next = literals[index + 1] ?? '';
    const isLast = index === fields.length - 1;
    const isQuoted = isPair(literals[index]?.at(-1), next[0]);
    const start = isLast ? folded.length - next.length : from + 1;
    const mostWords = isQuoted ? Infinity : mostWordsOf(field);
    for (let end = nextPlace(folded, next, start); end >= 0 && found.length < 2; end = nextPlace(folded, next, end + 1)) {
      // What has too many words has no fewer when it is longer.
      if (++tried > mostTried || wordsOf(folded.slice(from, end)).length > mostWords) return;
      const value = text.slice(from, end);
      const before = own(values, field.name);
      const isSame = before === undefined || foldRequest(before).folded === foldRequest(value).folded;
      if (end > from && isSame && isLike(field, value, isQuoted)) read(index + 1, end + next.length, { [field.name]: value, ...values });
    }
  }

  if (folded.startsWith(first)) read(0, first.length, {});
  return tried > mostTried ? [] : found;
}

function nextPlace(folded: string, literal: string, from: number): number {
  if (from > folded.length) return -1;
  return literal === '' ? from : folded.indexOf(literal, from);
}

const quotes = /["'“”„‟«»‹›‘’「」]/u;

function isPair(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && quotes.test(before) && quotes.test(after);
}

/** match-2. In quotes anything may stand but a quote. */
function isLike(field: FormField, value: string, isQuoted: boolean): boolean {
  if (value !== value.trim() || !isOfType(field, value)) return false;
  if (isQuoted) return !quotes.test(value);
  const usual = field.default ?? '';
  const added = [...value].some((sign) => /[,;:!?()[\]{}"“”„«»\n]/u.test(sign) && !usual.includes(sign));
  const sentences = /[.。]\s/u.test(value) && !/[.。]\s/u.test(usual);
  return !added && !sentences && wordsOf(foldRequest(value).folded).length <= mostWordsOf(field);
}

function mostWordsOf({ default: usual = '' }: FormField): number {
  return wordsOf(foldRequest(usual).folded).length + 1;
}

export function isOfType({ type }: Pick<FormField, 'type'>, value: string): boolean {
  switch (type) {
    case 'number':
      return /^[+-]?\d[\d.,' ]*$/u.test(value);
    case 'email':
      return /^[^\s@]+@[^\s@]+$/u.test(value);
    case 'url':
      return /^\S+$/u.test(value);
    case 'date':
      return /\p{N}/u.test(value) || /^\p{L}+( \p{L}+)?$/u.test(value);
    case 'text':
      return true;
  }
}

// ── Requests that resemble one that was carried out before: it is worth asking a model whether they are the same ──

/** Share of the words of the recorded request, apart from its values, that the other one has, too. */
const enough = 0.5;
const mostAsked = 3;

/** The nearest first. */
export function nearRequests<F extends Matched>(request: string, flows: readonly F[]): readonly F[] {
  const words = new Set(wordsOf(foldRequest(request).folded));
  return flows
    .map((flow) => ({ flow, near: nearness(words, flow) }))
    .filter(({ near }) => near >= enough)
    .sort((one, other) => other.near - one.near)
    .slice(0, mostAsked)
    .map(({ flow }) => flow);
}

function nearness(words: ReadonlySet<string>, flow: Matched): number {
  const own = new Set(patternOf(flow).literals.flatMap(wordsOf));
  if (own.size === 0 || words.size === 0) return 0;
  const common = [...own].filter((word) => words.has(word)).length;
  return common < 2 ? 0 : common / own.size;
}

/** What a model read out of a request: each value has to stand there. Undefined: it does not. */
export function checkedValues(request: string, flow: Matched, read: Readonly<Record<string, string | null>>): RequestValues | undefined {
  const { folded, text } = foldRequest(request);
  const given: (readonly [string, string])[] = [];
  for (const field of flow.form ?? []) {
    const value = Object.hasOwn(read, field.name) ? (read[field.name] ?? null) : null;
    if (value === null || value.trim() === '') continue;
    const wanted = foldRequest(value).folded;
    const at = wanted === '' ? -1 : folded.indexOf(wanted);
    if (at < 0 || !isOfType(field, value.trim())) return undefined;
    given.push([field.name, text.slice(at, at + wanted.length)]);
  }
  return withDefaults(flow, Object.fromEntries(given), patternOf(flow).fields);
}

/** What the request says that the recorded one does not, as a person reads it: of two that a model takes for the same. */
export function otherDeeds(request: string, { compiled }: Matched, lexicon: Lexicon): readonly string[] {
  const before = deedsSaid(compiled?.request ?? '', lexicon);
  return [...deedsSaid(request, lexicon)].filter((deed) => !before.has(deed));
}

function deedsSaid(request: string, lexicon: Lexicon): ReadonlySet<string> {
  return new Set(
    readingsIn(request, lexicon).flatMap(({ hits }) =>
      hits.flatMap(({ tag }) => {
        if (tag.is === 'negates') return ['forbids something'];
        return tag.is === 'risk' || tag.is === 'doubtful' ? [riskReasons[tag.kind]] : [];
      }),
    ),
  );
}

/** Sentence by sentence: of a long name only its ends are read. */
function readingsIn(request: string, lexicon: Lexicon): ReturnType<Lexicon['readings']> {
  return request
    .slice(0, longestRequest)
    .split(/[.!?;\n]+/)
    .flatMap((sentence) => lexicon.readings(sentence));
}
