// What a server says of a failure, in whatever form.
//
// report-1. A word that stands for a status is judged as that status, whatever the answer's own is: one table for all servers.
// report-2. An error that says nothing, or that all went well, is none: the answer beside it counts.
import { isRecord, recordOf, textOf } from '../../domain/checks/read-stored.js';
import { SteadyhandError } from '../../domain/errors/errors.js';
import { parseJson } from './json-reply.js';
import { limitedFetch } from './limited-fetch.js';
import { withQuery } from './server-address.js';
import { longestOf, waitInFields, waitInHeaders, waitInWords } from './server-waits.js';

export interface ServerFailure {
  readonly message: string;
  /** Its last word tells most. */
  readonly code?: string | number;
  /** What its words stand for; undefined: nobody knows. */
  readonly status?: number;
  /** ms until it is to be asked again. */
  readonly againMs?: number;
  /** The same in words, which count where nothing else does. */
  readonly wordsMs?: number;
}

/** A status that is none of success. Its message is fixed: the packages take one with "timed out" in it for their own. */
export class RefusedError extends SteadyhandError {
  readonly code = 'model-server-refused';
  override readonly name = 'RefusedError';

  constructor(
    readonly status: number,
    readonly failure: ServerFailure,
  ) {
    super(`The model server answered ${status}.`);
  }
}

/** `fetch`, for a package; `query` goes with each request as it was written. Throws `RefusedError`, `AnswerTooLargeError`, `AnswerCutError`, `AnswerOddError`. */
export function fetchWith(query: string) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await limitedFetch(withQuery(input instanceof Request ? input.url : input, query), init);
    const { ok, status, headers } = response;
    if (ok) return response;
    const failure = failureIn(await response.text());
    throw new RefusedError(status, { ...failure, againMs: againMsOf(headers, failure) });
  };
}

export function againMsOf(headers: Headers, told: Pick<ServerFailure, 'againMs' | 'wordsMs'> | undefined): number | undefined {
  return longestOf([waitInHeaders(headers), told?.againMs]) ?? told?.wordsMs;
}

/** What is of no known form is shown as it came. */
export function failureIn(body: string): ServerFailure {
  return failureOf(parseJson(body), body);
}

/** What stands where an answer has its error, of whatever form; undefined: there is none (report-2). */
export function errorIn(error: unknown): ServerFailure | undefined {
  const codes = [...codesIn({ error })];
  const isNone = saysNothing(error) || (codes.length > 0 ? codes.every(isSuccess) : isSuccess(textOf(wordsIn({ error }))));
  return isNone ? undefined : failureOf({ error }, written(error));
}

function written(value: unknown, replaces?: (key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replaces);
  } catch {
    // It has more levels than the stack has room for.
    return '';
  }
}

function saysNothing(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return !value;
  return depth < deepest && Object.values(value).every((each) => saysNothing(each, depth + 1));
}

function isSuccess(code: string | number): boolean {
  return /^(?:0|2\d\d|ok|success|none|null)$/i.test(`${code}`);
}

function failureOf(report: unknown, body: string): ServerFailure {
  const codes = [...codesIn(report)];
  const words = wordsIn(report);
  return {
    message: words ?? (body.trim() || '(nothing)'),
    code: codes.at(-1),
    status: codes.map(statusOfCode).findLast((status) => status !== undefined),
    againMs: waitInFields(report === undefined ? body : written(report, (key, value: unknown) => (repeats.has(key) ? undefined : value))),
    wordsMs: waitInWords(words ?? (report === undefined ? body : '')),
  };
}

/** What repeats the question, which may hold a page's words. */
const repeats = new Set(['request', 'input', 'messages', 'prompt', 'body', 'failed_generation']);

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

/** report-1. OpenAI's, Anthropic's and Google's words, then those of gateways. */
const statusOfWord: ReadonlyMap<string, number> = new Map(
  Object.entries({
    400: ['invalid_request_error', 'invalid_argument', 'failed_precondition', 'bad_request', 'context_length_exceeded'],
    401: ['authentication_error', 'invalid_api_key', 'api_key_invalid', 'invalid_authentication_error', 'unauthenticated', 'unauthorized'],
    402: ['billing_error', 'billing_not_active', 'payment_required', 'insufficient_balance', 'insufficient_credits'],
    403: ['permission_error', 'permission_denied', 'forbidden', 'access_denied'],
    404: ['not_found_error', 'not_found', 'model_not_found'],
    413: ['request_too_large'],
    429: [
      ...['rate_limit_error', 'rate_limit_exceeded', 'rate_limit_reached_error', 'resource_exhausted', 'too_many_requests'],
      ...['insufficient_quota', 'billing_hard_limit_reached', 'insufficient_user_quota', 'exceeded_current_quota_error'],
    ],
    500: ['api_error', 'server_error', 'internal_server_error', 'internal'],
    503: ['unavailable', 'service_unavailable', 'service_unavailable_error'],
    504: ['timeout_error', 'deadline_exceeded'],
    529: ['overloaded_error', 'engine_overloaded_error', 'overloaded'],
  }).flatMap(([status, words]) => words.map((word) => [word, Number(status)] as const)),
);

export function statusOfCode(code: unknown): number | undefined {
  const status = /^[45]\d\d$/.test(String(code)) ? Number(code) : undefined;
  return status ?? statusOfWord.get(String(code).toLowerCase());
}
