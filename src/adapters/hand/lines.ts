// JSON over a socket, a value each line.
import type { Socket } from 'node:net';
import { readLines } from '../process-kit/byte-lines.js';
import { parseJson } from '../filesystem/line-file.js';

/** Bytes: more than any screenshot or control list. */
const limit = 256_000_000;

/** Calls `heard` with each value that arrives. What is none of ours ends the connection. */
export function readValues(socket: Socket, heard: (value: unknown) => void): void {
  const refuse = (): void => void socket.destroy();
  const receive = (line: string): void => {
    const value = parseJson(line);
    if (typeof value === 'object' && value !== null) heard(value);
    else refuse();
  };
  readLines(socket, receive, { limit, tooLong: refuse });
}

export function writeValue(socket: Socket, value: unknown): void {
  socket.write(`${JSON.stringify(value)}\n`);
}
