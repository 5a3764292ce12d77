// The oracle as a server that speaks Chat Completions: the worker takes it for a model.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fillSchema } from '../../../src/testing/fill-schema.js';
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
  const reply = oracle.reply({ text: prompt, fields: Object.keys(schema.properties ?? {}) });
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

/** A rough count: four characters a token, and 85 for a picture, which it is not sent. */
function tokensOf(part: Part): number {
  return part.type === 'text' ? textTokens(part.text) : 85;
}

function textTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
