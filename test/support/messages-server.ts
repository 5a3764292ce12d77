// A local server that speaks Anthropic's Messages API with its computer use tools: requests are checked by schemas written from the published types of `@anthropic-ai/sdk`
// (resources/beta/messages/messages.d.ts), and by what its guide says of versions, pictures, calls and their results. A wrong request is answered with 400, as there.
import type { IncomingHttpHeaders } from 'node:http';
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { z } from 'zod';
import type { Size } from '../../src/domain/ui/geometry.js';
import { pngSize } from '../../src/domain/ui/png.js';
import { startJsonServer } from './json-server.js';

const cache = z.strictObject({ type: z.literal('ephemeral') }).optional();
const text = z.strictObject({ type: z.literal('text'), text: z.string().regex(/\S/), cache_control: cache });
const image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({ type: z.literal('base64'), media_type: z.literal('image/png'), data: z.base64() }),
});
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  toolset_name: z.string().optional(),
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  toolset_name: z.string().optional(),
  content: z.array(z.discriminatedUnion('type', [text, image])),
});

const member = [
  ...['key', 'hold_key', 'type', 'cursor_position', 'mouse_move', 'left_mouse_down', 'left_mouse_up', 'left_click', 'left_click_drag'],
  ...['right_click', 'middle_click', 'double_click', 'triple_click', 'scroll', 'wait', 'screenshot', 'zoom'],
] as const;
const configs = z.partialRecord(z.enum(member), z.strictObject({ enabled: z.boolean() }));
const display = { name: z.literal('computer'), display_width_px: z.int(), display_height_px: z.int() };
const tools = z.array(
  z.union([
    z.strictObject({ type: z.literal('computer_toolset_20260801'), configs: configs.optional() }),
    z.strictObject({ type: z.literal('computer_20251124'), ...display }),
    z.strictObject({ type: z.literal('computer_20250124'), ...display }),
    z.strictObject({
      name: z.string().regex(/^[\w-]{1,128}$/),
      description: z.string(),
      input_schema: z.looseObject({
        type: z.literal('object'),
        properties: z.record(z.string(), z.unknown()),
        required: z.array(z.string()),
      }),
    }),
  ]),
);
const betaOf: Readonly<Record<string, string>> = {
  computer_20251124: 'computer-use-2025-11-24',
  computer_20250124: 'computer-use-2025-01-24',
};

/** It takes nothing that the package's types do not. */
const requestSchema = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1).max(64_000),
  system: z.array(text).min(1),
  tools,
  messages: z.array(
    z.discriminatedUnion('role', [
      z.strictObject({ role: z.literal('user'), content: z.array(z.discriminatedUnion('type', [text, image, toolResult])).min(1) }),
      z.strictObject({ role: z.literal('assistant'), content: z.array(z.discriminatedUnion('type', [text, toolUse])).min(1) }),
    ]),
  ),
}) satisfies z.ZodType<MessageCreateParamsNonStreaming>;
export type MessagesRequest = z.infer<typeof requestSchema>;

/** One block of a message: ids are filled in. `does`: an action of the computer tool. */
export type SaidBlock =
  | { readonly does: string; readonly input?: object }
  | { readonly call: string; readonly args: object }
  | { readonly text: string }
  | { readonly thinks: string };
export interface SaidMessage {
  readonly blocks: readonly SaidBlock[];
  readonly stop?: string;
  readonly details?: object;
  readonly usage?: object;
}

export interface AskedInMessages {
  readonly body: MessagesRequest;
  readonly headers: IncomingHttpHeaders;
  /** All texts of the request. */
  readonly text: string;
  /** Of the picture, px. */
  readonly picture: Size;
}

