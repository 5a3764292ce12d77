// What may go wrong with a server of models, whoever's it is. The code says what can help: the user (rejected), time (rate limit, unavailable), nothing (refused).
//
// failure-1. 400, 401, 403, 404, 422 and other 4xx: not retried with the same request. 408, 409, 425, 498: transient, retried.
// failure-2. 429 waits for what the server dictates, and so does 5xx; a quota that is exhausted and a credit that is used up, whatever their status, are never retried.
// failure-3. No message carries what proves who asks (the API key, values of headers and of the address's query), nor characters that a terminal would obey.
// failure-4. A redirect is rejected: it would send prompt and key elsewhere.
// failure-5. An error inside an answer of 200 is judged as the status that it stands for.

import type { Usage } from '../../domain/budget/usage.js';
import { ModelError, type ModelRequest, type ModelRole } from '../../ports/model.js';
import { maskOf } from '../masking-kit/mask-errors.js';
import { AnswerCutError, AnswerOddError, AnswerTooLargeError, causeText } from './limited-fetch.js';
import { RefusedError, statusOfCode, type ServerFailure } from './server-reports.js';

export interface ServerContext {
  readonly model: string;
  readonly baseUrl: string;
  /** The variable that the address is set in. */
  readonly variable: string;
  /** Where what proves who asks is set. */
  readonly keys: string;
  /** What no message may carry (failure-3). */
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
  /** Tokens spent so far, such as by the first turn of a repair. */
  readonly usage: Usage;
}

/** What a server reports, with a status or within an answer. */
interface ServerReport extends Omit<ServerFailure, 'status' | 'message'> {
  readonly status: number;
  /** The status, or the code that stands for it. */
  readonly label: string;
  readonly said: string;
  readonly cause?: unknown;
}

/** By status: what a user can do about it. */
export type Advice<Context> = Readonly<Record<number, (context: Context) => string>>;

const messageLimit = 500;
const momentary = new Set([408, 409, 425, 498]);
/** Asked again later, the same question may be answered. */
const passing = new Set([429, 503, 529]);
const minuteMs = 60_000;

/** failure-4. `variable`: where the address is set. */
export function adviceOnRedirects(variable: string): Advice<unknown> {
  const advice = (): string => `It wants the prompt sent elsewhere, which is never done: set ${variable} to the final address.`;
  return Object.fromEntries([301, 302, 303, 307, 308].map((status) => [status, advice]));
}

const refusalCodes = new Set([
  'content_filter',
  'content_policy_violation',
  'image_content_policy_violation',
  'bio_policy',
  // A prompt that was flagged, whatever the name says.
  'invalid_prompt',
]);
/** What the model wrote was not what the server was to make sure of: asked again, it may be. */
const slipCodes = new Set(['json_validate_failed', 'tool_use_failed']);
/** Of servers that have neither a status nor a code for it: xAI's 400. */
const keyWords = /(?:incorrect|invalid) api key|api key (?:is )?(?:not valid|invalid)/i;
const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'insufficient_user_quota', 'exceeded_current_quota_error']);
/** Of servers that have no status for it: Anthropic's 400, xAI's 403. */
const creditWords = /credit balance is too low|insufficient (?:account )?(?:balance|credits?|funds)|used all available credits/i;

