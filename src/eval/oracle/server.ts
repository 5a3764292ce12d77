// The oracle as a server that speaks Chat Completions: the worker takes it for a model.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fillSchema } from '../../testing/fill-schema.js';
import type { Oracle } from './oracle.js';

export interface OracleServer {
  /** For OPENAI_BASE_URL. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** The part of a request that is read. */
interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly content: string | readonly Part[] }[];
  readonly response_format?: { readonly json_schema?: { readonly schema?: { readonly properties?: object } } };
}

type Part = { readonly type: 'text'; readonly text: string } | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export async function serveOracle(oracle: Oracle): Promise<OracleServer> {
  const server = createServer((request, response) => {
    answer(oracle, request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      send(response, 400, { error: { message, type: 'invalid_request_error', param: null, code: null } });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(oracle: Oracle, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return send(response, 200, { object: 'list', data: [{ id: 'oracle', object: 'model' }] });
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  const { model, messages, response_format: format } = JSON.parse(text) as ChatRequest;
  const schema = format?.json_schema?.schema;
  if (!schema) throw new TypeError('The oracle answers with response_format json_schema only.');
  const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content } as const] : content));
  const prompt = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  const sizes = parts.flatMap((part) => (part.type === 'image_url' ? (sizeOf(part.image_url.url) ?? []) : []));
  const size = sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];
  const reply = oracle.reply({ text: prompt, fields: Object.keys(schema.properties ?? {}), ...(size ? { size } : {}) });
  const content = JSON.stringify(fillSchema(schema, reply));
  const [prompted, completed] = [parts.reduce((sum, part) => sum + tokensOf(part), 0), textTokens(content)];
  send(response, 200, {
    id: 'chatcmpl-oracle',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop', logprobs: null }],
    usage: { prompt_tokens: prompted, completion_tokens: completed, total_tokens: prompted + completed },
  });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function tokensOf(part: Part): number {
  return part.type === 'text' ? textTokens(part.text) : pictureTokens(part.image_url.url);
}

/** A rough count: four characters a token. */
function textTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** By the tiles of OpenAI's rule for detail "high": 85, and 170 for each 512 px square of the picture, whose shorter side is scaled to 768. */
function pictureTokens(url: string): number {
  const size = sizeOf(url);
  if (!size) return 85;
  const sides = [size.width, size.height];
  const scale = Math.min(1, 2_048 / Math.max(...sides), 768 / Math.min(...sides));
  return 85 + 170 * sides.reduce((tiles, side) => tiles * Math.ceil((side * scale) / 512), 1);
}

/** The first chunk of a PNG has its width and height, px. */
function sizeOf(url: string): { readonly width: number; readonly height: number } | undefined {
  const header = Buffer.from(url.slice(url.indexOf(',') + 1).slice(0, 64), 'base64');
  if (header.length < 24 || header.readUInt32BE(0) !== 0x89504e47) return undefined;
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}
