// The metrics of an explorer (docs/design/explorer.md §6), counted from each kind of its events.
import { expect, test } from '@jest/globals';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { measuresOf, explorerEventTypes, startedEvents, stopEvents, turnEvents } from '../../../src/domain/explorer/telemetry.js';
import { drive, setting, worldOf } from './world.js';

test.each<[string, object, readonly (readonly [name: string, value: number, tags: object])[]]>([
  ['agent.session_started', {}, [['runs_started', 1, {}]]],
  ['agent.loop_start', { loop_num: 3 }, [['loops', 1, {}]]],
  ['agent.node_start', { node: 'Act' }, []],
  ['agent.node_finish', { node: 'Act', latency_ms: 120 }, [['node_latency', 120, { node: 'Act' }]]],
  [
    'agent.llm_invocation',
    { node: 'Verify', tokens_in: 300, tokens_out: 20, cache_hit: false, latency_ms: 900 },
    [
      ['llm_invocations', 1, { node: 'Verify', cache_hit: 'false' }],
      ['llm_tokens', 300, { direction: 'in' }],
      ['llm_tokens', 20, { direction: 'out' }],
    ],
  ],
  [
    'agent.llm_invocation',
    { node: 'Verify', tokens_in: 0, tokens_out: 0, cache_hit: true },
    [['llm_invocations', 1, { node: 'Verify', cache_hit: 'true' }]],
  ],
  ['agent.persist_delta', { nodes_added: 0, edges_added: 1 }, [['edges_found', 1, {}]]],
  ['agent.error', { node: 'Act', kind: 'act', attempt: 2 }, [['errors', 1, { node: 'Act', kind: 'act' }]]],
  ['agent.recovery', { kind: 'act', to: 'ChooseAction' }, [['recoveries', 1, { kind: 'act', to: 'ChooseAction' }]]],
  ['agent.restart', { restarts: 2 }, [['restarts', 1, {}]]],
  ['agent.policy_switch', { from: 'breadth', to: 'depth' }, [['policy_switches', 1, { to: 'depth' }]]],
  ['agent.guardrail', { node: 'ChooseAction' }, [['guardrails', 1, { node: 'ChooseAction' }]]],
  ['agent.stop', { stop_reason: 'success', coverage_pct: 100 }, [['runs_ended', 1, { stop_reason: 'success' }]]],
])('%s %j', (type, payload, wanted) => {
  const known = explorerEventTypes.find((one) => one === type);
  if (!known) throw new TypeError(`'${type}' is no event`);
  const measured = measuresOf({ type: known, payload: { ...payload } });
  expect(measured.map(({ name, value, tags }) => [name.replace('steadyhand_explorer_', ''), value, tags])).toEqual(wanted);
});

test('the metrics of a whole run equal the figures at its end', () => {
  const usage = { ...noUsage, inputTokens: 30, outputTokens: 5 };
  const world = worldOf({ a: { b: 'b', c: 'c' }, b: { d: 'd' }, c: {}, d: {} }, (effect) =>
    effect.type === 'ask' ? { type: 'unanswered', why: 'unreachable', usage } : undefined,
  );
  const { states, last } = drive(world, { run: { ...setting, plane: 'always' } });
  // An effect that stays in its node is a separate turn whose result the drive does not report: what a survey adds is in the counters.
  const told = [
    ...startedEvents(states[0] ?? last),
    ...states.slice(1).flatMap((after, index) => turnEvents({ before: states[index] ?? after, after, nodeMs: 1, model: 'm' })),
    ...stopEvents(last, null, 1),
  ];
  const sums = new Map<string, number>();
  for (const [type, payload] of told)
    for (const { name, value } of measuresOf({ type, payload })) sums.set(name, (sums.get(name) ?? 0) + value);
  expect(sums.get('steadyhand_explorer_loops')).toBe(last.loop);
  expect(sums.get('steadyhand_explorer_runs_started')).toBe(1);
  expect(sums.get('steadyhand_explorer_runs_ended')).toBe(1);
});
