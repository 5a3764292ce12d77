// `Wire` over the Responses API. Nothing is stored with the provider: our own artifacts are the record.
import type {
  EasyInputMessage,
  ResponseCreateParamsNonStreaming,
  ResponseInputMessageContentList,
} from 'openai/resources/responses/responses';
import { type Data, isRecord, listOf, recordOf, textOf } from '../../domain/checks/read-stored.js';
import { illustrated, type Prompt } from '../model-kit/prompt.js';
import { errorIn } from '../model-kit/server-reports.js';
import { answerFunction, argumentsOf, brokenStream, contentOf, saidInReasoning, saidUntil, type Said, type Wire } from './wire.js';

export const responses: Wire = {
  send: (client, prompt, options) => client.responses.create(responseBody(prompt), options).asResponse(),
  // The last event tells the response whole, unless its server leaves out what it has told already; of one that breaks off, what was begun has its price.
  joined(events) {
    const told = listOf(events);
    const last = recordOf(told.findLast(({ response }) => isRecord(response))?.['response']);
    const error = told.map((event) => event['error']).find(errorIn);
    const begun = told.map(({ delta }) => textOf(delta)).join('');
    const isBroken = last ? ['in_progress', 'queued'].includes(textOf(last['status'])) : begun !== '';
    const done = told.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
    const written = [listOf(last?.['output']), done, isBroken ? [{ content: begun }] : []];
    const output = written.find(({ length }) => length > 0) ?? last?.['output'];
    if (isBroken) return { ...last, output, status: 'incomplete', error: error ?? { message: brokenStream } };
    return (last ?? error) && { ...last, output, error: error ?? last?.['error'] };
  },
  read(json) {
    const response = recordOf(json) ?? {};
    const error = errorIn(response['error']);
    const usage = recordOf(response['usage']);
    return {
      said: saidBy(response),
      error,
      model: textOf(response['model']) || undefined,
      tokens: usage && {
        input: usage['input_tokens'],
        output: usage['output_tokens'],
        cached: recordOf(usage['input_tokens_details'])?.['cached_tokens'],
        total: usage['total_tokens'],
      },
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

/** A response that failed, was cancelled or is still being made says nothing. */
const spoken = ['completed', 'incomplete'];

function saidBy({ status: told, output, incomplete_details: why }: Data): Said | undefined {
  const status = textOf(told) || 'completed';
  if (!Array.isArray(output) || !spoken.includes(status)) return undefined;
  const items = listOf(output);
  const ofType = (type: string): readonly Data[] => items.filter((item) => item['type'] === type);
  const calls = ofType('function_call').flatMap((item) => argumentsOf(item['arguments']) || []);
  const messages = items.filter(({ type = 'message' }) => type === 'message');
  const answers = messages.filter(({ phase }) => phase !== 'commentary');
  const parts = (answers.length > 0 ? answers : messages).map(({ content }) => content);
  const text = parts.map(contentOf).join('');
  const reasoning = ofType('reasoning').flatMap(({ content }) => listOf(content).map((part) => textOf(part['text'])));
  const refusal = parts.flatMap((part) => listOf(part).map((each) => textOf(each['refusal']))).find(Boolean);
  const ending = textOf(recordOf(why)?.['reason']) || status;
  return saidUntil(ending, { text: saidInReasoning({ text, calls }, reasoning.join('')), calls, refusal });
}
