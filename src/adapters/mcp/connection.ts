// One connection to one tool server, from its first message to its end.
//
// connection-1. A request ends with an answer, the caller's signal, its own limit, or the end of the connection. Progress extends nothing.
// connection-2. The outcome of a request is a value, never an exception; only the caller's abort is thrown. `undelivered` is returned only
// when the server cannot have begun.
// connection-3. A connection that could not be made leaves no process behind.

import { Client, ProtocolError, SdkError, SdkErrorCode, type ClientRequest } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { ToolServerError } from '../../ports/tool-servers.js';
import { type ToolServerConfig, createLink, isTimeout, quoteLimit, silenceMs, type Link } from './link.js';
import { orAborted } from '../process-kit/poll.js';

type Outcome =
  | { readonly kind: 'result'; readonly result: unknown }
  /** A JSON-RPC error. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'undelivered'; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'silent' };

interface Connection {
  ask(request: ClientRequest, limits: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<Outcome>;
  /** Never rejects. */
  close(why: string): Promise<void>;
}

interface ConnectionOptions {
  readonly name: string;
  readonly config: ToolServerConfig;
  /** Aborts the start. */
  readonly signal: AbortSignal;
  readonly onNoise: (line: string) => void;
  /** Called once, with the reason, whether it ended by itself or by `close`. */
  readonly onEnd: (why: string) => void;
}

/** ms, in place of silenceMs, for a program that prints only lines that are not messages: it is not a tool server. */
const noiseMs = 10_000;
const longestTimerMs = 2_147_483_647;

interface Live {
  readonly options: ConnectionOptions;
  readonly link: Link;
  readonly client: Client;
  /** Requests without an answer so far. */
  asking: number;
  probing: boolean;
  isOpen: boolean;
  /** The reason, once it has ended. */
  ended: string | undefined;
}

/** Errors: `tool-server-unavailable`. */
async function openConnection(options: ConnectionOptions): Promise<Connection> {
  let noise: string | undefined;
  const link = createLink(options.name, options.config, (line) => {
    noise ??= line.slice(0, quoteLimit);
    options.onNoise(line);
  });
  const client = new Client({ name: 'steadyhand', version: '1' });
  const live: Live = { options, link, client, asking: 0, probing: false, isOpen: false, ended: undefined };
  client.onclose = () => finish(live, link.fate());
  // Over HTTP a broken stream fails no request: each would wait for its limit although the server is gone.
  if ('url' in options.config) client.onerror = () => void probe(live).catch(() => undefined);
  await connect(live, () => noise);
  return { ask: (request, limits) => ask(live, request, limits), close: (why) => close(live, why) };
}

/** connection-3. */
async function connect(live: Live, noise: () => string | undefined): Promise<void> {
  const { link, client, options } = live;
  const { name, config, signal } = options;
  const giveUp = new AbortController();
  const timer = setTimeout(() => {
    if (noise() !== undefined) giveUp.abort(new SdkError(SdkErrorCode.InvalidResult, 'it sends no valid message'));
  }, noiseMs);
  try {
    signal.throwIfAborted();
    await client.connect(link.transport, { signal: AbortSignal.any([signal, giveUp.signal]), timeout: silenceMs });
    if (live.ended !== undefined) throw new Error(live.ended);
    live.isOpen = true;
  } catch (error) {
    // A process that accepts nothing is about to end, and its exit says more.
    if (!('url' in config || error instanceof ProtocolError || error instanceof SdkError)) await link.end();
    live.ended = signal.aborted ? 'it was closed with its run' : link.fate(error);
    await link.discard();
    const heard = noise();
    const said = heard === undefined ? '' : `; its output begins with: ${heard}`;
    throw new ToolServerError('tool-server-unavailable', `The tool server "${name}" ${link.cannot}: ${live.ended}${said}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** connection-1, connection-2. */
async function ask(live: Live, request: ClientRequest, { signal, timeoutMs }: Parameters<Connection['ask']>[1]): Promise<Outcome> {
  const { client, link, options } = live;
  signal.throwIfAborted();
  if (live.ended !== undefined) return { kind: 'undelivered', why: live.ended };
  live.asking += 1;
  try {
    const result = await client.request(request, z.unknown(), { signal, timeout: Math.min(timeoutMs, longestTimerMs) });
    return { kind: 'result', result };
  } catch (error) {
    signal.throwIfAborted();
    if (isTimeout(error)) return { kind: 'silent' };
    if (live.ended !== undefined) return { kind: 'lost', why: live.ended };
    if (error instanceof ProtocolError) return { kind: 'refused', message: error.message };
    // A process that no longer reads is of no use, and its exit says more; an address may still serve the next request.
    if (!('url' in options.config)) await link.end();
    return { kind: link.cannotHaveBegun(error) ? 'undelivered' : 'lost', why: live.ended ?? link.fate(error) };
  } finally {
    live.asking -= 1;
  }
}

async function probe(live: Live): Promise<void> {
  if (live.probing || live.asking === 0 || live.ended !== undefined) return;
  live.probing = true;
  try {
    await live.client.ping();
  } catch (error) {
    if (!(error instanceof ProtocolError || isTimeout(error))) await close(live, live.link.fate(error));
  } finally {
    live.probing = false;
  }
}

function close(live: Live, why: string): Promise<void> {
  finish(live, why);
  return live.link.end();
}

function finish(live: Live, why: string): void {
  if (live.ended !== undefined) return;
  live.ended = why;
  if (live.isOpen) live.options.onEnd(why);
}

// A tool server that can be called at any time: connects on first use, once for all concurrent callers, and reconnects after it ended.

type Request = Parameters<Connection['ask']>[0];
type Limits = Parameters<Connection['ask']>[1];
export type Answer = Exclude<Outcome, { readonly kind: 'undelivered' }>;

interface Reconnecting {
  /** A request that was not delivered is sent once more, over a new connection. Errors: `tool-server-unavailable`. */
  ask(request: Request, limits: Limits): Promise<Answer>;
  /** Never rejects. */
  close(): Promise<void>;
}

export interface ToolServerOptions {
  readonly name: string;
  readonly config: ToolServerConfig;
  readonly warn: (text: string) => void;
  readonly onNoise: (line: string) => void;
}

export function createReconnecting({ name, config, warn, onNoise }: ToolServerOptions): Reconnecting {
  const closing = new AbortController();
  let current: Promise<Connection> | undefined;
  /** Why the last connection ended; cleared by the next. */
  let death: string | undefined;

  async function connect(): Promise<Connection> {
    try {
      const connection = await openConnection({
        name,
        config,
        signal: closing.signal,
        onNoise,
        onEnd(why) {
          current = undefined;
          death = why;
        },
      });
      if (death !== undefined) warn(`The tool server "${name}" ended and was started again: what it kept in memory is lost. Why: ${death}`);
      death = undefined;
      return connection;
    } catch (error) {
      current = undefined;
      throw error;
    }
  }

  return {
    async ask(request, limits) {
      for (let attempt = 1; ; attempt += 1) {
        current ??= connect();
        const connection = await orAborted(current, limits.signal);
        const outcome = await connection.ask(request, limits);
        if (outcome.kind !== 'undelivered') return outcome;
        await connection.close(outcome.why);
        if (attempt === 2)
          throw new ToolServerError('tool-server-unavailable', `The tool server "${name}" accepts no requests: ${outcome.why}.`);
      }
    },
    async close() {
      closing.abort();
      const connection = await current?.catch(() => undefined);
      await connection?.close('it was closed with its run');
    },
  };
}
