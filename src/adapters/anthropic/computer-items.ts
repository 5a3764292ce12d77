import { z } from 'zod';
import type { ComputerItem, ComputerTurn } from '../../domain/computer/computer-turn.js';
import type { Point } from '../../domain/ui/geometry.js';
import { exactJson } from '../../domain/text/exact-json.js';
import { mostItems } from '../model-kit/computer-tool.js';
import { parseJson } from '../model-kit/json-reply.js';
import type {
  BetaContentBlockParam,
  BetaImageBlockParam,
  BetaMessageParam,
  BetaToolResultBlockParam,
  BetaToolUnion,
  MessageCreateParamsNonStreaming,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { ComputerQuestion } from '../../ports/model.js';
import type { ComputerPrompt } from '../model-kit/computer-tool.js';
import type { LoadedImage } from '../model-kit/prompt.js';

/** The toolset for models of today; the older ones for models and clouds that have no other. */
export const computerToolTypes = ['computer_toolset_20260801', 'computer_20251124', 'computer_20250124'] as const;
export type ComputerToolType = (typeof computerToolTypes)[number];

// Anthropic's computer use tool: what a message says in words of ours, by the published types of `@anthropic-ai/sdk`. The toolset names an action by its block, the older tools by `input.action`.
//
// computer-1. An action that is unknown or of another shape is refused, and so tells the model; it never breaks the turn, and nothing of it is left out.
// computer-2. Without a coordinate an action is where the pointer is: known only where an action before it in the same turn has put it there.
// computer-3. A button that is pressed and let go in the same turn is a drag along the moves between. Nothing else comes between, and nothing stays pressed.

const point = z.tuple([z.number(), z.number()]);
/** Of `text`: keys that are held meanwhile. */
const aimed = { coordinate: point.nullish(), text: z.string().nullish() };

const actionSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('screenshot') }),
  z.object({ name: z.literal(['left_click', 'right_click', 'middle_click', 'double_click', 'triple_click']), ...aimed }),
  z.object({ name: z.literal('left_click_drag'), start_coordinate: point.nullish(), coordinate: point, text: z.string().nullish() }),
  z.object({ name: z.literal('left_mouse_down') }),
  z.object({ name: z.literal('left_mouse_up') }),
  z.object({ name: z.literal('mouse_move'), coordinate: point }),
  z.object({
    name: z.literal('scroll'),
    ...aimed,
    scroll_direction: z.enum(['up', 'down', 'left', 'right']),
    scroll_amount: z.number().min(0),
  }),
  z.object({ name: z.literal('type'), text: z.string() }),
  z.object({ name: z.literal('key'), text: z.string(), repeat: z.number().nullish() }),
  z.object({ name: z.literal('wait'), duration: z.number() }),
]);
type Action = z.infer<typeof actionSchema>;

/** What is never done here; the toolset is told not to offer it. */
const impossible: Readonly<Record<string, string>> = {
  hold_key: 'A key is not held for a time: key presses it, and key with "ctrl+a" holds Ctrl meanwhile.',
  cursor_position: 'Where the pointer is cannot be told: name the coordinate of each action.',
  zoom: 'There is no closer picture than the one that you were sent.',
  triple_click: 'There is no triple click: double-click a word, or click into the text and press ctrl+a.',
};
const withheld = Object.keys(impossible);

/** What is sent back: thinking is left out, because it may only be sent back with everything that stood before it. */
const outputSchema = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({
      type: z.literal('tool_use'),
      id: z.string(),
      name: z.string(),
      // Some gateways send a call's arguments as OpenAI's servers do: as a text.
      input: z.unknown().transform((input) => (typeof input === 'string' ? (exactJson(input) ?? input) : input)),
      toolset_name: z
        .string()
        .nullish()
        .transform((name) => name ?? undefined),
    }),
  ]),
);
export type ComputerOutput = z.infer<typeof outputSchema>;
type ToolUse = Extract<ComputerOutput[number], { type: 'tool_use' }>;

/** Undefined: it is none. */
export function parseOutput(text: string): ComputerOutput | undefined {
  return outputOf(parseJson(text));
}

export function outputOf(content: unknown): ComputerOutput | undefined {
  const given = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (Array.isArray(given) && given.length > mostItems) return undefined;
  const blocks = z.array(z.looseObject({ type: z.string() })).safeParse(given).data;
  const kept = blocks?.filter(
    ({ type, text }) => type === 'tool_use' || (type === 'text' && typeof text === 'string' && text.trim() !== ''),
  );
  return outputSchema.safeParse(kept).data;
}

function isComputerUse({ name, toolset_name: toolset }: ToolUse): boolean {
  return toolset === undefined ? name === 'computer' : toolset === 'computer';
}

