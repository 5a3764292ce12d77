// `Wire` over Chat Completions, which nearly every server has.
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { type Data, isRecord, listOf, recordOf, textOf } from '../../domain/checks/read-stored.js';
import { lastCounts } from '../model-kit/metered-usage.js';
import { illustrated, type Prompt } from '../model-kit/prompt.js';
import { errorIn } from '../model-kit/server-reports.js';
import {
  answerFunction,
  argumentsOf,
  brokenStream,
  contentOf,
  isWholeBy,
  saidInReasoning,
  saidUntil,
  type Said,
  type Wire,
} from './wire.js';

export const chatCompletions: Wire = {
  send: (client, prompt, options) => client.chat.completions.create(chatBody(prompt), options).asResponse(),
  joined(events, isWhole) {
    const chunks = listOf(events);
    const choices = chunks.map(choiceOf).filter(isRecord);
    const deltas = choices.map(({ delta }) => delta).filter(isRecord);
    const written = (part: string): string => deltas.map((delta) => contentOf(delta[part])).join('');
    const calls = new Map<unknown, string[]>();
    for (const { index, arguments: part } of deltas.flatMap(callsIn)) {
      const parts = calls.get(index) ?? [];
      parts.push(argumentsOf(part));
      calls.set(index, parts);
    }
    const message = {
      content: written('content'),
      reasoning: written('reasoning'),
      reasoning_content: written('reasoning_content'),
      refusal: written('refusal'),
      tool_calls: [...calls.values()].map((parts) => ({ function: { arguments: parts.join('') } })),
    };
    const words = choices.map((choice) => textOf(choice['finish_reason'])).filter(Boolean);
    const reason = words.find((word) => !isWholeBy(word)) ?? words[0];
    const isBroken = reason === undefined ? !isWhole : reason === 'error';
    return {
      model: chunks.map(({ model }) => model).find(Boolean),
      error: chunks.map(({ error }) => error).find(errorIn) ?? (isBroken ? { message: brokenStream } : undefined),
      usage: lastCounts(chunks.map(({ usage }) => usage)),
      choices:
        deltas.length > 0
          ? [{ finish_reason: reason ?? 'stop', message }]
          : choices.filter(({ message: whole }) => isRecord(whole)).slice(-1),
    };
  },
  read(json) {
    const completion = recordOf(json) ?? {};
    const choice = choiceOf(completion);
    const error = errorIn(completion['error']) ?? errorIn(choice?.['error']);
    const usage = recordOf(completion['usage']);
    return {
      said: choice && saidBy(choice),
      error,
      model: textOf(completion['model']) || undefined,
      tokens: usage && {
        input: usage['prompt_tokens'],
        output: usage['completion_tokens'],
        cached: recordOf(usage['prompt_tokens_details'])?.['cached_tokens'],
        total: usage['total_tokens'],
      },
    };
  },
};

/** One answer is asked for. */
function choiceOf({ choices }: Data): Data | undefined {
  return Array.isArray(choices) ? recordOf(choices[0]) : undefined;
}

function saidBy({ finish_reason: reason, message }: Data): Said | undefined {
  if (!isRecord(message)) return undefined;
  const calls = callsIn(message).flatMap(({ arguments: given }) => argumentsOf(given) || []);
  const aloud = [message['reasoning'], message['reasoning_content']].map(textOf).find((text) => text.trim() !== '');
  const text = saidInReasoning({ text: contentOf(message['content']), calls }, aloud);
  return saidUntil(textOf(reason), { text, calls, refusal: contentOf(message['refusal']) || undefined });
}

/** `function_call` is what there was before a message could hold several. */
function callsIn({ tool_calls: calls, function_call: only }: Data): readonly Data[] {
  const all = Array.isArray(calls) && calls.length > 0 ? calls.map(recordOf) : [{ index: 'only', function: only }];
  return all.flatMap((call) => ({ index: call?.['index'], ...recordOf(call?.['function']) }));
}

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
