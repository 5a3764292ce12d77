// `Wire` over the Responses API. Nothing is stored with the provider: our own artifacts are the record.
import type {
  EasyInputMessage,
  ResponseCreateParamsNonStreaming,
  ResponseInputMessageContentList,
} from 'openai/resources/responses/responses';
import { z } from 'zod';
import { isRecord, recordOf } from '../../domain/checks/read-stored.js';
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

export const responses: Wire = {
  send: (client, prompt, options) => client.responses.create(responseBody(prompt), options).asResponse(),
  // The last events tell the response whole.
  joined(events) {
    const last = recordOf(events.map(recordOf).findLast((event) => isRecord(event?.['response']))?.['response']);
    const isOpen = last?.['status'] === 'in_progress' || last?.['status'] === 'queued';
    const error =
      events.map((event) => errorIn(recordOf(event)?.['error'])).find(Boolean) ?? (isOpen ? { message: brokenStream } : undefined);
    return error ? { ...last, error } : last;
  },
  read(json) {
    const { model, error, usage, ...response } = responseSchema.safeParse(json).data ?? {};
    const failure = errorIn(error);
    return {
      said: failure ? undefined : saidBy(response),
      error: failure,
      model,
      tokens: usage && { input: usage.input_tokens, output: usage.output_tokens, cached: usage.input_tokens_details?.cached_tokens },
    };
  },
};

function responseBody(prompt: Prompt): ResponseCreateParamsNonStreaming {
  return {
    model: prompt.model,
    input: illustrated(prompt).map((message) => wireMessage(message, prompt)),
    store: false,
    ...formatOf(prompt),
  };
}

function wireMessage(
  { role, text, images }: ReturnType<typeof illustrated>[number],
  { imageDetail }: Pick<Prompt, 'imageDetail'>,
): EasyInputMessage {
  if (role !== 'user' || images.length === 0) return { type: 'message', role, content: text };
  const pictures = images.flatMap(({ caption, dataUrl }): ResponseInputMessageContentList => [
    { type: 'input_text', text: caption },
    { type: 'input_image', image_url: dataUrl, detail: imageDetail },
  ]);
  return { type: 'message', role, content: [{ type: 'input_text', text }, ...pictures] };
}

function formatOf({ schema: { name, json }, structuredOutput }: Prompt): Partial<ResponseCreateParamsNonStreaming> {
  switch (structuredOutput) {
    case 'json-schema':
      return { text: { format: { type: 'json_schema', name, strict: true, schema: json } } };
    case 'tool-call':
      return {
        tools: [{ type: 'function', name, description: answerFunction, strict: true, parameters: json }],
        tool_choice: { type: 'function', name },
      };
    case 'json-object':
      return { text: { format: { type: 'json_object' } } };
    case 'text':
      return {};
  }
}

const itemSchema = z.object({
  type: optionalText,
  phase: optionalText,
  arguments: givenArguments,
  content: ifPresent(z.array(z.object({ text: optionalText, refusal: optionalText }))),
});
const responseSchema = z
  .object({
    model: optionalText,
    error: z.unknown().optional(),
    status: optionalText,
    incomplete_details: ifPresent(z.object({ reason: optionalText })),
    output: ifPresent(z.array(itemSchema)),
    usage: ifPresent(
      z.object({
        input_tokens: z.unknown().optional(),
        output_tokens: z.unknown().optional(),
        input_tokens_details: ifPresent(z.object({ cached_tokens: z.unknown().optional() })),
      }),
    ),
  })
  .partial();

/** A response that failed, was cancelled or is still being made says nothing. */
const spoken = ['completed', 'incomplete'];

function saidBy({
  status = 'completed',
  output,
  incomplete_details: why,
}: Pick<z.infer<typeof responseSchema>, 'status' | 'output' | 'incomplete_details'>): Said | undefined {
  if (output === undefined || !spoken.includes(status)) return undefined;
  const calls = output.flatMap((item) => (item.type === 'function_call' && item.arguments ? item.arguments : []));
  const messages = output.filter(({ type }) => type === 'message');
  const answers = messages.filter(({ phase }) => phase !== 'commentary');
  const parts = (answers.length > 0 ? answers : messages).flatMap(({ content = [] }) => content);
  const text = textOf(parts);
  const reasoning = textOf(output.flatMap(({ type, content = [] }) => (type === 'reasoning' ? content : [])));
  const refusal = parts.map((part) => part.refusal).find(Boolean);
  return saidUntil(why?.reason ?? status, { text: saidInReasoning({ text, calls }, reasoning), calls, refusal });
}

function textOf(parts: readonly { readonly text?: string | undefined }[]): string {
  return parts.map(({ text = '' }) => text).join('');
}
