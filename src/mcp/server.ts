// Our MCP server (docs/design/procedure.md §5): procedures under the names of their calls, and the product's own engines.
//
// mcp-1. It acts as an agent and has no tool that answers or approves; a server for operators acts as a person and has them.
// mcp-2. Definitions are read once, when they are first asked for.
// mcp-3. An error is a tool's result of one sentence; states and tokens are never logged.
// mcp-4. An agent, whom a page may have talked into something, does not learn the id of what a run asks. A person names it in full, or answers what is asked now.
// mcp-5. Both revisions of the protocol get the same tools: that of 2025, with its handshake, and that of July 2026, where each request stands for itself.
import { McpServer } from '@modelcontextprotocol/server';
import { type ClientContext, errorContextOf } from '../client/context.js';
import { clientErrorOf } from '../client/errors.js';
import { createSteadyhand } from '../client/steadyhand.js';
import { openProcedures } from '../client/procedures/reach-run.js';
import type { Reply } from '../client/procedures/calls.js';
import { offerFlows, watchFlows, type FlowWatch } from './flow-tools.js';
import { operatorTools } from './operator-tools.js';
import { procedureTools, type Calls } from './procedure-tools.js';
import { offerResources } from './resources.js';
import { runTools } from './run-tools.js';
import { whereOf, whereOfCheckpoint } from './person.js';
import { shownTo } from './task-state.js';
import { serveTasks } from './tasks.js';
import type { Tool } from './tool.js';

export interface McpOptions {
  readonly operator: boolean;
  /** Where runs of procedures live. */
  readonly begin: 'durable' | 'stateless';
  /** Whether flows of the library are tools. */
  readonly flows: boolean;
}

export interface CreateServer {
  /** `follows`: of a connection that stays: it is told when the tools change. */
  (options: { readonly era: 'legacy' | 'modern'; readonly follows: boolean }): Promise<McpServer>;
  /** For servers that live for one request: calls `changed` when the tools did, while anyone listens. Returns how it is ended. */
  readonly watch: (watch: { readonly isWatched: () => boolean; readonly changed: () => void }) => () => void;
}

/** For any number of connections: each gets its own server, with the same tools. */
export function createMcpServers(context: ClientContext, { operator, begin, flows }: McpOptions, version: string): CreateServer {
  const steadyhand = createSteadyhand(context);
  const where = whereOf(context);
  const shown = shownTo({ operator, where });
  const tools: readonly Tool[] = [
    ...procedureTools(createCalls(context, { operator, begin })),
    ...runTools(steadyhand, shown),
    ...(operator ? operatorTools(steadyhand) : []),
  ];
  const explain = (error: unknown): string => clientErrorOf(error, errorContextOf(context)).message;

  async function create({ era, follows }: Parameters<CreateServer>[0]): Promise<McpServer> {
    const server = new McpServer({ name: 'steadyhand', version }, { instructions });
    for (const each of tools) each.register(server, explain);
    offerResources(server, steadyhand, explain);
    if (era === 'modern') serveTasks(server, steadyhand, { operator, where, explain });
    if (flows) await offerFlows(server, steadyhand, { explain, follows, shown });
    return server;
  }
  return Object.assign(create, { watch: (watch: FlowWatch) => (flows ? watchFlows(steadyhand, watch) : () => undefined) });
}

const instructions =
  'To follow a procedure: start_workflow, then do what each reply requires, one step at a time. Hand back the newest state exactly as it came. ' +
  'Never claim a step that you have not done. When a person is to answer, stop and tell them: the reply says where.';

/** mcp-1, mcp-2. A failed opening is tried again. */
export function createCalls(context: ClientContext, { operator, begin }: Omit<McpOptions, 'flows'>): Calls {
  const open = async () => {
    const procedures = await openProcedures(context.config(), { client: () => context.client(), artifacts: context.artifacts() });
    return {
      // One for all requests: it remembers its first answers.
      calls: procedures.calls({ by: operator ? 'human' : 'agent', begin, answers: 'human' }),
      person: (reply: Reply) => (operator ? undefined : whereOfCheckpoint(context, procedures, reply)),
    };
  };
  let opened: ReturnType<typeof open> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
