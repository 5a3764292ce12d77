// What a walk does when a node of a compiled flow does not find its place. Nothing of the node was sent, and nothing here sends it twice.
//
// mend-1. In this order: what is known to come in front is closed; a login screen is logged in at; a model is asked once a visit; an agent takes over.
// mend-2. After whatever was done, the node looks again by its own rules: a mend is never taken for the node's action.
// mend-3. A heal holds for the rest of the run. It changes the document only when somebody accepts it (src/domain/flow/heal.ts).
// mend-4. Where the row of a target is not there or another one reads like it, the target is disabled or switched already, or its name is one that this
//     run was given in place of the recorded one, nothing else can be meant: no model is asked.
// mend-5. What was healed holds for each node that recorded the same control on the same screen: it is proposed for that node too, and asked about once.
import { defined } from '../collections.js';
import { fill, type Filled } from '../anchors/fill.js';
import type { Target } from '../anchors/anchors.schema.js';
import { requestWith } from '../library/request-pattern.js';
import type { FlowNode, Interruption, NodeType } from './document.js';
import type { Broken, FlowEffect, FlowRules, FlowState } from './flow-state.js';
import type { FlowGraph } from './graph.js';
import type { Heal } from './heal.js';
import { nodeSummary } from './node-summary.js';
import { presentNode } from './present-node.js';
import type { ToolCall } from './tool-call.js';

/** In front of one node, however often it comes back. */
const mostClosed = 5;

/** What is to be done about it; undefined: the attempt has failed. */
export function mendOf(
  graph: FlowGraph,
  { heal, fallback }: FlowRules,
  { visit, heals = [] }: FlowState,
  broken: Broken,
): FlowEffect | undefined {
  const { mended = {} } = visit ?? {};
  if (broken.kind === 'interrupted') {
    const known = interruptionsOf(graph, heals).find(({ name }) => name === broken.name);
    if (known && (mended.closed ?? 0) < mostClosed) return { type: 'call', call: closing(known), reads: false, wantsScreen: false };
  }
  if (broken.isLogin && !mended.loggedIn && broken.kind === 'screen') return { type: 'log-in', flow: graph.flow.log_in };
  const canHeal = broken.kind === 'target' || broken.kind === 'screen';
  if (canHeal && heal !== undefined && heal !== 'never' && !mended.asked) return { type: 'heal', broken };
  return fallback === 'agent' ? { type: 'take-over' } : undefined;
}

/** mend-5: the heal of another node, for this one; once a visit, and before a model is asked. */
export function healedElsewhere(graph: FlowGraph, state: FlowState, broken: Broken): Heal | undefined {
  const { visit, heals = [] } = state;
  const node = presentNode(graph, state);
  if (visit?.mended?.asked || visit?.mended?.carried || broken.isLogin) return undefined;
  if (broken.kind !== 'target' && broken.kind !== 'screen') return undefined;
  const isOfIt = (heal: Heal): boolean => {
    const other = graph.nodes.get(heal.node);
    if (heal.kind !== 'target' || heal.node === node.id || other === undefined) return false;
    const isAlike = (heal.screen !== undefined) === (broken.kind === 'screen');
    return isAlike && recordedAt(other, heal.at) === recordedAt(node, targetOf(broken));
  };
  const heal = heals.findLast(isOfIt);
  return heal && { ...heal, node: node.id, ...defined({ at: heal.kind === 'target' ? targetOf(broken) : undefined }) };
}

/** The control and the screen that it was recorded on, as the document has them; the schema orders their fields. */
function recordedAt(node: FlowNode, at: number): string {
  const { node_type: type } = node;
  return JSON.stringify([targetAt(node, at) ?? node.id, type.type === 'Act' || type.type === 'Read' ? type.screen : undefined]);
}

function targetOf(broken: Broken): number {
  return 'target' in broken ? broken.target : 0;
}

/** A click on what closes it, with nothing said of the screen. */
function closing({ close }: Interruption): ToolCall {
  return { name: 'flow:act', arguments: { deed: { type: 'Click', button: 'Left', click_count: 1 }, target: close, wait_ms: 0 } };
}

/** Those of the document, and those that this run has learnt. */
export function interruptionsOf({ flow }: FlowGraph, heals: readonly Heal[]): readonly Interruption[] {
  return [...(flow.interruptions ?? []), ...heals.flatMap((heal) => (heal.kind === 'interruption' ? [heal.interruption] : []))];
}

/** The node as it runs: healed, its variables filled in. */
export function readyNode(graph: FlowGraph, state: Pick<FlowState, 'visit' | 'heals' | 'variables'>): Filled<FlowNode> {
  const node = presentNode(graph, state);
  const type = (state.heals ?? []).reduce(
    (known, heal) => (heal.kind === 'target' && heal.node === node.id ? withTarget(known, heal) : known),
    node.node_type,
  );
  const filled = fill(type, state.variables);
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

function filledOr(text: string, variables: FlowState['variables']): string {
  const filled = fill(text, variables);
  return 'problem' in filled ? text : filled.value;
}
