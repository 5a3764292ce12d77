// An explorer's run as a trace (docs/design/explorer.md §6), derived from the events of whole runs: with errors, model calls, policy switches, cut off anywhere, written in batches of any size.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { explorerEntryOf } from '../../../src/activities/explorer/explorer-activities.js';
import { createTracedRecords } from '../../../src/adapters/opentelemetry/traces.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import type { AgentState } from '../../../src/domain/explorer/agent-state.js';
import type { Effect, Result } from '../../../src/domain/explorer/effects.js';
import { attributeNames, spansOf, type Span, type TimedEvent } from '../../../src/domain/explorer/spans.js';
import { numberedEvents, startedEvents, stopEvents, turnEvents, type ExplorerEvent } from '../../../src/domain/explorer/telemetry.js';
import { createMemoryRunRecords } from '../../support/memory-stores.js';
import { holds, seeded, walksOfEach } from '../../support/properties.js';
import { drive, setting, worldOf } from './world.js';

const runId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

interface Told {
  /** How about one effect in ten turns out; the others succeed. */
  readonly mishaps: readonly ('act' | 'store' | 'perceive' | 'none')[];
  readonly cancelAt: number;
  readonly steps: number;
}

const told: fc.Arbitrary<Told> = fc.record({
  mishaps: fc.array(fc.constantFrom('act', 'store', 'perceive', 'none', 'none', 'none'), { maxLength: 60 }),
  cancelAt: fc.integer({ min: 0, max: 200 }),
  steps: fc.integer({ min: 1, max: 6 }),
});

/** Events as a workflow emits them: those of one turn share a timestamp. */
function eventsOf({ mishaps, cancelAt, steps }: Told): readonly TimedEvent[] {
  const came = new Map<AgentState, { readonly effect: Effect; readonly result: Result }>();
  let done = 0;
  const world = worldOf({ a: { b: 'b', c: 'c' }, b: { d: 'd' }, c: {}, d: {} }, (effect): Result | undefined => {
    const mishap = mishaps[done];
    done += 1;
    if (effect.type === 'ask')
      return { type: 'unanswered', why: done % 2 === 0 ? 'invalid' : 'unreachable', usage: { ...noUsage, inputTokens: 30 } };
    const fits = { act: 'act', persist: 'store', perceive: 'perceive' } as const;
    if (effect.type in fits && mishap === fits[effect.type as keyof typeof fits])
      return { type: 'failed', kind: mishap, message: 'zeisig-message' };
    return undefined;
  });
  const noted = {
    ...world,
    perform(effect: Effect, state: AgentState): Result {
      const result: Result = { ...world.perform(effect, state), activeMs: 3 };
      came.set(state, { effect, result });
      return result;
    },
  };
  const run = { ...setting, plane: 'always' } as const;
  const { states, last } = drive(noted, { run, budgets: { max_steps: steps }, cancelAt, msAnEffect: 10 });
  const all: ExplorerEvent[] = [];
  const at = ({ timestamps }: AgentState): number => Date.parse(timestamps.updated_at);
  const add = (what: Parameters<typeof numberedEvents>[1], state: AgentState): void =>
    void all.push(...numberedEvents(runId, what, all.length, state.timestamps.updated_at));
  const first = states[0] ?? last;
  let since = at(first);
  add(startedEvents(first), first);
  for (const [index, after] of states.slice(1).entries()) {
    const before = states[index] ?? first;
    const of = came.get(before);
    add(turnEvents({ before, after, nodeMs: at(after) - since, model: 'm', ...(of ? { came: of } : {}) }), after);
    if (after.node !== before.node) since = at(after);
  }
  add(stopEvents(last, null, at(last) - since), last);
  return all.map((event) => ({ ...event, at: Date.parse(event.timestamp) }));
}

const typed = (events: readonly ExplorerEvent[], type: ExplorerEvent['type']): readonly ExplorerEvent[] =>
  events.filter((event) => event.type === type);
