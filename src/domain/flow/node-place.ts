// What the call of a compiled node knows beyond its own: what may come in front, and whether the page is to be quiet before the next node looks.
import { defined } from '../collections.js';
import type { ExpectedScreen } from '../anchors/anchors.schema.js';
import { isReference, namesIn } from '../anchors/fill.js';
import { stem } from '../explorer/signature.js';
import type { FlowNode, NodeType } from './document.js';
import type { FlowState } from './flow-state.js';
import { plain } from './find-text.js';
import { edgeOf, type FlowGraph } from './graph.js';
import { presentNode } from './present-node.js';
import type { ToolCall } from './tool-call.js';
import { lookUp } from './variables.js';
import { interruptionsOf } from './walk-mend.js';

export function withPlace(made: ToolCall, graph: FlowGraph, state: FlowState, node: FlowNode): ToolCall {
  const known = interruptionsOf(graph, state.heals ?? []);
  return {
    ...made,
    arguments: {
      ...made.arguments,
      ...defined({
        interruptions: known.length === 0 ? undefined : known,
        settles: node.node_type.type === 'Act' && isSurelyNoticed(graph, node) ? false : undefined,
        given_name: isGivenAnother(graph, state) ? true : undefined,
      }),
    },
  };
}

/** mend-4: the document has a variable for its whole name, with another value than the recorded one. */
function isGivenAnother(graph: FlowGraph, state: FlowState): boolean {
  const { node_type: type } = presentNode(graph, state);
  const name = type.type === 'Act' ? type.target?.name : undefined;
  if (name === undefined || !isReference(name)) return false;
  const [variable = ''] = namesIn(name);
  const recorded = graph.flow.form?.find((field) => field.name === variable)?.default;
  return recorded !== undefined && plain(String(lookUp(state.variables, variable))) !== plain(recorded);
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
