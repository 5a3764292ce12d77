// A flow of which runs are recorded, with fixed nodes in place of AI steps whose calls were the same each time (docs/design/repeat.md).
//
// compile-flow-1. A step stays where its calls differed, one of them has no place that a node can name, nobody knows what became of one, it only looked,
//     or something else in the flow needs its answer. Each that stays is told.
import { namesIn } from '../anchors/fill.js';
import type { FlowDocument, FlowNode, NodeOf } from '../flow/document.js';
import { prefixOf } from '../flow/variables.js';
import type { Json } from '../run/json.js';
import { mask } from '../ui/mask.js';
import type { CompiledFlow } from './compile-run.js';
import { plainly } from './drafts.js';
import { CompileError } from './errors.js';
import { createNames } from './node-names.js';
import type { RunCost } from './story.js';

/** One call of an AI step. */
export interface StepCallMade {
  readonly name: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly outcome: 'done' | 'failed' | 'not-run' | 'unknown';
  readonly reads: boolean;
  /** The name of what it acted on. */
  readonly target?: string;
}

/** One run of one AI step. */
export interface StepVisit {
  readonly node: string;
  readonly calls: readonly StepCallMade[];
}

export interface FlowStory {
  readonly run: string;
  readonly document: FlowDocument;
  readonly visits: readonly StepVisit[];
  readonly cost: RunCost;
  readonly application: string;
}

/** Runs of one document, at least one. Throws a `CompileError`. */
export function compileFlowRuns(stories: readonly FlowStory[], name?: string): CompiledFlow {
  const [first, ...others] = stories;
  if (!first) throw new CompileError('not-compilable', 'No run was given: give the id of one, or a file that `export` wrote.');
  const { document } = first;
  const other = others.find((story) => JSON.stringify(story.document) !== JSON.stringify(document));
  if (other) throw new CompileError('not-compilable', `'${first.run}' and '${other.run}' are runs of different flows: give runs of one.`);
  const steps = document.nodes.filter(isAiStep);
  if (steps.length === 0)
    throw new CompileError('not-compilable', `The flow of '${first.run}' has no AI step: it runs without a model as it is.`);
  const unused = createNames();
  const leftOut: string[] = [];
  const fixed = new Map<string, readonly FlowNode[]>();
  for (const node of document.nodes) if (!isAiStep(node)) unused(node.name);
  for (const step of steps) {
    const visits = stories.flatMap((story) => story.visits.filter((visit) => visit.node === step.id));
    const made = fixedNodes(document, step, visits, unused);
    if ('why' in made) leftOut.push(`the AI step "${step.name}" stays: ${made.why}`);
    else {
      fixed.set(step.id, made.nodes);
      leftOut.push(...made.said);
    }
  }
  if (fixed.size === 0)
    throw new CompileError('not-compilable', `No AI step of '${first.run}' can be fixed: ${leftOut.map(plainly).join('; ')}.`);
  const told = leftOut.map(plainly);
  const compiled = { run: first.run, request: '', application: first.application, version: 1, cost: first.cost, left_out: told };
  return { flow: { ...withFixed(document, fixed), ...(name === undefined ? {} : { name }), compiled }, leftOut: told };
}

function isAiStep(node: FlowNode): node is NodeOf<'AiStep'> {
  return node.node_type.type === 'AiStep';
}

type Fixed = { readonly nodes: readonly FlowNode[]; readonly said: readonly string[] } | { readonly why: string };

