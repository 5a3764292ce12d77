import { nodeText, type FlowNode } from './document.js';

/** Something about a flow document that its author should know. An error keeps it from running. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  /** The flow with the problem, if a node of another one runs it. */
  readonly flow?: string;
  /** The node it is about. */
  readonly node?: { readonly id: string; readonly name: string };
  /** Without the node's name. */
  readonly message: string;
}

export function problem(
  severity: Problem['severity'],
  code: string,
  node: Pick<FlowNode, 'id' | 'name'> | undefined,
  message: string,
): Problem {
  return { severity, code, node: node === undefined ? undefined : { id: node.id, name: node.name }, message };
}

export function problemText({ severity, flow, node, message }: Problem): string {
  return `${severity}: ${flow === undefined ? '' : `flow '${flow}': `}${node === undefined ? '' : `${nodeText(node)}: `}${message}`;
}

/** What of a document cannot be told, because its form is wrong there: nothing is said that it might contradict. */
export interface Doubt {
  /** Ids of nodes that stand for malformed ones, which may be anything. */
  readonly nodes: ReadonlySet<string>;
  readonly edges: boolean;
  /** Names of nodes, so that any with a dot may be produced. */
  readonly names: boolean;
  /** Names in a form that is malformed. */
  readonly form: readonly string[];
}

export function listOf(names: readonly string[]): string {
  return names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
}