export function turnOf(output: ComputerOutput): ComputerTurn {
  const uses = output.filter((block): block is ToolUse => block.type === 'tool_use');
  return {
    items: itemsOf(uses),
    checks: [],
    text: output
      .flatMap((block) => (block.type === 'text' ? [block.text] : []))
      .join('\n')
      .trim(),
  };
}

/** Of one turn. */
interface Pointer {
  at: Point | undefined;
  /** Where it was pressed, and through where it went. */
  pressed: Point[] | undefined;
}

function itemsOf(uses: readonly ToolUse[]): readonly ComputerItem[] {
  const pointer: Pointer = { at: undefined, pressed: undefined };
  const items = uses.flatMap((use): readonly ComputerItem[] => {
    if (!isComputerUse(use)) return pointer.pressed ? [refused(use.name, letGo)] : [{ type: 'function', name: use.name, args: use.input }];
    const read = actionOf(use);
    const item = 'because' in read ? refused(read.name, read.because) : pressedOr(read, pointer);
    return item ? [item] : [];
  });
  return pointer.pressed ? [...items, refused('left_mouse_down', letGo)] : items;
}

const letGo =
  'What is pressed by left_mouse_down is let go by left_mouse_up in the same turn, with nothing but mouse_move between; or use left_click_drag.';

/** computer-1. */
function actionOf({ name, input, toolset_name: toolset }: ToolUse): Action | { readonly name: string; readonly because: string } {
  const given = z.record(z.string(), z.unknown()).safeParse(input).data;
  // Without its arguments it would be done where the pointer happens to be.
  if (!given) return { name: name.slice(0, 40), because: 'Its input cannot be read: give one JSON object, each key once.' };
  const action = toolset === undefined ? given['action'] : name;
  const called = typeof action === 'string' ? action.slice(0, 40) : 'action';
  if (Object.hasOwn(impossible, called)) return { name: called, because: impossible[called] ?? '' };
  const parsed = actionSchema.safeParse({ ...given, name: action });
  if (parsed.success) return parsed.data;
  const problem = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return { name: called, because: `${JSON.stringify(called)} is no action that can be done here (${problem.slice(0, 300)}).` };
}

/** computer-3. */
function pressedOr(action: Action, pointer: Pointer): ComputerItem | undefined {
  const { pressed } = pointer;
  if (pressed === undefined) return itemOf(action, pointer);
  if (action.name === 'mouse_move') {
    pointer.at = pointOf(action.coordinate);
    pressed.push(pointer.at);
    return undefined;
  }
  pointer.pressed = undefined;
  if (action.name !== 'left_mouse_up') return refused(action.name, letGo);
  const [at] = pressed;
  return at && pressed.length === 1 ? { type: 'click', at, button: 'left', count: 1 } : { type: 'drag', path: pressed };
}

/** Undefined: nothing is to be done yet. */
function itemOf(action: Action, pointer: Pointer): ComputerItem | undefined {
  switch (action.name) {
    case 'screenshot':
      return { type: 'look' };
    case 'type':
      return { type: 'text', text: action.text };
    case 'key':
      return {
        type: 'keys',
        keys: chordOf(action.text),
        times: action.repeat ?? undefined,
      };
    case 'wait':
      return { type: 'wait', seconds: action.duration };
    case 'mouse_move':
      pointer.at = pointOf(action.coordinate);
      return { type: 'move', at: pointer.at };
    case 'left_mouse_up':
      return refused(action.name, 'Nothing is pressed: left_mouse_down comes before it, in the same turn.');
    case 'left_click_drag':
      return dragged(action, pointer);
    default:
      return aimedItem(action, pointer);
  }
}

function dragged(
  { start_coordinate: start, coordinate, text }: Extract<Action, { name: 'left_click_drag' }>,
  pointer: Pointer,
): ComputerItem {
  const from = start ? pointOf(start) : pointer.at;
  if (from === undefined) return nowhere('left_click_drag');
  pointer.at = pointOf(coordinate);
  return { type: 'drag', path: [from, pointer.at], ...heldBy(text) };
}

type Aimed = Extract<
  Action,
  { name: 'left_click' | 'right_click' | 'middle_click' | 'double_click' | 'triple_click' | 'scroll' | 'left_mouse_down' }
>;

/** computer-2. */
function aimedItem(action: Aimed, pointer: Pointer): ComputerItem | undefined {
  if ('coordinate' in action && action.coordinate) pointer.at = pointOf(action.coordinate);
  const { at } = pointer;
  if (at === undefined) return nowhere(action.name);
  switch (action.name) {
    case 'left_mouse_down':
      pointer.pressed = [at];
      return undefined;
    case 'scroll':
      return {
        type: 'scroll',
        at,
        by: turned(action.scroll_direction, action.scroll_amount),
        unit: 'notches',
        ...heldBy(action.text),
      };
    case 'right_click':
    case 'middle_click':
      return { type: 'click', at, button: action.name === 'right_click' ? 'right' : 'middle', count: 1, ...heldBy(action.text) };
    default:
      return { type: 'click', at, button: 'left', count: clicks[action.name], ...heldBy(action.text) };
  }
}

