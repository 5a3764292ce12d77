// A question to Anthropic's computer use tool as a request of the Messages API.
//
// body-1. The last turn goes back without its thinking, earlier ones are told in words: thinking is bound to all that stood before it, and this is not the same.
// body-2. Each call of the last turn is answered, in their order; the last of the tool has the picture.
// body-3. Tools, system and task are the same in each step: they end in a breakpoint of the provider's cache.
import type {
  BetaContentBlockParam,
  BetaImageBlockParam,
  BetaMessageParam,
  BetaToolResultBlockParam,
  BetaToolUnion,
  MessageCreateParamsNonStreaming,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { ComputerQuestion } from '../../ports/computer-tool.js';
import type { ComputerPrompt } from '../model-kit/computer-tool.js';
import type { LoadedImage } from '../openai/prompt.js';
import { isComputerUse, withheld, type ComputerOutput, type ToolUse } from './computer-items.js';
import type { ComputerToolType } from './tool-types.js';

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
