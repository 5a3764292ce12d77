// Maps a provider's failures to ours. The code says what can help: the user (rejected, not configured), time (rate limit, unavailable),
// nothing (refused).
//
// failure-1. 400, 401, 403, 404, 422 and other 4xx: not retried with the same request. 408, 409, 425: transient, retried.
// failure-2. 429 waits for `Retry-After`; a 429 that reports an exhausted quota is never retried.
// failure-3. No message carries the API key, nor characters that a terminal would obey.
// failure-4. A redirect is rejected: it would send prompt and key elsewhere (LK50).
// failure-5. An error inside an answer of 200 is judged as the status that it stands for.
import { APIConnectionError, APIError } from 'openai';
import type { Usage } from '../../domain/budget/usage.js';
import { ModelError } from '../../ports/model-errors.js';
import { innermost } from '../innermost.js';
import { AnswerTooLargeError } from '../limited-fetch.js';
import { structuredOutputs, type StructuredOutput } from './prompt.js';
import { modelApis, type Answer, type ModelApi } from './wire.js';

export interface FailureContext {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly api: ModelApi;
  readonly structuredOutput: StructuredOutput;
  /** FL22: asked by the computer tool, which needs neither of them. */
  readonly byTool?: boolean;
  readonly timeoutMs: number;
  /** Tokens spent so far, such as by the first turn of a repair. */
  readonly usage: Usage;
}

const messageLimit = 500;
const momentary = new Set([408, 409, 425]);
const refusalCodes = new Set([
  'content_filter',
  'content_policy_violation',
  'image_content_policy_violation',
  'bio_policy',
  // A prompt that was flagged, whatever the name says.
  'invalid_prompt',
]);
const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached']);

type Advice = (context: FailureContext) => string;
const redirect: Advice = () => 'It wants the prompt sent elsewhere, which is never done: set OPENAI_BASE_URL to the final address.';
const otherApi: Advice = ({ api }) =>
  `model.api is ${api}; where the server or the model has only the other, set ${others(modelApis, api)}.`;
const noTool: Advice = ({ model }) =>
  `Check whether ${model} has OpenAI's computer tool on this server; without it set model.computer to none.`;
const address: Advice = (context) =>
  `Check STEADYHAND_MODEL and OPENAI_BASE_URL (it usually ends in /v1). ${(context.byTool ? noTool : otherApi)(context)}`;
const support: Advice = (context) => (context.byTool ? noTool : otherWays)(context);
const otherWays: Advice = ({ api, structuredOutput }) =>
  `Check the model name and what this server supports: model.structuredOutput is ${structuredOutput}, and may be ${others(structuredOutputs, structuredOutput)}; ` +
  `model.api is ${api}, and may be ${others(modelApis, api)}; model.images may be false.`;
const advice: Readonly<Record<number, Advice>> = {
  301: redirect,
  302: redirect,
  303: redirect,
  307: redirect,
  308: redirect,
  400: support,
  401: () => 'Check OPENAI_API_KEY.',
  403: () => 'Check what OPENAI_API_KEY may use: project, region, model.',
  404: address,
  405: address,
  413: () => 'The prompt is too large for this server: lower imageMaxSide, or use a model with a larger context.',
  422: support,
};

/** What a server reports, with a status or within an answer. */
interface Report {
  readonly status: number;
  /** The status, or the code that stands for it. */
  readonly label: string;
  readonly code: unknown;
  readonly said: string;
  readonly headers: Headers | undefined;
  readonly cause?: unknown;
}

export function modelFailure(error: unknown, context: FailureContext): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof APIError && typeof error.status === 'number') {
    const { status, code, headers } = error;
    // The package puts the status first.
    const said = clean(textOf(error).replace(/^\d{3} /, ''), context);
    return reportedFailure({ status, label: `${status}`, code, said, headers, cause: error }, context);
  }
  if (error instanceof APIConnectionError && error.cause instanceof AnswerTooLargeError)
    return new ModelError('model-invalid-reply', `The model server at ${context.baseUrl} sent too much: ${error.cause.message}`, {
      retryable: false,
      usage: context.usage,
      cause: error,
    });
  const because = error instanceof APIConnectionError ? innermost(error) : textOf(error);
  return unavailable(
    `The model server at ${context.baseUrl} cannot be reached (${clean(because, context)}). Check OPENAI_BASE_URL and the network.`,
    { headers: undefined, cause: error },
    context,
  );
}

