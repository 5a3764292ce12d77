import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import {
  deserializeMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { readLines } from '../process-kit/byte-lines.js';
import { isNativeError } from 'node:util/types';
import { ToolServerError } from '../../ports/tool-servers.js';
import { causeText } from '../model-kit/limited-fetch.js';
import { within } from '../process-kit/poll.js';

interface StdioServerConfig {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /**
   * In addition to the few variables that every program needs (HOME, PATH, …); the server gets nothing else of the worker's environment.
   */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
}

interface HttpServerConfig {
  /** URL of its streamable HTTP endpoint. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type ToolServerConfig = (StdioServerConfig | HttpServerConfig) & {
  /** Only these are offered; all, when absent. */
  readonly tools?: readonly string[] | undefined;
};

// A tool server as a child process that speaks JSON-RPC line by line. The package has such a transport; this one guarantees what that one
// does not:
//
// stdio-1. The server leads a process group. When it was started through another program (npx, uvx, a shell), the actual server ends too.
// stdio-2. `close` returns when the started process is gone: end of input, then SIGTERM, then SIGKILL. What is left of the group when its
// leader has ended is killed at that very moment, before the id can be reused.
// stdio-3. It counts as ended when its process has ended, even if a process that it left behind holds its output open.
// stdio-4. A line that is not a message is passed to `onNoise` and does no harm. Reading a line takes time proportional to its length, up
// to `lineLimit`.

interface StdioTransport extends Transport {
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

function createStdioTransport(config: StdioServerConfig, onNoise: (line: string) => void): StdioTransport {
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

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty.
  }
}

// What differs between a server that is a process and one that is an address, and how their failures are described.

export interface Link {
  readonly transport: Transport;
  /** Start of the sentence about its failure. */
  readonly cannot: string;
  /** End of that sentence. Without an error: why the connection ended. */
  fate(error?: unknown): string;
  /** For a failure to send: whether the server cannot have begun. */
  cannotHaveBegun(error: unknown): boolean;
  /** `end` and `discard` never reject. */
  end(): Promise<void>;
  /** Like `end`, for a server that never became usable. */
  discard(): Promise<void>;
}

/** ms that a server may be silent while it starts (a package runner may be fetching it) or lists its tools. */
export const silenceMs = 30_000;
/** Characters quoted from others' output in a message. */
export const quoteLimit = 400;
const farewellMs = 2_000;

export function createLink(name: string, config: ToolServerConfig, onNoise: (line: string) => void): Link {
  return 'url' in config ? httpLink(name, config) : stdioLink(config, onNoise);
}

function stdioLink(config: StdioServerConfig, onNoise: (line: string) => void): Link {
  const transport = createStdioTransport(config, onNoise);
  return {
    transport,
    cannot: `could not be started (${withoutLogins([config.command, ...(config.args ?? [])].join(' ')).slice(0, quoteLimit)})`,
    fate(error) {
      const lastLines = transport.lastLines();
      return `${transport.fate() ?? textOf(error)}${lastLines === '' ? '' : `; its stderr ends with: ${lastLines}`}`;
    },
    // A partly written line is not read as a message.
    cannotHaveBegun: () => true,
    end: () => transport.close(),
    discard: () => transport.kill(),
  };
}

function httpLink(name: string, { url, headers }: HttpServerConfig): Link {
  const shown = withoutLogins(url.replace(/[?#].*$/, ''));
  if (!URL.canParse(url))
    throw new ToolServerError('tool-server-unavailable', `The tool server "${name}" has the url ${shown}, which is not a valid URL.`);
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } });
  return {
    transport,
    cannot: `cannot be reached at ${shown}`,
    fate: (error) => (error === undefined ? 'its connection was closed' : textOf(error)),
    cannotHaveBegun: wasRefused,
    async end() {
      await within(
        farewellMs,
        transport.terminateSession().catch(() => undefined),
      );
      await transport.close();
    },
    discard: () => transport.close(),
  };
}

/** The server refused it, or nobody received it. */
function wasRefused(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status >= 400 && error.status < 500 && error.status !== 408;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(causeText(error));
}

export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

function textOf(error: unknown): string {
  if (isTimeout(error)) return `it gave no answer in ${silenceMs} ms`;
  const text = isNativeError(error) ? error.message : String(error);
  // The SDK's codes say less than its sentences.
  const cause = error instanceof SdkError ? text : causeText(error);
  return withoutLogins(text === cause ? text : `${text} (${cause})`).slice(0, quoteLimit);
}

/** Hides the login of `postgres://me:secret@host` in a command or an address. */
function withoutLogins(text: string): string {
  return text.replace(/\/\/[^/@\s]+@/g, '//•••@');
}
