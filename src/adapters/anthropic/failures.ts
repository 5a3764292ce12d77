// Maps failures of Anthropic's Messages API to ours, by the rules of openai/failures.ts: what the user can correct is not retried, time helps with the rest, and no message has the key.
import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import { noUsage } from '../../domain/budget/usage.js';
import { ModelError } from '../../ports/model-errors.js';
import { innermost } from '../innermost.js';
import { AnswerTooLargeError } from '../limited-fetch.js';
import { clean, retryAfterMs } from '../openai/failures.js';
import { givenText } from '../openai/wire.js';
import { computerToolTypes, type ComputerToolType } from './tool-types.js';

export interface FailureContext {
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly tool: ComputerToolType;
  readonly timeoutMs: number;
}

const errorSchema = z.object({ error: z.object({ type: givenText, message: givenText }) });
const momentary = new Set([408, 409, 425]);

type Advice = (context: FailureContext) => string;
const support: Advice = ({ model, tool }) =>
  `Check whether ${model} has ${tool}: model.anthropic.tool may be ${computerToolTypes.filter((each) => each !== tool).join(' or ')}; without the tool set model.computer to none.`;
const redirect: Advice = () => 'It wants the prompt sent elsewhere, which is never done: set ANTHROPIC_BASE_URL to the final address.';
const advice: Readonly<Record<number, Advice>> = {
  301: redirect,
  302: redirect,
  303: redirect,
  307: redirect,
  308: redirect,
  400: support,
  401: () => 'Check ANTHROPIC_API_KEY.',
  403: () => 'Check what ANTHROPIC_API_KEY may use: workspace, model.',
  404: (context) => `Check STEADYHAND_MODEL_APP and ANTHROPIC_BASE_URL (it has no /v1). ${support(context)}`,
  413: () => 'The request is too large for this server: lower imageMaxSide.',
  422: support,
};

/** `sdk`: the loaded package, whose classes tell what happened. */
export function messagesFailure(error: unknown, context: FailureContext, sdk: typeof Anthropic): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof sdk.APIConnectionTimeoutError) return timeoutFailure(context);
  if (error instanceof sdk.APIError && typeof error.status === 'number') {
    const said = errorSchema.safeParse(error.error).data?.error;
    const text = clean(said?.message ?? error.message.replace(/^\d{3} /, ''), context);
    return reportedFailure({ status: error.status, text, headers: error.headers, cause: error }, context);
  }
  const connection = error instanceof sdk.APIConnectionError;
  if (connection && error.cause instanceof AnswerTooLargeError)
    return new ModelError('model-invalid-reply', `The model server at ${context.baseUrl} sent too much: ${error.cause.message}`, {
      retryable: false,
      cause: error,
    });
  const because = connection ? innermost(error) : error instanceof Error ? error.message : String(error);
  return unavailable(
    `The model server at ${context.baseUrl} cannot be reached (${clean(because, context)}). Check ANTHROPIC_BASE_URL and the network.`,
    undefined,
    error,
  );
}

export function timeoutFailure({ model, timeoutMs }: FailureContext): ModelError {
  return new ModelError('model-unavailable', `${model} did not answer within ${timeoutMs} ms. A slow model needs a higher timeoutMs.`, {
    retryable: true,
  });
}

/** Of 200, without a message in it. */
export function emptyAnswerFailure(body: string, context: FailureContext): ModelError {
  return unavailable(
    `The model server at ${context.baseUrl} answered without a reply: ${clean(body, context).slice(0, 300) || '(nothing)'}`,
    undefined,
    undefined,
  );
}

interface Report {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers | undefined;
  readonly cause: unknown;
}

function reportedFailure({ status, text, headers, cause }: Report, context: FailureContext): ModelError {
  const { model, baseUrl } = context;
  if (status === 402)
    return new ModelError(
      'model-rate-limited',
      `The credit for ${model} is used up (402): ${text} Check plan and billing of ANTHROPIC_API_KEY.`,
      { retryable: false, usage: noUsage, cause },
    );
  if (status === 429) {
    const wait = retryAfterMs(headers);
    return new ModelError(
      'model-rate-limited',
      `${model} is rate limited (429)${wait === undefined ? '' : `, again in ${wait} ms`}: ${text}`,
      {
        retryable: true,
        usage: noUsage,
        ...(wait === undefined ? {} : { retryAfterMs: wait }),
        cause,
      },
    );
  }
  if (status >= 500 || momentary.has(status))
    return unavailable(`The model server at ${baseUrl} answered ${status}: ${text}`, headers, cause);
  return new ModelError(
    'model-request-rejected',
    `The model server at ${baseUrl} rejected the request for ${model} with ${status}: ${text} ${advice[status]?.(context) ?? ''}`.trim(),
    { retryable: false, usage: noUsage, cause },
  );
}

function unavailable(message: string, headers: Headers | undefined, cause: unknown): ModelError {
  const wait = retryAfterMs(headers);
  return new ModelError('model-unavailable', message, {
    retryable: true,
    usage: noUsage,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    cause,
  });
}
