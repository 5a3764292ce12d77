// Maps failures of OpenAI's APIs, and of servers that resemble them, to ours (server-failures.ts).
//
// failure-5. An error inside an answer of 200 is judged as the status that it stands for.
import { APIConnectionError, APIError } from 'openai';
import { ModelError } from '../../ports/model-errors.js';
import { innermost } from '../model-kit/innermost.js';
import { AnswerTooLargeError } from '../model-kit/limited-fetch.js';
import {
  adviceOnRedirects,
  clean,
  reportedFailure,
  saidNothingFailure,
  textOf,
  tooLargeFailure,
  unreachableFailure,
  usedUpFailure,
  type Advice,
  type ServerContext,
  type ServerReport,
} from '../model-kit/server-failures.js';
import { structuredOutputs, type StructuredOutput } from './prompt.js';
import { modelApis, type Answer, type ModelApi } from './wire.js';

export interface FailureContext extends ServerContext {
  readonly api: ModelApi;
  readonly structuredOutput: StructuredOutput;
  /** Asked by the computer tool, which needs neither of them. */
  readonly byTool?: boolean;
}

const refusalCodes = new Set([
  'content_filter',
  'content_policy_violation',
  'image_content_policy_violation',
  'bio_policy',
  // A prompt that was flagged, whatever the name says.
  'invalid_prompt',
]);
const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached']);

type Say = (context: FailureContext) => string;
const otherApi: Say = ({ api }) => `model.api is ${api}; where the server or the model has only the other, set ${others(modelApis, api)}.`;
const noTool: Say = ({ model }) =>
  `Check whether ${model} has OpenAI's computer tool on this server; without it set model.computer to none.`;
const address: Say = (context) =>
  `Check STEADYHAND_MODEL and OPENAI_BASE_URL (it usually ends in /v1). ${(context.byTool ? noTool : otherApi)(context)}`;
const support: Say = (context) => (context.byTool ? noTool : otherWays)(context);
const otherWays: Say = ({ api, structuredOutput }) =>
  `Check the model name and what this server supports: model.structuredOutput is ${structuredOutput}, and may be ${others(structuredOutputs, structuredOutput)}; ` +
  `model.api is ${api}, and may be ${others(modelApis, api)}; model.images may be false.`;
const advice: Advice<FailureContext> = {
  ...adviceOnRedirects('OPENAI_BASE_URL'),
  400: support,
  401: () => 'Check OPENAI_API_KEY.',
  403: () => 'Check what OPENAI_API_KEY may use: project, region, model.',
  404: address,
  405: address,
  413: () => 'The prompt is too large for this server: lower imageMaxSide, or use a model with a larger context.',
  422: support,
};

interface Report extends ServerReport {
  readonly code: unknown;
}

export function modelFailure(error: unknown, context: FailureContext): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof APIError && typeof error.status === 'number') {
    const { status, code, headers } = error;
    // The package puts the status first.
    const said = clean(textOf(error).replace(/^\d{3} /, ''), context);
    return failureOf({ status, label: `${status}`, code, said, headers, cause: error }, context);
  }
  if (error instanceof APIConnectionError && error.cause instanceof AnswerTooLargeError)
    return tooLargeFailure(error.cause, error, context);
  return unreachableFailure(error instanceof APIConnectionError ? innermost(error) : textOf(error), 'OPENAI_BASE_URL', error, context);
}

/** Of 200, without anything said: a failure that is reported inside, a web page, or an answer of a server that only resembles OpenAI's. */
export function emptyAnswerFailure(
  { error }: Pick<Answer, 'error'>,
  { body, headers }: { readonly body: string; readonly headers: Headers },
  context: FailureContext,
): ModelError {
  if (!error) return saidNothingFailure(body, headers, context);
  const { code } = error;
  const said = clean(error.message ?? body, context).slice(0, 300);
  return failureOf(
    { status: statusOf(code), label: code === undefined ? 'an error' : clean(`${code}`, context), code, said, headers },
    context,
  );
}

/** failure-5. What nobody knows counts as an overloaded server. */
function statusOf(code: string | number | undefined): number {
  if (typeof code === 'number') return code >= 400 && code < 600 ? code : 500;
  if (code === 'rate_limit_exceeded' || quotaCodes.has(code ?? '')) return 429;
  return /^(invalid|unsupported|empty)_|image|mismatch/.test(code ?? '') ? 400 : 500;
}

function failureOf({ code, ...report }: Report, context: FailureContext): ModelError {
  const { model, usage } = context;
  if (typeof code === 'string' && refusalCodes.has(code))
    return new ModelError('model-refused', `${model} refused: ${report.said}`, { retryable: false, usage, cause: report.cause });
  if (report.status === 429 && typeof code === 'string' && quotaCodes.has(code))
    return usedUpFailure('quota', 'OPENAI_API_KEY', report, context);
  return reportedFailure(report, context, advice);
}

function others<T extends string>(all: readonly T[], current: T): string {
  const rest = all.filter((each) => each !== current);
  return [rest.slice(0, -1).join(', '), ...rest.slice(-1)].filter(Boolean).join(' or ');
}
