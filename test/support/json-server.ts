import type { IncomingMessage } from 'node:http';
import { bodyOf, listen } from './http.js';

export interface JsonServer {
  /** Without a path. */
  readonly url: string;
  close(): Promise<void>;
}

type Answered = readonly [status: number, json: object, headers?: Readonly<Record<string, string>>];

/** A server that answers each request, whose body is read as text, with JSON. */
export async function startJsonServer(
  answer: (request: IncomingMessage, body: string) => Answered | Promise<Answered>,
): Promise<JsonServer> {
  const host = '127.0.0.1';
  const { port, close } = await listen(async (request, response) => {
    const [status, json, headers] = await answer(request, await bodyOf(request));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
  }, host);
  return { url: `http://${host}:${port}`, close };
}
