// `Model` over Chat Completions, of OpenAI or any compatible server.
//
// model-1. The package never retries: Temporal does, and counts.
// model-2. A reply that does not validate gets one repair turn that quotes the problem; then `model-invalid-reply`. A truncated reply
// counts as invalid.
// model-3. Usage of every turn counts, also when the call fails in the end (A54, A68).
// model-4. Prompt and raw reply are stored whole, but for what the request does not want stored (`stored`); images in them are references.
import OpenAI from 'openai';
import type { ChatCompletion } from 'openai/resources/chat/completions';
import type { Prices } from '../../domain/budget/prices.js';
import { addUsage, noUsage, type Usage } from '../../domain/budget/usage.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/images.js';
import { ModelError } from '../../ports/model-errors.js';
import type { Model, ModelMessage, ModelReply, ModelRequest, ModelRole } from '../../ports/model.js';
import {
  chatBody,
  loadImages,
  promptArtifact,
  withSchemaText,
  type ChatBody,
  type ImageDetail,
  type StructuredOutput,
} from './chat-request.js';
import { choicelessFailure, modelFailure, timeoutFailure, type FailureContext } from './failures.js';
import { parseReply } from './json-reply.js';
import { limitedFetch } from './limited-fetch.js';
import { meteredUsage } from './metered-usage.js';
import { wireSchema } from './wire-schema.js';

export interface OpenAiModelOptions {
  readonly apiKey: string | undefined;
  /** Default: OpenAI's. A self-hosted server needs no key. */
  readonly baseUrl?: string | undefined;
  /** Name of the model for a role, `override` first; undefined when none is configured. */
  modelFor(role: ModelRole, override?: string): string | undefined;
  takesImages(role: ModelRole): boolean;
  readonly artifacts: ArtifactStore;
  readonly images: Images;
  /** Entries that take precedence over the built-in table. */
  readonly prices?: Prices | undefined;
  readonly structuredOutput?: StructuredOutput | undefined;
  readonly imageDetail?: ImageDetail | undefined;
  /** Longest side of an image that is sent, px. */
  readonly imageMaxSide?: number | undefined;
  /** ms for one request to the server, until the last byte. */
  readonly timeoutMs?: number | undefined;
}

const openAiUrl = 'https://api.openai.com/v1';
const quotedReplyLimit = 8_000;

interface Turn {
  readonly text: string;
  readonly finishReason: string;
  readonly refusal: string | undefined;
  readonly usage: Usage;
  readonly model: string;
  readonly warnings: readonly string[];
}

