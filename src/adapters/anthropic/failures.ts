// Maps failures of Anthropic's Messages API to ours (server-failures.ts).
import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import { ModelError } from '../../ports/model-errors.js';
import { innermost } from '../model-kit/innermost.js';
import { AnswerTooLargeError } from '../model-kit/limited-fetch.js';
import { givenText } from '../openai/wire.js';
import {
  adviceOnRedirects,
  clean,
  reportedFailure,
  textOf,
  timeoutFailure,
  tooLargeFailure,
  unreachableFailure,
  usedUpFailure,
  type Advice,
  type ServerContext,
} from '../model-kit/server-failures.js';
import { computerToolTypes, type ComputerToolType } from './tool-types.js';

export interface FailureContext extends ServerContext {
  readonly tool: ComputerToolType;
}

const errorSchema = z.object({ error: z.object({ type: givenText, message: givenText }) });

const support = ({ model, tool }: FailureContext): string =>
  `Check whether ${model} has ${tool}: model.anthropic.tool may be ${computerToolTypes.filter((each) => each !== tool).join(' or ')}; without the tool set model.computer to none.`;
const advice: Advice<FailureContext> = {
  ...adviceOnRedirects('ANTHROPIC_BASE_URL'),
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
    const { status, headers } = error;
    const text = errorSchema.safeParse(error.error).data?.error.message ?? error.message.replace(/^\d{3} /, '');
    const report = { status, label: `${status}`, said: clean(text, context), headers, cause: error };
    return status === 402 ? usedUpFailure('credit', 'ANTHROPIC_API_KEY', report, context) : reportedFailure(report, context, advice);
  }
  const isConnection = error instanceof sdk.APIConnectionError;
  if (isConnection && error.cause instanceof AnswerTooLargeError) return tooLargeFailure(error.cause, error, context);
  return unreachableFailure(isConnection ? innermost(error) : textOf(error), 'ANTHROPIC_BASE_URL', error, context);
}
