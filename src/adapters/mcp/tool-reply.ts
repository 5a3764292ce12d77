// Parses servers' answers, as far as they are used. An odd tool or an unknown kind of content is left out; the rest of the answer is kept.
import { z } from 'zod';
import type { ToolDescription, ToolImage, ToolReply } from '../../ports/tool-servers.js';

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

export interface ToolPage {
  readonly tools: readonly ToolDescription[];
  /** Why some tools are left out. */
  readonly left: readonly string[];
  readonly nextCursor: string | undefined;
}

/** `undefined`: not a page of tools. */
export function parseToolPage(server: string, result: unknown): ToolPage | undefined {
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

export function parseToolReply(result: unknown): ToolReply {
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

export function errorReply(message: string): ToolReply {
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
