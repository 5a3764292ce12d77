// Built-in tools that a configured server replaces (`overrides` of that server in the configuration). Such a call has the server before its name, `shop/find_text`:
// under that name it is not a built-in, whose effect would be known, but acts like any other server tool: sent once, journalled, found at that server or nowhere.
import type { NodeType } from './document.js';
import { own } from '../collections.js';
import type { ToolCall } from './tool-call.js';

/** The server, by the built-in tool's name. Fixed once for a run: hosts may be configured differently. */
export type Overrides = Readonly<Record<string, string>>;

export function overridesOf(servers: Readonly<Record<string, { readonly overrides?: readonly string[] }>>): Overrides {
  return Object.fromEntries(Object.entries(servers).flatMap(([server, { overrides = [] }]) => overrides.map((tool) => [tool, server])));
}

/** The name as written by authors who want that server's tool. */
export function nameAt(server: string, tool: string): string {
  return `${server}/${tool}`;
}

/** The call as it is dispatched: to a server if the node names a replaced tool itself. The tools behind a Click or a FindText are always the engine's own. */
export function dispatched(call: ToolCall, { type }: NodeType, overrides: Overrides = {}): ToolCall {
  const server = type === 'AiStep' || type === 'McpToolCall' ? own(overrides, call.name) : undefined;
  return server === undefined ? call : { ...call, name: nameAt(server, call.name) };
}

/** The name by which a model knows the tool of a call that was made. */
export function askedName(name: string, overrides: Overrides = {}): string {
  return Object.entries(overrides).find(([tool, server]) => nameAt(server, tool) === name)?.[0] ?? name;
}
