// Anthropic's server: one question there, one turn back, or a `ModelError`. The package is loaded with the first question: only who has set this tool needs it.
//
// messages-1. The package never retries: Temporal does, and counts.
// messages-2. It has the key that it is given and no other, traces nothing and logs nothing: our own spans tell a question, and its log would have the prompt.

import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import type { Prices } from '../../domain/budget/prices.js';
import { noUsage } from '../../domain/budget/usage.js';
import { tokensOfPatches, longestSideThatFits } from '../../domain/computer/picture-places.js';
import type { CalledModel } from '../../domain/telemetry/chat-span.js';
import { ModelError, type ComputerTool } from '../../ports/model.js';
import { type ComputerPrompt, createComputerTool, type ComputerToolOptions } from '../model-kit/computer-tool.js';
import { serverPlace, serverSecrets, splitAddress } from '../model-kit/server-address.js';
import { fetchAnswer } from '../model-kit/server-reports.js';
import { parseJson } from '../model-kit/json-reply.js';
import { meteredUsage, type Metered } from '../model-kit/metered-usage.js';
import type { Prompt } from '../model-kit/prompt.js';
import { optionalText, ifPresent, type Answer, type Said } from '../openai/wire.js';
import {
  saidNothingFailure,
  timeoutFailure,
  adviceOnRedirects,
  clean,
  reportedFailure,
  connectionFailure,
  usedUpFailure,
  type Advice,
  type ServerContext,
} from '../model-kit/server-failures.js';
import {
  computerBody,
  mostOutputTokens,
  outputOf,
  type ComputerOutput,
  type ComputerToolType,
  computerToolTypes,
  parseOutput,
  turnOf,
} from './computer-items.js';

interface MessagesServerOptions {
  readonly apiKey: string | undefined;
  /** Default: Anthropic's. Another server may need no key. */
  readonly baseUrl: string | undefined;
  readonly tool: ComputerToolType;
  readonly prices: Prices;
  readonly timeoutMs: number;
}

type Turn = Said & Metered & { readonly model: string; readonly because?: string };

interface MessagesServer {
  readonly secrets: readonly string[];
  /** Where questions go, for spans. */
  readonly place: Omit<CalledModel, 'model'>;
  /** Throws where nothing can be sent. */
  check(): void;
  ask(asked: ComputerPrompt<ComputerOutput>, shown: Prompt, signal: AbortSignal): Promise<Turn>;
}

const anthropicUrl = 'https://api.anthropic.com';

function createMessagesServer({ apiKey, baseUrl, tool, prices, timeoutMs }: MessagesServerOptions): MessagesServer {
  const { address, query } = splitAddress(baseUrl ?? anthropicUrl);
  const secrets = serverSecrets({ apiKey, baseUrl });
  let loaded: Promise<{ readonly sdk: typeof Anthropic; readonly client: Anthropic }> | undefined;

  /** messages-1 and messages-2. */
  async function load() {
    const { default: sdk } = await import('@anthropic-ai/sdk');
    const settings = { baseURL: address, defaultQuery: query, maxRetries: 0, timeout: timeoutMs, fetch: fetchAnswer };
    const client = new sdk({ ...settings, apiKey: apiKey || 'none', openTelemetry: false, logLevel: 'off' });
    return { sdk, client };
  }

  function check(): void {
    if (apiKey || baseUrl !== undefined) return;
    throw new ModelError(
      'model-not-configured',
      'model.computer is anthropic, and ANTHROPIC_API_KEY is not set. Set it, or set ANTHROPIC_BASE_URL to a server that needs none.',
      { retryable: false },
    );
  }

  async function ask(asked: ComputerPrompt<ComputerOutput>, shown: Prompt, signal: AbortSignal): Promise<Turn> {
    check();
    const { sdk, client } = await (loaded ??= load());
    const { model } = asked;
    const context: FailureContext = { model, baseUrl: address, secrets, tool, timeoutMs, usage: noUsage };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      // The package's own timeout ends with the headers; this one also covers a stalled body.
      const options = { signal: AbortSignal.any([signal, timeout]) };
      const response = await client.beta.messages.create(computerBody(asked, tool), options).asResponse();
      const body = await response.text();
      const answer = read(parseJson(body));
      const metered = meteredUsage(answer, shown, prices, tokensOfPatches);
      if (!answer.said) throw saidNothingFailure(body, undefined, context);
      return { ...answer.said, ...metered, model: answer.model ?? model, because: answer.because || undefined };
    } catch (error) {
      signal.throwIfAborted();
      throw timeout.aborted ? timeoutFailure(context) : messagesFailure(error, context, sdk);
    }
  }

  return { secrets, place: { provider: 'anthropic', ...serverPlace(address) }, check, ask };
}

