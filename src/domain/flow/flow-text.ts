// A flow as a file: what its screens are known by, which nobody reads, stands once at the end, a line each, and nodes name it. Inside, each node has its own.
import { own } from '../collections.js';
import { isRecord } from '../checks/read-stored.js';
import { jsonBytes } from '../text/measures.js';
import type { FlowDocument } from './document.js';
import type { FlowInputDocument } from './document.schema.js';
import { oneLine } from './one-line.js';
import { problem, type Problem } from './problem.js';
import { largestDocument } from './run-limits.js';

const longestName = 60;

/** What `flow json`, `flow from-run` and the library write. */
export function flowText(flow: FlowInputDocument | FlowDocument): string {
  const screens = new Map<string, string>();
  const nodes = flow.nodes.map((node) => {
    const { node_type: type } = node;
    if (!('screen' in type) || type.screen === undefined) return node;
    const { title = '', place = '' } = type.screen;
    const known = JSON.stringify(type.screen);
    const wanted = oneLine(title, longestName) || oneLine(place, longestName) || 'screen';
    let name = wanted;
    for (let count = 2; (screens.get(name) ?? known) !== known; count++) name = `${wanted} ${count}`;
    screens.set(name, known);
    return { ...node, node_type: { ...type, screen: name } };
  });
  const text = JSON.stringify({ ...flow, nodes }, undefined, 2);
  if (screens.size === 0) return text;
  const lines = [...screens].map(([name, known]) => `    ${JSON.stringify(name)}: ${known}`);
  return `${text.slice(0, -'\n}'.length)},\n  "screens": {\n${lines.join(',\n')}\n  }\n}`;
}

/** The document with each screen in the nodes that name it. A name that is none is a problem; what else is wrong, the schema says. */
export function withScreens(value: unknown): { readonly value: unknown; readonly problems: readonly Problem[] } {
  if (!isRecord(value) || !Array.isArray(value['nodes'])) return { value, problems: [] };
  const { screens, ...rest } = value;
  const known = isRecord(screens) ? screens : {};
  const problems: Problem[] = [];
  let bytes = 0;
  const nodes = value['nodes'].map((node: unknown, index): unknown => {
    const type = isRecord(node) ? node['node_type'] : undefined;
    if (!isRecord(node) || !isRecord(type) || typeof type['screen'] !== 'string') return node;
    const screen = own(known, type['screen']);
    if (bytes <= largestDocument) bytes += jsonBytes(screen ?? null);
    const isMissing = screen === undefined;
    if (!isMissing && bytes <= largestDocument) return { ...node, node_type: { ...type, screen } };
    const { id, name } = { id: `nodes[${index}]`, name: '', ...node };
    const because = isMissing ? "is none of the document's `screens`" : 'makes the document larger than can be run';
    const text = `node_type.screen is "${oneLine(type['screen'], longestName)}", which ${because}`;
    problems.push(problem('error', isMissing ? 'unknown-screen' : 'too-large', { id: String(id), name: String(name) }, text));
    return { ...node, node_type: { ...type, screen: {} } };
  });
  return { value: { ...rest, nodes }, problems };
}