export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const {
    apiKey,
    artifacts,
    structuredOutput = 'json-schema',
    imageDetail = 'auto',
    imageMaxSide = 2_048,
    timeoutMs = 120_000,
    prices = {},
  } = options;
  const baseUrl = options.baseUrl ?? openAiUrl;
  let client: OpenAI | undefined;

  function connect(): OpenAI {
    if (!apiKey && options.baseUrl === undefined) {
      throw new ModelError(
        'model-not-configured',
        'OPENAI_API_KEY is not set. Set it, or set OPENAI_BASE_URL to a server that needs none.',
        { retryable: false },
      );
    }
    client ??= new OpenAI({ apiKey: apiKey || 'none', baseURL: baseUrl, maxRetries: 0, timeout: timeoutMs, fetch: limitedFetch });
    return client;
  }

  async function send(body: ChatBody, signal: AbortSignal, spent: Usage): Promise<Turn> {
    const context: FailureContext = { model: body.model, baseUrl, apiKey: apiKey ?? '', timeoutMs, usage: spent };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      // The package's own timeout ends with the headers; this one also covers a stalled body.
      const completion = await connect().chat.completions.create(chatBody(body), { signal: AbortSignal.any([signal, timeout]) });
      return turnOf(completion, body, { context, prices });
    } catch (error) {
      signal.throwIfAborted();
      throw timeout.aborted || error instanceof OpenAI.APIConnectionTimeoutError ? timeoutFailure(context) : modelFailure(error, context);
    }
  }

  async function complete<T>(request: ModelRequest<T>): Promise<ModelReply<T>> {
    const { role, signal, schema } = request;
    const model = configuredModel(options, request);
    connect();
    const { loaded, warnings } = await loadImages(request, { artifacts, images: options.images, imageMaxSide });
    const wire = { name: schema.name, json: wireSchema(schema.zod) };
    const messages: ModelMessage[] = [...withSchemaText(request.messages, wire, structuredOutput)];
    const turns: Turn[] = [];
    for (;;) {
      const body: ChatBody = { model, messages, images: loaded, schema: wire, structuredOutput, imageDetail };
      const prompt = await artifacts.putJson(promptArtifact(body, role));
      const turn = await send(body, signal, sumOf(turns));
      turns.push(turn);
      const parsed = turn.refusal === undefined ? parsedTurn(turn, schema.zod) : undefined;
      const stored = turns.map((each) =>
        parsed?.ok && request.stored ? { ...each, text: request.stored(each.text, parsed.value) } : each,
      );
      const reply = await artifacts.putJson({ version: 1, model: turn.model, turns: stored });
      const usage = sumOf(turns);
      if (parsed === undefined)
        throw new ModelError('model-refused', `${model} refused to answer: ${turn.refusal}`, { retryable: false, usage });
      if (parsed.ok) {
        return {
          value: parsed.value,
          usage,
          model: turn.model,
          refs: { prompt, reply },
          warnings: [...new Set([...warnings, ...turns.flatMap((each) => each.warnings)])],
        };
      }
      if (turns.length === 2) {
        throw new ModelError(
          'model-invalid-reply',
          `${model} gave no usable answer, even after being told what was wrong: ${parsed.problem} The reply is ${reply}.`,
          { retryable: false, usage },
        );
      }
      messages.push(...repairTurn(turn.text, parsed.problem));
    }
  }

  return { complete, takesImages: (role) => options.takesImages(role) };
}

function configuredModel(options: OpenAiModelOptions, { role, model }: Pick<ModelRequest<unknown>, 'role' | 'model'>): string {
  const name = options.modelFor(role, model);
  if (name) return name;
  throw new ModelError(
    'model-not-configured',
    `No model is configured for the role ${role}. Set STEADYHAND_MODEL or STEADYHAND_MODEL_${role.toUpperCase()}.`,
    { retryable: false },
  );
}

/** model-2. */
function parsedTurn<T>({ finishReason, text }: Turn, schema: ModelRequest<T>['schema']['zod']): ReturnType<typeof parseReply<T>> {
  if (finishReason === 'length') return { ok: false, problem: 'It was cut off because it was too long. Be much shorter.' };
  return parseReply(text, schema);
}

function repairTurn(text: string, problem: string): readonly ModelMessage[] {
  return [
    { role: 'assistant', text: text === '' ? '(empty)' : text.slice(0, quotedReplyLimit) },
    {
      role: 'user',
      text: `This answer cannot be used: ${problem}\nAnswer again with one JSON object of the required shape and nothing else.`,
    },
  ];
}

// Servers that only resemble OpenAI's omit fields, whatever the types say.
function turnOf(
  completion: ChatCompletion,
  body: ChatBody,
  { context, prices }: { readonly context: FailureContext; readonly prices: Prices },
): Turn {
  const choice = (completion.choices as ChatCompletion['choices'] | undefined)?.[0];
  if (!choice) {
    const own = completion.usage ? meteredUsage(completion, body, prices).usage : noUsage;
    throw choicelessFailure(completion, { ...context, usage: addUsage(context.usage, own) });
  }
  const { content, refusal } = choice.message;
  const filtered = choice.finish_reason === 'content_filter' ? 'its content filter stopped the answer' : undefined;
  return {
    text: content ?? '',
    finishReason: choice.finish_reason,
    refusal: refusal || filtered,
    model: completion.model || body.model,
    ...meteredUsage(completion, body, prices),
  };
}

function sumOf(turns: readonly Turn[]): Usage {
  return turns.map(({ usage }) => usage).reduce(addUsage, noUsage);
}