/** Why a server was asked in vain, whatever was thrown. */
export function askingFailure<Context extends ServerContext>(error: unknown, context: Context, advice: Advice<Context>): ModelError {
  if (error instanceof ModelError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  if (!(cause.cause instanceof RefusedError)) return connectionFailure(cause, context);
  const { status, failure } = cause.cause;
  return reportedFailure({ ...failure, status, label: `${status}`, said: clean(failure.message, context), cause }, context, advice);
}

/** failure-5. What nobody knows counts as an overloaded server. LM Studio has no codes. */
export function failureInside<Context extends ServerContext>(told: ServerFailure, context: Context, advice: Advice<Context>): ModelError {
  const { code } = told;
  const said = clean(told.message, context).slice(0, 300);
  const label = code === undefined ? 'an error' : clean(`${code}`, context);
  return reportedFailure({ ...told, status: told.status ?? guessedStatus(code, said), label, said }, context, advice);
}

function guessedStatus(code: string | number | undefined, said: string): number {
  if (code === undefined && /unexpected endpoint/i.test(said)) return 404;
  return longWords.test(said) || /^(invalid|unsupported|empty)_|image|mismatch/.test(`${code ?? ''}`) ? 400 : 500;
}

/** failure-1, failure-2. */
function reportedFailure<Context extends ServerContext>(report: ServerReport, context: Context, advice: Advice<Context>): ModelError {
  const { label, said, cause } = report;
  const { model, baseUrl, usage } = context;
  const code = `${report.code ?? ''}`;
  const stands = statusOfCode(code);
  // A gateway passes on the words of another server under a status of its own.
  const isPassing = (report.status === 400 || report.status === 403) && passing.has(stands ?? 0);
  const status = isPassing || (report.status >= 500 && stands === 401) ? (stands ?? report.status) : report.status;
  if (refusalCodes.has(code)) return new ModelError('model-refused', `${model} refused: ${said}`, { retryable: false, usage, cause });
  if (quotaCodes.has(code)) return usedUpFailure('quota', report, context);
  if (status === 402 || stands === 402 || creditWords.test(said)) return usedUpFailure('credit', report, context);
  if (slipCodes.has(code))
    return new ModelError('model-invalid-reply', `${model} gave no usable answer: ${said}`, { retryable: true, usage, cause });
  if (status === 429) return rateLimited(report, context);
  if ((status >= 500 || momentary.has(status)) && !isTooLong(report))
    return status === 529
      ? unavailable(`The model server at ${baseUrl} is overloaded`, { ...report, label: `(${label})` }, context)
      : unavailable(`The model server at ${baseUrl} answered`, report, context);
  const asks = stands === 401 || keyWords.test(said) ? 401 : noSuch.find(({ words }) => words.test(said))?.as;
  const help = isTooLong(report) ? tooLong : (advice[asks ?? status]?.(context) ?? '');
  return new ModelError(
    'model-request-rejected',
    `The model server at ${baseUrl} rejected the request for ${model} with ${label}: ${said} ${help}`.trim(),
    { retryable: false, usage, cause },
  );
}

/** A router that has the model, and nobody who runs it as it is asked: its 404 is about what was asked. */
const noSuch = [{ words: /no endpoints found that/i, as: 400 }] as const;

/** Servers have a code for it, or only words: what is taken for it gets other advice, and nothing else. */
const longWords =
  /context.?(length|window|size|holds)|maximum (?:context|prompt|model) length|must have less than \d+ tokens|longer than the maximum|(prompt|input|request) (is|are)? ?too (long|large)|too many tokens|token count .{0,200}exceeds/i;
const tooLong =
  'The prompt is longer than this model takes: use one with a larger context, or show it less (model.images false, a lower model.imageMaxSide, fewer settings.controlRoles).';

function isTooLong({ code, said }: ServerReport): boolean {
  return longWords.test(`${code ?? ''} ${said}`);
}

function rateLimited({ label, said, againMs, cause }: ServerReport, { model, usage }: ServerContext): ModelError {
  return new ModelError('model-rate-limited', `${model} is rate limited (${label}), ${againText(againMs)}: ${said}`, {
    retryable: true,
    isAway: true,
    usage,
    retryAfterMs: againMs,
    cause,
  });
}

function againText(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'and its server does not say for how long';
  if (waitMs < 2 * minuteMs) return `to be asked again in ${Math.ceil(waitMs / 1_000)} s`;
  return `to be asked again at ${new Date(Date.now() + waitMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** `what`: quota, credit. */
function usedUpFailure(what: string, { label, said, cause }: ServerReport, { model, usage, keys }: ServerContext): ModelError {
  return new ModelError(
    'model-rate-limited',
    `The ${what} for ${model} is used up (${label}): ${said} Check plan and billing of ${keys}.`,
    {
      retryable: false,
      usage,
      cause,
    },
  );
}

export function timeoutFailure({ model, timeoutMs, usage }: ServerContext): ModelError {
  return new ModelError('model-unavailable', `${model} did not answer within ${timeoutMs} ms. A slow model needs a higher timeoutMs.`, {
    retryable: true,
    usage,
  });
}

/** No whole answer came. */
function connectionFailure(cause: Error, { baseUrl, variable, usage, ...context }: ServerContext): ModelError {
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
export function saidNothingFailure(body: string, againMs: number | undefined, context: ServerContext): ModelError {
  const said = clean(body, context).slice(0, 300) || '(nothing)';
  return unavailable(`The model server at ${context.baseUrl} answered`, { label: 'without a reply', said, againMs }, context);
}

function unavailable(
  what: string,
  { label, said, againMs, cause, status }: Omit<ServerReport, 'status'> & Partial<Pick<ServerReport, 'status'>>,
  { usage }: Pick<ServerContext, 'usage'>,
): ModelError {
  const message = `${what} ${label}${againMs === undefined ? '' : `, ${againText(againMs)}`}: ${said}`;
  return new ModelError('model-unavailable', message, {
    ...{ retryable: true, isAway: status !== undefined, usage, retryAfterMs: againMs, cause },
  });
}

/** What a server wrote, as a message may quote it (failure-3). */
export function clean(text: string, { secrets }: Pick<ServerContext, 'secrets'>): string {
  return maskOf(secrets)(text)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, messageLimit);
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