const messageSchema = z
  .object({
    type: optionalText,
    model: optionalText,
    content: z.unknown().optional(),
    stop_reason: optionalText,
    stop_details: ifPresent(z.object({ category: optionalText, explanation: optionalText })),
    usage: ifPresent(
      z.object({
        input_tokens: z.unknown().optional(),
        output_tokens: z.unknown().optional(),
        cache_read_input_tokens: z.unknown().optional(),
        cache_creation_input_tokens: z.unknown().optional(),
      }),
    ),
  })
  .partial();

/** How a turn stops that can be used, and why others cannot. */
const usable: ReadonlySet<string> = new Set(['', 'end_turn', 'tool_use', 'stop_sequence', 'refusal']);
const unusable: ReadonlyMap<string, string> = new Map([
  ['max_tokens', `it was cut off after ${mostOutputTokens} tokens`],
  ['model_context_window_exceeded', 'it was cut off because its context is full'],
  ['pause_turn', 'it paused its turn, as only tools that run at the provider make it do, and none was offered'],
  ['compaction', 'its context was compacted, which was not asked for'],
]);

/** Takes whatever a server sends, and never throws. */
function read(json: unknown): Answer & { readonly because?: string } {
  const { type, model, content, stop_reason: stopped = '', stop_details: why, usage } = messageSchema.safeParse(json).data ?? {};
  const output = type === 'error' ? undefined : outputOf(content);
  const refusal = stopped === 'refusal' ? [why?.category, why?.explanation].filter(Boolean).join(': ') || 'no reason was given' : undefined;
  const because = usable.has(stopped) ? undefined : (unusable.get(stopped) ?? `it stopped with ${stopped}`);
  return {
    said: output && { text: JSON.stringify(output), calls: [], finishReason: stopped, isCut: because !== undefined, refusal },
    error: undefined,
    model,
    tokens: usage && tokensOf(usage),
    because,
  };
}

/** What was read from its cache, and put into it, is not in `input_tokens`. */
function tokensOf(usage: Readonly<Record<string, unknown>>): Answer['tokens'] {
  const { input_tokens: plain, cache_read_input_tokens: cached, cache_creation_input_tokens: written, output_tokens: output } = usage;
  const counts = [plain, cached ?? 0, written ?? 0];
  const input = counts.every((count) => typeof count === 'number') ? counts.reduce((sum, count) => sum + count, 0) : undefined;
  return input === undefined ? undefined : { input, output, cached, written };
}

// Maps failures of Anthropic's Messages API to ours (server-failures.ts).

interface FailureContext extends ServerContext {
  readonly tool: ComputerToolType;
}

const errorSchema = z.object({ error: z.object({ type: optionalText, message: optionalText }) });

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
function messagesFailure(error: unknown, context: FailureContext, sdk: typeof Anthropic): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof sdk.APIConnectionTimeoutError) return timeoutFailure(context);
  if (error instanceof sdk.APIError && typeof error.status === 'number') {
    const { status, headers } = error;
    const text = errorSchema.safeParse(error.error).data?.error.message ?? error.message.replace(/^\d{3} /, '');
    const report = { status, label: `${status}`, said: clean(text, context), headers, cause: error };
    return status === 402 ? usedUpFailure('credit', 'ANTHROPIC_API_KEY', report, context) : reportedFailure(report, context, advice);
  }
  return connectionFailure(error instanceof Error ? error : new Error(String(error)), 'ANTHROPIC_BASE_URL', context);
}

// `ComputerTool` over Anthropic's Messages API and its computer use tool. Tried against a server that checks requests by the published types; untested against Anthropic's own.
//
// It has no safety checks to be acknowledged: what it would ask a person it asks in words.
type AnthropicOptions = Omit<ComputerToolOptions, 'secrets' | 'imageDetail'> & MessagesServerOptions;

export function createAnthropicComputerTool(options: AnthropicOptions): ComputerTool {
  const server = createMessagesServer(options);
  return createComputerTool<ComputerOutput>({ ...server, longestSide: longestSideThatFits, parse: parseOutput, turnOf }, [], {
    ...options,
    secrets: server.secrets,
    imageDetail: 'auto',
  });
}
