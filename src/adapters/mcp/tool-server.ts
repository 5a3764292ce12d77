// One tool server of a run: connected to when first needed, once for all who need it at that moment, and anew after it ended.
import { assertNever } from '../../domain/assert-never.js';
import { ToolServerError, type ToolCallContext, type ToolDescription, type ToolReply } from '../../ports/tool-servers.js';
import type { ToolServerConfig } from './config.js';
import { openConnection, type Connection, type Outcome } from './connection.js';
import { silenceMs } from './link.js';
import { errorReply, parseToolPage, parseToolReply } from './tool-reply.js';

export interface ToolServer {
  /** Once the signal fires the server is unavailable: more cannot be said of one that is silent. */
  list(signal: AbortSignal): Promise<readonly ToolDescription[]>;
  /** The signal ends it with its own reason. */
  call(tool: string, args: Readonly<Record<string, unknown>>, context: ToolCallContext): Promise<ToolReply>;
  /** Never rejects. */
  close(): Promise<void>;
}

export interface ToolServerOptions {
  readonly name: string;
  readonly config: ToolServerConfig;
  readonly warn: (text: string) => void;
  readonly onNoise: (line: string) => void;
}

type Request = Parameters<Connection['ask']>[0];
type Limits = Parameters<Connection['ask']>[1];
type Answer = Exclude<Outcome, { readonly kind: 'undelivered' }>;

const pageLimit = 1_000;

export function createToolServer({ name, config, warn, onNoise }: ToolServerOptions): ToolServer {
  const closing = new AbortController();
  let current: Promise<Connection> | undefined;
  /** Why the last connection ended, until there is another. */
  let death: string | undefined;
  let known: readonly string[] = [];
  const warned = new Set<string>();

  function unavailable(what: string): ToolServerError {
    return new ToolServerError('tool-server-unavailable', `The tool server "${name}" ${what}.`);
  }

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

  /** What nobody took is sent once more, over a new connection. */
  async function ask(request: Request, limits: Limits): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      current ??= connect();
      const connection = await orAborted(current, limits.signal);
      const outcome = await connection.ask(request, limits);
      if (outcome.kind !== 'undelivered') return outcome;
      await connection.close(outcome.why);
      if (attempt === 2) throw unavailable(`takes no requests: ${outcome.why}`);
    }
  }

  async function list(signal: AbortSignal): Promise<readonly ToolDescription[]> {
    try {
      return await listed(signal);
    } catch (error) {
      if (error instanceof ToolServerError || !signal.aborted) throw error;
      throw unavailable('did not start, or did not say what it offers, in time');
    }
  }

  async function listed(signal: AbortSignal): Promise<readonly ToolDescription[]> {
    const tools: ToolDescription[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < pageLimit; page += 1) {
      const answer = await ask({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, { signal, timeoutMs: silenceMs });
      const found = answer.kind === 'result' ? parseToolPage(name, answer.result) : undefined;
      if (!found) throw unavailable(`does not say what it offers: ${whyNot(answer)}`);
      tools.push(...found.tools);
      if (found.left.length > 0) warnOnce(`Left out of the tools of "${name}": ${found.left.join('; ')}.`);
      cursor = found.nextCursor;
      if (cursor !== undefined) continue;
      const all = offered(tools);
      known = all.map((tool) => tool.name);
      return all;
    }
    throw unavailable(`has a list of tools that does not end: ${pageLimit} pages`);
  }

  function offered(tools: readonly ToolDescription[]): readonly ToolDescription[] {
    const { tools: wanted } = config;
    if (!wanted) return tools;
    const missing = wanted.filter((each) => !tools.some((tool) => tool.name === each));
    if (missing.length > 0)
      warnOnce(`The tool server "${name}" has no ${quoted(missing)}; it has ${quoted(tools.map((tool) => tool.name))}.`);
    return tools.filter((tool) => wanted.includes(tool.name));
  }

  function warnOnce(text: string): void {
    if (!warned.has(text)) warn(text);
    warned.add(text);
  }

  async function call(tool: string, args: Readonly<Record<string, unknown>>, context: ToolCallContext): Promise<ToolReply> {
    if (!known.includes(tool)) await listed(context.signal);
    if (!known.includes(tool))
      throw new ToolServerError('no-such-tool', `The tool server "${name}" has no tool "${tool}"; it has ${quoted(known)}.`);
    const answer = await ask({ method: 'tools/call', params: { name: tool, arguments: { ...args } } }, context);
    switch (answer.kind) {
      case 'result':
        return parseToolReply(answer.result);
      case 'refused':
        return errorReply(answer.message);
      case 'silent':
        throw new ToolServerError(
          'tool-timeout',
          `The tool "${tool}" of "${name}" gave no answer in ${context.timeoutMs} ms; it may still be at work. A slow tool needs a higher limit.`,
        );
      case 'lost':
        throw new ToolServerError(
          'tool-server-lost',
          `The tool server "${name}" was lost while its tool "${tool}" was called; whether that ran nobody knows. Why: ${answer.why}`,
        );
      default:
        return assertNever(answer);
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    const connection = await current?.catch(() => undefined);
    await connection?.close('it was closed with its run');
  }

  return { list, call, close };
}

function whyNot(answer: Answer): string {
  switch (answer.kind) {
    case 'result':
      return 'its answer is no list of tools';
    case 'refused':
      return answer.message;
    case 'silent':
      return `no answer in ${silenceMs} ms`;
    case 'lost':
      return answer.why;
    default:
      return assertNever(answer);
  }
}

export function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 50).map((each) => `"${each}"`);
  if (shown.length === 0) return 'none';
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`;
}

/** What many wait for goes on when one of them gives up. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
