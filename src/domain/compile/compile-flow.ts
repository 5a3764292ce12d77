// A flow of which runs are recorded, with fixed nodes in place of AI steps and agents that did the same each time (docs/design/repeat.md).
//
// compile-flow-1. A step stays where its calls differed, one of them has no place that a node can name, nobody knows what became of one, it only looked,
//     or something else in the flow needs its answer. Each that stays is told.
// compile-flow-2. So does an agent's task; in its place stand the nodes that its own run compiles to (compile-run.ts), with its values as further fields of
//     the form. Where only the flow's result has its answer, that is what was read in its place.
import { defined } from '../collections.js';
import { namesIn, referenceTo } from '../anchors/fill.js';
import type { FlowDocument, FlowNode, NodeOf } from '../flow/document.js';
import type { FlowInputDocument } from '../flow/document.schema.js';
import { prefixOf } from '../flow/variables.js';
import { compileRun, type CompiledFlow, type TakenNames } from './compile-run.js';
import { plainly } from './drafts.js';
import { CompileError, isDeed, orWhyNot, type RunCost, type RunStory } from './story.js';
import { createNames, edgesBetween } from './node-graph.js';
import { callText, inPlaceOf, stepNodes, type Fixed, type NodeInput, type StepCallMade } from './step-nodes.js';

/** One run of one AI step. */
export interface StepVisit {
  readonly node: string;
  readonly calls: readonly StepCallMade[];
}

/** One run of one agent's task. */
export interface TaskVisit {
  readonly node: string;
  /** Of its agent; or why there is none, as a sentence's end. */
  readonly run: RunStory | { readonly why: string };
}

export interface FlowStory {
  readonly run: string;
  readonly document: FlowDocument;
  readonly visits: readonly StepVisit[];
  readonly tasks: readonly TaskVisit[];
  readonly cost: RunCost;
  readonly application: string;
}

type Form = NonNullable<FlowInputDocument['form']>;

/** What takes the place of a node. */
type Placed = Exclude<Fixed, { readonly why: string }> & { readonly form?: Form; readonly result?: string };

/** Runs of one document. Throws a `CompileError`. */
export function compileFlowRuns(stories: readonly [FlowStory, ...(readonly FlowStory[])], name?: string): CompiledFlow {
  const [first, ...others] = stories;
  const { document } = first;
  const other = others.find((story) => JSON.stringify(story.document) !== JSON.stringify(document));
  if (other) throw new CompileError('not-compilable', `'${first.run}' and '${other.run}' are runs of different flows: give runs of one.`);
  const open = document.nodes.flatMap((node): readonly (NodeOf<'AiStep'> | NodeOf<'AgentTask'>)[] =>
    isAiStep(node) || isTask(node) ? [node] : [],
  );
  if (open.length === 0)
    throw new CompileError(
      'not-compilable',
      `The flow of '${first.run}' has no AI step, and no agent's task: it runs without a model as it is.`,
    );
  const unused = createNames();
  for (const node of document.nodes) if (!isAiStep(node) && !isTask(node)) unused(node.name);
  const { fixed, form, leftOut } = fixedNodes(document, open, stories, unused);
  if (fixed.size === 0)
    throw new CompileError('not-compilable', `Nothing of '${first.run}' can be fixed: ${leftOut.map(plainly).join('; ')}.`);
  const told = leftOut.map(plainly);
  const compiled = { run: first.run, request: '', application: first.application, version: 1, cost: first.cost, left_out: told };
  const whole = { ...withFixed(document, fixed), ...defined({ form: form.length === 0 ? undefined : form }) };
  return { flow: { ...whole, ...defined({ name }), compiled }, leftOut: told };
}

function isAiStep(node: FlowNode): node is NodeOf<'AiStep'> {
  return node.node_type.type === 'AiStep';
}

function isTask(node: FlowNode): node is NodeOf<'AgentTask'> {
  return node.node_type.type === 'AgentTask';
}

function fixedNodes(
  document: FlowDocument,
  open: readonly (NodeOf<'AiStep'> | NodeOf<'AgentTask'>)[],
  stories: readonly FlowStory[],
  unused: (name: string) => string,
): { readonly fixed: ReadonlyMap<string, Placed>; readonly form: Form; readonly leftOut: readonly string[] } {
  const fixed = new Map<string, Placed>();
  const leftOut: string[] = [];
  let form: Form = [...(document.form ?? [])];
  for (const node of open) {
    const made = isAiStep(node)
      ? fixedStep(document, node, stories, unused)
      : fixedTask(document, node, stories, { unused, reserved: form.map((field) => field.name) });
    if ('why' in made) leftOut.push(`the ${isTask(node) ? "agent's task" : 'AI step'} "${node.name}" stays: ${made.why}`);
    else {
      fixed.set(node.id, made);
      leftOut.push(...made.notes);
      form = [...form, ...(made.form ?? [])];
    }
  }
  return { fixed, form, leftOut };
}

