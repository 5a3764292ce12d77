// The tools of a flow, as workflows know them: the built-in ones with their effects, the servers that replace some, and the call of each node that is a single
// call (docs/design/flow.md §3). Tools have the shape of the Model Context Protocol: a name and JSON arguments. What acts is in the table of actions, where and on
// what it acts in src/activities/flow/tool-acts.ts; what looks is one literal in tool-reads.ts.
import { actionBy, isActionNode, nodeWords, toolOf, toolWords, type ActionNode, type ActionToolName } from '../action/actions.js';
import type { NodeNames } from '../action/columns.js';
import { own } from '../collections.js';
import type { ActionEffect } from '../run/decided-action.js';
import type { Json } from '../run/json.js';
import { escapeKeys, keyNames } from '../ui/keys.js';
import type { FlowNode, NodeType } from './document.js';

const looking = ['take_screenshot', 'find_text', 'find_image'] as const;
const listing = ['list_windows', 'list_apps'] as const;

/** `launch` opens something, `input` acts on something present. */
interface BuiltInTool {
  readonly name: BuiltInToolName;
  readonly effect: ActionEffect;
}

/** Behind the nodes of compiled flows: no model is offered them, and no server's tool has such a name. */
const nodeTools = [
  { name: 'flow:act', effect: 'input' },
  { name: 'flow:read', effect: 'read' },
  { name: 'flow:expect', effect: 'read' },
] as const satisfies readonly { readonly name: string; readonly effect: ActionEffect }[];

type NodeToolName = (typeof nodeTools)[number]['name'];
export type ActingToolName = ActionToolName | 'flow:act';
export type ReadingToolName = (typeof looking | typeof listing)[number] | Exclude<NodeToolName, 'flow:act'>;
export type BuiltInToolName = ActingToolName | ReadingToolName;

/** In the order in which a model reads them: what looks at the screen and what acts on it, then what looks beyond and what leads there. */
export const builtInTools: readonly BuiltInTool[] = [...looking.map(reads), ...acting(true), ...listing.map(reads), ...acting(false)];

function reads(name: ReadingToolName): BuiltInTool {
  return { name, effect: 'read' };
}

function acting(onScreen: boolean): readonly BuiltInTool[] {
  return (Object.keys(toolWords) as ActionToolName[]).flatMap((name) => {
    const row = actionBy('tools', name);
    return row && (row.screen === 'judged') === onScreen ? [{ name, effect: row.effect }] : [];
  });
}

export function builtInTool(name: string): BuiltInTool | undefined {
  return [...builtInTools, ...nodeTools].find((tool) => tool.name === name);
}

export function isNodeTool(name: string): boolean {
  return nodeTools.some((tool) => tool.name === name);
}

// ── Calls ──

export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, Json>>;
  /** The window that `app_name` means, whatever its title is now. */
  readonly window?: WindowRef;
}

/** Ids are valid in one UI session: in another one only the name helps. */
export interface WindowRef {
  readonly id: string;
  readonly uiSession: string;
}

/** What a run's caches have instead of the names in the document. */
export interface ResolvedNames extends NodeNames {
  readonly focusedWindow?: WindowRef;
}

/** Read-only nodes: their variables are reset on every run. */
export function isReadOnly({ type }: NodeType): boolean {
  return ['FindText', 'FindImage', 'ListWindows', 'TakeScreenshot', 'Read', 'Expect'].includes(type);
}

