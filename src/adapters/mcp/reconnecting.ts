// A tool server that can be called at any time: connects on first use, once for all concurrent callers, and reconnects after it ended.
import { ToolServerError } from '../../ports/tool-servers.js';
import { orAborted } from '../process-kit/or-aborted.js';
import type { ToolServerConfig } from './config.js';
import { openConnection, type Connection, type Outcome } from './connection.js';

type Request = Parameters<Connection['ask']>[0];
type Limits = Parameters<Connection['ask']>[1];
export type Answer = Exclude<Outcome, { readonly kind: 'undelivered' }>;

export interface Reconnecting {
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