const namesOf = (spans: readonly Span[]): readonly string[] => spans.map(({ name }) => name);
const named = (spans: readonly Span[], ...names: readonly string[]): readonly Span[] => spans.filter(({ name }) => names.includes(name));

test('E60: each node that began and ended is one span; so are each loop, each model call and the run', () => {
  const seen = new Set<string>();
  const property = fc.property(told, (run) => {
    const events = eventsOf(run);
    const spans = spansOf(events);
    for (const { type } of events) seen.add(type);
    const starts = typed(events, 'agent.node_start');
    const nodes = spans.filter(({ id }) => starts.some(({ seq }) => seq === id));
    expect(nodes.map(({ id, name, start, end }) => [id, name, start, end])).toEqual(
      typed(events, 'agent.node_finish').map(({ payload, timestamp }, index) => [
        starts[index]?.seq,
        payload['node'],
        Date.parse(timestamp) - Number(payload['latency_ms']),
        Date.parse(timestamp),
      ]),
    );
    expect(named(spans, 'chat m').map(({ endedBy }) => endedBy)).toEqual(typed(events, 'agent.llm_invocation').map(({ seq }) => seq));
    expect(named(spans, 'loop').map(({ id }) => id)).toEqual(typed(events, 'agent.loop_start').map(({ seq }) => seq));
    expect(named(spans, 'invoke_agent explorer')).toHaveLength(1);
    expect(spans).toHaveLength(nodes.length + named(spans, 'chat m', 'loop', 'invoke_agent explorer').length);
  });
  // As many as it takes to see each of these.
  fc.assert(property, { ...seeded, numRuns: 4 * walksOfEach });
  expect([...seen]).toEqual(expect.arrayContaining(['agent.error', 'agent.recovery', 'agent.llm_invocation', 'agent.persist_delta']));
});

test('every span except the run has a parent, which exists and lasts as long as it does', () => {
  holds(told, (run) => {
    const spans = spansOf(eventsOf(run));
    const byId = new Map(spans.map((span) => [span.id, span]));
    expect(byId.size).toBe(spans.length);
    for (const { id, parent, start, end } of spans) {
      if (id === 0) expect(parent).toBeUndefined();
      const around = byId.get(parent ?? 0);
      if (!around) throw new Error(`span ${id} has no parent`);
      expect(start <= end && start >= around.start && end <= around.end).toBe(true);
    }
  });
});

test('E61: nothing outside the allow-list is exported, whatever the events contain', () => {
  const allowed = new Set<string>([...Object.values(attributeNames), 'gen_ai.operation.name', 'gen_ai.agent.name']);
  holds(told, (run) => {
    const events = eventsOf(run).map((event) => ({
      ...event,
      payload: { ...event.payload, label: 'zeisig-label', typed: 'zeisig-typed', to: event.payload['to'] ?? { label: 'zeisig-nested' } },
    }));
    const spans = spansOf(events);
    for (const { attributes, notes } of spans)
      for (const each of [attributes, ...notes.map((note) => note.attributes)])
        expect(Object.keys(each).filter((name) => !allowed.has(name))).toEqual([]);
    expect(JSON.stringify(spans)).not.toContain('zeisig');
  });
});