function fixedNodes(document: FlowDocument, step: NodeOf<'AiStep'>, visits: readonly StepVisit[], unused: (name: string) => string): Fixed {
  const why = visits.length === 0 ? 'the run did not come to it' : (needOf(document, step) ?? differenceOf(visits));
  const [first] = visits;
  if (why !== undefined || !first) return { why: why ?? '' };
  const acts = first.calls.filter(isAct);
  const types = acts.map(nodeTypeOf);
  const at = types.indexOf(undefined);
  if (at >= 0) return { why: `${callText(acts[at])} is at a place that a node cannot name, or has a text that the record hides` };
  const { expected_outcome: expected, checks, node_type: _, comment, ...rest } = step;
  const nodes = types.flatMap((type, index): readonly FlowNode[] => {
    if (type === undefined) return [];
    const isLast = index === types.length - 1;
    const own = { ...rest, id: index === 0 ? step.id : `${step.id}-${index + 1}`, name: unused(`${step.name}: ${wordsOf(type)}`) };
    return [
      {
        ...own,
        node_type: type,
        comment: comment ?? step.node_type.prompt,
        checks: isLast ? checks : [],
        ...(isLast && expected !== undefined ? { expected_outcome: expected } : {}),
      },
    ];
  });
  const failed = first.calls.filter(({ outcome }) => outcome === 'failed');
  const looked = first.calls.filter(({ outcome, reads }) => outcome === 'done' && reads);
  return {
    nodes,
    said: [
      ...failed.map((call) => `"${step.name}", ${callText(call)}: it failed`),
      ...looked.map((call) => `"${step.name}", ${callText(call)}: it only looked`),
    ],
  };
}

/** Conditions and templates that read what the step answers. */
function needOf({ nodes, result }: FlowDocument, step: FlowNode): string | undefined {
  const prefix = `${prefixOf(step.name)}.`;
  const isRead = (name: string): boolean => prefixOf(name).startsWith(prefixOf(prefix));
  const reader = nodes.find((node) => node !== step && [...namesIn(node), ...variablesIn(node.node_type)].some(isRead));
  if (reader) return `"${reader.name}" needs what it answers`;
  return namesIn(result).some(isRead) ? "the flow's result needs what it answers" : undefined;
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

function nodeTypeOf({ name, arguments: args, target }: StepCallMade): FlowNode['node_type'] | undefined {
  if (JSON.stringify(args).includes(mask) || namesIn(args).length > 0) return undefined;
  const text = (key: string): string => (typeof args[key] === 'string' ? args[key] : '');
  const number = (key: string): number | undefined => (typeof args[key] === 'number' ? args[key] : undefined);
  switch (name) {
    case 'click': {
      const wanted = text('text') || (target ?? '');
      const button = ({ right: 'Right', middle: 'Center' } as const)[text('button')] ?? 'Left';
      return wanted.trim() === '' ? undefined : { type: 'Click', target: wanted, button, click_count: number('click_count') ?? 1 };
    }
    case 'type_text':
      return text('text') === '' ? undefined : { type: 'TypeText', text: text('text') };
    case 'press_key':
      return text('key') === '' ? undefined : { type: 'PressKey', key: text('key'), modifiers: textsIn(args['modifiers']) };
    case 'scroll':
      return number('delta_y') === undefined ? undefined : { type: 'Scroll', delta_y: number('delta_y') ?? 0 };
    case 'focus_window':
      return text('app_name') === ''
        ? undefined
        : { type: 'FocusWindow', method: 'AppName', value: text('app_name'), bring_to_front: true };
    default:
      return { type: 'McpToolCall', tool_name: name, arguments: { ...args } };
  }
}

function textsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

function wordsOf(type: FlowNode['node_type']): string {
  switch (type.type) {
    case 'Click':
      return `click ${type.target ?? ''}`;
    case 'PressKey':
      return `press ${type.key}`;
    case 'TypeText':
      return 'type';
    case 'FocusWindow':
      return `focus ${type.value}`;
    case 'McpToolCall':
      return type.tool_name;
    default:
      return type.type.toLowerCase();
  }
}

function callText(call: StepCallMade | undefined): string {
  return call ? `${call.name} ${JSON.stringify(call.arguments)}` : '';
}

/** The first takes the step's place and its id; what left the step leaves the last. */
function withFixed(document: FlowDocument, fixed: ReadonlyMap<string, readonly FlowNode[]>): FlowDocument {
  const lastOf = (id: string): string => fixed.get(id)?.at(-1)?.id ?? id;
  return {
    ...document,
    nodes: document.nodes.flatMap((node) => fixed.get(node.id) ?? [node]),
    edges: [
      ...document.edges.map((edge) => ({ ...edge, from: lastOf(edge.from) })),
      ...[...fixed.values()].flatMap((nodes) => nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id ?? '', to: id }))),
    ],
  };
}
