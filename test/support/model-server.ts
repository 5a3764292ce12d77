// A local server that answers `POST /chat/completions` and `POST /responses` as providers really do, on good days and bad ones. Each request gets the next answer; requests are kept.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { written, type Reply } from './model-replies.js';

export interface ModelAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** In the form of the API that was asked. */
  readonly reply?: Reply;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** `headers`: never answers. `body`: sends headers and then nothing more. `drop`: closes the connection; `cut`: in the middle of its answer. */
  readonly stall?: 'headers' | 'body' | 'drop' | 'cut';
}

type Content = string | readonly Readonly<Record<string, unknown>>[];
type Message = { readonly role: string; readonly content: Content };
type Schema = Readonly<Record<string, unknown>>;

export interface AskedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    /** `input` of the Responses API is read as messages, too. */
    readonly messages: readonly Message[];
    readonly response_format?: {
      readonly type: string;
      readonly json_schema?: { readonly name: string; readonly strict: boolean; readonly schema: Schema };
    };
    readonly tools?: readonly Schema[];
  } & Schema;
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
      const asked = askedRequest(request.url ?? '', request.headers, Buffer.concat(chunks).toString('utf8'));
      requests.push(asked);
      send(response, answers[requests.length - 1] ?? fails(500, { message: 'the test gave no further answer' }), asked);
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

export const usual = { input: 1_000, output: 100 } as const;

/** A turn whose content is `reply`: a text as given, or a value as JSON. Where a function is offered, it is called with it, unless `calls` is false. */
export function says(
  reply: unknown,
  {
    finish = 'stop',
    usage = usual as Reply['usage'],
    refusal = null as string | null,
    model = 'test-model',
    calls = true,
  }: Partial<Omit<Reply, 'text'>> = {},
): ModelAnswer {
  return { reply: { text: typeof reply === 'string' ? reply : JSON.stringify(reply), finish, usage, refusal, model, calls } };
}

/** Events, as a server streams them: an object as JSON, a text as it is. */
export function stream(...events: readonly (object | string)[]): ModelAnswer {
  return {
    headers: { 'content-type': 'text/event-stream' },
    body: events.map((event) => `${typeof event === 'string' ? event : `data: ${JSON.stringify(event)}`}\n\n`).join(''),
  };
}

/** An error in OpenAI's format. */
export function fails(
  status: number,
  { message = 'no', code = null as string | null, headers = {} as Readonly<Record<string, string>> } = {},
): ModelAnswer {
  return { status, headers, body: { error: { message, type: 'error', param: null, code } } };
}

function askedRequest(path: string, headers: IncomingHttpHeaders, text: string): AskedRequest {
  const body = JSON.parse(text) as AskedRequest['body'];
  return { path, headers, body: { ...body, messages: body.messages ?? (body['input'] as readonly Message[]) } };
}

function send(response: ServerResponse, { status = 200, headers = {}, reply, body, stall }: ModelAnswer, asked: AskedRequest): void {
  if (stall === 'headers') return;
  if (stall === 'drop') return void response.socket?.destroy();
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (stall === 'body') return void response.write('{"id":');
  if (stall === 'cut') return void response.write('{"id":', () => response.socket?.destroy());
  const sent = reply ? written(reply, { path: asked.path, tools: asked.body.tools }) : body;
  response.end(typeof sent === 'string' ? sent : JSON.stringify(sent));
}
