// The provider's server: one prompt there, one turn back, or a `ModelError`.
//
// model-1. The package never retries: Temporal does, and counts.
import OpenAI from 'openai';
import type { Prices } from '../../domain/budget/prices.js';
import { addUsage, noUsage, type Usage } from '../../domain/budget/usage.js';
import { providerOf, type AskedModel } from '../../domain/telemetry/chat-span.js';
import { ModelError } from '../../ports/model-errors.js';
import { chatCompletions } from './chat-completions.js';
import { timeoutFailure } from '../model-kit/server-failures.js';
import { emptyAnswerFailure, modelFailure, type FailureContext } from './failures.js';
import { parseJson } from './json-reply.js';
import { limitedFetch } from '../model-kit/limited-fetch.js';
import { serverPlace } from '../model-kit/server-place.js';
import { meteredUsage, type Metered } from './metered-usage.js';
import type { Prompt } from './prompt.js';
import { responses } from './responses.js';
import type { ModelApi, Said, Wire } from './wire.js';

export interface ModelServerOptions {
  readonly apiKey: string | undefined;
  /** Default: OpenAI's. A self-hosted server needs no key. */
  readonly baseUrl: string | undefined;
  readonly api: ModelApi;
  readonly prices: Prices;
  readonly timeoutMs: number;
}

export interface Turn extends Said, Metered {
  readonly model: string;
}

export interface ModelServer {
  /** Where questions go, for spans. */
  readonly place: Omit<AskedModel, 'model'>;
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

export function createModelServer({ apiKey, baseUrl, api, prices, timeoutMs }: ModelServerOptions): ModelServer {
  const address = baseUrl ?? openAiUrl;
  let client: OpenAI | undefined;

  function connect(): OpenAI {
    if (!apiKey && baseUrl === undefined) {
      throw new ModelError(
        'model-not-configured',
        'OPENAI_API_KEY is not set. Set it, or set OPENAI_BASE_URL to a server that needs none.',
        { retryable: false },
      );
    }
    client ??= new OpenAI({ apiKey: apiKey || 'none', baseURL: address, maxRetries: 0, timeout: timeoutMs, fetch: limitedFetch });
    return client;
  }

  async function ask(prompt: Prompt, { signal, spent, wire: tool }: Asking): Promise<Turn> {
    const wire = tool ?? wires[api];
    const { model, structuredOutput } = prompt;
    const context = {
      model,
      structuredOutput,
      baseUrl: address,
      apiKey: apiKey ?? '',
      api,
      timeoutMs,
      usage: spent,
      byTool: tool !== undefined,
    };
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
  return { connect, ask, place: { provider: providerOf(place.address ?? ''), ...place } };
}

function turnOf(
  prompt: Prompt,
  response: { readonly body: string; readonly headers: Headers },
  { wire, prices, context }: { readonly wire: Wire; readonly prices: Prices; readonly context: FailureContext },
): Turn {
  const answer = wire.read(parseJson(response.body));
  const metered = meteredUsage(answer, prompt, prices);
  if (!answer.said) {
    const own = answer.tokens ? metered.usage : noUsage;
    throw emptyAnswerFailure(answer, response, { ...context, usage: addUsage(context.usage, own) });
  }
  return { ...answer.said, model: answer.model || prompt.model, ...metered };
}
