// What workflows know of the built-in tools: their names and effects. Everything else about a tool is one literal, which the compiler requires
// (src/activities/flow/tool-reads.ts, tool-acts.ts).

/** In the order in which a model reads them. `launch` opens something, `input` acts on something present. */
export const builtInTools = [
  { name: 'take_screenshot', effect: 'read' },
  { name: 'find_text', effect: 'read' },
  { name: 'find_image', effect: 'read' },
  { name: 'click', effect: 'input' },
  { name: 'type_text', effect: 'input' },
  { name: 'press_key', effect: 'input' },
  { name: 'scroll', effect: 'input' },
  { name: 'list_windows', effect: 'read' },
  { name: 'list_apps', effect: 'read' },
  { name: 'focus_window', effect: 'input' },
  { name: 'launch_app', effect: 'launch' },
  { name: 'navigate', effect: 'input' },
] as const satisfies readonly { readonly name: string; readonly effect: 'read' | 'input' | 'launch' }[];

/** Behind the nodes of compiled flows: no model is offered them, and no server's tool has such a name. */
const nodeTools = [
  { name: 'flow:act', effect: 'input' },
  { name: 'flow:read', effect: 'read' },
  { name: 'flow:expect', effect: 'read' },
] as const satisfies readonly { readonly name: string; readonly effect: 'read' | 'input' }[];

type BuiltInTool = (typeof builtInTools)[number] | (typeof nodeTools)[number];
export type BuiltInToolName = BuiltInTool['name'];
export type ReadingToolName = Extract<BuiltInTool, { readonly effect: 'read' }>['name'];
export type ActingToolName = Exclude<BuiltInToolName, ReadingToolName>;

export function builtInTool(name: string): BuiltInTool | undefined {
  return [...builtInTools, ...nodeTools].find((tool) => tool.name === name);
}

export function isNodeTool(name: string): boolean {
  return nodeTools.some((tool) => tool.name === name);
}
