// Maps a provider's failures to ours. The code says what can help: the user (rejected, not configured), time (rate limit, unavailable),
// nothing (refused).
//
// failure-1. 400, 401, 403, 404, 422 and other 4xx: not retried with the same request. 408, 409, 425: transient, retried.
// failure-2. 429 waits for `Retry-After`; a 429 that reports an exhausted quota is never retried.
// failure-3. No message carries the API key, nor characters that a terminal would obey.
// failure-4. A redirect is rejected: it would send prompt and key elsewhere (LK50).
import { APIConnectionError, APIError } from 'openai';
import type { Usage } from '../../domain/budget/usage.js';
import { ModelError } from '../../ports/model-errors.js';
import { innermost } from '../innermost.js';
import { AnswerTooLargeError } from './limited-fetch.js';

export interface FailureContext {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  /** Tokens spent so far, such as by the first turn of a repair. */
  readonly usage: Usage;
}

const messageLimit = 500;
const redirect = 'It wants the prompt sent elsewhere, which is never done: set OPENAI_BASE_URL to the final address.';
const momentary = new Set([408, 409, 425]);
const advice: Readonly<Record<number, string>> = {
  301: redirect,
  302: redirect,
  303: redirect,
  307: redirect,
  308: redirect,
  400: 'Check the model name and what this server supports (structuredOutput: json-schema, json-object or text; images).',
  401: 'Check OPENAI_API_KEY.',
  403: 'Check what OPENAI_API_KEY may use: project, region, model.',
  404: 'Check STEADYHAND_MODEL and OPENAI_BASE_URL (it usually ends in /v1).',
  413: 'The prompt is too large for this server: lower imageMaxSide, or use a model with a larger context.',
  422: 'Check what this server supports (structuredOutput: json-schema, json-object or text; images).',
};

export function modelFailure(error: unknown, context: FailureContext): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof APIError && typeof error.status === 'number') return statusFailure(error.status, error, context);
  if (error instanceof APIConnectionError && error.cause instanceof AnswerTooLargeError)
    return new ModelError('model-invalid-reply', `The model server at ${context.baseUrl} sent too much: ${error.cause.message}`, {
      retryable: false,
      usage: context.usage,
      cause: error,
    });
  const because = error instanceof APIConnectionError ? innermost(error) : textOf(error);
  return unavailable(
    `The model server at ${context.baseUrl} cannot be reached (${clean(because, context)}). Check OPENAI_BASE_URL and the network.`,
    error,
    context,
  );
}

export function timeoutFailure({ model, timeoutMs, usage }: FailureContext): ModelError {
  return new ModelError('model-unavailable', `${model} did not answer within ${timeoutMs} ms. A slow model needs a higher timeoutMs.`, {
    retryable: true,
    usage,
  });
}

/** An answer of 200 without a choice, as servers that only resemble OpenAI's give when theirs is overloaded. */
export function choicelessFailure(completion: object, context: FailureContext): ModelError {
  const said = clean(JSON.stringify(('error' in completion && completion.error) || completion), context).slice(0, 300);
  return new ModelError('model-unavailable', `The model server answered without a choice: ${said}`, {
    retryable: true,
    usage: context.usage,
  });
}

function statusFailure(status: number, error: APIError, context: FailureContext): ModelError {
  const { model, usage } = context;
  const said = clean(textOf(error), context);
  if (error.code === 'content_filter' || error.code === 'content_policy_violation')
    return new ModelError('model-refused', `${model} refused: ${said}`, { retryable: false, usage, cause: error });
  if (status === 429) return rateLimited(said, error, context);
  if (status >= 500 || momentary.has(status)) {
    return unavailable(`The model server at ${context.baseUrl} answered ${status}: ${said}`, error, context, retryAfterMs(error.headers));
  }
  return new ModelError(
    'model-request-rejected',
    `The model server at ${context.baseUrl} rejected the request for ${model} with ${status}: ${said} ${advice[status] ?? ''}`.trim(),
    {
      retryable: false,
      usage,
      cause: error,
    },
  );
}

function rateLimited(said: string, error: APIError, { model, usage }: FailureContext): ModelError {
  if (error.code === 'insufficient_quota' || error.code === 'billing_hard_limit_reached') {
    return new ModelError(
      'model-rate-limited',
      `The quota for ${model} is used up (429): ${said} Check plan and billing of OPENAI_API_KEY.`,
      { retryable: false, usage, cause: error },
    );
  }
  const wait = retryAfterMs(error.headers);
  return new ModelError(
    'model-rate-limited',
    `${model} is rate limited (429)${wait === undefined ? '' : `, again in ${wait} ms`}: ${said}`,
    {
      retryable: true,
      usage,
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
      cause: error,
    },
  );
}

function unavailable(message: string, cause: unknown, { usage }: FailureContext, wait?: number): ModelError {
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

function clean(text: string, { apiKey }: FailureContext): string {
  const hidden = apiKey === '' ? text : text.replaceAll(apiKey, '•••');
  return hidden
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, messageLimit);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
