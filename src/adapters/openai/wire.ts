// The port between what is asked of a model and the API that carries it; one module per API implements it.
import type OpenAI from 'openai';
import { z } from 'zod';
import { isRecord, textOf } from '../../domain/checks/read-stored.js';
import { parseJson } from '../model-kit/json-reply.js';
import type { Prompt } from '../model-kit/prompt.js';
import type { ServerFailure } from '../model-kit/server-reports.js';

export const modelApis = ['chat-completions', 'responses'] as const;
export type ModelApi = (typeof modelApis)[number];

export interface Wire {
  /** The answer as it came: the package's own reading breaks where a server leaves out what the types promise. */
  send(client: OpenAI, prompt: Prompt, options: { readonly signal: AbortSignal }): Promise<Response>;
  /** Takes whatever a server sends, and never throws. */
  read(json: unknown): Answer;
  /** What the events of a stream come to, as `read` takes it. `isWhole`: the stream says that it has ended. */
  joined(events: readonly unknown[], isWhole: boolean): unknown;
}

export interface Answer {
  /** Undefined: no answer, or none yet. Beside an error it counts for what it cost alone. */
  readonly said: Said | undefined;
  /** Why it is none, where the server says so. */
  readonly error: ServerFailure | undefined;
  readonly model: string | undefined;
  /** As reported, unchecked. `total`: some leave what was reasoned out of `output`. `written`: part of the input that the provider put into its cache, for a price of its own. */
  readonly tokens:
    | { readonly input: unknown; readonly output: unknown; readonly cached: unknown; readonly written?: unknown; readonly total?: unknown }
    | undefined;
}

export interface Said {
  readonly text: string;
  /** Arguments of its calls. */
  readonly calls: readonly string[];
  /** In the server's own words. */
  readonly finishReason: string;
  readonly isCut: boolean;
  /** Why, where its provider has a word for it. */
  readonly because?: string | undefined;
  readonly refusal: string | undefined;
}

/** Servers that only resemble OpenAI's leave fields out, or send them in another shape, which counts as left out. */
export function ifPresent<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .catch(undefined)
    .transform((value) => value ?? undefined);
}

export const optionalText = ifPresent(z.string());

/** Of a message. A part that is called anything else, `reasoning` or `thinking`, is not said. */
const saidParts: readonly unknown[] = [undefined, 'text', 'output_text'];

/** What a message says, as servers send it: a text, parts of one, or what the text would say. What has another shape counts as left out. */
export function contentOf(content: unknown): string {
  if (Array.isArray(content)) return content.map(partOf).join('');
  return isRecord(content) && content['type'] === undefined ? JSON.stringify(content) : partOf(content);
}

function partOf(part: unknown): string {
  if (!isRecord(part)) return textOf(part);
  const { type, text } = part;
  if (typeof text === 'string') return saidParts.includes(type) ? text : '';
  return type === undefined ? JSON.stringify(part) : '';
}

/** A text by agreement; some send what it would say. */
export function argumentsOf(given: unknown): string {
  return isRecord(given) ? JSON.stringify(given) : textOf(given);
}

/** What a model said, where its server took all of it for reasoning: one object, and nothing else. */
export function saidInReasoning({ text, calls }: Pick<Said, 'text' | 'calls'>, reasoning = ''): string {
  return text.trim() === '' && calls.length === 0 && isRecord(parseJson(reasoning)) ? reasoning : text;
}

export const brokenStream = 'its stream broke off before the answer was whole.';
const filtered = 'its content filter stopped the answer';

type Ending = 'whole' | 'cut' | 'filtered' | 'broken';
/** What servers call the end of an answer, in lower case: OpenAI's words first, then those of servers that resemble it or pass on another's. */
const endings: ReadonlyMap<string, Ending> = new Map(
  Object.entries({
    whole: [
      ...['', 'stop', 'tool_calls', 'tool_call', 'function_call', 'completed', 'complete', 'end_turn', 'tool_use'],
      ...['stop_sequence', 'eos', 'eos_token', 'done', 'finished', 'end', 'normal', 'null', 'success', 'eosfound', 'endoftext'],
    ],
    filtered: [
      ...['content_filter', 'content_filtered', 'guardrail_intervened', 'refusal', 'sensitive', 'error_toxic'],
      ...['safety', 'image_safety', 'prohibited_content', 'blocklist', 'recitation', 'spii'],
    ],
    // The server stopped midway, whatever the model had to say.
    broken: ['error', 'insufficient_system_resource', 'network_error', 'abort', 'aborted', 'cancelled', 'canceled'],
  } satisfies Partial<Record<Ending, readonly string[]>>).flatMap(([ending, words]) =>
    words.map((word) => [word, ending as Ending] as const),
  ),
);

/** A word that nobody knows may stand for an answer that was cut off. */
function endingOf(word: string): Ending {
  return endings.get((word.split('.').at(-1) ?? '').toLowerCase().replaceAll('-', '_')) ?? 'cut';
}

export function isWholeBy(word: string): boolean {
  return endingOf(word) === 'whole';
}

/** Characters: of a word that ends an answer, which the repair of one quotes. */
const longestWord = 100;

/** What was said, by how it ended; undefined: its server broke it off. */
export function saidUntil(finishReason: string, said: Pick<Said, 'text' | 'calls' | 'refusal'>): Said | undefined {
  const ending = endingOf(finishReason);
  const refusal = said.refusal || (ending === 'filtered' ? filtered : undefined);
  return ending === 'broken' ? undefined : { ...said, finishReason: finishReason.slice(0, longestWord), isCut: ending === 'cut', refusal };
}

/** For a server that does not force the call. */
export const answerFunction = 'Takes your answer.';
