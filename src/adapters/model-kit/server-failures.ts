// What may go wrong with a server of models, whoever's it is. The code says what can help: the user (rejected), time (rate limit, unavailable), nothing (refused).
//
// failure-1. 400, 401, 403, 404, 422 and other 4xx: not retried with the same request. 408, 409, 425, 498: transient, retried.
// failure-2. 429 waits for what the server dictates, and so does 5xx; a 429 that reports an exhausted quota, and 402, are never retried.
// failure-3. No message carries what proves who asks (the API key, values of headers and of the address's query), nor characters that a terminal would obey.
// failure-4. A redirect is rejected: it would send prompt and key elsewhere.

import type { Usage } from '../../domain/budget/usage.js';
import { longestMs } from '../../domain/run/limits.js';
import { ModelError, type ModelRequest, type ModelRole } from '../../ports/model.js';
import { maskOf } from '../masking-kit/mask-errors.js';
import { AnswerCutError, AnswerOddError, AnswerTooLargeError, causeText } from './limited-fetch.js';

export interface ServerContext {
  readonly model: string;
  readonly baseUrl: string;
  /** What no message may carry (failure-3). */
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
  /** Tokens spent so far, such as by the first turn of a repair. */
  readonly usage: Usage;
}

/** What a server reports, with a status or within an answer. */
export interface ServerReport {
  readonly status: number;
  /** The status, or the code that stands for it. */
  readonly label: string;
  readonly code?: unknown;
  readonly said: string;
  readonly headers: Headers | undefined;
  readonly cause?: unknown;
}

/** By status: what a user can do about it. */
export type Advice<Context> = Readonly<Record<number, (context: Context) => string>>;

const messageLimit = 500;
const momentary = new Set([408, 409, 425, 498]);
const minuteMs = 60_000;

/** failure-4. `variable`: where the address is set. */
export function adviceOnRedirects(variable: string): Advice<unknown> {
  const advice = (): string => `It wants the prompt sent elsewhere, which is never done: set ${variable} to the final address.`;
  return Object.fromEntries([301, 302, 303, 307, 308].map((status) => [status, advice]));
}

/** failure-1, failure-2. */
export function reportedFailure<Context extends ServerContext>(
  report: ServerReport,
  context: Context,
  advice: Advice<Context>,
): ModelError {
  const { status, label, said, cause } = report;
  const { model, baseUrl, usage } = context;
  if (status === 429) return rateLimited(report, context);
  if (status >= 500 || momentary.has(status))
    return status === 529
      ? unavailable(`The model server at ${baseUrl} is overloaded`, { ...report, label: `(${label})` }, context)
      : unavailable(`The model server at ${baseUrl} answered`, report, context);
  const help = isTooLong(report) ? tooLong : (advice[status]?.(context) ?? '');
  return new ModelError(
    'model-request-rejected',
    `The model server at ${baseUrl} rejected the request for ${model} with ${label}: ${said} ${help}`.trim(),
    { retryable: false, usage, cause },
  );
}

/** Servers have a code for it, or only words: what is taken for it gets other advice, and nothing else. */
export const longWords =
  /context.?(length|window|size|holds)|maximum context|(prompt|input|request) (is|are)? ?too (long|large)|too many tokens|token count .{0,200}exceeds/i;
const tooLong =
  'The prompt is longer than this model takes: use one with a larger context, or show it less (model.images false, a lower model.imageMaxSide, fewer settings.controlRoles).';

function isTooLong({ code, said }: ServerReport): boolean {
  return longWords.test(`${code ?? ''} ${said}`);
}

function rateLimited({ label, said, headers, cause }: ServerReport, { model, usage }: ServerContext): ModelError {
  const wait = retryAfterMs(headers);
  return new ModelError('model-rate-limited', `${model} is rate limited (${label}), ${againText(wait)}: ${said}`, {
    retryable: true,
    isAway: true,
    usage,
    retryAfterMs: wait,
    cause,
  });
}