/** Run events in memory. */
test('batches, some written twice, produce the same spans, each once', async () => {
  const batch = fc.record({ size: fc.integer({ min: 1, max: 40 }), again: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(told, fc.array(batch, { minLength: 1, maxLength: 8 }), async (run, batches) => {
      const events = eventsOf(run);
      const entries = events.map((event) => explorerEntryOf(runId, event));
      const sent: Span[] = [];
      const traced = createTracedRecords(
        createMemoryRunRecords(),
        {
          add: (of, spans) => {
            expect(of).toEqual({ run: runId });
            sent.push(...spans);
          },
        },
        undefined,
      );
      for (let from = 0, turn = 0; from < events.length; turn += 1) {
        const { size, again } = batches[turn % batches.length] ?? { size: 1, again: false };
        await traced.append('workflow', entries.slice(from, from + size));
        // An attempt that was presumed lost: its successor resends what was there, and perhaps more.
        if (again) await traced.append('workflow', entries.slice(from, from + size + 3));
        from += size;
      }
      expect(sent).toEqual(spansOf(events));
    }),
    { ...seeded, numRuns: 4 * walksOfEach },
  );
});

const event = (seq: number, type: ExplorerEvent['type'], at: number, payload: object = {}): TimedEvent => ({
  seq,
  type,
  at,
  timestamp: new Date(at).toISOString(),
  payload: { run_id: runId, ...payload },
});

test('where a batch is missing, later spans are derived from their end events', () => {
  const spans = spansOf([
    event(1, 'agent.session_started', 0, { app_id: 'shop' }),
    event(2, 'agent.loop_start', 0, { loop_num: 1 }),
    event(3, 'agent.node_start', 0, { node: 'Perceive', loop_num: 1 }),
    event(9, 'agent.node_finish', 500, { node: 'Act', loop_num: 1, latency_ms: 120 }),
    event(10, 'agent.node_start', 500, { node: 'Verify', loop_num: 1 }),
  ]);
  expect(spans).toEqual([expect.objectContaining({ id: 9, parent: 2, name: 'Act', start: 380, end: 500 })]);
});

test('failures are recorded on the node, on the model call, and on a failed run', () => {
  const spans = spansOf([
    event(1, 'agent.session_started', 0, { app_id: 'shop' }),
    event(2, 'agent.loop_start', 0, { loop_num: 1, signature: 'abc' }),
    event(3, 'agent.node_start', 0, { node: 'Act', loop_num: 1 }),
    event(4, 'agent.error', 10, { node: 'Act', kind: 'act', attempt: 1, loop_num: 1 }),
    event(5, 'agent.node_finish', 10, { node: 'Act', loop_num: 1, latency_ms: 10 }),
    event(6, 'agent.node_start', 10, { node: 'Verify', loop_num: 1 }),
    event(7, 'agent.llm_invocation', 30, { node: 'Verify', model: 'm', cache_hit: false, latency_ms: 15, why: 'unreachable' }),
    event(8, 'agent.llm_invocation', 30, { node: 'Verify', model: 'm', cache_hit: true, latency_ms: 0 }),
    event(9, 'agent.node_finish', 30, { node: 'Verify', loop_num: 1, latency_ms: 20 }),
    event(10, 'agent.recovery', 30, { kind: 'act', to: 'ChooseAction' }),
    event(11, 'agent.stop', 40, { stop_reason: 'device_offline', coverage_pct: null, steps_total: 1 }),
  ]);
  expect(namesOf(spans)).toEqual(['Act', 'chat m', 'kept answer', 'Verify', 'loop', 'invoke_agent explorer']);
  const [act, chat, kept, verify, loop, run] = spans;
  expect(act).toMatchObject({ error: 'act', notes: [{ name: 'agent.error', at: 10, attributes: { 'error.type': 'act' } }] });
  expect(chat).toMatchObject({ kind: 'client', parent: 6, start: 15, end: 30, error: 'unreachable' });
  expect(kept).toMatchObject({ kind: 'internal', parent: 6 });
  expect(kept?.attributes).not.toHaveProperty('gen_ai.operation.name');
  expect(verify).toMatchObject({ error: undefined });
  expect(loop).toMatchObject({ notes: [{ name: 'agent.recovery', at: 30 }], attributes: { 'steadyhand.signature': 'abc' } });
  expect(run).toMatchObject({ start: 0, end: 40, error: 'device_offline', attributes: { 'steadyhand.app_id': 'shop' } });
  expect(run?.attributes).not.toHaveProperty('steadyhand.coverage_pct');
});

test.each(['success', 'budget_exhausted', 'user_cancelled', 'no_progress'])('a run that ended with %s did not fail', (stop_reason) => {
  const [run] = spansOf([event(1, 'agent.session_started', 0), event(2, 'agent.stop', 1, { stop_reason })]);
  expect(run).toMatchObject({ error: undefined });
});
