// OpenAI's `computer` tool: what an output of the Responses API says in words of ours, by the published types of the `openai` package.
//
// computer-1. An action that is unknown or of another shape is refused, and so tells the model; it never breaks the turn. So is a call without an action: only a turn without calls is the end.
// computer-2. A safety check that cannot be read is one, too: a person is asked.

import { z } from 'zod';
import type { ComputerItem, ComputerTurn, SafetyCheck } from '../../domain/computer/computer-turn.js';
import { parseJson } from '../model-kit/json-reply.js';
import { optionalText } from './wire.js';
import type { ResponseCreateParamsNonStreaming, ResponseInputItem, Tool } from 'openai/resources/responses/responses';
import type { ComputerQuestion } from '../../ports/model.js';
import type { ComputerPrompt } from '../model-kit/computer-tool.js';
import type { LoadedImage } from '../model-kit/prompt.js';

const point = { x: z.number(), y: z.number() };
/** Not `ifGiven`: a click without the keys that were asked for would be another action. */
const holding = { keys: z.array(z.string()).nullish() };

const actionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('click'), button: z.enum(['left', 'right', 'wheel', 'back', 'forward']), ...point, ...holding }),
  z.object({ type: z.literal('double_click'), ...point, ...holding }),
  z.object({ type: z.literal('drag'), path: z.array(z.object(point)), ...holding }),
  z.object({ type: z.literal('keypress'), keys: z.array(z.string()) }),
  z.object({ type: z.literal('move'), ...point, ...holding }),
  z.object({ type: z.literal('screenshot') }),
  z.object({ type: z.literal('scroll'), scroll_x: z.number(), scroll_y: z.number(), ...point, ...holding }),
  z.object({ type: z.literal('type'), text: z.string() }),
  z.object({ type: z.literal('wait') }),
]);
type Action = z.infer<typeof actionSchema>;

const checkSchema = z.object({ id: z.union([z.string(), z.number().transform(String)]), code: optionalText, message: optionalText });
type Check = z.infer<typeof checkSchema>;

/** computer-2. */
function readChecks(given: unknown): readonly Check[] {
  if (given === undefined || given === null) return [];
  const unreadable: Check = { id: '', code: undefined, message: 'a safety check that cannot be read' };
  return (Array.isArray(given) ? given : [given]).map((check) => checkSchema.safeParse(check).data ?? unreadable);
}

/** Whole, because it is sent back as it came. */
const outputSchema = z.array(
  z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('message'), content: z.array(z.looseObject({ text: optionalText })) }),
    z.looseObject({ type: z.literal('reasoning') }),
    z.looseObject({ type: z.literal('function_call'), call_id: z.string(), name: z.string(), arguments: z.string() }),
    z.looseObject({
      type: z.literal('computer_call'),
      call_id: z.string(),
      pending_safety_checks: z.unknown().optional().transform(readChecks),
      action: z.unknown().optional(),
      actions: z.unknown().optional(),
    }),
  ]),
);
export type ComputerOutput = z.infer<typeof outputSchema>;

/** Undefined: it is none. */
export function parseOutput(text: string): ComputerOutput | undefined {
  return outputSchema.safeParse(parseJson(text)).data;
}

export function turnOf(output: ComputerOutput): ComputerTurn {
  return {
    items: output.flatMap((item): readonly ComputerItem[] => {
      if (item.type === 'function_call') return [{ type: 'function', name: item.name, args: item.arguments }];
      if (item.type !== 'computer_call') return [];
      return actionsIn(item).map(itemOf);
    }),
    checks: output
      .flatMap((item) => (item.type === 'computer_call' ? item.pending_safety_checks : []))
      .map(({ id, code, message }): SafetyCheck => ({ id, code: code || undefined, message: message ?? '' })),
    text: output
      .flatMap((item) => (item.type === 'message' ? item.content.map((part) => part.text ?? '') : []))
      .join('\n')
      .trim(),
  };
}

/** The batch, or the one action of servers that send no batches; never nothing. */
function actionsIn({ action, actions }: Extract<ComputerOutput[number], { type: 'computer_call' }>): readonly unknown[] {
  if (Array.isArray(actions) && actions.length > 0) return actions;
  const isGiven = actions !== undefined && actions !== null && !Array.isArray(actions);
  return [isGiven ? undefined : action];
}

/** computer-1. */
function itemOf(action: unknown): ComputerItem {
  const { type: named } = z.object({ type: z.string() }).safeParse(action).data ?? {};
  const parsed = actionSchema.safeParse(action);
  if (parsed.success) return known(parsed.data);
  const name = named?.slice(0, 40) ?? 'action';
  const problem = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return { type: 'refused', name, because: `${JSON.stringify(name)} is no action that can be done here (${problem.slice(0, 300)}).` };
}

function known(action: Action): ComputerItem {
  const held = 'keys' in action && action.type !== 'keypress' && action.keys ? { holding: action.keys } : {};
  switch (action.type) {
    case 'click':
      if (action.button === 'back') return { type: 'back' };
      if (action.button === 'forward') return { type: 'refused', name: 'click', because: 'There is no way forward here, only back.' };
      return {
        type: 'click',
        at: { x: action.x, y: action.y },
        button: action.button === 'wheel' ? 'middle' : action.button,
        count: 1,
        ...held,
      };
    case 'double_click':
      return { type: 'click', at: { x: action.x, y: action.y }, button: 'left', count: 2, ...held };
    case 'drag':
      return { type: 'drag', path: action.path, ...held };
    case 'keypress':
      return { type: 'keys', keys: action.keys };
    case 'move':
      return { type: 'move', at: { x: action.x, y: action.y }, ...held };
    case 'scroll':
      return { type: 'scroll', at: { x: action.x, y: action.y }, by: { x: action.scroll_x, y: action.scroll_y }, unit: 'px', ...held };
    case 'type':
      return { type: 'text', text: action.text };
    case 'screenshot':
      return { type: 'look' };
    case 'wait':
      return { type: 'wait' };
  }
}

// A question to OpenAI's `computer` tool as a request of the Responses API.
//
// body-1. Nothing is stored with the provider, so that the last turn goes back whole, reasoning (encrypted) included; earlier ones are told in words.
// body-2. Each call of the last turn is answered: the tool's by the picture, a function's by a text.
// body-3. Safety checks are acknowledged only where a person approved them: what comes here was (computer-tool.ts).

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
