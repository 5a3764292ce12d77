// The next version of a flow that an agent finished: what it did by itself, then what the agent did.
//
// next-1. Only a flow that went straight there has a next version: nodes in a line, each once. What a branch or a loop would do otherwise, nobody has seen.
// next-2. Its own variables stay; a value that both have is its own variable in what the agent did, too.
import { defined } from '../collections.js';
import { referenceTo } from '../anchors/fill.js';
import type { FlowDocument, FlowNode } from '../flow/document.js';
import type { FlowInputDocument } from '../flow/document.schema.js';
import type { Variables } from '../run/json.js';
import { compileRun, type CompiledFlow, type CompileOptions } from './compile-run.js';
import { plainly } from './drafts.js';
import { CompileError, type RunStory } from './story.js';
import { createNames, edgesBetween } from './node-graph.js';

export interface FinishedStory {
  readonly document: FlowDocument;
  /** Names of the nodes that it came to, the one that failed last. */
  readonly visited: readonly string[];
  readonly variables: Variables;
  /** What the agent did, of the flow's request. */
  readonly agent: RunStory;
}

/** Throws a `CompileError`. */
export function nextVersion({ document, visited, variables, agent }: FinishedStory, options: CompileOptions = {}): CompiledFlow {
  const own = lineOf(document);
  const kept = own.slice(0, visited.length - 1);
  const broken = own[kept.length];
  if (kept.some(({ name }, index) => name !== visited[index]) || broken?.name !== visited.at(-1))
    throw new CompileError(
      'not-compilable',
      `The flow of '${agent.run}' did not go straight to where an agent took over: it has no next version.`,
    );
  const made = compileRun(agent, { ...options, name: options.name ?? document.name });
  const renamed = asOwn(made.flow, document, variables, kept);
  const { compiled } = document;
  const left = [
    ...made.leftOut,
    ...own.slice(kept.length).map(({ name }) => `"${name}" of the version before: the agent of '${agent.run}' did the rest otherwise`),
  ].map(plainly);
  const nodes = [...kept, ...renamed.nodes];
  return {
    flow: {
      ...document,
      ...defined({ name: options.name }),
      nodes,
      edges: edgesBetween(nodes),
      form: renamed.form,
      ...defined({ result: made.flow.result === undefined ? undefined : renamed.result }),
      compiled: {
        ...(compiled ?? { run: agent.run, request: plainly(agent.request), application: agent.application, cost: agent.cost }),
        version: (compiled?.version ?? 1) + 1,
        left_out: left,
      },
    },
    leftOut: left,
  };
}

/** next-1. */
function lineOf({ nodes, edges }: FlowDocument): readonly FlowNode[] {
  const next = new Map(edges.filter(({ output }) => output === undefined).map(({ from, to }) => [from, to]));
  const targets = new Set(edges.map(({ to }) => to));
  const line: FlowNode[] = [];
  for (let at = nodes.find(({ id }) => !targets.has(id))?.id; at !== undefined && line.length <= nodes.length; at = next.get(at)) {
    const node = nodes.find(({ id }) => id === at);
    if (node) line.push(node);
  }
  return line;
}

/** next-2. Names and ids that the document has already are other ones here. */
function asOwn(
  { nodes, form = [], result = '' }: FlowInputDocument,
  document: FlowDocument,
  variables: Variables,
  kept: readonly FlowNode[],
): { readonly nodes: FlowInputDocument['nodes']; readonly form: NonNullable<FlowInputDocument['form']>; readonly result: string } {
  const own = document.form ?? [];
  const known = new Map(form.map((field) => [field.name, own.find(({ name }) => String(variables[name] ?? '') === field.default)?.name]));
  const taken = new Set(own.map(({ name }) => name));
  const nameOf = (name: string): string => known.get(name) ?? (taken.has(name) ? `${name}_2` : name);
  const text = JSON.stringify({ nodes, result });
  const moved = form.reduce((all, { name }) => all.replaceAll(referenceTo(name), referenceTo(nameOf(name))), text);
  const value = JSON.parse(moved) as { readonly nodes: FlowInputDocument['nodes']; readonly result: string };
  const unused = createNames();
  for (const { name } of kept) unused(name);
  return {
    nodes: value.nodes.map((node, index) => ({ ...node, id: `a${index + 1}`, name: unused(node.name) })),
    form: [...own, ...form.filter(({ name }) => known.get(name) === undefined).map((field) => ({ ...field, name: nameOf(field.name) }))],
    result: value.result,
  };
}
