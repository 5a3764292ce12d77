// What differs between a server that is a process and one that is an address, and how their failures are described.
import { setTimeout as sleep } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import { SdkError, SdkErrorCode, SdkHttpError, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { ToolServerError } from '../../ports/tool-servers.js';
import { innermost } from '../model-kit/innermost.js';
import type { HttpServerConfig, StdioServerConfig, ToolServerConfig } from './config.js';
import { createStdioTransport } from './stdio-transport.js';

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
      const waiting = new AbortController();
      const farewell = transport.terminateSession().catch(() => undefined);
      await Promise.race([farewell, sleep(farewellMs, undefined, { signal: waiting.signal }).catch(() => undefined)]);
      waiting.abort();
      await transport.close();
    },
    discard: () => transport.close(),
  };
}

/** The server refused it, or nobody received it. */
function wasRefused(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status >= 400 && error.status < 500 && error.status !== 408;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(innermost(error));
}

export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

function textOf(error: unknown): string {
  if (isTimeout(error)) return `it gave no answer in ${silenceMs} ms`;
  const text = isNativeError(error) ? error.message : String(error);
  // The SDK's codes say less than its sentences.
  const cause = error instanceof SdkError ? text : innermost(error);
  return withoutLogins(text === cause ? text : `${text} (${cause})`).slice(0, quoteLimit);
}

/** Hides the login of `postgres://me:secret@host` in a command or an address. */
function withoutLogins(text: string): string {
  return text.replace(/\/\/[^/@\s]+@/g, '//•••@');
}