const clicks = { left_click: 1, double_click: 2, triple_click: 3 } as const;

function turned(direction: 'up' | 'down' | 'left' | 'right', notches: number): Point {
  switch (direction) {
    case 'up':
      return { x: 0, y: -notches };
    case 'down':
      return { x: 0, y: notches };
    case 'left':
      return { x: -notches, y: 0 };
    case 'right':
      return { x: notches, y: 0 };
  }
}

/** `ctrl+shift+Tab`; a plus is a key, too. */
function chordOf(text: string): readonly string[] {
  const keys = text.trim() === '' ? text : text.trim();
  if (keys === '+') return ['+'];
  return keys.endsWith('++')
    ? [...keys.slice(0, -2).split('+'), '+']
    : keys.split('+').map((key) => (key.trim() === '' ? key : key.trim()));
}

function heldBy(text: string | null | undefined): { readonly holding?: readonly string[] } {
  return text ? { holding: chordOf(text) } : {};
}

function nowhere(name: string): ComputerItem {
  return refused(name, `${name}: where the pointer is cannot be told; name the coordinate.`);
}

function refused(name: string, because: string): ComputerItem {
  return { type: 'refused', name, because };
}

function pointOf([x, y]: readonly [number, number]): Point {
  return { x, y };
}

// A question to Anthropic's computer use tool as a request of the Messages API.
//
// body-1. The last turn goes back without its thinking, earlier ones are told in words: thinking is bound to all that stood before it, and this is not the same.
// body-2. Each call of the last turn is answered, in their order; the last of the tool has the picture.
// body-3. Tools, system and task are the same in each step: they end in a breakpoint of the provider's cache.

/** Thinking included. */
export const mostOutputTokens = 16_384;

const betas = {
  computer_toolset_20260801: [],
  computer_20251124: ['computer-use-2025-11-24'],
  computer_20250124: ['computer-use-2025-01-24'],
} as const satisfies Record<ComputerToolType, readonly string[]>;

export function computerBody(
  { model, system, task, now, picture, functions, last }: ComputerPrompt<ComputerOutput>,
  tool: ComputerToolType,
): MessageCreateParamsNonStreaming {
  const first: BetaContentBlockParam = { type: 'text', text: task, cache_control: { type: 'ephemeral' } };
  const seen: readonly BetaContentBlockParam[] = [{ type: 'text', text: now }, imageOf(picture)];
  return {
    model,
    max_tokens: mostOutputTokens,
    betas: betas[tool].length > 0 ? [...betas[tool]] : undefined,
    system: [{ type: 'text', text: system }],
    tools: [toolEntry(tool, picture), ...functions.map(functionTool)],
    messages:
      last.length === 0
        ? [{ role: 'user', content: [first, ...seen] }]
        : [{ role: 'user', content: [first] }, { role: 'assistant', content: last.map(asParam) }, answerTo(last, picture, seen)],
  };
}

function toolEntry(tool: ComputerToolType, { size }: LoadedImage): BetaToolUnion {
  if (tool === 'computer_toolset_20260801')
    return { type: tool, configs: Object.fromEntries(withheld.map((name) => [name, { enabled: false }])) };
  return { type: tool, name: 'computer', display_width_px: size.width, display_height_px: size.height };
}

function functionTool({ name, description, parameters }: ComputerQuestion['functions'][number]): BetaToolUnion {
  return { name, description, input_schema: { type: 'object', ...parameters } };
}

function asParam(block: ComputerOutput[number]): BetaContentBlockParam {
  return block;
}

/** body-2. */
function answerTo(last: ComputerOutput, picture: LoadedImage, seen: readonly BetaContentBlockParam[]): BetaMessageParam {
  const uses = last.filter((block): block is ToolUse => block.type === 'tool_use');
  const shows = uses.findLast(isComputerUse);
  const results = uses.map((use): BetaToolResultBlockParam => ({
    type: 'tool_result',
    tool_use_id: use.id,
    toolset_name: use.toolset_name,
    content: [{ type: 'text', text: 'What came of it is told below, by the user.' }, ...(use === shows ? [imageOf(picture)] : [])],
  }));
  return { role: 'user', content: [...results, ...seen.filter(({ type }) => !shows || type !== 'image')] };
}

function imageOf({ dataUrl }: LoadedImage): BetaImageBlockParam {
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data: dataUrl.slice(dataUrl.indexOf(',') + 1) } };
}
