// `Wire` over Chat Completions, which nearly every server has.
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { z } from 'zod';
import { illustrated, type Prompt } from '../model-kit/prompt.js';
import { errorIn } from '../model-kit/server-reports.js';
import {
  answerFunction,
  brokenStream,
  givenArguments,
  optionalText,
  ifPresent,
  saidInReasoning,
  saidUntil,
  type Said,
  type Wire,
} from './wire.js';

export const chatCompletions: Wire = {
  send: (client, prompt, options) => client.chat.completions.create(chatBody(prompt), options).asResponse(),
  joined(events, isWhole) {
    const chunks = events.flatMap((event) => chunkSchema.safeParse(event).data ?? []);
    const choices = chunks.flatMap((chunk) => chunk.choices?.[0] ?? []);
    const deltas = choices.flatMap(({ delta }) => delta ?? []);
    const written = (part: 'content' | 'reasoning' | 'reasoning_content'): string => deltas.map((delta) => delta[part] ?? '').join('');
    const calls = new Map<unknown, string[]>();
    for (const { index, function: called } of deltas.flatMap(({ tool_calls: parts = [] }) => parts)) {
      const parts = calls.get(index) ?? [];
      parts.push(called?.arguments ?? '');
      calls.set(index, parts);
    }
    const reason = choices.map((choice) => choice.finish_reason).findLast(Boolean) ?? (isWhole ? 'stop' : 'error');
    const message = {
      content: written('content'),
      reasoning: written('reasoning') || undefined,
      reasoning_content: written('reasoning_content') || undefined,
      refusal: deltas.map(({ refusal = '' }) => refusal).join(''),
      tool_calls: [...calls.values()].map((parts) => ({ function: { arguments: parts.join('') } })),
    };
    return {
      model: chunks.map(({ model }) => model).find(Boolean),
      error: chunks.map(({ error }) => errorIn(error)).find(Boolean) ?? (reason === 'error' ? { message: brokenStream } : undefined),
      usage: chunks.map(({ usage }) => usage).findLast(Boolean),
      choices: deltas.length > 0 ? [{ finish_reason: reason, message }] : [],
    };
  },
  read(json) {
    const { model, error, choices, usage } = completionSchema.safeParse(json).data ?? {};
    const choice = choices?.[0];
    const failure = errorIn(error) ?? errorIn(choice?.error);
    return {
      said: choice && !failure ? saidBy(choice) : undefined,
      error: failure,
      model,
      tokens: usage && { input: usage.prompt_tokens, output: usage.completion_tokens, cached: usage.prompt_tokens_details?.cached_tokens },
    };
  },
};

function chatBody(prompt: Prompt): ChatCompletionCreateParamsNonStreaming {
  return { model: prompt.model, messages: illustrated(prompt).map((message) => wireMessage(message, prompt)), ...formatOf(prompt) };
}

function wireMessage(
  { role, text, images }: ReturnType<typeof illustrated>[number],
  { imageDetail }: Pick<Prompt, 'imageDetail'>,
): ChatCompletionMessageParam {
  if (role !== 'user' || images.length === 0) return { role, content: text };
  const pictures = images.flatMap(({ caption, dataUrl }): ChatCompletionContentPart[] => [
    { type: 'text', text: caption },
    { type: 'image_url', image_url: { url: dataUrl, detail: imageDetail } },
  ]);
  return { role, content: [{ type: 'text', text }, ...pictures] };
}

// `parallel_tool_calls` is left out: a forced call is one call, and models that reason refuse the parameter.
function formatOf({ schema: { name, json }, structuredOutput }: Prompt): Partial<ChatCompletionCreateParamsNonStreaming> {
  switch (structuredOutput) {
    case 'json-schema':
      return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema: json } } };
    case 'tool-call':
      return {
        tools: [{ type: 'function', function: { name, description: answerFunction, strict: true, parameters: json } }],
        tool_choice: { type: 'function', function: { name } },
      };
    case 'json-object':
      return { response_format: { type: 'json_object' } };
    case 'text':
      return {};
  }
}

const contentSchema = z.union([
  z.string(),
  z.array(z.object({ text: optionalText })).transform((parts) => parts.map(({ text = '' }) => text).join('')),
]);
const choiceSchema = z.object({
  finish_reason: optionalText,
  /** With `error` as the reason: what stopped it midway. */
  error: z.unknown().optional(),
  message: z.object({
    content: ifPresent(contentSchema),
    reasoning: optionalText,
    reasoning_content: optionalText,
    refusal: optionalText,
    tool_calls: ifPresent(z.array(z.object({ function: z.object({ arguments: givenArguments }) }))),
  }),
});
const completionSchema = z
  .object({
    model: optionalText,
    error: z.unknown().optional(),
    choices: ifPresent(z.array(choiceSchema)),
    usage: ifPresent(
      z.object({
        prompt_tokens: z.unknown().optional(),
        completion_tokens: z.unknown().optional(),
        prompt_tokens_details: ifPresent(z.object({ cached_tokens: z.unknown().optional() })),
      }),
    ),
  })
  .partial();

const chunkSchema = z
  .object({
    model: optionalText,
    error: z.unknown().optional(),
    usage: z.unknown().optional(),
    choices: ifPresent(
      z.array(
        z.object({
          finish_reason: optionalText,
          delta: ifPresent(
            z.object({
              content: ifPresent(contentSchema),
              reasoning: optionalText,
              reasoning_content: optionalText,
              refusal: optionalText,
              tool_calls: ifPresent(
                z.array(z.object({ index: z.unknown().optional(), function: ifPresent(z.object({ arguments: optionalText })) })),
              ),
            }),
          ),
        }),
      ),
    ),
  })
  .partial();

function saidBy({ finish_reason: finishReason = '', message }: z.infer<typeof choiceSchema>): Said | undefined {
  const { content = '', refusal, tool_calls: called = [], reasoning, reasoning_content: aloud } = message;
  const calls = called.flatMap((call) => call.function.arguments || []);
  return saidUntil(finishReason, { text: saidInReasoning({ text: content, calls }, reasoning || aloud), calls, refusal });
}
