// A local server that answers `POST /chat/completions` as providers really do, on good days and bad ones. Each request gets the next answer; requests are kept.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** `headers`: never answers. `body`: sends headers and then nothing more. `drop`: closes the connection. */
  readonly stall?: 'headers' | 'body' | 'drop';
}

export interface AskedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string | readonly Readonly<Record<string, unknown>>[] }[];
    readonly response_format?: {
      readonly type: string;
      readonly json_schema?: { readonly name: string; readonly strict: boolean; readonly schema: Readonly<Record<string, unknown>> };
    };
  };
}

export interface ModelServer {
  readonly url: string;
  readonly requests: readonly AskedRequest[];
  close(): Promise<void>;
}

export async function startModelServer(...answers: readonly ModelAnswer[]): Promise<ModelServer> {
  const requests: AskedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as AskedRequest['body'] });
      send(response, answers[requests.length - 1] ?? { status: 500, body: { error: { message: 'the test gave no further answer' } } });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const usual = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 } as const;

/** A completion whose content is `reply`: a text as given, or a value as JSON. */
export function says(
  reply: unknown,
  { finish = 'stop', usage = usual as unknown, refusal = null as string | null, model = 'test-model' } = {},
): ModelAnswer {
  const content = typeof reply === 'string' ? reply : JSON.stringify(reply);
  return {
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content, refusal }, finish_reason: finish }],
      ...(usage === undefined || usage === null ? {} : { usage }),
    },
  };
}

/** An error in OpenAI's format. */
export function fails(
  status: number,
  { message = 'no', code = null as string | null, headers = {} as Readonly<Record<string, string>> } = {},
): ModelAnswer {
  return { status, headers, body: { error: { message, type: 'error', param: null, code } } };
}

function send(response: ServerResponse, { status = 200, headers = {}, body, stall }: ModelAnswer): void {
  if (stall === 'headers') return;
  if (stall === 'drop') return void response.socket?.destroy();
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (stall === 'body') return void response.write('{"id":');
  response.end(JSON.stringify(body));
}