function fixedStep(
  document: FlowDocument,
  step: NodeOf<'AiStep'>,
  stories: readonly FlowStory[],
  unused: (name: string) => string,
): Placed | { readonly why: string } {
  const visits = stories.flatMap((story) => story.visits.filter((visit) => visit.node === step.id));
  const why = visits.length === 0 ? 'the run did not come to it' : (needOf(document, step, []) ?? differenceOf(visits));
  const [first] = visits;
  if (why !== undefined || !first) return { why: why ?? '' };
  const made = stepNodes(step, first.calls.filter(isAct), unused);
  if ('why' in made) return made;
  const failed = first.calls.filter(({ outcome }) => outcome === 'failed');
  const looked = first.calls.filter(({ outcome, reads }) => outcome === 'done' && reads);
  return {
    nodes: made.nodes,
    notes: [
      ...made.notes,
      ...failed.map((call) => `"${step.name}", ${callText(call)}: it failed`),
      ...looked.map((call) => `"${step.name}", ${callText(call)}: it only looked`),
    ],
  };
}

/** compile-flow-2. */
function fixedTask(
  document: FlowDocument,
  task: NodeOf<'AgentTask'>,
  stories: readonly FlowStory[],
  names: TakenNames,
): Placed | { readonly why: string } {
  const visits = stories.flatMap((story) => story.tasks.filter((visit) => visit.node === task.id));
  const answer = `${prefixOf(task.name)}.text`;
  const need = visits.length === 0 ? 'the run did not come to it' : needOf(document, task, [answer]);
  if (need !== undefined) return { why: need };
  const runs: RunStory[] = [];
  for (const { run } of visits) {
    if ('why' in run) return run;
    runs.push(run);
  }
  const [first, ...others] = runs;
  if (!first || others.some((other) => doneIn(other) !== doneIn(first))) return { why: 'its agent did not do the same each time' };
  return orWhyNot(() => {
    const { flow, leftOut } = compileRun(first, {}, names);
    const drafts = flow.nodes.map(({ node_type: type, comment = '', name }) => ({ draft: { type, comment }, name }));
    return {
      nodes: inPlaceOf(task, drafts, task.node_type.request),
      notes: leftOut.map((line) => `"${task.name}", ${line}`),
      form: flow.form ?? [],
      result: flow.result ?? first.result,
    };
  });
}

/** Each action by its words and what was entered, and what people said. */
function doneIn({ steps }: RunStory): string {
  return JSON.stringify(
    steps.map((step) => (isDeed(step) ? [step.words, { ...step.action, target: undefined }, step.outcome.status] : step)),
  );
}

/** Conditions and templates that read what the step answers. `replaced`: what the flow's result may have of it. */
function needOf({ nodes, result = '' }: FlowDocument, step: FlowNode, replaced: readonly string[]): string | undefined {
  const prefix = `${prefixOf(step.name)}.`;
  const isRead = (name: string): boolean => prefixOf(name).startsWith(prefixOf(prefix));
  const reader = nodes.find((node) => node !== step && [...namesIn(node), ...variablesIn(node.node_type)].some(isRead));
  if (reader) return `"${reader.name}" needs what it answers`;
  const rest = replaced.reduce((text, name) => text.replaceAll(referenceTo(name), ''), result);
  return namesIn(rest).some(isRead) ? "the flow's result needs what it answers" : undefined;
}

function variablesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && value.type === 'Variable' && 'name' in value && typeof value.name === 'string') return [value.name];
  return Object.values(value).flatMap(variablesIn);
}

function isAct({ outcome, reads }: StepCallMade): boolean {
  return outcome === 'done' && !reads;
}

function differenceOf(visits: readonly StepVisit[]): string | undefined {
  const unknown = visits.flatMap(({ calls }) => calls).find(({ outcome }) => outcome === 'unknown');
  if (unknown) return `nobody knows whether ${callText(unknown)} was done`;
  const [first = '', ...others] = visits.map(({ calls }) =>
    JSON.stringify(calls.filter(isAct).map(({ name, arguments: args, target }) => [name, args, target])),
  );
  if (first === '[]') return 'it only looked';
  return others.some((other) => other !== first) ? 'its calls were not the same each time' : undefined;
}

/** The first takes the place of what it replaces and its id; what left that leaves the last. */
function withFixed(document: FlowDocument, fixed: ReadonlyMap<string, Placed>): FlowInputDocument {
  const lastOf = (id: string): string => fixed.get(id)?.nodes.at(-1)?.id ?? id;
  const { result, ...rest } = document;
  const filled = document.nodes.reduce((text, { id, name }) => {
    const own = fixed.get(id)?.result;
    return own === undefined ? text : text.replaceAll(referenceTo(`${prefixOf(name)}.text`), () => own);
  }, result ?? '');
  return {
    ...rest,
    result: result === undefined ? undefined : filled,
    nodes: document.nodes.flatMap((node): readonly NodeInput[] => fixed.get(node.id)?.nodes ?? [node]),
    edges: [
      ...document.edges.map((edge) => ({ ...edge, from: lastOf(edge.from) })),
      ...[...fixed.values()].flatMap(({ nodes }) => edgesBetween(nodes)),
    ],
  };
}
