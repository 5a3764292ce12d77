// The tools of an AI step as a model is shown them: each name once, for the tool that a call by that name reaches.
import { nameAt, type Overrides } from '../../domain/flow/overrides.js';
import { own } from '../../domain/collections.js';
import { builtInTools } from '../../domain/flow/tools.js';
import type { ToolDescription } from '../../ports/tool-servers.js';
import type { ShownTool } from '../../prompts/flow.js';
import { actingTools } from './tool-acts.js';
import { readingTools } from './tool-reads.js';

const tools = { ...readingTools, ...actingTools };

/**
 * Built-in tools that are not replaced, then those of servers; one whose name is already taken is shown as `server/name`. `allowed`: only these, a server's tool by the
 * name shown here; undefined: all.
 */
export function offeredTools(
  others: readonly ToolDescription[],
  overrides: Overrides = {},
  allowed?: readonly string[],
): readonly ShownTool[] {
  const offered = new Map<string, ShownTool>();
  for (const { name } of builtInTools) {
    const { description, argumentNames } = tools[name];
    if (own(overrides, name) === undefined) offered.set(name, { name, description, argumentNames });
  }
  /** Names by which a call reaches a tool. */
  const claimed = new Set(offered.keys());
  for (const { server, name, description, inputSchema } of others) {
    const taker = own(overrides, name);
    const isFree = taker === undefined ? !claimed.has(name) : taker === server;
    if (isFree) claimed.add(name);
    const byServer = nameAt(server, name);
    const shown = isFree && !allowed?.includes(byServer) ? name : byServer;
    const argumentNames = Object.keys((inputSchema['properties'] as object | undefined) ?? {});
    if (!offered.has(shown)) offered.set(shown, { name: shown, description, argumentNames });
  }
  return [...offered.values()].filter(({ name }) => allowed?.includes(name) ?? true);
}
