// Messages from people, whichever way they arrive: checked by hand, because workflows carry no schema library.
import { isBlank } from '../text/blank.js';
import { InputError } from '../errors/input-error.js';
import { durationMs, jsonBytes } from '../text/measures.js';

export type Message =
  | { readonly type: 'answer'; readonly requestId: string; readonly answers: readonly string[] }
  | {
      readonly type: 'confirm';
      readonly requestId: string;
      readonly approved: boolean;
      readonly note: string;
      /** Who decides, as they call themselves. */
      readonly by?: string;
      readonly remember?: Remember;
    };

/** How long an approval is to be remembered. */
export interface Remember {
  readonly for: 'run';
  /** A time (ISO 8601 with its zone) or a duration (`2h`, `7d`). Absent: to the end of the run. */
  readonly until?: string;
}

/** A message, or one sentence that says what is wrong with it and what is expected. */
export type ParsedMessage = Message | { readonly type: 'malformed'; readonly text: string };

export function parseAnswer(body: unknown): ParsedMessage {
  const large = tooLarge('answer', body);
  if (large !== undefined) return malformed(large);
  const form = 'expected answer {"requestId": "…", "answers": ["…"]}';
  if (!isRecord(body)) return malformed(`answer is ${show(body)}; ${form}.`);
  if (typeof body['requestId'] !== 'string') return malformed(`answer.requestId is ${show(body['requestId'])}; ${form}.`);
  const answers = typeof body['optionId'] === 'string' && body['answers'] === undefined ? [body['optionId']] : body['answers'];
  if (!Array.isArray(answers) || !answers.every((answer) => typeof answer === 'string'))
    return malformed(`answer.answers is ${show(answers)}; ${form}.`);
  return { type: 'answer', requestId: body['requestId'], answers };
}

export function parseConfirm(body: unknown): ParsedMessage {
  const large = tooLarge('confirm', body);
  if (large !== undefined) return malformed(large);
  const form =
    'expected confirm {"requestId": "…", "approved": true | false, "note"?: "…", "by"?: "…", "remember"?: {"for": "run", "until"?: "2h"}}';
  if (!isRecord(body)) return malformed(`confirm is ${show(body)}; ${form}.`);
  const { requestId, approved, note, by, remember } = body;
  if (typeof requestId !== 'string') return malformed(`confirm.requestId is ${show(requestId)}; ${form}.`);
  if (typeof approved !== 'boolean') return malformed(`confirm.approved is ${show(approved)}; ${form}.`);
  const wanted = remember === undefined || remember === null ? undefined : parseRemember(remember);
  if (wanted && 'wrong' in wanted) return malformed(`confirm.remember${wanted.wrong}; ${form}.`);
  if (wanted && !approved) return malformed('Only an approval can be remembered, and this confirm rejects the action.');
  return {
    type: 'confirm',
    requestId,
    approved,
    note: typeof note === 'string' ? note : '',
    by: typeof by === 'string' && by !== '' ? by.slice(0, longestName) : undefined,
    remember: wanted,
  };
}

const longestName = 80;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i;

function parseRemember(value: unknown): Remember | { readonly wrong: string } {
  if (!isRecord(value)) return { wrong: ` is ${show(value)}` };
  const { for: scope, until } = value;
  if (scope === 'app')
    return { wrong: `.for is "app", and an approval ends with its run: what may always go unasked is configured (guard.allow)` };
  if (scope !== 'run') return { wrong: `.for is ${show(scope)}` };
  if (until === undefined || until === null) return { for: scope };
  if (typeof until !== 'string' || (durationMs(until) === undefined && !time.test(until)))
    return { wrong: `.until is ${show(until)}, neither a time with its zone such as 2026-11-25T18:00Z nor a duration such as 2h or 7d` };
  return { for: scope, until };
}

/** The text of a further request, or a sentence that says what is wrong. */
export function parseRequest(body: unknown): { readonly text: string } | { readonly type: 'malformed'; readonly text: string } {
  const large = tooLarge('request', body);
  if (large !== undefined) return malformed(large);
  const text = isRecord(body) ? body['text'] : undefined;
  return typeof text === 'string' && !isBlank(text)
    ? { text }
    : malformed(`request.text is ${show(text)}; expected request {"text": "…"}.`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80);
}

function malformed(text: string): { readonly type: 'malformed'; readonly text: string } {
  return { type: 'malformed', text };
}

// How large a message to a run, and what it is started with, may be. Temporal takes up to 2 MB in a payload, also of what a workflow returns or carries on:
// a run repeats what it is told in its state, its result and its prompts. A message that is past that, once it is accepted, makes every task of the workflow
// fail, and cancelling does not help.

/** Bytes as JSON, also of what an agent or an explorer is started with: a run can repeat it several times, and encryption adds little. */
export const largestMessage = 256_000;

/** One sentence; undefined: it fits. `name`: of the message, such as `answer`. */
export function tooLarge(name: string, message: unknown): string | undefined {
  const bytes = jsonBytes(message);
  if (bytes <= largestMessage) return undefined;
  return `The message '${name}' has ${sizeText(bytes)}; at most ${sizeText(largestMessage)}: say where the rest can be found.`;
}

/** Throws an `InputError` that names the largest field. `most`: bytes of all together. */
export function refuseTooLargeInput(input: object, most: number): void {
  const bytes = jsonBytes(input);
  if (bytes <= most) return;
  const [[field, value] = ['', undefined]] = Object.entries(input).sort(([, one], [, other]) => jsonBytes(other) - jsonBytes(one));
  throw new InputError(
    `input.${field}`,
    value,
    `what fits into an input of at most ${sizeText(most)}; this one has ${sizeText(bytes)}: say where the rest can be found`,
  );
}

/** Decimal units, rounded up, so that what is too large never reads as if it fitted. */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${Math.ceil(bytes / 100_000) / 10} MB`;
}
