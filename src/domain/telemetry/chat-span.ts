// A question to a model as a `chat`, told by the activity that asked: each attempt is one, with the model's name, its provider and what it used.
import type { Usage } from '../budget/usage.js';
import type { Attributes, Span } from '../explorer/spans.js';
import type { TraceParent } from './trace-context.js';

/** What a question is put to. */
export interface CalledModel {
  /** As it was asked for; absent: none is configured. */
  readonly model?: string;
  /** By the conventions' names. */
  readonly provider: string;
  readonly address?: string;
  readonly port?: number;
}

export interface Chat {
  readonly by: TraceParent;
  /** Tells the questions of an attempt apart. */
  readonly number: number;
  readonly role: string;
  /** Undefined: nobody knows, as of a program's own model. */
  readonly asked: CalledModel | undefined;
  /** ms since 1970. */
  readonly start: number;
  readonly end: number;
  readonly usage: Usage;
  /** As the answer names it. */
  readonly answeredBy?: string;
  readonly texts: Readonly<Record<string, string>>;
  /** Code. */
  readonly error?: string;
}

export function chatSpan({ by, number, role, asked, start, end, usage, answeredBy, texts, error }: Chat): Span {
  const model = asked?.model ?? answeredBy;
  return {
    id: `${by.attempt} ${number}`,
    parent: by.workflow,
    name: model === undefined ? 'chat' : `chat ${model}`,
    kind: 'client',
    start,
    end,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': asked?.provider ?? '_OTHER',
      ...(model !== undefined && { 'gen_ai.request.model': model }),
      ...(answeredBy !== undefined && { 'gen_ai.response.model': answeredBy }),
      'gen_ai.output.type': 'json',
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      ...serverOf(asked),
      'steadyhand.model_role': role,
    },
    texts,
    notes: [],
    endedBy: 0,
    error,
  };
}

export function serverOf({ address, port }: Partial<CalledModel> = {}): Attributes {
  return { ...(address !== undefined && { 'server.address': address }), ...(port !== undefined && { 'server.port': port }) };
}

/** Hosts of providers, and what ends their names; any other server speaks OpenAI's language, which is all that is known of it. */
const providers: readonly (readonly [string, string])[] = [
  ['openai.azure.com', 'azure.ai.openai'],
  ['api.anthropic.com', 'anthropic'],
  ['generativelanguage.googleapis.com', 'gcp.gemini'],
  ['aiplatform.googleapis.com', 'gcp.vertex_ai'],
  ['amazonaws.com', 'aws.bedrock'],
  ['api.mistral.ai', 'mistral_ai'],
  ['api.groq.com', 'groq'],
  ['api.deepseek.com', 'deepseek'],
  ['api.perplexity.ai', 'perplexity'],
  ['api.cohere.com', 'cohere'],
  ['api.x.ai', 'x_ai'],
];

export function providerOf(host: string): string {
  return providers.find(([known]) => host === known || host.endsWith(`.${known}`) || host.endsWith(`-${known}`))?.[1] ?? 'openai';
}

/** In one message. A span is sent whole or not at all. */
const longestText = 32_768;

interface SaidText {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

/**
 * The question and its answer by the conventions, for who asks for texts. What the model said before in this question is left out: an answer may have a
 * password in it, and only the last one is known without.
 */
export function textsOf(messages: readonly SaidText[], images: readonly string[], answer: string | undefined): Record<string, string> {
  const text = (content: string): object => ({ type: 'text', content: fit(content) });
  const pictures = images.map((file) => ({ type: 'file', modality: 'image', file_id: file }));
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages.flatMap(({ role, text: content }, index) =>
    role === 'user' ? [{ role, parts: [text(content), ...(index === last ? pictures : [])] }] : [],
  );
  const system = messages.filter(({ role }) => role === 'system').map(({ text: content }) => text(content));
  return {
    ...(system.length > 0 && { 'gen_ai.system_instructions': JSON.stringify(system) }),
    'gen_ai.input.messages': JSON.stringify(asked),
    ...(answer !== undefined && {
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: [text(answer)], finish_reason: 'stop' }]),
    }),
  };
}

function fit(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}
