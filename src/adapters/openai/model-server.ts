// Maps failures of OpenAI's APIs, and of servers that resemble them, to ours (server-failures.ts).
//
// failure-5. An error inside an answer of 200 is judged as the status that it stands for.

import { createParser } from 'eventsource-parser';
import OpenAI, { APIError } from 'openai';
import { ModelError } from '../../ports/model.js';
import {
  adviceOnRedirects,
  clean,
  reportedFailure,
  saidNothingFailure,
  textOf,
  connectionFailure,
  usedUpFailure,
  longWords,
  type Advice,
  type ServerContext,
  type ServerReport,
  timeoutFailure,
} from '../model-kit/server-failures.js';
import { serverPlace, serverSecrets, splitAddress } from '../model-kit/server-address.js';
import { errorIn, fetchAnswer, withAgain } from '../model-kit/server-reports.js';
import { structuredOutputs, type StructuredOutput, type Prompt } from '../model-kit/prompt.js';
import { brokenStream, modelApis, type Answer, type ModelApi, type Said, type Wire } from './wire.js';
import type { Prices } from '../../domain/budget/prices.js';
import { addUsage, noUsage, type Usage } from '../../domain/budget/usage.js';
import { recordOf } from '../../domain/checks/read-stored.js';
import { providerOf, type CalledModel } from '../../domain/telemetry/chat-span.js';
import { chatCompletions } from './chat-completions.js';
import { parseJson } from '../model-kit/json-reply.js';
import { meteredUsage, type Metered } from '../model-kit/metered-usage.js';
import { responses } from './responses.js';

interface FailureContext extends ServerContext {
  readonly api: ModelApi;
  readonly structuredOutput: StructuredOutput;
  /** Asked by the computer tool, which needs neither of them. */
  readonly byTool?: boolean;
  /** Where what proves who asks is set. */
  readonly keys: string;
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
const keyCodes = new Set(['API_KEY_INVALID', 'invalid_api_key']);
const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached']);

type Say = (context: FailureContext) => string;
const checkKey: Say = ({ keys }) => `Check ${keys}.`;
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
  401: checkKey,
  403: ({ keys }) => `Check what ${keys} may use: project, region, model.`,
  404: address,
  405: address,
  413: () => 'The prompt is too large for this server: lower imageMaxSide, or use a model with a larger context.',
  422: support,
};

export function modelFailure(error: unknown, context: FailureContext): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof APIError && typeof error.status === 'number') {
    const { status, code, headers } = error;
    // The package puts the status first.
    const said = clean(textOf(error).replace(/^\d{3} /, ''), context);
    return failureOf({ status, label: `${status}`, code, said, headers, cause: error }, context);
  }
  return connectionFailure(error instanceof Error ? error : new Error(String(error)), 'OPENAI_BASE_URL', context);
}

/** Of 200, without anything said: a failure that is reported inside, a web page, or an answer of a server that only resembles OpenAI's. */
function emptyAnswerFailure(
  { error }: Pick<Answer, 'error'>,
  { body, headers }: { readonly body: string; readonly headers: Headers },
  context: FailureContext,
): ModelError {
  const [report] = [parseJson(body)].flat();
  const told = error ?? errorIn(recordOf(report)?.['error']);
  if (!told) return saidNothingFailure(body, headers, context);
  const { code, message, againMs } = told;
  const said = clean(message, context).slice(0, 300);
  const label = code === undefined ? 'an error' : clean(`${code}`, context);
  return failureOf({ status: statusOf(code, said), label, code, said, headers: withAgain(headers, againMs) }, context);
}

/** failure-5. What nobody knows counts as an overloaded server. LM Studio has no codes. */
function statusOf(code: string | number | undefined, said: string): number {
  if (code === undefined && /unexpected endpoint/i.test(said)) return 404;
  if (code === undefined && longWords.test(said)) return 400;
  if (typeof code === 'number') return code >= 400 && code < 600 ? code : 500;
  if (code === 'rate_limit_exceeded' || quotaCodes.has(code ?? '')) return 429;
  return /^(invalid|unsupported|empty)_|image|mismatch/.test(code ?? '') ? 400 : 500;
}

function failureOf(report: ServerReport, context: FailureContext): ModelError {
  const { model, usage, keys } = context;
  const { code, status } = report;
  if (typeof code === 'string' && refusalCodes.has(code))
    return new ModelError('model-refused', `${model} refused: ${report.said}`, { retryable: false, usage, cause: report.cause });
  if (status === 402) return usedUpFailure('credit', keys, report, context);
  if (status === 429 && typeof code === 'string' && quotaCodes.has(code)) return usedUpFailure('quota', keys, report, context);
  if (typeof code === 'string' && slipCodes.has(code))
    return new ModelError('model-invalid-reply', `${model} gave no usable answer: ${report.said}`, {
      ...{ retryable: true, usage, cause: report.cause },
    });
  const isKey = typeof code === 'string' && keyCodes.has(code);
  return reportedFailure(report, context, isKey ? { ...advice, [status]: checkKey } : advice);
}

function others<T extends string>(all: readonly T[], current: T): string {
  const rest = all.filter((each) => each !== current);
  return [rest.slice(0, -1).join(', '), ...rest.slice(-1)].filter(Boolean).join(' or ');
}

