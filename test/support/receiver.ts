// A server that is told when a person is asked, and notes what it is sent.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, listen, type TestServer } from './http.js';

export interface Told {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** What it was answered; 0: nothing. */
  status: number;
}

export interface Receiver extends TestServer {
  readonly url: string;
  readonly told: Told[];
  /** What it answers from now on; `hold`: nothing at all. */
  answer: (told: Told, count: number) => number | 'hold' | { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  /** Those that it has accepted about that run. */
  accepted(run: string): readonly Told[];
}

export async function startReceiver(): Promise<Receiver> {
  const told: Told[] = [];
  const server = await listen(async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await bodyOf(request)) as Told['body'];
    const entry: Told = { path: request.url ?? '', body, headers: request.headers, status: 0 };
    told.push(entry);
    const answer = receiver.answer(entry, told.length);
    if (answer === 'hold') return;
    const { status, headers = {} } = typeof answer === 'number' ? { status: answer } : answer;
    entry.status = status;
    response.writeHead(status, headers).end('a text that nobody reads');
  }, '127.0.0.1');
  const receiver: Receiver = {
    ...server,
    url: `http://127.0.0.1:${server.port}`,
    told,
    answer: () => 204,
    accepted: (run) => told.filter(({ body, status }) => JSON.stringify(body).includes(run) && status >= 200 && status < 300),
  };
  return receiver;
}
