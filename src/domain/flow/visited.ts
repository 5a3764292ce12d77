import { outputText, type FlowEdge } from './document.js';

/** How often a run passed each node (by id) and each edge (by `edgeKey`). */
export interface VisitedEdges {
  readonly nodes: Readonly<Record<string, number>>;
  readonly edges: Readonly<Record<string, number>>;
}

export function edgeKey({ from, to, output }: FlowEdge): string {
  return JSON.stringify([from, to, outputText(output)]);
}