export function timeoutFailure({ model, timeoutMs, usage }: FailureContext): ModelError {
  return new ModelError('model-unavailable', `${model} did not answer within ${timeoutMs} ms. A slow model needs a higher timeoutMs.`, {
    retryable: true,
    usage,
  });
}

/** Of 200, without anything said: a failure that is reported inside, a web page, or an answer of a server that only resembles OpenAI's. */
export function emptyAnswerFailure(
  { error }: Pick<Answer, 'error'>,
  { body, headers }: { readonly body: string; readonly headers: Headers },
  context: FailureContext,
): ModelError {
  const said = clean(error?.message ?? body, context).slice(0, 300);
  if (error) {
    const { code } = error;
    return reportedFailure(
      { status: statusOf(code), label: code === undefined ? 'an error' : clean(`${code}`, context), code, said, headers },
      context,
    );
  }
  return unavailable(`The model server at ${context.baseUrl} answered without a reply: ${said || '(nothing)'}`, { headers }, context);
}

/** failure-5. What nobody knows counts as an overloaded server. */
function statusOf(code: string | number | undefined): number {
  if (typeof code === 'number') return code >= 400 && code < 600 ? code : 500;
  if (code === 'rate_limit_exceeded' || quotaCodes.has(code ?? '')) return 429;
  return /^(invalid|unsupported|empty)_|image|mismatch/.test(code ?? '') ? 400 : 500;
}

function reportedFailure(report: Report, context: FailureContext): ModelError {
  const { status, label, code, said, headers, cause } = report;
  const { model, baseUrl, usage } = context;
  if (typeof code === 'string' && refusalCodes.has(code))
    return new ModelError('model-refused', `${model} refused: ${said}`, { retryable: false, usage, cause });
  if (status === 429) return rateLimited(report, context);
  if (status >= 500 || momentary.has(status))
    return unavailable(`The model server at ${baseUrl} answered ${label}: ${said}`, { headers, cause }, context);
  return new ModelError(
    'model-request-rejected',
    `The model server at ${baseUrl} rejected the request for ${model} with ${label}: ${said} ${advice[status]?.(context) ?? ''}`.trim(),
    { retryable: false, usage, cause },
  );
}

function rateLimited({ label, code, said, headers, cause }: Report, { model, usage }: FailureContext): ModelError {
  if (typeof code === 'string' && quotaCodes.has(code)) {
    return new ModelError(
      'model-rate-limited',
      `The quota for ${model} is used up (${label}): ${said} Check plan and billing of OPENAI_API_KEY.`,
      { retryable: false, usage, cause },
    );
  }
  const wait = retryAfterMs(headers);
  return new ModelError(
    'model-rate-limited',
    `${model} is rate limited (${label})${wait === undefined ? '' : `, again in ${wait} ms`}: ${said}`,
    { retryable: true, usage, ...(wait === undefined ? {} : { retryAfterMs: wait }), cause },
  );
}

function unavailable(message: string, { headers, cause }: Pick<Report, 'headers' | 'cause'>, { usage }: FailureContext): ModelError {
  const wait = retryAfterMs(headers);
  return new ModelError('model-unavailable', message, {
    retryable: true,
    usage,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    cause,
  });
}

/** `retry-after-ms`, or `Retry-After` in seconds or as an HTTP date; undefined when there is none. */
export function retryAfterMs(headers: Headers | undefined, now: number = Date.now()): number | undefined {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(milliseconds)) return Math.max(0, Math.ceil(milliseconds));
  const value = headers?.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function others<T extends string>(all: readonly T[], current: T): string {
  const rest = all.filter((each) => each !== current);
  return [rest.slice(0, -1).join(', '), ...rest.slice(-1)].filter(Boolean).join(' or ');
}

/** What a server wrote, as a message may quote it (failure-3). */
export function clean(text: string, { apiKey }: Pick<FailureContext, 'apiKey'>): string {
  const hidden = apiKey === '' ? text : text.replaceAll(apiKey, '•••');
  return hidden
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, messageLimit);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
