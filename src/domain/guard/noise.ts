// What changes on a page by itself and tells no object from another: ages, clocks, counters. Everything else of a text counts.
//
// noise-1. A number is noise only where the text itself says that it counts or tells the time (words/noise.ts), or where its form does: `12:03:45`, `(3) Mail`, a bare number in the page's frame.
// noise-2. A day is none: "Flight on 3 May" is another flight on 4 May. Nor is an amount of money, nor a time of day that stands alone: it may be an appointment.
// noise-3. The first 500 characters of a text are read, word by word.
import { withoutAges } from './ages.js';
import { amountIn } from './amounts.js';
import { counted, timed } from './words/noise.js';

const longest = 500;
const numbers = /(?<![\p{L}\p{Nd}#.,-])\p{Nd}(?:[\p{Nd}.,'’]{0,12}\p{Nd})?(?:\s?[km](?!\p{L}))?\+?/giu;
const withSeconds = /(?<![\p{Nd}:.])\p{Nd}{1,3}:\p{Nd}{2}:\p{Nd}{2}(?:[.,]\p{Nd}{1,3})?(?:\s?[ap]\.?m\.?)?(?![\p{Nd}:])/giu;
const clock = String.raw`\p{Nd}{1,2}[:٫h]\p{Nd}{2}(?:[:.]\p{Nd}{2})?(?:\s?[ap]\.?m\.?)?`;
const unit = String.raw`(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|Sek\p{L}*|Min\p{L}*|Std\p{L}*)(?!\p{L})`;
const time = new RegExp(String.raw`(?<!\p{Nd})(?:${clock}|\p{Nd}+(?:[.,]\p{Nd}+)?\s?${unit})`, 'giu');
const inFront = /^\(\p{Nd}{1,3}\+?\)\s/u;
const isNumber = /^\p{Nd}[\p{Nd}.,'’]{0,14}\s?[km]?\+?$/iu;

const countedWords = folded(counted);
const timedWords = folded(timed);
const mostWords = 4;
/** Of languages without blanks. */
const longestUnspaced = 8;

export interface NoisyText {
  readonly text: string;
  /** What stands before it, where that is a text of its own: the label of a bare number. */
  readonly before?: string;
  /** `frame`: around what a page is about, in its header, footer or sidebar. `row`: of a list or table, where a time tells one thing from another. */
  readonly place?: 'frame' | 'row';
}

/** The text as it is compared: what is noise is one sign. */
export function withoutNoise({ text: whole, before = '', place }: NoisyText): string {
  const [text, rest] = [withoutAges(whole.slice(0, longest)), whole.slice(longest)];
  if (!/\p{Nd}/u.test(text) || amountIn(text)) return text + rest;
  if (isNumber.test(text.trim())) return place === 'frame' || endsCounting(before) ? '#' : text;
  const still = withoutTimes(text, place).replace(inFront, '(#) ');
  return still.replace(numbers, (number, at: number) => (counts(still, at, number.length) ? '#' : number)) + rest;
}

function withoutTimes(text: string, place: NoisyText['place']): string {
  if (place === 'row') return text;
  return text.replace(place === 'frame' || saysTime(text) ? time : withSeconds, '⌚');
}

function counts(text: string, at: number, length: number): boolean {
  return beginsCounting(text.slice(at + length)) || endsCounting(text.slice(0, at));
}

function beginsCounting(text: string): boolean {
  const near = text.trimStart().toLowerCase();
  const words = wordsOf(near.slice(0, 80)).slice(0, mostWords);
  return (
    words.some((_, last) => countedWords.has(words.slice(0, last + 1).join(' '))) || unspacedIn(near.slice(0, longestUnspaced), 'beginning')
  );
}

/** `Unread: `, `Inbox (`. Without such a sign the number is a name: "Message 17". */
function endsCounting(text: string): boolean {
  if (!/[:：([]\s?$/u.test(text)) return false;
  const near = text.replace(/\s?[:：([·]?\s?$/u, '').toLowerCase();
  const words = wordsOf(near.slice(-80)).slice(-mostWords);
  return words.some((_, first) => countedWords.has(words.slice(first).join(' '))) || unspacedIn(near.slice(-longestUnspaced), 'end');
}

function unspacedIn(near: string, from: 'beginning' | 'end'): boolean {
  return [...near].some((_, index) => countedWords.has(from === 'end' ? near.slice(index) : near.slice(0, index + 1)) && isUnspaced(near));
}

function saysTime(text: string): boolean {
  const low = text.toLowerCase();
  const words = wordsOf(low);
  if (words.some((_, first) => [1, 2, 3].some((count) => timedWords.has(words.slice(first, first + count).join(' '))))) return true;
  return isUnspaced(low) && [...timedWords].some((word) => isUnspaced(word) && low.includes(word));
}

function isUnspaced(text: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text);
}

/** With the marks that vowels are in some scripts. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}

function folded(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((word) => word.toLowerCase()));
}