// The provider's server: one prompt there, one turn back, or a `ModelError`.
//
// model-1. The package never retries: Temporal does, and counts.

interface ModelServerOptions {
  readonly apiKey: string | undefined;
  /** Default: OpenAI's. A self-hosted server needs no key. */
  readonly baseUrl: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly api: ModelApi;
  readonly prices: Prices;
  readonly timeoutMs: number;
}

export interface Turn extends Said, Metered {
  readonly model: string;
}

export interface ModelServer {
  /** Where questions go, for spans. */
  readonly place: Omit<CalledModel, 'model'>;
  /** What no message may carry. */
  readonly secrets: readonly string[];
  /** Throws where nothing can be sent. */
  connect(): OpenAI;
  /** `spent`: what the failure of this turn reports besides its own. */
  ask(prompt: Prompt, options: Asking): Promise<Turn>;
}

/** `wire`: of the computer tool, in place of the configured API's. */
interface Asking {
  readonly signal: AbortSignal;
  readonly spent: Usage;
  readonly wire?: Wire;
}

const openAiUrl = 'https://api.openai.com/v1';
const wires = { 'chat-completions': chatCompletions, responses } as const satisfies Record<ModelApi, Wire>;

export function createModelServer({ apiKey, baseUrl, headers, api, prices, timeoutMs }: ModelServerOptions): ModelServer {
  const { address, query } = splitAddress(baseUrl ?? openAiUrl);
  const secrets = serverSecrets({ apiKey, baseUrl, headers });
  const named = [...(apiKey ? ['OPENAI_API_KEY'] : []), ...(Object.keys(headers).length > 0 ? ['model.headers'] : [])];
  const server = { baseUrl: address, secrets, keys: named.join(' and ') || 'OPENAI_API_KEY', api, timeoutMs };
  let client: OpenAI | undefined;

  function connect(): OpenAI {
    if (!apiKey && baseUrl === undefined) {
      throw new ModelError(
        'model-not-configured',
        'OPENAI_API_KEY is not set. Set it, or set OPENAI_BASE_URL to a server that needs none.',
        { retryable: false },
      );
    }
    client ??= new OpenAI({
      ...{ apiKey: apiKey || 'none', baseURL: address, maxRetries: 0, timeout: timeoutMs, fetch: fetchAnswer },
      defaultQuery: query,
      defaultHeaders: { ...(apiKey ? {} : { authorization: null }), ...headers },
    });
    return client;
  }

  async function ask(prompt: Prompt, { signal, spent, wire: tool }: Asking): Promise<Turn> {
    const wire = tool ?? wires[api];
    const { model, structuredOutput } = prompt;
    const context = { ...server, model, structuredOutput, usage: spent, byTool: tool !== undefined };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      // The package's own timeout ends with the headers; this one also covers a stalled body.
      const response = await wire.send(connect(), prompt, { signal: AbortSignal.any([signal, timeout]) });
      return turnOf(prompt, { body: await response.text(), headers: response.headers }, { wire, prices, context });
    } catch (error) {
      signal.throwIfAborted();
      throw timeout.aborted || error instanceof OpenAI.APIConnectionTimeoutError ? timeoutFailure(context) : modelFailure(error, context);
    }
  }

  const place = serverPlace(address);
  return { secrets, connect, ask, place: { provider: providerOf(place.address ?? ''), ...place } };
}

/** Events of a stream: no answer that is read has so many. */
const mostEvents = 100_000;

/** Some servers stream, whatever they are asked for. */
function streamed(body: string, { joined }: Pick<Wire, 'joined'>): unknown {
  const events: unknown[] = [];
  let isWhole = false;
  let isBroken = false;
  const parser = createParser({
    onEvent({ event, data }) {
      if (isBroken) return;
      isWhole ||= data.trim() === '[DONE]';
      const isObject = data.trimStart().startsWith('{');
      const told = isObject ? parseJson(data) : undefined;
      const isError = event === 'error' || recordOf(told)?.['type'] === 'error';
      events.push(isError && recordOf(told)?.['error'] === undefined ? { error: told ?? data } : told);
      // Half an event, and no more are read than matter.
      isBroken = (told === undefined && isObject) || events.length > mostEvents;
      if (isBroken) events.push({ error: { message: brokenStream } });
    },
  });
  // A lone carriage return ends a line, too, and would cost the parser a search of the whole rest.
  parser.feed(body.replace(/\r\n?/g, '\n'));
  parser.reset({ consume: true });
  return events.length > 0 ? joined(events, isWhole) : undefined;
}

function turnOf(
  prompt: Prompt,
  response: { readonly body: string; readonly headers: Headers },
  { wire, prices, context }: { readonly wire: Wire; readonly prices: Prices; readonly context: FailureContext },
): Turn {
  const answer = wire.read(parseJson(response.body) ?? streamed(response.body, wire));
  const metered = meteredUsage(answer, prompt, prices);
  if (!answer.said) {
    const own = answer.tokens ? metered.usage : noUsage;
    throw emptyAnswerFailure(answer, response, { ...context, usage: addUsage(context.usage, own) });
  }
  return { ...answer.said, model: answer.model || prompt.model, ...metered };
}
