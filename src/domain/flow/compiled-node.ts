// The present node as a walk makes it ready: healed, its variables filled in, with what is known of its place.
import type { ExpectedScreen, Target } from '../anchors/anchors.schema.js';
import { fill, isReference, namesIn, type Filled } from '../anchors/fill.js';
import { defined } from '../collections.js';
import { stem } from '../explorer/signature.js';
import { requestWith } from '../library/request-pattern.js';
import { isControl, type FlowNode, type Interruption, type NodeType } from './document.js';
import { plain } from './find-text.js';
import type { FlowState } from './flow-state.js';
import { edgeOf, type FlowGraph } from './graph.js';
import type { Heal } from './heal.js';
import { nodeSummary } from './node-summary.js';
import { isReadOnly, type ToolCall } from './tools.js';
import { lookUp } from './variables.js';
import { presentNode, type Walk } from './walk-state.js';

export function readyNode(walk: Pick<Walk, 'graph' | 'state'>): Filled<FlowNode> {
  const { heals = [], variables } = walk.state;
  const node = presentNode(walk);
  const type = heals.reduce(
    (known, heal) => (heal.kind === 'target' && heal.node === node.id ? withTarget(known, heal) : known),
    node.node_type,
  );
  const filled = fill(type, variables);
  return 'problem' in filled ? filled : { value: { ...node, node_type: filled.value } };
}

/** As a heal has it. */
export function withTarget(type: NodeType, { at, now, screen }: Extract<Heal, { kind: 'target' }>): NodeType {
  const seen = screen === undefined ? {} : { screen };
  if (type.type === 'Read') return { ...type, target: now, ...seen };
  if (type.type !== 'Act') return type;
  if (at > 0 && type.deed.type === 'Drag') return { ...type, deed: { ...type.deed, to: now }, ...seen };
  return { ...type, target: now, ...seen };
}

/** The target that is not found. */
export function targetAt({ node_type: type }: FlowNode, at: number): Target | undefined {
  if (type.type === 'Read') return type.target;
  if (type.type !== 'Act') return undefined;
  return at > 0 && type.deed.type === 'Drag' ? type.deed.to : type.target;
}

/** Those of the document, and those that this run has learnt; what was answered in this visit is waited for, and not pressed again. */
export function interruptionsOf({ graph: { flow }, state: { heals = [], visit } }: Walk): readonly Interruption[] {
  const learnt = heals.flatMap((heal) => (heal.kind === 'interruption' ? [heal.interruption] : []));
  return [...(flow.interruptions ?? []), ...learnt].filter(({ name }) => name !== visit?.mended?.answered);
}

/** On what closes something in front, or turns a page. */
export const plainClick = { type: 'Click', button: 'Left', click_count: 1 } as const;

/** The call of a compiled node with what that knows beyond its own: what may come in front, and whether the page is to be quiet before the next node looks. */
export function withPlace(walk: Walk, made: ToolCall, node: FlowNode): ToolCall {
  const known = interruptionsOf(walk);
  return {
    ...made,
    arguments: {
      ...made.arguments,
      ...defined({
        interruptions: known.length === 0 ? undefined : known,
        aside: walk.state.aside ?? 'any',
        settles: node.node_type.type === 'Act' && isSurelyNoticed(walk.graph, node) ? false : undefined,
        given_name: isGivenAnother(walk) ? true : undefined,
      }),
    },
  };
}

/** mend-4 of walk-mend.ts: the document has a variable for its whole name, with another value than the recorded one. */
function isGivenAnother(walk: Walk): boolean {
  const { node_type: type } = presentNode(walk);
  const name = type.type === 'Act' ? type.target?.name : undefined;
  if (name === undefined || !isReference(name)) return false;
  const [variable = ''] = namesIn(name);
  const recorded = walk.graph.flow.form?.find((field) => field.name === variable)?.default;
  return recorded !== undefined && plain(String(lookUp(walk.state.variables, variable))) !== plain(recorded);
}

/** What only fills in changes nothing that the next node could take for its screen. */
const filling: ReadonlySet<string> = new Set(['SetText', 'Select', 'Hover']);

/** The next node cannot act on the screen as it still is: what was done to it is read back at once, or it expects another. */
function isSurelyNoticed(graph: FlowGraph, { id, node_type: type }: FlowNode): boolean {
  if (type.type !== 'Act') return false;
  const next = graph.nodes.get(edgeOf(graph, id, undefined)?.to ?? '');
  const then = next?.enabled ? screenOf(next.node_type) : undefined;
  if (!then) return false;
  return filling.has(type.deed.type) || (type.screen !== undefined && areApart(type.screen, then));
}

function screenOf(type: NodeType): ExpectedScreen | undefined {
  return type.type === 'Act' || type.type === 'Read' || type.type === 'Expect' ? type.screen : undefined;
}

/** By their places and by what heads them: one is not taken for the other (screen-1 of expected-screen.ts). */
function areApart(one: ExpectedScreen, other: ExpectedScreen): boolean {
  const heads = ({ title = '', headings }: ExpectedScreen): string => stem(headings[0] ?? title);
  const isTitled = stem(one.title ?? '') === stem(other.title ?? '');
  return one.place !== undefined && other.place !== undefined && one.place !== other.place && heads(one) !== heads(other) && !isTitled;
}

/** What an agent is asked that takes over: the rest of the goal, and what must not be done again. */
export function restOfRequest({ flow, nodes }: FlowGraph, { visited, variables, visit }: FlowState): string {
  const given = requestWith(flow, variables);
  const acting = new Map([...nodes.values()].filter(({ node_type: { type } }) => acts.has(type)).map((node) => [node.name, node]));
  const done = visited.slice(0, visit ? -1 : undefined).flatMap((name) => acting.get(name) ?? []);
  const steps = done.map((node) => `- ${filledOr(nodeSummary(node), variables)}`);
  return [
    given,
    ...(steps.length === 0
      ? []
      : ['', 'This was done already, and must not be done again:', ...steps, '', 'Go on from what is on the screen now.']),
  ].join('\n');
}

const acts: ReadonlySet<NodeType['type']> = new Set(['Act', 'Click', 'TypeText', 'PressKey', 'McpToolCall', 'AiStep', 'AgentTask', 'Flow']);

/** Something was done before that node, and nothing can be from it on. */
export function isAfterLastDeed({ nodes, leaving }: FlowGraph, visitsOf: FlowState['visitsOf'], node: FlowNode): boolean {
  const ahead = new Set([node.id]);
  for (const id of ahead) for (const { to } of leaving.get(id) ?? []) ahead.add(to);
  const isStill = [...ahead].every((id) => {
    const each = nodes.get(id);
    return !each?.enabled || isControl(each) || isReadOnly(each.node_type);
  });
  return isStill && Object.keys(visitsOf).some((id) => acts.has(nodes.get(id)?.node_type.type ?? 'Read'));
}

/** The screen that a flow ends with, where it expects one. */
export function lastScreen({ nodes, leaving }: FlowGraph): FlowNode | undefined {
  const ends = [...nodes.values()].filter(
    ({ id, enabled, node_type: { type } }) => enabled && type === 'Expect' && (leaving.get(id) ?? []).length === 0,
  );
  return ends.length === 1 ? ends[0] : undefined;
}

function filledOr(text: string, variables: FlowState['variables']): string {
  const filled = fill(text, variables);
  return 'problem' in filled ? text : filled.value;
}
