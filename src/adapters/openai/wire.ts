// The port between what is asked of a model and the API that carries it; one module per API implements it.
import type OpenAI from 'openai';
import { z } from 'zod';
import { isRecord } from '../../domain/checks/read-stored.js';
import { parseJson } from '../model-kit/json-reply.js';
import type { Prompt } from '../model-kit/prompt.js';

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
  /** Undefined: no answer, or none yet. */
  readonly said: Said | undefined;
  /** Why there is none, where the server says so. */
  readonly error: { readonly code: string | number | undefined; readonly message: string | undefined } | undefined;
  readonly model: string | undefined;
  /** As reported, unchecked. `written`: part of the input that the provider put into its cache, for a price of its own. */
  readonly tokens: { readonly input: unknown; readonly output: unknown; readonly cached: unknown; readonly written?: unknown } | undefined;
}

export interface Said {
  readonly text: string;
  /** Arguments of its calls. */
  readonly calls: readonly string[];
  /** In the server's own words. */
  readonly finishReason: string;
  readonly isCut: boolean;
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
export const givenError = ifPresent(z.object({ code: ifPresent(z.union([z.string(), z.number()])), message: optionalText }));
/** A text by agreement; some send what it would say, or write it as a text once more. */
export const givenArguments = ifPresent(
  z.union([z.string().transform(writtenOnce), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))]),
);

function writtenOnce(text: string): string {
  const value = text.startsWith('"') ? parseJson(text) : undefined;
  return typeof value === 'string' ? value : text;
}

/** What a model said, where its server took all of it for reasoning: one object, and nothing else. */
export function saidInReasoning({ text, calls }: Pick<Said, 'text' | 'calls'>, reasoning = ''): string {
  return text.trim() === '' && calls.length === 0 && isRecord(parseJson(reasoning)) ? reasoning : text;
}

export const brokenStream = 'its stream broke off before the answer was whole.';
export const filtered = 'its content filter stopped the answer';

/** For a server that does not force the call. */
export const answerFunction = 'Takes your answer.';
