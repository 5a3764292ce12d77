// Puts a `Request → Response` function behind a port of 127.0.0.1. What answers stays testable without a network.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';

/** Resolves when the port is open; `close` ends open connections too. */
export async function serve(handle, port = 0) {
  const server = createServer((incoming, outgoing) => {
    void answer(handle, incoming, outgoing);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${server.address().port}`;
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, close };
}

/** Whether this module is the program that Node was started with. */
export function isProgram(moduleUrl) {
  return process.argv[1] !== undefined && moduleUrl === new URL(`file://${process.argv[1]}`).href;
}

/** Serves until SIGTERM or SIGINT. */
export function runUntilStopped({ name, url, close }) {
  console.log(`${name} listening on ${url}`);
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void close().then(() => process.exit(0)));
}

async function answer(handle, incoming, outgoing) {
  try {
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method,
      headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
    });
    const response = await handle(request);
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'text/plain' });
    outgoing.end(String(error));
  }
}
