// What workflows know of the built-in tools: their names and effects. What acts is in the table of actions, where and on what it acts in src/activities/flow/tool-acts.ts; what looks is one literal in tool-reads.ts.
import { actionBy, toolWords, type ActionToolName } from '../action/actions.js';
import type { ActionEffect } from '../run/decided-action.js';

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
