// What a server says of a failure. Each has its own form; the packages read one, `{error: {code, message}}`, and lose the rest: so whatever came is put into that.
import { isRecord, recordOf } from '../../domain/checks/read-stored.js';
import { parseJson } from './json-reply.js';
import { limitedFetch } from './limited-fetch.js';
import { retryAfterMs } from './server-failures.js';

export interface ServerFailure {
  readonly message: string;
  readonly code?: string | number;
  /** ms until it is to be asked again. */
  readonly againMs?: number;
}

/** `fetch`, for a package. Throws `AnswerTooLargeError`, `AnswerCutError`. */
export async function fetchAnswer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await limitedFetch(input, init);
  const { ok, status } = response;
  if (ok || response.body === null) return response;
  const { againMs, ...error } = failureIn(await response.text());
  const headers = withAgain(response.headers, againMs);
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify({ error }), { status, headers });
}

/** What the body says of it counts where no header says it. */
export function withAgain(headers: Headers, againMs: number | undefined): Headers {
  const told = new Headers(headers);
  if (againMs !== undefined && retryAfterMs(headers) === undefined) told.set('retry-after-ms', String(againMs));
  return told;
}

/** What is of no known form is shown as it came. */
export function failureIn(body: string): ServerFailure {
  return failureOf(parseJson(body), body);
}

/** What stands where an answer has its error, of whatever form; undefined: nothing does. */
export function errorIn(error: unknown): ServerFailure | undefined {
  if (!error || (typeof error === 'object' && Object.keys(error).length === 0)) return undefined;
  return failureOf({ error }, JSON.stringify(error));
}

function failureOf(report: unknown, body: string): ServerFailure {
  return {
    message: wordsIn(report) ?? (body.trim() || '(nothing)'),
    code: [...codesIn(report)].at(-1),
    againMs: retryInfoIn(body),
  };
}

/** From the outside in. */
const wrappers = ['error', 'errors', 'detail', 'message', 'msg'];
const deepest = 5;
/** Characters: of a word that a program reads. */
const longestCode = 100;

function wordsIn(value: unknown, depth = 0): string | undefined {
  const [first] = [value].flat();
  if (typeof first === 'string') return first.trim() === '' || (depth === 0 && !Array.isArray(value)) ? undefined : first;
  if (!isRecord(first) || depth === deepest) return undefined;
  return wrappers.map((name) => wordsIn(first[name], depth + 1)).find((words) => words !== undefined);
}

/** Later ones tell more: `400`, then Google's reason (https://cloud.google.com/apis/design/errors), then what OpenRouter's moderation found. */
function* codesIn(value: unknown): Generator<string | number> {
  const [report] = [value].flat();
  const error = recordOf([recordOf(report)?.['error']].flat()[0]) ?? recordOf(report) ?? {};
  const reasons = [error['details']].flat().map((each) => recordOf(each)?.['reason']);
  const flagged = Array.isArray(recordOf(error['metadata'])?.['reasons']) ? 'content_filter' : undefined;
  for (const code of [error['status'], error['type'], error['code'], ...reasons, flagged])
    if (typeof code === 'number') yield code;
    else if (typeof code === 'string' && code !== '') yield code.slice(0, longestCode);
}

/** Google's way to say it, seconds and `s`; gateways pass it on inside a text. */
function retryInfoIn(body: string): number | undefined {
  const [, seconds] = /retryDelay\\*"\s*:\s*\\*"(\d{1,12}(?:\.\d{1,9})?)s/.exec(body) ?? [];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1_000);
}
