// Parses servers' answers, as far as they are used. An odd tool or an unknown kind of content is left out; the rest of the answer is kept.

import { z } from 'zod';
import { type ToolDescription, type ToolImage, type ToolReply, ToolServerError, type ToolCallContext } from '../../ports/tool-servers.js';
import { assertNever } from '../../domain/errors/assert-never.js';
import { silenceMs } from './link.js';
import { createReconnecting, type Answer, type ToolServerOptions } from './connection.js';

/** Bytes of a reply's text, and of its structured content as JSON. */
const textLimit = 5_000_000;

const pageSchema = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });

const toolSchema = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.object({ readOnlyHint: z.boolean().nullish() }).nullish(),
  execution: z.object({ taskSupport: z.string().nullish() }).nullish(),
});

interface ToolPage {
  readonly tools: readonly ToolDescription[];
  /** Why some tools are left out. */
  readonly left: readonly string[];
  readonly nextCursor: string | undefined;
}

/** `undefined`: not a page of tools. */
function parseToolPage(server: string, result: unknown): ToolPage | undefined {
  const page = pageSchema.safeParse(result);
  if (!page.success) return undefined;
  const tools: ToolDescription[] = [];
  const left: string[] = [];
  for (const entry of page.data.tools) {
    const parsed = toolSchema.safeParse(entry);
    if (!parsed.success) {
      left.push(`a tool with an invalid description: ${JSON.stringify(entry).slice(0, 100)}`);
      continue;
    }
    const { name, description, inputSchema, annotations, execution } = parsed.data;
    if (execution?.taskSupport === 'required') left.push(`"${name}", which runs as a task only`);
    else tools.push({ server, name, description: description ?? '', inputSchema, readOnly: annotations?.readOnlyHint === true });
  }
  return { tools, left, nextCursor: page.data.nextCursor || undefined };
}

const replySchema = z.object({
  content: z.array(z.unknown()).nullish(),
  structuredContent: z.record(z.string(), z.unknown()).nullish(),
  isError: z.boolean().nullish(),
});

const resourceSchema = z.object({
  uri: z.string(),
  mimeType: z.string().nullish(),
  text: z.string().nullish(),
  blob: z.string().nullish(),
});

const contentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal('audio'), mimeType: z.string() }),
  z.object({ type: z.literal('resource'), resource: resourceSchema }),
  z.object({ type: z.literal('resource_link'), uri: z.string() }),
]);

type Content = z.infer<typeof contentSchema>;

function parseToolReply(result: unknown): ToolReply {
  const parsed = replySchema.safeParse(result);
  if (!parsed.success) return errorReply(`The tool's answer is not a valid tool result: ${JSON.stringify(result).slice(0, 200)}`);
  const { content, structuredContent, isError } = parsed.data;
  const images: ToolImage[] = [];
  const texts: string[] = [];
  for (const entry of content ?? []) {
    const part = contentSchema.safeParse(entry);
    const image = part.success ? imageOf(part.data) : undefined;
    if (image) images.push(image);
    else texts.push(part.success ? textOf(part.data) : '[content of an unknown kind]');
  }
  const structuredBytes = structuredContent ? Buffer.byteLength(JSON.stringify(structuredContent)) : 0;
  if (structuredBytes > textLimit) texts.push(`[left out: structured content of ${structuredBytes} bytes, more than ${textLimit}]`);
  return {
    text: cut(texts.join('\n')),
    images,
    structured: structuredContent && structuredBytes <= textLimit ? structuredContent : undefined,
    isError: isError === true,
  };
}

function errorReply(message: string): ToolReply {
  return { text: cut(message), images: [], isError: true };
}

function imageOf(content: Content): ToolImage | undefined {
  if (content.type === 'image') return { bytes: decode(content.data), mediaType: content.mimeType };
  if (content.type !== 'resource') return undefined;
  const { blob, mimeType } = content.resource;
  return blob && mimeType?.startsWith('image/') ? { bytes: decode(blob), mediaType: mimeType } : undefined;
}

function textOf(content: Content): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'resource_link':
      return content.uri;
    case 'resource':
      return content.resource.text ?? `[${content.resource.uri}: ${content.resource.mimeType ?? 'data'} that is not text]`;
    default:
      return `[${content.mimeType}]`;
  }
}

function decode(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= textLimit) return text;
  // A character that the limit cuts through is left out.
  const kept = new TextDecoder().decode(bytes.subarray(0, textLimit), { stream: true });
  return `${kept}\n[cut: the first ${textLimit} of ${bytes.length} bytes]`;
}