export interface MessagesServer {
  readonly url: string;
  readonly requests: readonly AskedInMessages[];
  /** Why requests were refused. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

export async function startMessagesServer(
  script: (asked: AskedInMessages) => readonly SaidBlock[] | SaidMessage,
  key?: string,
): Promise<MessagesServer> {
  const requests: AskedInMessages[] = [];
  const refused: string[] = [];
  const server = await startJsonServer(({ url, headers }, body) => {
    if (url !== '/v1/messages') return [404, error('not_found_error', `there is no ${url ?? ''}`)];
    if (key !== undefined && headers.authorization !== `Bearer ${key}`)
      return [401, error('authentication_error', `invalid key: ${headers.authorization}`)];
    const parsed = requestSchema.safeParse(JSON.parse(body));
    const problem = parsed.success ? problemOf(parsed.data, headers) : z.prettifyError(parsed.error);
    if (!parsed.success || problem !== undefined) {
      refused.push(problem ?? '');
      return [400, error('invalid_request_error', problem ?? '')];
    }
    const asked = {
      body: parsed.data,
      headers,
      text: textOf(parsed.data),
      picture: picturesOf(parsed.data)[0] ?? { width: 0, height: 0 },
    };
    requests.push(asked);
    const said = script(asked);
    return [200, messageOf(parsed.data, requests.length, 'blocks' in said ? said : { blocks: said })];
  });
  return { ...server, requests, refused };
}

function error(type: string, message: string): object {
  return { type: 'error', error: { type, message }, request_id: 'req_1' };
}

/** What the types leave open. */
function problemOf(request: MessagesRequest, headers: IncomingHttpHeaders): string | undefined {
  return versionProblem(request, headers) ?? pictureProblem(request) ?? resultProblem(request);
}

/** The version's header, and no other; thinking would have to come back with all that stood before it. */
function versionProblem(request: MessagesRequest, headers: IncomingHttpHeaders): string | undefined {
  const versions = request.tools.flatMap((tool) => ('type' in tool ? [tool.type] : []));
  const [version = ''] = versions;
  if (versions.length !== 1) return `There are ${versions.length} computer tools.`;
  if (headers['anthropic-version'] !== '2026-10-21') return 'anthropic-version: header is required';
  const wanted = betaOf[version];
  return headers['anthropic-beta'] === wanted ? undefined : `${version} wants the header ${wanted ?? 'that there is none'}.`;
}

/** One picture, of a size that is taken as it is, and as the older tools are told. */
function pictureProblem(request: MessagesRequest): string | undefined {
  const pictures = picturesOf(request);
  const [size] = pictures;
  if (pictures.length !== 1 || !size) return `There are ${pictures.length} pictures.`;
  if (Math.max(size.width, size.height) > 1_568 || Math.ceil(size.width / 28) * Math.ceil(size.height / 28) > 1_568)
    return `The picture of ${size.width} × ${size.height} exceeds the limits.`;
  const shown = request.tools.find((tool) => 'display_width_px' in tool);
  return shown && (shown.display_width_px !== size.width || shown.display_height_px !== size.height)
    ? 'The display has another size than the picture.'
    : undefined;
}

/** Each call of a turn is answered in the next message, first and once, and by the same toolset. */
function resultProblem({ messages }: MessagesRequest): string | undefined {
  for (const [index, { role, content }] of messages.entries()) {
    const uses = role === 'assistant' ? content.filter((block) => block.type === 'tool_use') : [];
    const next = messages[index + 1]?.content ?? [];
    const results = next.filter((block) => block.type === 'tool_result');
    if (role === 'assistant' && next.slice(0, results.length).some(({ type }) => type !== 'tool_result'))
      return 'tool_result blocks come first.';
    if (role === 'assistant' && results.length !== uses.length) return `tool_use ids were found without tool_result blocks (${index}).`;
    for (const { id, toolset_name: toolset } of uses) {
      const result = results.find(({ tool_use_id: answered }) => answered === id);
      if (!result) return `tool_use ids were found without tool_result blocks: ${id}.`;
      if (result.toolset_name !== toolset) return `toolset_name of ${id} does not match.`;
    }
  }
  return messages.at(-1)?.role === 'user' ? undefined : 'The last message is the assistant’s.';
}

function picturesOf({ messages }: MessagesRequest): readonly Size[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) =>
      (block.type === 'tool_result' ? block.content : [block]).flatMap((part) => {
        const size = part.type === 'image' ? pngSize(Buffer.from(part.source.data, 'base64')) : undefined;
        return size ? [size] : [];
      }),
    ),
  );
}

function textOf({ system, messages }: MessagesRequest): string {
  const said = messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
  return [...system.map(({ text: rule }) => rule), ...said].join('\n\n');
}

function messageOf({ model, tools: offered }: MessagesRequest, id: number, { blocks, stop, details, usage }: SaidMessage): object {
  const isToolset = offered.some((tool) => 'type' in tool && tool.type === 'computer_toolset_20260801');
  const content = blocks.map((block, index) => blockOf(block, `toolu_${id}_${index}`, isToolset));
  const acts = blocks.some((block) => 'does' in block || 'call' in block);
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stop ?? (acts ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    stop_details: details ?? null,
    usage: usage ?? { input_tokens: 200, cache_creation_input_tokens: 300, cache_read_input_tokens: 500, output_tokens: 50 },
  };
}

function blockOf(block: SaidBlock, id: string, isToolset: boolean): object {
  if ('text' in block) return { type: 'text', text: block.text, citations: null };
  if ('thinks' in block) return { type: 'thinking', thinking: block.thinks, signature: 'EqQB' };
  const caller = { type: 'direct' };
  if ('call' in block) return { type: 'tool_use', id, name: block.call, input: block.args, caller };
  const { does, input = {} } = block;
  return isToolset
    ? { type: 'tool_use', id, name: does, toolset_name: 'computer', input, caller }
    : { type: 'tool_use', id, name: 'computer', input: { action: does, ...input }, caller };
}
