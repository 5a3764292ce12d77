// A tool server as a child process that speaks JSON-RPC line by line. The package has such a transport; this one guarantees what that one
// does not:
//
// stdio-1. The server leads a process group. When it was started through another program (npx, uvx, a shell), the actual server ends too.
// stdio-2. `close` returns when the started process is gone: end of input, then SIGTERM, then SIGKILL. What is left of the group when its
// leader has ended is killed at that very moment, before the id can be reused.
// stdio-3. It counts as ended when its process has ended, even if a process that it left behind holds its output open.
// stdio-4. A line that is not a message is passed to `onNoise` and does no harm. Reading a line takes time proportional to its length, up
// to `lineLimit`.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { deserializeMessage, serializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { readLines } from '../process-kit/byte-lines.js';
import type { StdioServerConfig } from './config.js';

export interface StdioTransport extends Transport {
  /** How it ended, once it has. */
  fate(): string | undefined;
  /** At most 400 characters. */
  lastLines(): string;
  /** Without the grace periods of `close`; for a server that never became usable. */
  kill(): Promise<void>;
}

/** ms that a server has to end by itself, and again after SIGTERM. */
const graceMs = 2_000;
const stderrLimit = 400;
/** Bytes of one message, such as a reply with images. */
const lineLimit = 64_000_000;

interface Server {
  /** Set while it runs. */
  child: ChildProcess | undefined;
  gone: Promise<unknown>;
  stderr: string;
  fate: string | undefined;
}

export function createStdioTransport(config: StdioServerConfig, onNoise: (line: string) => void): StdioTransport {
  const server: Server = { child: undefined, gone: Promise.resolve(), stderr: '', fate: undefined };
  let ending: Promise<void> | undefined;

  const transport: StdioTransport = {
    async start() {
      const child = begin(server, config, receive);
      server.gone = ended(server, child).then(() => transport.onclose?.());
      await once(child, 'spawn');
    },
    send(message) {
      return new Promise((resolve, reject) => {
        const { child } = server;
        if (child?.stdin?.writable !== true) return reject(new Error('its process has ended'));
        child.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      });
    },
    close() {
      ending ??= end(server);
      return ending;
    },
    kill: () => kill(server),
    fate: () => server.fate,
    lastLines: () => stripVTControlCharacters(server.stderr).trim().slice(-stderrLimit).trim(),
  };

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

function begin(server: Server, { command, args, env, cwd }: StdioServerConfig, receive: (line: string) => void): ChildProcess {
  const child = spawn(command, args ?? [], {
    detached: true,
    stdio: 'pipe',
    env: { ...getDefaultEnvironment(), ...env },
    cwd,
  });
  server.child = child;
  // For a server that does not read: 'exit' reports its end.
  child.stdin.on('error', () => undefined);
  child.stderr.setEncoding('utf8').on('data', (text: string) => (server.stderr = (server.stderr + text).slice(-4 * stderrLimit)));
  const tooLong = (): void => {
    server.fate = `it wrote a line of more than ${lineLimit} bytes`;
    signalGroup(child, 'SIGKILL');
  };
  readLines(child.stdout, receive, { limit: lineLimit, tooLong });
  return child;
}

/** Waits until the process has ended, then at most 500 ms for the rest of its output. Never rejects. */
async function ended(server: Server, process: ChildProcess): Promise<void> {
  const drained = new Promise((resolve) => process.once('close', resolve));
  await new Promise<void>((resolve) => {
    process.on('error', (error) => {
      if (process.pid !== undefined) return;
      server.fate = error.message;
      resolve();
    });
    process.once('exit', (code, signal) => {
      signalGroup(process, 'SIGKILL');
      server.child = undefined;
      server.fate ??= code === null ? `it was ended by ${signal}` : `it ended with code ${code}`;
      resolve();
    });
  });
  await within(500, drained);
  for (const stream of [process.stdin, process.stdout, process.stderr]) stream?.destroy();
}

async function end(server: Server): Promise<void> {
  server.child?.stdin?.end();
  await within(graceMs, server.gone);
  if (server.child) signalGroup(server.child, 'SIGTERM');
  await within(graceMs, server.gone);
  await kill(server);
}

/** Only a process stuck in the kernel can survive this. */
async function kill(server: Server): Promise<void> {
  if (server.child) signalGroup(server.child, 'SIGKILL');
  await within(graceMs, server.gone);
}

async function within(limitMs: number, event: Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([event, sleep(limitMs, undefined, { signal: waiting.signal }).catch(() => undefined)]);
  waiting.abort();
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty.
  }
}