// One tool server of a run: lists and calls its tools.

interface ToolServer {
  /** When the signal fires, the server counts as unavailable. */
  list(signal: AbortSignal): Promise<readonly ToolDescription[]>;
  /** The signal ends the call with its own reason. */
  call(tool: string, args: Readonly<Record<string, unknown>>, context: ToolCallContext): Promise<ToolReply>;
  /** Never rejects. */
  close(): Promise<void>;
}

const pageLimit = 1_000;

export function createToolServer(options: ToolServerOptions): ToolServer {
  const { name, config, warn } = options;
  const server = createReconnecting(options);
  let known: readonly string[] = [];
  const warned = new Set<string>();

  function unavailable(what: string): ToolServerError {
    return new ToolServerError('tool-server-unavailable', `The tool server "${name}" ${what}.`);
  }

  async function list(signal: AbortSignal): Promise<readonly ToolDescription[]> {
    try {
      return await listed(signal);
    } catch (error) {
      if (error instanceof ToolServerError || !signal.aborted) throw error;
      throw unavailable('did not start or list its tools in time');
    }
  }

  async function listed(signal: AbortSignal): Promise<readonly ToolDescription[]> {
    const tools: ToolDescription[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < pageLimit; page += 1) {
      const answer = await server.ask(
        { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
        { signal, timeoutMs: silenceMs },
      );
      const found = answer.kind === 'result' ? parseToolPage(name, answer.result) : undefined;
      if (!found) throw unavailable(`does not list its tools: ${whyNot(answer)}`);
      tools.push(...found.tools);
      if (found.left.length > 0) warnOnce(`Left out of the tools of "${name}": ${found.left.join('; ')}.`);
      cursor = found.nextCursor;
      if (cursor !== undefined) continue;
      const all = offered(tools);
      known = all.map((tool) => tool.name);
      return all;
    }
    throw unavailable(`has an endless list of tools: ${pageLimit} pages`);
  }

  function offered(tools: readonly ToolDescription[]): readonly ToolDescription[] {
    const { tools: wanted } = config;
    if (!wanted) return tools;
    const missing = wanted.filter((each) => !tools.some((tool) => tool.name === each));
    if (missing.length > 0)
      warnOnce(`The tool server "${name}" has no ${quoted(missing)}; it has ${quoted(tools.map((tool) => tool.name))}.`);
    return tools.filter((tool) => wanted.includes(tool.name));
  }

  function warnOnce(text: string): void {
    if (!warned.has(text)) warn(text);
    warned.add(text);
  }

  async function call(tool: string, args: Readonly<Record<string, unknown>>, context: ToolCallContext): Promise<ToolReply> {
    if (!known.includes(tool)) await listed(context.signal);
    if (!known.includes(tool))
      throw new ToolServerError('no-such-tool', `The tool server "${name}" has no tool "${tool}"; it has ${quoted(known)}.`);
    const answer = await server.ask({ method: 'tools/call', params: { name: tool, arguments: { ...args } } }, context);
    return replyOf(answer, { tool, server: name, timeoutMs: context.timeoutMs });
  }

  return { list, call, close: () => server.close() };
}

interface Called {
  readonly tool: string;
  readonly server: string;
  readonly timeoutMs: number;
}

/** Throws when there is no reply. */
function replyOf(answer: Answer, { tool, server, timeoutMs }: Called): ToolReply {
  switch (answer.kind) {
    case 'result':
      return parseToolReply(answer.result);
    case 'refused':
      return errorReply(answer.message);
    case 'silent':
      throw new ToolServerError(
        'tool-timeout',
        `The tool "${tool}" of "${server}" gave no answer in ${timeoutMs} ms; it may still be running. A slow tool needs a higher limit.`,
      );
    case 'lost':
      throw new ToolServerError(
        'tool-server-lost',
        `The tool server "${server}" was lost while its tool "${tool}" was called; whether the tool ran is unknown. Why: ${answer.why}`,
      );
    default:
      return assertNever(answer);
  }
}

function whyNot(answer: Answer): string {
  switch (answer.kind) {
    case 'result':
      return 'its answer is not a list of tools';
    case 'refused':
      return answer.message;
    case 'silent':
      return `no answer in ${silenceMs} ms`;
    case 'lost':
      return answer.why;
    default:
      return assertNever(answer);
  }
}

export function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 50).map((each) => `"${each}"`);
  if (shown.length === 0) return 'none';
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`;
}
