// What changes on a page by itself and tells no object from another: ages, clocks, counters. Everything else of a text counts.
//
// noise-1. A number is noise only where the text itself says that it counts or tells the time (`counted` and `timed` of the words), or where its form does: `12:03:45`, `(3) Mail`, a bare number in the page's frame.
// noise-2. A day is none: "Flight on 3 May" is another flight on 4 May. Nor is an amount of money, nor a time of day that stands alone: it may be an appointment.
// noise-3. The first 500 characters of a text are read, word by word.
import { withoutAges } from './ages.js';
import { amountIn } from './amounts.js';
import type { Lexicon } from './lexicon.js';

const longest = 500;
const numbers = /(?<![\p{L}\p{Nd}#.,-])\p{Nd}(?:[\p{Nd}.,'’]{0,12}\p{Nd})?(?:\s?[km](?!\p{L}))?\+?/giu;
const withSeconds = /(?<![\p{Nd}:.])\p{Nd}{1,3}:\p{Nd}{2}:\p{Nd}{2}(?:[.,]\p{Nd}{1,3})?(?:\s?[ap]\.?m\.?)?(?![\p{Nd}:])/giu;
const clock = String.raw`\p{Nd}{1,2}[:٫h]\p{Nd}{2}(?:[:.]\p{Nd}{2})?(?:\s?[ap]\.?m\.?)?`;
const unit = String.raw`(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|Sek\p{L}*|Min\p{L}*|Std\p{L}*)(?!\p{L})`;
const time = new RegExp(String.raw`(?<!\p{Nd})(?:${clock}|\p{Nd}+(?:[.,]\p{Nd}+)?\s?${unit})`, 'giu');
const inFront = /^\(\p{Nd}{1,3}\+?\)\s/u;
const isNumber = /^\p{Nd}[\p{Nd}.,'’]{0,14}\s?[km]?\+?$/iu;

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
export function withoutNoise({ text: whole, before = '', place }: NoisyText, { counted, timed }: Lexicon['noise']): string {
  const [text, rest] = [withoutAges(whole.slice(0, longest)), whole.slice(longest)];
  if (!/\p{Nd}/u.test(text) || amountIn(text)) return text + rest;
  if (isNumber.test(text.trim())) return place === 'frame' || endsCounting(before, counted) ? '#' : text;
  const still = withoutTimes(text, place, timed).replace(inFront, '(#) ');
  const isCount = (number: string, at: number): boolean =>
    beginsCounting(still.slice(at + number.length), counted) || endsCounting(still.slice(0, at), counted);
  return still.replace(numbers, (number, at: number) => (isCount(number, at) ? '#' : number)) + rest;
}

function withoutTimes(text: string, place: NoisyText['place'], timed: ReadonlySet<string>): string {
  if (place === 'row') return text;
  return text.replace(place === 'frame' || saysTime(text, timed) ? time : withSeconds, '⌚');
}

function beginsCounting(text: string, counted: ReadonlySet<string>): boolean {
  const near = text.trimStart().toLowerCase();
  const words = wordsOf(near.slice(0, 80)).slice(0, mostWords);
  return (
    words.some((_, last) => counted.has(words.slice(0, last + 1).join(' '))) ||
    isUnspacedIn(near.slice(0, longestUnspaced), 'beginning', counted)
  );
}

/** `Unread: `, `Inbox (`. Without such a sign the number is a name: "Message 17". */
function endsCounting(text: string, counted: ReadonlySet<string>): boolean {
  if (!/[:：([]\s?$/u.test(text)) return false;
  const near = text.replace(/\s?[:：([·]?\s?$/u, '').toLowerCase();
  const words = wordsOf(near.slice(-80)).slice(-mostWords);
  return words.some((_, first) => counted.has(words.slice(first).join(' '))) || isUnspacedIn(near.slice(-longestUnspaced), 'end', counted);
}

function isUnspacedIn(near: string, from: 'beginning' | 'end', counted: ReadonlySet<string>): boolean {
  return [...near].some((_, index) => counted.has(from === 'end' ? near.slice(index) : near.slice(0, index + 1)) && isUnspaced(near));
}

function saysTime(text: string, timed: ReadonlySet<string>): boolean {
  const low = text.toLowerCase();
  const words = wordsOf(low);
  if (words.some((_, first) => [1, 2, 3].some((count) => timed.has(words.slice(first, first + count).join(' '))))) return true;
  return isUnspaced(low) && [...timed].some((word) => isUnspaced(word) && low.includes(word));
}

function isUnspaced(text: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text);
}

/** With the marks that vowels are in some scripts. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}