/** Undefined for a node that is not a tool call. */
export function toolCallOf({ node_type: type }: FlowNode, names: ResolvedNames): ToolCall | undefined {
  if (isActionNode(type)) return actionCall(type, names);
  switch (type.type) {
    case 'TakeScreenshot':
      return call('take_screenshot', {
        mode: type.mode.toLowerCase(),
        app_name: names.app ?? type.target,
        include_ocr: type.include_ocr,
        x: type.mode === 'Region' ? type.x : undefined,
        y: type.mode === 'Region' ? type.y : undefined,
        width: type.mode === 'Region' ? type.width : undefined,
        height: type.mode === 'Region' ? type.height : undefined,
      });
    case 'FindText':
      return inWindow(type.scope === undefined ? names.focusedWindow : undefined, 'find_text', {
        text: names.element ?? type.search_text,
        match_mode: type.match_mode.toLowerCase(),
        app_name: type.scope ?? names.focusedApp,
        select: type.select_result,
      });
    case 'FindImage':
      return call('find_image', { template: type.template_image, threshold: type.threshold, max_results: type.max_results });
    case 'ListWindows':
      return call('list_windows', { app_name: type.app_name });
    case 'Act': {
      const { deed, target, screen, wait_ms } = type;
      return call('flow:act', { deed, target, screen, wait_ms });
    }
    case 'Read': {
      const { target, before, after, screen, wait_ms } = type;
      return call('flow:read', { target, before, after, screen, wait_ms });
    }
    case 'Expect':
      return call('flow:expect', { screen: type.screen, wait_ms: type.wait_ms });
    case 'McpToolCall':
      return { name: type.tool_name, arguments: type.arguments as Readonly<Record<string, Json>> };
    default:
      return undefined;
  }
}

/** By the tool of its row. */
function actionCall(node: Extract<NodeType, { readonly type: ActionNode }>, names: ResolvedNames): ToolCall | undefined {
  const [word, tool] = [nodeWords[node.type], toolOf(node.type)];
  return tool && inWindow(word.inWindow?.(node) ? names.focusedWindow : undefined, tool, word.args(node, names));
}

function inWindow(window: WindowRef | undefined, name: BuiltInToolName, given: Parameters<typeof call>[1]): ToolCall {
  const made = call(name, given);
  return window === undefined ? made : { ...made, window };
}

function call(name: BuiltInToolName, given: Readonly<Record<string, Json | undefined>>): ToolCall {
  const present = Object.entries(given).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return { name, arguments: Object.fromEntries(present) };
}

/** Clickweave's flows come from Macs, where Command plays the part of Control elsewhere. */
const modifierSigns: Readonly<Record<string, string>> = {
  ctrl: '^',
  control: '^',
  cmd: '^',
  command: '^',
  alt: '%',
  option: '%',
  shift: '+',
};

/** `Enter` with `ctrl` as `^{ENTER}`, in the syntax that devices take. Undefined for a key or modifier that does not exist. */
export function keysOf(key: string, modifiers: readonly string[]): string | undefined {
  const signs = modifiers.map((modifier) => own(modifierSigns, modifier.toLowerCase()));
  const named = key.toUpperCase().replaceAll(/[\s_-]/g, '');
  const body = [...key].length === 1 ? escapeKeys(key) : Object.hasOwn(keyNames, named) ? `{${named}}` : undefined;
  return body === undefined || signs.includes(undefined) ? undefined : `${signs.join('')}${body}`;
}

/** Undefined: the device knows it. */
export function unknownKey(key: string, modifiers: readonly string[]): string | undefined {
  if (keysOf(key, modifiers) !== undefined) return undefined;
  return `There is no key '${[...modifiers, key].join('+')}'. Keys are single characters and names such as Enter, Tab, Escape, ArrowDown, F5; modifiers are ctrl, alt, shift.`;
}

/** For records: of a node's own call what it does, not how it finds its place. */
export function reportedArguments({ name, arguments: args }: ToolCall): ToolCall['arguments'] {
  if (!isNodeTool(name)) return args;
  return Object.fromEntries(Object.entries(args).filter(([key]) => key === 'deed' || key === 'target'));
}

// Built-in tools that a configured server replaces (`overrides` of that server in the configuration). Such a call has the server before its name, `shop/find_text`:
// under that name it is not a built-in, whose effect would be known, but acts like any other server tool: sent once, journalled, found at that server or nowhere.

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
