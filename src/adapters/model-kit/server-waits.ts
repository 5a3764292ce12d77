// When a server is to be asked again: by its headers or a field of its report, of which the longest counts; else in its words.
import { longestMs } from '../../domain/run/limits.js';

const dayMs = 86_400_000;
/** By the first letter of each unit; `ms` and `milliseconds` are told apart before. */
const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: dayMs };
const number = String.raw`\d{1,12}(?:\.\d{1,9})?`;
const part = String.raw`(${number})\s{0,3}(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])`;
const parts = new RegExp(part, 'gi');
const inWords = new RegExp(String.raw`\b(?:try again|retry|wait) (?:(?:in|after|for) )?((?:${part}[\s,]{0,3}(?:and\s)?){1,4})`, 'gi');
/** Google's `RetryInfo`, in each form that its own libraries write; gateways pass it on inside a text. Some servers name the unit. */
const inFields =
  /\b(?:retry_?delay|retry[_-]?after|x-ratelimit-reset)(?:_?(ms|milliseconds)|_?s|_?sec|_?seconds)?\\*"\s{0,9}:\s{0,9}(?:\{\s{0,9}\\*"seconds\\*"\s{0,9}:\s{0,9})?\\*"?([^"\\,}\s]{1,40})/gi;

/** The same as its Python library prints it. */
const inProtobuf = /\bretry_delay\s{0,9}\{\s{0,9}seconds:\s{0,9}(\d{1,9})/g;

/** `retry-after-ms`, or `Retry-After` in seconds, as a length or as a date, also as LiteLLM passes it on; undefined where none can be read. */
export function waitInHeaders(headers: Headers | undefined): number | undefined {
  const inSeconds = longestOf(['retry-after', 'llm_provider-retry-after'].flatMap((name) => waitsIn(headers?.get(name) ?? '', 1_000)));
  const inMs = longestOf(waitsIn(headers?.get('retry-after-ms') ?? '', 1));
  // Of one wait said twice, that in seconds is rounded.
  return inMs !== undefined && inSeconds !== undefined && inSeconds - inMs < 1_000 ? inMs : longestOf([inSeconds, inMs]);
}

/** Of a failure, as JSON. What it repeats of the question may be a page's words, and says nothing. */
export function waitInFields(error: string): number | undefined {
  return longestOf([...error.matchAll(inFields)].flatMap(([, inMs, value = '']) => waitsIn(value, inMs ? 1 : 1_000)));
}

/** Of its message. */
export function waitInWords(message: string): number | undefined {
  const written = [...message.matchAll(inProtobuf)].map(([, seconds]) => Number(seconds) * 1_000);
  return longestOf([...written, ...[...message.matchAll(inWords)].map(([, length = '']) => lengthOf(length))]);
}

export function longestOf(waits: readonly (number | undefined)[]): number | undefined {
  const known = waits.flatMap((wait) => (wait === undefined ? [] : Math.ceil(wait)));
  return known.length === 0
    ? undefined
    : Math.min(
        known.reduce((longest, wait) => Math.max(longest, wait), 0),
        longestMs,
      );
}

/** ms. A header that was set twice holds both, and counts where each can be read. */
function waitsIn(value: string, unitMs: number): readonly number[] {
  const date = /^\s*(?:[a-z]{3,9},? |\d{4}-)/i.test(value) ? dateOf(value) - Date.now() : NaN;
  const waits = Number.isNaN(date) ? value.split(',').map((each) => waitOf(each.trim().replace(/^"(.*)"$/, '$1'), unitMs)) : [date];
  return waits.every((wait) => wait !== undefined) ? waits : [];
}

/** All dates of HTTP are of GMT, and one of its forms does not say so. */
function dateOf(value: string): number {
  const says = /(?:[a-z]|[+-]\d\d:?\d\d)\s*$/i.test(value);
  return Date.parse(says ? value : `${value.trim()}Z`);
}

function waitOf(value: string, unitMs: number): number | undefined {
  const [, digits] = /^\+?(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  // `PT1M30S` is the same length as `1M30S`.
  const length = value.replace(/^PT(?=\d)/i, '');
  if (digits === undefined) return length !== '' && length.replace(parts, '').trim() === '' ? lengthOf(length) : undefined;
  const count = Number(digits);
  // As `x-ratelimit-reset` has it: milliseconds or seconds since 1970, which would be decades as a wait.
  if (count >= 1e12) return Math.max(0, count - Date.now());
  return count >= 1e9 ? Math.max(0, count * 1_000 - Date.now()) : count * unitMs;
}

function lengthOf(text: string): number {
  return [...text.matchAll(parts)].reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitOf(unit.toLowerCase()) ?? 0), 0);
}

function unitOf(unit: string): number | undefined {
  return /^(?:ms|milli)/.test(unit) ? 1 : unitsMs[unit.charAt(0)];
}
