// Anthropic's server: one question there, one turn back, or a `ModelError`. The package is loaded with the first question: only who has set this tool needs it.
//
// messages-1. The package has the key that it is given and no other, traces nothing and logs nothing: our own spans tell a question, and its log would have the prompt.

import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import type { Prices } from '../../domain/budget/prices.js';
import { noUsage } from '../../domain/budget/usage.js';
import { tokensOfPatches, longestSideThatFits } from '../../domain/computer/picture-places.js';
import type { CalledModel } from '../../domain/telemetry/chat-span.js';
import { ModelError, type ComputerTool } from '../../ports/model.js';
import { type ComputerPrompt, createComputerTool, type ComputerToolOptions } from '../model-kit/computer-tool.js';
import { keysOf, serverPlace, serverSecrets, splitAddress } from '../model-kit/server-address.js';
import { askServer, packageTimeoutMs, withoutVariable, type Turn } from '../model-kit/server-answer.js';
import { errorIn, fetchWith } from '../model-kit/server-reports.js';
import { lastCounts } from '../model-kit/metered-usage.js';
import type { Prompt } from '../model-kit/prompt.js';
import { brokenStream, optionalText, ifPresent, saidUntil, type Answer, type Wire } from '../openai/wire.js';
import { adviceOnRedirects, type Advice, type ServerContext } from '../model-kit/server-failures.js';
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
  readonly baseUrl?: string | undefined;
  /** Sent with each question. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tool: ComputerToolType;
  readonly prices: Prices;
  readonly timeoutMs: number;
}

interface MessagesServer {
  readonly secrets: readonly string[];
  /** Where questions go, for spans. */
  readonly place: Omit<CalledModel, 'model'>;
  /** Throws where nothing can be sent. */
  check(): void;
  ask(asked: ComputerPrompt<ComputerOutput>, shown: Prompt, signal: AbortSignal): Promise<Turn>;
}

const anthropicUrl = 'https://api.anthropic.com';

function createMessagesServer({ apiKey, baseUrl, headers = {}, tool, prices, timeoutMs }: MessagesServerOptions): MessagesServer {
  const { address, query } = splitAddress(baseUrl ?? anthropicUrl);
  const secrets = serverSecrets({ apiKey, baseUrl, headers });
  const keys = keysOf({ apiKey, headers }, ['ANTHROPIC_API_KEY', 'model.anthropic.headers']);
  const server = { baseUrl: address, variable: 'ANTHROPIC_BASE_URL', secrets, keys, tool, timeoutMs, usage: noUsage };
  let loaded: Promise<Anthropic> | undefined;

  /** messages-1. */
  async function load(): Promise<Anthropic> {
    const { default: Package } = await import('@anthropic-ai/sdk');
    const settings = {
      ...{ apiKey: apiKey || 'none', baseURL: address, maxRetries: 0, timeout: packageTimeoutMs(timeoutMs), fetch: fetchWith(query) },
      ...({ openTelemetry: false, logLevel: 'off' } as const),
      defaultHeaders: { ...(apiKey ? {} : { authorization: null }), ...headers },
    };
    return withoutVariable('ANTHROPIC_CUSTOM_HEADERS', () => new Package(settings));
  }

  function check(): void {
    if (apiKey || baseUrl !== undefined) return;
    throw new ModelError(
      'model-not-configured',
      'model.computer is anthropic, and ANTHROPIC_API_KEY is not set. Set it, or set ANTHROPIC_BASE_URL to a server that needs none.',
      { retryable: false },
    );
  }

  async function ask(asked: ComputerPrompt<ComputerOutput>, prompt: Prompt, signal: AbortSignal): Promise<Turn> {
    check();
    const { beta } = await (loaded ??= load());
    const context = { ...server, model: asked.model };
    return askServer({ prompt, wire: messages, prices, context, advice, signal, tokensOfPicture: tokensOfPatches }, (options) =>
      beta.messages.create(computerBody(asked, tool), options).asResponse(),
    );
  }

  return { secrets, place: { provider: 'anthropic', ...serverPlace(address) }, check, ask };
}

const counts = { input_tokens: z.unknown().optional(), output_tokens: z.unknown().optional() };
const messageSchema = z
  .object({
    model: optionalText,
    error: z.unknown().optional(),
    content: z.unknown().optional(),
    stop_reason: optionalText,
    stop_details: ifPresent(z.object({ category: optionalText, explanation: optionalText })),
    usage: ifPresent(
      z.object({ ...counts, cache_read_input_tokens: z.unknown().optional(), cache_creation_input_tokens: z.unknown().optional() }),
    ),
  })
  .partial();

