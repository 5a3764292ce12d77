// One connection to one tool server, from its first message to its end.
//
// C1. A request ends: by an answer, the caller's signal, its own limit, or the end of the connection. The package's own limit never comes first, and progress extends nothing.
// C2. What a request came to is a value, never an exception; only the caller's abort is thrown. `undelivered` is said only of what the server cannot have begun.
// C3. The caller's signal, which may last for a whole run, is left without a listener: the package would tell the server of each finished request again when it fires.
// C4. A connection that could not be made leaves no process behind.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { McpError, type ClientRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { ToolServerError } from '../../ports/tool-servers.js';
import type { ToolServerConfig } from './config.js';
import { createLink, quoteLimit, silenceMs } from './link.js';

export type Outcome =
  | { readonly kind: 'result'; readonly result: unknown }
  /** A JSON-RPC error. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'undelivered'; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'silent' };

export interface Connection {
  ask(request: ClientRequest, limits: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<Outcome>;
  /** Never rejects. */
  close(why: string): Promise<void>;
}

export interface ConnectionOptions {
  readonly name: string;
  readonly config: ToolServerConfig;
  /** Gives up starting. */
  readonly signal: AbortSignal;
  readonly onNoise: (line: string) => void;
  /** Once, by itself or by `close`; in words. */
  readonly onEnd: (why: string) => void;
}

/** As silenceMs, for one that writes what is no message: it is no tool server. */
const noiseMs = 10_000;
const longestTimerMs = 2_147_483_647;

/** Errors: `tool-server-unavailable`. */
export async function openConnection({ name, config, signal, onNoise, onEnd }: ConnectionOptions): Promise<Connection> {
  let noise: string | undefined;
  const link = createLink(name, config, (line) => {
    noise ??= line.slice(0, quoteLimit);
    onNoise(line);
  });
  const client = new Client({ name: 'steadyhand', version: '1' });
  let isOpen = false;
  let ended: string | undefined;
  let asking = 0;
  let probing = false;

  client.onclose = () => finished(link.fate());
  // Over HTTP a broken stream fails no request: it would wait for its limit, though the server is gone.
  if ('url' in config) client.onerror = () => void probe();

  function finished(why: string): void {
    if (ended !== undefined) return;
    ended = why;
    if (isOpen) onEnd(why);
  }

  async function probe(): Promise<void> {
    if (probing || asking === 0 || ended !== undefined) return;
    probing = true;
    try {
      await client.ping();
    } catch (error) {
      if (!(error instanceof McpError)) await close(link.fate(error));
    } finally {
      probing = false;
    }
  }

  function close(why: string): Promise<void> {
    finished(why);
    return link.end();
  }

  async function connect(): Promise<void> {
    const giveUp = new AbortController();
    const stop = (): void => giveUp.abort();
    signal.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => noise !== undefined && stop(), noiseMs);
    try {
      signal.throwIfAborted();
      await client.connect(link.transport, { signal: giveUp.signal, timeout: silenceMs });
      if (ended !== undefined) throw new Error(ended);
      isOpen = true;
    } catch (error) {
      // A process that takes nothing is about to end, and how says more.
      if (!('url' in config || giveUp.signal.aborted || error instanceof McpError)) await link.end();
      ended = signal.aborted
        ? 'it was closed with its run'
        : link.fate(giveUp.signal.aborted ? new Error('it says nothing that is a message') : error);
      await link.discard();
      const said = noise === undefined ? '' : `; its output begins with: ${noise}`;
      throw new ToolServerError('tool-server-unavailable', `The tool server "${name}" ${link.cannot}: ${ended}${said}`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  await connect();

  return {
    async ask(request, { signal: given, timeoutMs }) {
      given.throwIfAborted();
      if (ended !== undefined) return { kind: 'undelivered', why: ended };
      const giveUp = new AbortController();
      const stop = (): void => giveUp.abort('it is no longer wanted');
      let isLate = false;
      const timer = setTimeout(
        () => {
          isLate = true;
          stop();
        },
        Math.min(timeoutMs, longestTimerMs),
      );
      given.addEventListener('abort', stop, { once: true });
      asking += 1;
      try {
        return { kind: 'result', result: await client.request(request, z.unknown(), { signal: giveUp.signal, timeout: longestTimerMs }) };
      } catch (error) {
        given.throwIfAborted();
        if (isLate) return { kind: 'silent' };
        if (ended !== undefined) return { kind: 'lost', why: ended };
        if (error instanceof McpError) return { kind: 'refused', message: error.message.replace(/^MCP error -?\d+: /, '') };
        // A process that no longer reads is of no use, and how it ended says more; an address may be, to the next request.
        if (!('url' in config)) await link.end();
        return { kind: link.cannotHaveBegun(error) ? 'undelivered' : 'lost', why: ended ?? link.fate(error) };
      } finally {
        asking -= 1;
        clearTimeout(timer);
        given.removeEventListener('abort', stop);
      }
    },
    close,
  };
}
