// `Wire` over Chat Completions, which nearly every server has.
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { z } from 'zod';
import { illustrated, type Prompt } from '../model-kit/prompt.js';
import { answerFunction, filtered, givenArguments, givenError, optionalText, ifPresent, type Said, type Wire } from './wire.js';

export const chatCompletions: Wire = {
  send: (client, prompt, options) => client.chat.completions.create(chatBody(prompt), options).asResponse(),
  read(json) {
    const { model, error, choices, usage } = completionSchema.safeParse(json).data ?? {};
    const choice = choices?.[0];
    return {
      said: choice && choice.finish_reason !== 'error' ? saidBy(choice) : undefined,
      error: error ?? choice?.error,
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
  error: givenError,
  message: z.object({
    content: ifPresent(contentSchema),
    refusal: optionalText,
    tool_calls: ifPresent(z.array(z.object({ function: z.object({ arguments: givenArguments }) }))),
  }),
});
const completionSchema = z
  .object({
    model: optionalText,
    error: givenError,
    choices: ifPresent(z.array(choiceSchema)),
    usage: ifPresent(
      z.object({
        prompt_tokens: z.unknown(),
        completion_tokens: z.unknown(),
        prompt_tokens_details: ifPresent(z.object({ cached_tokens: z.unknown() })),
      }),
    ),
  })
  .partial();

/** `length` is OpenAI's word, the others those of servers that resemble it. */
const cutReasons = ['length', 'model_length', 'max_tokens'];

function saidBy({ finish_reason: finishReason = '', message }: z.infer<typeof choiceSchema>): Said {
  const { content = '', refusal, tool_calls: calls = [] } = message;
  return {
    text: calls.map((call) => call.function.arguments).find(Boolean) ?? content,
    finishReason,
    isCut: cutReasons.includes(finishReason),
    refusal: refusal || (finishReason === 'content_filter' ? filtered : undefined),
  };
}
