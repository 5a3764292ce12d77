// A tool server as a process of its own that speaks JSON-RPC line by line. The package has such a transport; this one is here for what that one does not keep:
//
// P1. The server leads a process group. Where it was started through another program (npx, uvx, a shell), the one that does the work ends too.
// P2. `close` returns when the process that was started is gone: end of input, then SIGTERM, then SIGKILL. What is left of the group when its leader has ended is killed at
//     that very moment, before its id can come round again.
// P3. It counts as ended when its process is, also when something that it left behind holds its output open.
// P4. A line that is no message is handed to `onNoise` and does no harm. A line is read in time proportional to its length, up to `lineLimit`.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { StdioServerConfig } from './config.js';

export interface StdioTransport extends Transport {
  /** How it ended, once it has. */
  fate(): string | undefined;
  /** At most 400 characters. */
  lastLines(): string;
  /** Without the courtesies of `close`; for one that never got to work. */
  kill(): Promise<void>;
}

/** ms that a server has to end by itself, and again after SIGTERM. */
const graceMs = 2_000;
const stderrLimit = 400;
/** Bytes; one message, such as a reply with pictures. */
const lineLimit = 64_000_000;

export function createStdioTransport(config: StdioServerConfig, onNoise: (line: string) => void): StdioTransport {
  let child: ChildProcess | undefined;
  let gone: Promise<unknown> = Promise.resolve();
  let ending: Promise<void> | undefined;
  let stderr = '';
  let fate: string | undefined;

  const transport: StdioTransport = {
    async start() {
      const started = (child = spawn(config.command, config.args ?? [], {
        detached: true,
        stdio: 'pipe',
        env: { ...getDefaultEnvironment(), ...config.env },
        ...(config.cwd === undefined ? {} : { cwd: config.cwd }),
      }));
      // A server that does not read: its end is told by 'exit'.
      started.stdin.on('error', () => undefined);
      started.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4 * stderrLimit)));
      readLines(started.stdout, receive, () => {
        fate = `it wrote a line of more than ${lineLimit} bytes`;
        signalGroup(started, 'SIGKILL');
      });
      gone = ended(started).then(() => transport.onclose?.());
      await once(started, 'spawn');
    },
    send(message) {
      return new Promise((resolve, reject) => {
        if (child?.stdin?.writable !== true) return reject(new Error('its process has ended'));
        child.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      });
    },
    close() {
      ending ??= end();
      return ending;
    },
    kill,
    fate: () => fate,
    lastLines: () => stripVTControlCharacters(stderr).trim().slice(-stderrLimit).trim(),
  };

  /** Until the process has ended and all that it wrote is read. Never rejects. */
  async function ended(process: ChildProcess): Promise<void> {
    const drained = new Promise((resolve) => process.once('close', resolve));
    await new Promise<void>((resolve) => {
      process.on('error', (error) => {
        if (process.pid !== undefined) return;
        fate = error.message;
        resolve();
      });
      process.once('exit', (code, signal) => {
        signalGroup(process, 'SIGKILL');
        child = undefined;
        fate ??= code === null ? `it was ended by ${signal}` : `it ended with code ${code}`;
        resolve();
      });
    });
    const waiting = new AbortController();
    await Promise.race([drained, sleep(500, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
    for (const stream of [process.stdin, process.stdout, process.stderr]) stream?.destroy();
  }

  async function goneWithin(limitMs: number): Promise<void> {
    const waiting = new AbortController();
    await Promise.race([gone, sleep(limitMs, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
  }

  async function end(): Promise<void> {
    child?.stdin?.end();
    await goneWithin(graceMs);
    if (child) signalGroup(child, 'SIGTERM');
    await goneWithin(graceMs);
    await kill();
  }

  /** Only what the system itself holds fast is not gone then. */
  async function kill(): Promise<void> {
    if (child) signalGroup(child, 'SIGKILL');
    await goneWithin(graceMs);
  }

  function receive(line: string): void {
    if (line.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      onNoise(line);
      return;
    }
    transport.onmessage?.(message);
  }

  return transport;
}

/** Not `readline`: that one also ends lines at U+2028, which stands unescaped in JSON. */
function readLines(stream: NodeJS.ReadableStream, receive: (line: string) => void, tooLong: () => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
      const line = Buffer.concat([...parts, rest.subarray(0, at)]).toString('utf8');
      [parts, size, rest] = [[], 0, rest.subarray(at + 1)];
      receive(line);
    }
    parts.push(rest);
    size += rest.length;
    if (size <= lineLimit) return;
    [parts, size] = [[], 0];
    tooLong();
  });
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}
