// A flow as Mermaid source (`flowchart TD`).
//
// flowchart-1. Whatever a flow's author wrote is quoted, as `mermaidText`.
// flowchart-2. Nodes are n0, n1, … in document order, so that an id cannot be a keyword (`end`).
// flowchart-3. Edges come in the order in which `linkStyle` counts them.
import type { FlowDocument, FlowNode } from './document.js';
import { mermaidText } from '../text/mermaid-text.js';
import { edgeLabel, withTimes, nodeSummary } from './node-summary.js';
import { oneLine } from './one-line.js';
import { edgeKey, type VisitedEdges } from './graph.js';

const longestName = 60;

const styles = [
  'classDef disabled stroke-dasharray:5 5',
  'classDef visited fill:#dbeafe,stroke:#2563eb,stroke-width:3px,color:#1e293b',
] as const;
const visitedLink = 'stroke:#2563eb,stroke-width:3px';

/** Edges to missing nodes are left out. Mermaid's own limits apply unless the page raises them: 500 edges, 50,000 characters. */
export function drawMermaid(flow: FlowDocument, visited: VisitedEdges = { nodes: {}, edges: {} }): string {
  const ids = new Map(flow.nodes.map(({ id }, index) => [id, `n${index}`]));
  const links = flow.edges.flatMap((edge) => {
    const [from, to] = [ids.get(edge.from), ids.get(edge.to)];
    return from === undefined || to === undefined ? [] : [{ from, to, edge, times: visited.edges[edgeKey(edge)] ?? 0 }];
  });
  const visitedLinks = links.flatMap(({ times }, index) => (times > 0 ? [index] : []));
  const idsOf = (chosen: (node: FlowNode) => boolean): string =>
    flow.nodes
      .filter(chosen)
      .map(({ id }) => ids.get(id))
      .join(',');
  const disabled = idsOf(({ enabled }) => !enabled);
  const visitedNodes = idsOf(({ id }) => (visited.nodes[id] ?? 0) > 0);
  const statements = [
    ...flow.nodes.map((node) => `${ids.get(node.id)}${shaped(node, visited.nodes[node.id] ?? 0)}`),
    ...links.map(({ from, to, edge, times }) => `${from} -->${linkText(edgeLabel(edge, times))} ${to}`),
    ...styles,
    ...(disabled === '' ? [] : [`class ${disabled} disabled`]),
    ...(visitedNodes === '' ? [] : [`class ${visitedNodes} visited`]),
    ...(visitedLinks.length === 0 ? [] : [`linkStyle ${visitedLinks.join(',')} ${visitedLink}`]),
  ];
  return `flowchart TD\n${statements.map((statement) => `  ${statement}\n`).join('')}`;
}

function shaped(node: FlowNode, times: number): string {
  const name = mermaidText(withTimes(oneLine(node.name, longestName), times));
  const label = `"${name}<br/>${mermaidText(nodeSummary(node))}"`;
  switch (node.node_type.type) {
    case 'If':
    case 'Switch':
      return `{${label}}`;
    case 'Loop':
      return `{{${label}}}`;
    case 'EndLoop':
      return `(("${name}"))`;
    case 'AiStep':
    case 'AgentTask':
      return `([${label}])`;
    case 'Ask':
      return `[/${label}\\]`;
    default:
      return `[${label}]`;
  }
}

function linkText(label: string): string {
  return label === '' ? '' : `|"${mermaidText(label)}"|`;
}