/** Why a turn that stops so cannot be used. */
const unusable: ReadonlyMap<string, string> = new Map([
  ['max_tokens', `it was cut off after ${mostOutputTokens} tokens`],
  ['model_context_window_exceeded', 'it was cut off because its context is full'],
  ['pause_turn', 'it paused its turn, as only tools that run at the provider make it do, and none was offered'],
  ['compaction', 'its context was compacted, which was not asked for'],
]);

const messages: Pick<Wire, 'read' | 'joined'> = {
  read(json) {
    const { model, error, content, stop_reason: stop = '', stop_details: why, usage } = messageSchema.safeParse(json).data ?? {};
    const failure = errorIn(error);
    const output = outputOf(content);
    const word = stop.toLowerCase();
    const refusal = word === 'refusal' ? [why?.category, why?.explanation].filter(Boolean).join(': ') || 'no reason was given' : undefined;
    const said = output && saidUntil(stop, { text: JSON.stringify(output), calls: [], refusal });
    const because = unusable.get(word) ?? `it stopped with ${said?.finishReason}`;
    return {
      said: said?.isCut ? { ...said, because } : said,
      error: failure,
      model,
      tokens: usage && tokensOf(usage),
    };
  },
  joined(events, isWhole) {
    const told = events.flatMap((event) => eventSchema.safeParse(event).data ?? []);
    const stop = told.findLast(({ delta }) => delta?.stop_reason)?.delta;
    const blocks = new Map<
      unknown,
      { readonly block: Readonly<Record<string, unknown>>; readonly text: string[]; readonly input: string[] }
    >();
    for (const { index, content_block: block, delta } of told) {
      if (block) blocks.set(index, { block, text: [], input: [] });
      blocks.get(index)?.text.push(delta?.text ?? '');
      blocks.get(index)?.input.push(delta?.partial_json ?? '');
    }
    // Some begin with all of it.
    const begun = blocks.size === 0 ? told.find(({ message }) => message)?.message : undefined;
    const isEnded = isWhole || Boolean(stop ?? begun?.stop_reason) || told.some(({ type }) => type === 'message_stop');
    return {
      model: told.map(({ message }) => message?.model).find(Boolean),
      error: told.map(({ error }) => error).find(errorIn) ?? (isEnded ? undefined : { message: brokenStream }),
      usage: lastCounts(told.flatMap(({ message, usage }) => [message?.usage, usage])),
      stop_reason: begun?.stop_reason,
      ...stop,
      content: begun
        ? begun.content
        : [...blocks.values()].map(({ block, text, input }) =>
            block['type'] === 'text'
              ? { ...block, text: [block['text'], ...text].join('') }
              : { ...block, input: input.join('') || block['input'] },
          ),
    };
  },
};

const eventSchema = z.object({
  type: optionalText,
  index: z.unknown().optional(),
  error: z.unknown().optional(),
  usage: z.unknown().optional(),
  message: ifPresent(
    z.object({ model: optionalText, usage: z.unknown().optional(), stop_reason: optionalText, content: z.unknown().optional() }),
  ),
  content_block: ifPresent(z.record(z.string(), z.unknown())),
  delta: ifPresent(
    z.object({ text: optionalText, partial_json: optionalText, stop_reason: optionalText, stop_details: z.unknown().optional() }),
  ),
});

/** What was read from its cache, and put into it, is not in `input_tokens`. */
function tokensOf(usage: Readonly<Record<string, unknown>>): Answer['tokens'] {
  const { input_tokens: plain, cache_read_input_tokens: cached, cache_creation_input_tokens: written, output_tokens: output } = usage;
  const each = [plain ?? 0, cached ?? 0, written ?? 0];
  const input = each.every((count) => typeof count === 'number') ? each.reduce((sum, count) => sum + count, 0) : undefined;
  return { input, output, cached, written };
}

interface FailureContext extends ServerContext {
  readonly tool: ComputerToolType;
}

const support = ({ model, tool }: FailureContext): string =>
  `Check whether ${model} has ${tool}: model.anthropic.tool may be ${computerToolTypes.filter((each) => each !== tool).join(' or ')}; without the tool set model.computer to none.`;
const advice: Advice<FailureContext> = {
  ...adviceOnRedirects('ANTHROPIC_BASE_URL'),
  400: support,
  401: ({ keys }) => `Check ${keys}.`,
  403: ({ keys }) => `Check what ${keys} may use: workspace, model.`,
  404: (context) => `Check STEADYHAND_MODEL_APP and ANTHROPIC_BASE_URL (it has no /v1). ${support(context)}`,
  413: () => 'The request is too large for this server: lower imageMaxSide.',
  422: support,
};

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
