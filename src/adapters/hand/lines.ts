// JSON over a socket, a value each line.
import type { Socket } from 'node:net';

const newline = 0x0a;

/** Calls `heard` with each value that arrives. A line that is no JSON ends the connection. */
export function readLines(socket: Socket, heard: (value: unknown) => void): void {
  let parts: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8');
      parts = [];
      start = end + 1;
      try {
        heard(JSON.parse(line));
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined);
        return;
      }
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  });
}

export function writeLine(socket: Socket, value: unknown): void {
  socket.write(`${JSON.stringify(value)}\n`);
}
