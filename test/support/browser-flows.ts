// Flows on the page /flow of the test pages, whose server counts what happens.
import { WorkflowFailedError } from '@temporalio/client';
import { flowRunIn } from './stores-in.js';
import type { FlowRun as RecordedRun } from '../../src/domain/flow/recorded-flow.js';
import { usePages } from './agents.js';
import type { Brain, FlowRun } from './agent-harness.js';

export interface Node {
  readonly id: string;
  readonly name: string;
  readonly node_type: object;
  readonly retries?: number;
}

/** To be called in a `describe`. */
export function useBrowserFlows() {
  const world = usePages();

  const start = (documentOf: (id: string) => object, brain: Brain = {}, more: object = {}): Promise<FlowRun> =>
    world.harness.flow(documentOf, { device: { kind: 'web', url: `${world.pages.origin}/flow` }, ...more }, brain);

  const eventsDuring = async <T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly events: readonly string[] }> => {
    const before = world.pages.events.length;
    const value = await work();
    return { value, events: world.pages.events.slice(before) };
  };

  const recordsOf = ({ id }: FlowRun): Promise<RecordedRun> => flowRunIn(world.harness.config.shared, id);

  const failureOf = async (run: FlowRun): Promise<{ readonly message: string; readonly result: Record<string, unknown> }> => {
    const error: unknown = await run.handle.result().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const cause = error instanceof WorkflowFailedError ? (error.cause as { message: string; details?: unknown[] }) : undefined;
    if (!cause) throw new Error('the flow did not fail');
    return { message: cause.message, result: (cause.details?.[0] ?? {}) as Record<string, unknown> };
  };

  return { world, start, eventsDuring, recordsOf, failureOf };
}

// ── Shorthand for documents ──

export function node(id: string, node_type: object): Node {
  return { id, name: id, node_type };
}

export function click(id: string, target: string): Node {
  return node(id, { type: 'Click', target });
}

export function find(id: string, search_text: string): Node {
  return node(id, { type: 'FindText', search_text });
}

export function ai(prompt: string, more: object = {}): Node {
  return node('think', { type: 'AiStep', prompt, ...more });
}

export function call(name: string, args: object): object {
  return { name, arguments: JSON.stringify(args) };
}

export function edge(from: string, to: string, output?: object): object {
  return { from, to, ...(output ? { output } : {}) };
}

export function chain(...nodes: readonly Node[]): object {
  return { name: 'chain', nodes, edges: nodes.slice(1).map(({ id }, index) => edge(nodes[index]?.id ?? '', id)) };
}

export function when(name: string, operator: string, value: boolean | number | string): object {
  const type = { boolean: 'Bool', number: 'Number', string: 'String' }[typeof value as 'boolean' | 'number' | 'string'];
  return { left: { type: 'Variable', name }, operator, right: { type: 'Literal', value: { type, value } } };
}

export function forked(text: string): object {
  return {
    name: 'fork',
    nodes: [
      find('look', text),
      node('is it there', { type: 'If', condition: when('look.found', 'Equals', true) }),
      click('bell', 'Ring the bell'),
      click('take', 'Take one'),
    ],
    edges: [edge('look', 'is it there'), edge('is it there', 'bell', { type: 'IfTrue' }), edge('is it there', 'take', { type: 'IfFalse' })],
  };
}

export function looped({
  search,
  until: exit,
  max = 10,
  first = 'take',
}: {
  readonly search: string;
  readonly until: object;
  readonly max?: number;
  readonly first?: 'take' | 'look';
}): object {
  const [a, b] = first === 'take' ? ['take', 'look'] : ['look', 'take'];
  return {
    name: 'loop',
    nodes: [
      node('until', { type: 'Loop', exit_condition: exit, max_iterations: max }),
      click('take', 'Take one'),
      find('look', search),
      node('again', { type: 'EndLoop', loop_id: 'until' }),
    ],
    edges: [edge('until', a, { type: 'LoopBody' }), edge(a, b), edge(b, 'again'), edge('again', 'until')],
  };
}

export function exits({ events }: RecordedRun): readonly object[] {
  return events.filter(({ type }) => type === 'loop_exited').map(({ payload: { reason, iterations } }) => ({ reason, iterations }));
}

/** Of a history, with its payloads decoded. */
export function textsIn(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(textsIn).join('\n');
}
