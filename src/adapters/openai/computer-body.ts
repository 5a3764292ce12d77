// A question to OpenAI's `computer` tool as a request of the Responses API.
//
// body-1. Nothing is stored with the provider, so that the last turn goes back whole, reasoning (encrypted) included; earlier ones are told in words.
// body-2. Each call of the last turn is answered: the tool's by the picture, a function's by a text.
// body-3. Safety checks are acknowledged only where a person approved them: what comes here was (computer-tool.ts).
import type { ResponseCreateParamsNonStreaming, ResponseInputItem, Tool } from 'openai/resources/responses/responses';
import type { ComputerQuestion } from '../../ports/computer-tool.js';
import type { ComputerPrompt } from '../model-kit/computer-tool.js';
import type { ComputerOutput } from './computer-items.js';
import type { LoadedImage } from './prompt.js';

export function computerBody({
  model,
  system,
  task,
  now,
  picture,
  imageDetail,
  functions,
  last,
}: ComputerPrompt<ComputerOutput>): ResponseCreateParamsNonStreaming {
  const isAnswered = last.some(({ type }) => type === 'computer_call');
  return {
    model,
    store: false,
    include: ['reasoning.encrypted_content'],
    tools: [{ type: 'computer' }, ...functions.map(functionTool)],
    input: [
      { type: 'message', role: 'system', content: system },
      { type: 'message', role: 'user', content: task },
      ...asInput(last),
      ...last.flatMap((item) => answerOf(item, picture)),
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: now },
          ...(isAnswered ? [] : [{ type: 'input_image' as const, image_url: picture.dataUrl, detail: imageDetail }]),
        ],
      },
    ],
  };
}

function functionTool({ name, description, parameters }: ComputerQuestion['functions'][number]): Tool {
  return { type: 'function', name, description, strict: true, parameters: { ...parameters } };
}

/** As the provider sent it: its own shape. */
function asInput(output: ComputerOutput): readonly ResponseInputItem[] {
  return output as unknown as readonly ResponseInputItem[];
}

/** body-2 and body-3. */
function answerOf(item: ComputerOutput[number], picture: LoadedImage): readonly ResponseInputItem[] {
  if (item.type === 'function_call')
    return [{ type: 'function_call_output', call_id: item.call_id, output: 'What came of it is told in the messages of the user.' }];
  if (item.type !== 'computer_call') return [];
  const checks = item.pending_safety_checks;
  return [
    {
      type: 'computer_call_output',
      call_id: item.call_id,
      output: { type: 'computer_screenshot', image_url: picture.dataUrl },
      acknowledged_safety_checks:
        checks.length > 0
          ? checks.map(({ id, code, message }) => ({
              id,
              code,
              message,
            }))
          : undefined,
    },
  ];
}
