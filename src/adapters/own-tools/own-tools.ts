// Tools that are functions in the worker's process, offered as the server `own` next to the configured ones.
import { defined } from '../../domain/collections.js';
import {
  ToolServerError,
  type ToolCallContext,
  type ToolDescription,
  type ToolListing,
  type ToolReply,
  type ToolServers,
} from '../../ports/tool-servers.js';
import { orAborted } from '../process-kit/poll.js';

/** Name of the server: `own/lookup` is the user's tool `lookup`, even if other servers have a tool of that name. */
const server = 'own';

export interface OwnTool extends Pick<ToolDescription, 'name' | 'description'> {
  /** JSON Schema of the arguments: an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Changes nothing, so it needs no approval and may be retried. */
  readonly readOnly?: boolean;
  /** The caller gets what it throws as the tool's error. `signal`: aborts the call. */
  run(args: Readonly<Record<string, unknown>>, context: ToolCallContext): Promise<string | OwnToolReply>;
}

export type OwnToolReply = Pick<ToolReply, 'text'> & Partial<ToolReply>;

/** One instance serves one run. `others`: the configured servers. */
export function createOwnTools(tools: readonly OwnTool[], others?: ToolServers): ToolServers {
  const descriptions = tools.map(({ name, description, inputSchema, readOnly = false }) => ({
    server,
    name,
    description,
    inputSchema,
    readOnly,
  }));
  return {
    async list(signal, wanted): Promise<ToolListing> {
      const listed = await others?.list(signal, wanted);
      return { tools: [...descriptions, ...(listed?.tools ?? [])], unavailable: listed?.unavailable ?? [] };
    },
    async call(called, args, context) {
      if (called.server !== server && others) return others.call(called, args, context);
      const tool = called.server === server ? tools.find(({ name }) => name === called.name) : undefined;
      if (!tool) {
        const known = tools.map(({ name }) => `${server}/${name}`).join(', ');
        throw new ToolServerError('no-such-tool', `There is no tool '${called.server}/${called.name}', only ${known}.`);
      }
      return replyOf(tool, args, context);
    },
    takeWarnings: () => others?.takeWarnings() ?? [],
    close: async () => others?.close(),
  };
}

async function replyOf(tool: OwnTool, args: Readonly<Record<string, unknown>>, context: ToolCallContext): Promise<ToolReply> {
  context.signal.throwIfAborted();
  const limit = AbortSignal.timeout(context.timeoutMs);
  const signal = AbortSignal.any([context.signal, limit]);
  try {
    const reply = await orAborted(tool.run(args, { ...context, signal }), signal);
    return { images: [], isError: false, ...(typeof reply === 'string' ? { text: reply } : defined(reply)) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (limit.aborted)
      throw new ToolServerError('tool-timeout', `The tool '${server}/${tool.name}' gave no answer in ${context.timeoutMs / 1000} s.`, {
        cause: error,
      });
    return { text: error instanceof Error ? error.message : String(error), images: [], isError: true };
  }
}