function againText(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'and its server does not say for how long';
  if (waitMs < 2 * minuteMs) return `to be asked again in ${Math.ceil(waitMs / 1_000)} s`;
  return `to be asked again at ${new Date(Date.now() + waitMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** `what`: quota, credit; `key`: the variable of the key that it belongs to. */
export function usedUpFailure(
  what: string,
  key: string,
  { label, said, cause }: ServerReport,
  { model, usage }: ServerContext,
): ModelError {
  return new ModelError('model-rate-limited', `The ${what} for ${model} is used up (${label}): ${said} Check plan and billing of ${key}.`, {
    retryable: false,
    usage,
    cause,
  });
}

export function timeoutFailure({ model, timeoutMs, usage }: ServerContext): ModelError {
  return new ModelError('model-unavailable', `${model} did not answer within ${timeoutMs} ms. A slow model needs a higher timeoutMs.`, {
    retryable: true,
    usage,
  });
}

/** No whole answer came. `variable`: where the address is set. */
export function connectionFailure(cause: Error, variable: string, { baseUrl, usage, ...context }: ServerContext): ModelError {
  const { cause: why } = cause;
  if (why instanceof AnswerTooLargeError) {
    const message = `The model server at ${baseUrl} sent too much: ${why.message}`;
    return new ModelError('model-invalid-reply', message, { retryable: false, usage, cause });
  }
  const message =
    why instanceof AnswerCutError
      ? `The connection to the model server at ${baseUrl} broke: ${why.message} It is asked again.`
      : why instanceof AnswerOddError
        ? `The model server at ${baseUrl} answered with no HTTP: ${why.message} Check ${variable}; it is asked again.`
        : `The model server at ${baseUrl} cannot be reached (${clean(causeText(cause), context)}). Check ${variable} and the network.`;
  const isAway = !(why instanceof AnswerCutError || why instanceof AnswerOddError);
  return new ModelError('model-unavailable', message, { retryable: true, isAway, usage, cause });
}

/** Of 200, without anything said. */
export function saidNothingFailure(body: string, headers: Headers | undefined, context: ServerContext): ModelError {
  const said = clean(body, context).slice(0, 300) || '(nothing)';
  return unavailable(`The model server at ${context.baseUrl} answered`, { label: 'without a reply', said, headers }, context);
}

function unavailable(
  what: string,
  { label, said, headers, cause, status }: Omit<ServerReport, 'status'> & Partial<Pick<ServerReport, 'status'>>,
  { usage }: Pick<ServerContext, 'usage'>,
): ModelError {
  const wait = retryAfterMs(headers);
  const message = `${what} ${label}${wait === undefined ? '' : `, ${againText(wait)}`}: ${said}`;
  return new ModelError('model-unavailable', message, { retryable: true, isAway: status !== undefined, usage, retryAfterMs: wait, cause });
}

/** `retry-after-ms`, or `Retry-After` in seconds or as an HTTP date, also as LiteLLM passes it on; undefined where none can be read. */
export function retryAfterMs(headers: Headers | undefined): number | undefined {
  const after = ['retry-after', 'llm_provider-retry-after'].map((name) => headers?.get(name) ?? '');
  const [ms] = [
    numberOf(headers?.get('retry-after-ms') ?? ''),
    ...after.map((value) => (numberOf(value) ?? NaN) * 1_000),
    ...after.map((value) => (isDate.test(value) ? Date.parse(value) - Date.now() : NaN)),
  ].filter((each) => each !== undefined && !Number.isNaN(each));
  return ms === undefined ? undefined : Math.min(Math.max(0, Math.ceil(ms)), longestMs);
}

const isDate = /^\s*(?:[a-z]{3,9},? |\d{4}-)/i;

/** A header that was set twice holds both: the longest counts. */
function numberOf(value: string): number | undefined {
  const numbers = value.split(',').map((each) => each.trim());
  return numbers.every((each) => /^\d+(\.\d+)?$/.test(each)) ? Math.max(...numbers.map(Number)) : undefined;
}

/** What a server wrote, as a message may quote it (failure-3). */
export function clean(text: string, { secrets }: Pick<ServerContext, 'secrets'>): string {
  return maskOf(secrets)(text)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, messageLimit);
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Naming {
  /** `override` first; undefined when none is configured. */
  modelFor(role: ModelRole, override?: string): string | undefined;
}

/** Throws where none is configured. */
export function modelNameOf({ modelFor }: Naming, { role, model }: Pick<ModelRequest<unknown>, 'role' | 'model'>): string {
  const name = modelFor(role, model);
  if (name) return name;
  throw new ModelError(
    'model-not-configured',
    `No model is configured for the role ${role}. Set STEADYHAND_MODEL or STEADYHAND_MODEL_${role.toUpperCase()}.`,
    { retryable: false },
  );
}
