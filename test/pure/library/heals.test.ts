import type { Heal } from '../../../src/domain/flow/heal.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { applyHeal, healId, proposedHeals, type HealDecision } from '../../../src/domain/library/heals.js';
import type { Replay } from '../../../src/domain/library/replay.js';
import { compiledFlow } from '../../support/library.js';

const flow = compiledFlow();
const target = { role: 'button', name: 'Order' };
const healed = { role: 'button', name: 'Buy' };
const heal: Heal = { kind: 'target', node: 'order', at: 0, was: target, now: healed };
const banner: Heal = {
  kind: 'interruption',
  node: 'order',
  interruption: { name: 'Cookies', close: { role: 'button', name: 'Only needed' }, texts: ['We use cookies'] },
};

function replay(run: string, heals: readonly Heal[], version = 1): Replay {
  return { run, execution: run, version, outcome: 'completed', usd: 0, calls: 0, ms: 1, heals, ended: '2026-01-01T00:00:00.000Z' };
}

function applied(to: typeof flow, what: Heal): typeof flow {
  const result = applyHeal(to, what);
  if ('refusal' in result) throw new Error(result.refusal);
  return result.flow;
}

test('RP10: an accepted heal changes the target of its node and nothing else', () => {
  const after = applied(flow, heal);
  expect(after.nodes.find(({ id }) => id === 'order')?.node_type).toMatchObject({ type: 'Act', target: healed });
  expect({ ...after, nodes: after.nodes.filter(({ id }) => id !== 'order') }).toEqual({
    ...flow,
    nodes: flow.nodes.filter(({ id }) => id !== 'order'),
  });
  expect(parseFlow(after).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('RP10: the place that a thing is dragged to, and what a node reads, are healed, too', () => {
  const drag: Heal = { kind: 'target', node: 'sort', at: 1, was: { role: 'listitem', name: 'Two' }, now: { role: 'listitem', name: '2' } };
  expect(applied(flow, drag).nodes.find(({ id }) => id === 'sort')?.node_type).toMatchObject({
    target: { name: 'One' },
    deed: { to: { name: '2' } },
  });
  const read: Heal = { kind: 'target', node: 'total', at: 0, was: { role: 'status' }, now: { role: 'status', name: 'Total' } };
  expect(applied(flow, read).nodes.find(({ id }) => id === 'total')?.node_type).toMatchObject({ type: 'Read', target: { name: 'Total' } });
});

test('RP10: a heal whose node has changed since is refused with a sentence', () => {
  const changed = applied(flow, { ...heal, now: { role: 'link', name: 'Order' } });
  expect(applyHeal(changed, heal)).toEqual({ refusal: expect.stringContaining('"order" has changed since') });
  expect(applyHeal({ ...flow, nodes: [] }, heal)).toEqual({ refusal: expect.stringContaining("no node 'order'") });
});

test('RP11: an interruption is added once', () => {
  const once = applied(flow, banner);
  expect(once.interruptions).toEqual([banner.interruption]);
  expect(applied(once, { ...banner, node: 'total' })).toBe(once);
});

test('RP10: the same proposal of several replays is one, and keeps its number', () => {
  const other: Heal = { ...heal, now: { role: 'button', name: 'Pay' } };
  const replays = [replay('one', [heal]), replay('two', [banner, { ...heal, by: 'ada' }]), replay('three', [other])];
  expect(proposedHeals(flow, replays, []).map(({ number, runs, state }) => ({ number, runs, state }))).toEqual([
    { number: 1, runs: ['one', 'two'], state: 'waiting' },
    { number: 2, runs: ['two'], state: 'waiting' },
    { number: 3, runs: ['three'], state: 'waiting' },
  ]);
  const decided: HealDecision = { heal: healId(heal), decision: 'accepted', by: 'ada', at: '2026-01-02T00:00:00.000Z', version: 2 };
  const after = proposedHeals(applied(flow, heal), replays, [decided]);
  expect(after.map(({ number, state }) => [number, state])).toEqual([
    [1, 'accepted'],
    [2, 'waiting'],
    [3, 'outdated'],
  ]);
  expect(after[0]?.decided?.by).toBe('ada');
  expect(after[2]?.because).toContain('has changed since');
});

test('RP10: what is in the document already counts as accepted, whoever wrote it', () => {
  expect(proposedHeals(applied(flow, heal), [replay('one', [heal])], [])[0]?.state).toBe('accepted');
});

test('RP10: what was accepted and is in no version waits to be accepted again; once it is in the document, it does not', () => {
  const unwritten: HealDecision = { heal: healId(heal), decision: 'accepted', by: 'ada', at: '2026-01-02T00:00:00.000Z' };
  const states = (document: typeof flow, decided: HealDecision) => proposedHeals(document, [replay('one', [heal])], [decided])[0];
  expect(states(flow, unwritten)).toMatchObject({ state: 'waiting', decided: { by: 'ada' } });
  expect(states(applied(flow, heal), unwritten)).toMatchObject({ state: 'accepted', decided: { by: 'ada' } });
  expect(states({ ...flow, nodes: [] }, unwritten)).toMatchObject({ state: 'outdated', decided: { by: 'ada' } });
  // Somebody took it out again by hand.
  expect(states(flow, { ...unwritten, version: 2 })).toMatchObject({ state: 'accepted' });
});
