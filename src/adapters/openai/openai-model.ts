// `Model` over OpenAI's APIs, of OpenAI or any compatible server: what is the same whichever of them carries it (wire.ts).
//
// model-1. Nothing is retried here (model-kit/server-answer.ts).
// model-2. A reply that does not validate gets one repair turn that quotes the problem; then `model-invalid-reply`. A truncated reply
// counts as invalid.
// model-3. Usage of every turn counts, also when the call fails in the end.
// model-4. Prompt and raw reply are stored whole, but for what the request does not want stored (`stored`); images in them are references.
import type { Prices } from '../../domain/budget/prices.js';
import { addUsage, noUsage, type Usage } from '../../domain/budget/usage.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/pictures.js';
import {
  ModelError,
  type Model,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  type ModelRole,
  type ComputerTool,
} from '../../ports/model.js';
import { modelNameOf, clean } from '../model-kit/server-failures.js';
import { parseReply, wireSchema, type ReplyForm } from '../model-kit/json-reply.js';
import type { Turn } from '../model-kit/server-answer.js';
import { createModelServer, type ModelServer } from './model-server.js';
import {
  knowsSchema,
  loadImages,
  promptArtifact,
  withSchemaText,
  type ImageDetail,
  type Prompt,
  type StructuredOutput,
} from '../model-kit/prompt.js';
import type { ModelApi, Wire } from './wire.js';
import { z } from 'zod';
import { createComputerTool, mostItems, type ComputerPrompt, type ComputerToolOptions } from '../model-kit/computer-tool.js';
import { computerBody, parseOutput, turnOf, type ComputerOutput } from './computer.js';
import { responses } from './responses.js';

export interface OpenAiModelOptions {
  readonly apiKey: string | undefined;
  /** Default: OpenAI's. A self-hosted server needs no key. */
  readonly baseUrl?: string | undefined;
  /** Sent with each question. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly api?: ModelApi | undefined;
  /** Whose computer tool AppAgents act by; only OpenAI's is made here. */
  readonly computer?: 'none' | 'openai' | 'anthropic' | undefined;
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

const quotedReplyLimit = 8_000;

export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const { artifacts, structuredOutput = 'json-schema', imageDetail = 'auto', imageMaxSide = 2_048 } = options;
  const { apiKey, baseUrl, headers = {}, api = 'chat-completions', prices = {}, timeoutMs = 120_000 } = options;
  const server = createModelServer({ apiKey, baseUrl, headers, api, prices, timeoutMs });

  async function complete<T>(request: ModelRequest<T>): Promise<ModelReply<T>> {
    const { role, signal, schema } = request;
    const model = modelNameOf(options, request);
    server.connect();
    const { loaded, warnings } = await loadImages(request, { artifacts, images: options.images, imageMaxSide });
    const wire = { name: schema.name, json: wireSchema(schema.zod) };
    const form = { ...schema, json: wire.json };
    const messages: ModelMessage[] = [...withSchemaText(request.messages, wire, structuredOutput)];
    const turns: Turn[] = [];
    for (;;) {
      const asked: Prompt = { model, messages, images: loaded, schema: wire, structuredOutput, imageDetail };
      const prompt = await artifacts.putJson(promptArtifact(asked, role));
      const turn = await server.ask(asked, { signal, spent: sumOf(turns) });
      turns.push(turn);
      const parsed = turn.refusal === undefined ? readTurn(turn, form, structuredOutput) : undefined;
      const stored = turns.map((each) => (parsed?.ok && request.stored ? storedTurn(each, parsed.value, request.stored) : each));
      const reply = await artifacts.putJson({ version: 1, model: turn.model, turns: stored });
      const usage = sumOf(turns);
      if (parsed === undefined) {
        const why = clean(turn.refusal ?? '', server);
        throw new ModelError('model-refused', `${model} refused to answer: ${why}`, { retryable: false, usage });
      }
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
          `${model} gave no usable answer, even after being told what was wrong: ${clean(parsed.problem, server)} The reply is ${reply}.`,
          { retryable: false, usage },
        );
      }
      messages.push(...repairTurn(turn, parsed.problem));
    }
  }

  const computer =
    options.computer === 'openai'
      ? createOpenAiComputerTool({
          server,
          artifacts,
          images: options.images,
          imageMaxSide,
          imageDetail,
          secrets: server.secrets,
          modelFor: (override) => options.modelFor('app', override),
        })
      : undefined;
  return {
    complete,
    takesImages: (role) => options.takesImages(role),
    asks(role, override) {
      const model = options.modelFor(role, override);
      return { ...server.place, model };
    },
    computer,
  };
}

/** model-2. */
function readTurn<T>(
  { isCut, finishReason, text, calls }: Turn,
  form: ReplyForm<T>,
  structuredOutput: StructuredOutput,
): ReturnType<typeof parseReply<T>> {
  if (isCut) return { ok: false, problem: `It was cut off (${finishReason}), probably because it was too long. Be much shorter.` };
  return parseReply([text, ...calls], form, !knowsSchema(structuredOutput));
}

function storedTurn<T>(turn: Turn, value: T, stored: NonNullable<ModelRequest<T>['stored']>): Turn {
  return { ...turn, text: stored(turn.text, value), calls: turn.calls.map((call) => stored(call, value)) };
}

function repairTurn({ text: content, calls }: Turn, problem: string): readonly ModelMessage[] {
  const text = [content, ...calls].filter(Boolean).join('\n');
  return [
    { role: 'assistant', text: text === '' ? '(empty)' : text.slice(0, quotedReplyLimit) },
    {
      role: 'user',
      text: `This answer cannot be used: ${problem}\nAnswer again with one JSON object of the required shape and nothing else.`,
    },
  ];
}

function sumOf(turns: readonly Turn[]): Usage {
  return turns.map(({ usage }) => usage).reduce(addUsage, noUsage);
}

// `ComputerTool` over OpenAI's Responses API and its `computer` tool. Tried against a server that checks requests by the published types; untested against OpenAI's own.

function createOpenAiComputerTool({ server, ...options }: ComputerToolOptions & { readonly server: ModelServer }): ComputerTool {
  return createComputerTool<ComputerOutput>(
    {
      place: server.place,
      check: () => void server.connect(),
      ask: (asked, shown, signal) => server.ask(shown, { signal, spent: noUsage, wire: computerWire(asked) }),
      parse: parseOutput,
      turnOf,
    },
    [],
    options,
  );
}

function computerWire(prompt: ComputerPrompt<ComputerOutput>): Wire {
  return {
    send: (client, _, options) => client.responses.create(computerBody(prompt), options).asResponse(),
    joined: responses.joined,
    read(json) {
      const answer = responses.read(json);
      const { output } =
        z
          .object({
            output: z
              .array(z.unknown())
              .max(mostItems)
              .pipe(z.array(z.looseObject({ type: z.string() }))),
          })
          .safeParse(json).data ?? {};
      if (!answer.said || !output) return { ...answer, said: undefined };
      return { ...answer, said: { ...answer.said, text: JSON.stringify(output.filter(({ type }) => kept.has(type))), calls: [] } };
    },
  };
}

/** Whatever else a server sends was not asked for. */
const kept: ReadonlySet<string> = new Set(['message', 'reasoning', 'function_call', 'computer_call']);
