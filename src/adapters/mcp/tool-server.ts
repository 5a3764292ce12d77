// One tool server of a run: lists and calls its tools.
import { assertNever } from '../../domain/errors/assert-never.js';
import { ToolServerError, type ToolCallContext, type ToolDescription, type ToolReply } from '../../ports/tool-servers.js';
import { silenceMs } from './link.js';
import { createReconnecting, type Answer, type ToolServerOptions } from './reconnecting.js';
import { errorReply, parseToolPage, parseToolReply } from './tool-reply.js';

export interface ToolServer {
  /** When the signal fires, the server counts as unavailable. */
  list(signal: AbortSignal): Promise<readonly ToolDescription[]>;
  /** The signal ends the call with its own reason. */
  call(tool: string, args: Readonly<Record<string, unknown>>, context: ToolCallContext): Promise<ToolReply>;
  /** Never rejects. */
  close(): Promise<void>;
}

const pageLimit = 1_000;

export function createToolServer(options: ToolServerOptions): ToolServer {
  const { name, config, warn } = options;
  const server = createReconnecting(options);
  let known: readonly string[] = [];
  const warned = new Set<string>();

  function unavailable(what: string): ToolServerError {
    return new ToolServerError('tool-server-unavailable', `The tool server "${name}" ${what}.`);
  }

  async function list(signal: AbortSignal): Promise<readonly ToolDescription[]> {
    try {
      return await listed(signal);
    } catch (error) {
      if (error instanceof ToolServerError || !signal.aborted) throw error;
      throw unavailable('did not start or list its tools in time');
    }
  }

  async function listed(signal: AbortSignal): Promise<readonly ToolDescription[]> {
    const tools: ToolDescription[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < pageLimit; page += 1) {
      const answer = await server.ask(
        { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
        { signal, timeoutMs: silenceMs },
      );
      const found = answer.kind === 'result' ? parseToolPage(name, answer.result) : undefined;
      if (!found) throw unavailable(`does not list its tools: ${whyNot(answer)}`);
      tools.push(...found.tools);
      if (found.left.length > 0) warnOnce(`Left out of the tools of "${name}": ${found.left.join('; ')}.`);
      cursor = found.nextCursor;
      if (cursor !== undefined) continue;
      const all = offered(tools);
      known = all.map((tool) => tool.name);
      return all;
    }
    throw unavailable(`has an endless list of tools: ${pageLimit} pages`);
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
    const answer = await server.ask({ method: 'tools/call', params: { name: tool, arguments: { ...args } } }, context);
    return replyOf(answer, { tool, server: name, timeoutMs: context.timeoutMs });
  }

  return { list, call, close: () => server.close() };
}

interface Called {
  readonly tool: string;
  readonly server: string;
  readonly timeoutMs: number;
}

/** Throws when there is no reply. */
function replyOf(answer: Answer, { tool, server, timeoutMs }: Called): ToolReply {
  switch (answer.kind) {
    case 'result':
      return parseToolReply(answer.result);
    case 'refused':
      return errorReply(answer.message);
    case 'silent':
      throw new ToolServerError(
        'tool-timeout',
        `The tool "${tool}" of "${server}" gave no answer in ${timeoutMs} ms; it may still be running. A slow tool needs a higher limit.`,
      );
    case 'lost':
      throw new ToolServerError(
        'tool-server-lost',
        `The tool server "${server}" was lost while its tool "${tool}" was called; whether the tool ran is unknown. Why: ${answer.why}`,
      );
    default:
      return assertNever(answer);
  }
}

function whyNot(answer: Answer): string {
  switch (answer.kind) {
    case 'result':
      return 'its answer is not a list of tools';
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
