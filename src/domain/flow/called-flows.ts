// Flows that run other flows as nodes: which ones a run needs, and what is wrong with them together.
import { defined } from '../collections.js';
import type { FlowDocument, NodeOf } from './document.js';
import type { ParsedFlow } from './parse-flow.schema.js';
import { problem, type Problem } from './problem.js';

/** The enabled Flow nodes. */
export function callsOf({ nodes }: FlowDocument): readonly NodeOf<'Flow'>[] {
  return nodes.filter((node): node is NodeOf<'Flow'> => node.enabled && node.node_type.type === 'Flow');
}

/** Of all flows that it may run: those of its nodes, and the one that logs in. */
export function calledNames(flow: FlowDocument): readonly string[] {
  return [...callsOf(flow).map(({ node_type: type }) => type.name), ...(flow.log_in === undefined ? [] : [flow.log_in])];
}

/** Checks a flow and all flows that its nodes run, by name: each by itself, and how they call each other. */
export function problemsTogether(main: ParsedFlow, called: Readonly<Record<string, ParsedFlow>>): readonly Problem[] {
  return [
    ...main.problems,
    ...Object.entries(called).flatMap(([flow, { problems }]) => problems.map((own): Problem => ({ ...own, flow }))),
    ...callProblems(main, called),
  ];
}

function callProblems(main: ParsedFlow, called: Readonly<Record<string, ParsedFlow>>): readonly Problem[] {
  const found: Problem[] = [];
  const seen = new Set<string>();
  const enter = ({ flow }: ParsedFlow, path: readonly string[]): void => {
    if (flow?.log_in !== undefined && !Object.hasOwn(called, flow.log_in)) {
      const text = `the flow logs in by '${flow.log_in}' (log_in), which is not there: put it beside this one as ${flow.log_in}.flow.json, or into the input's \`flows\` (${thereAre(Object.keys(called))})`;
      found.push(problem('error', 'unknown-flow', undefined, text));
    }
    for (const node of flow ? callsOf(flow) : []) {
      const { name } = node.node_type;
      const wrong = (code: string, text: string): void => {
        const at = path.at(-1);
        found.push({ ...problem('error', code, node, text), ...defined({ flow: at }) });
      };
      const next = Object.hasOwn(called, name) ? called[name] : undefined;
      if (!next)
        wrong(
          'unknown-flow',
          `it runs the flow '${name}', which is not there: put it beside this one as ${name}.flow.json, or into the input's \`flows\` (${thereAre(Object.keys(called))})`,
        );
      else if (path.includes(name))
        wrong(
          'flow-circle',
          `it runs the flow '${name}', which would run inside itself: ${[...path.slice(path.indexOf(name)), name].join(' → ')}`,
        );
      else if (!seen.has(name)) {
        seen.add(name);
        enter(next, [...path, name]);
      }
    }
  };
  enter(main, []);
  return found;
}

function thereAre(names: readonly string[]): string {
  return names.length === 0 ? 'no flows are given' : `given: ${names.join(', ')}`;
}
