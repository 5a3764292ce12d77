// The walks of docs/design/flow.md §6 on a real browser and a real server; effects are counted by the page's server.
import { describe, expect, test } from '@jest/globals';
import { ai, call, chain, click, edge, exits, find, forked, looped, node, useBrowserFlows, when } from '../support/browser-flows.js';

describe('walks in a real browser', () => {
  const { start, eventsDuring, recordsOf } = useBrowserFlows();

  test('X2: If takes either branch, by what an earlier node found', async () => {
    for (const [text, visited] of [
      ['Shelf', ['look', 'is it there', 'bell']],
      ['Cellar', ['look', 'is it there', 'take']],
    ] as const) {
      const { value, events } = await eventsDuring(async () => (await start(() => forked(text))).handle.result());
      expect(value).toMatchObject({ outcome: 'completed', visited });
      expect(events).toEqual([visited[2]]);
    }
  });

  test('X3: a Switch without a match takes its default', async () => {
    const document = {
      name: 'switch',
      nodes: [
        find('look', 'Shelf'),
        node('which', { type: 'Switch', cases: [{ name: 'many', condition: when('look.count', 'GreaterThan', 100) }] }),
        click('take', 'Take one'),
        click('bell', 'Ring the bell'),
      ],
      edges: [
        edge('look', 'which'),
        edge('which', 'take', { type: 'SwitchCase', name: 'many' }),
        edge('which', 'bell', { type: 'SwitchDefault' }),
      ],
    };
    const { value, events } = await eventsDuring(async () => (await start(() => document)).handle.result());
    expect(value).toMatchObject({ outcome: 'completed', visited: ['look', 'which', 'bell'] });
    expect(events).toEqual(['bell']);
  });

  test('X4, X8: a loop ends by its condition, and what one round found is gone in the next', async () => {
    const { value, events } = await eventsDuring(async () => {
      const run = await start(() => looped({ search: 'left', until: when('look.text', 'Equals', 'Nothing left') }));
      return { result: await run.handle.result(), records: await recordsOf(run) };
    });
    expect(events).toEqual(['take', 'take', 'take']);
    expect(value.result).toMatchObject({ outcome: 'completed', variables: { 'look.found': true } });
    expect(exits(value.records)).toEqual([{ reason: 'condition_met', iterations: 3 }]);
    const gone = await (
      await start(() => looped({ search: '3 left', until: when('look.found', 'Equals', false), first: 'look' }))
    ).handle.result();
    // Found in round 1, gone in round 2: no field of the first round remains.
    expect(gone.variables).toMatchObject({ 'look.found': false, 'look.count': 0 });
    expect(gone.variables).not.toHaveProperty('look.text');
  });

  test('X5: a loop ends at its maximum, with a warning', async () => {
    const run = await start(() => looped({ search: 'Shelf', until: when('look.found', 'Equals', false), max: 2 }));
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    const records = await recordsOf(run);
    expect(exits(records)).toEqual([{ reason: 'max_iterations', iterations: 2 }]);
    expect(records.events.filter(({ type }) => type === 'warning').map(({ payload }) => payload['message'])).toEqual([
      expect.stringContaining('2 iterations'),
    ]);
  });

  test('X6: a nested loop starts fresh each time', async () => {
    const never = when('ring.success', 'Equals', false);
    const document = {
      name: 'nested',
      nodes: [
        node('outer', { type: 'Loop', exit_condition: never, max_iterations: 2 }),
        node('inner', { type: 'Loop', exit_condition: never, max_iterations: 3 }),
        click('ring', 'Ring the bell'),
        node('end inner', { type: 'EndLoop', loop_id: 'inner' }),
        node('end outer', { type: 'EndLoop', loop_id: 'outer' }),
      ],
      edges: [
        edge('outer', 'inner', { type: 'LoopBody' }),
        edge('inner', 'ring', { type: 'LoopBody' }),
        edge('ring', 'end inner'),
        edge('end inner', 'inner'),
        edge('inner', 'end outer', { type: 'LoopDone' }),
        edge('end outer', 'outer'),
      ],
    };
    const { events } = await eventsDuring(async () => (await start(() => document)).handle.result());
    expect(events).toEqual(Array.from({ length: 6 }, () => 'bell'));
  });

  test('X9: with two retries a node that fails twice succeeds, and two retries are recorded', async () => {
    const choice = [{ name: null }, { name: null }, { name: 'Ring the bell' }];
    const { value: run, events } = await eventsDuring(async () => {
      const started = await start((id) => chain({ ...click('ring', `Bell ${id}`), retries: 2 }), { choice });
      expect(await started.handle.result()).toMatchObject({ outcome: 'completed' });
      return started;
    });
    expect(events).toEqual(['bell']);
    const [visit] = (await recordsOf(run)).visits;
    expect(visit?.attempts).toBe(3);
    expect(visit?.events.filter(({ type }) => type === 'retry')).toHaveLength(2);
  });

  test('X14: a batch of calls never exceeds the limit', async () => {
    const step = [{ text: 'three at once', tool_calls: Array.from({ length: 3 }, () => call('click', { text: 'Ring the bell' })) }];
    const { value, events } = await eventsDuring(async () =>
      (await start((id) => chain(ai(`Ring (${id})`, { max_tool_calls: 2 })), { step })).handle.result(),
    );
    expect(events).toEqual(['bell', 'bell']);
    expect(value).toMatchObject({ outcome: 'completed', variables: { 'think.limit_reached': 'max_tool_calls' } });
  });

  test('X7: disabled nodes of every kind are passed through', async () => {
    const off = { enabled: false };
    const never = when('take.success', 'Equals', true);
    const document = {
      name: 'disabled',
      nodes: [
        { ...click('first', 'Take one'), ...off },
        { ...node('if', { type: 'If', condition: never }), ...off },
        { ...node('switch', { type: 'Switch', cases: [{ name: 'a', condition: never }] }), ...off },
        { ...node('loop', { type: 'Loop', exit_condition: never }), ...off },
        { ...node('end', { type: 'EndLoop', loop_id: 'loop' }), ...off },
        { ...node('cases', { type: 'Switch', cases: ['a', 'b'].map((name) => ({ name, condition: never })) }), ...off },
        node('round', { type: 'Loop', exit_condition: never, max_iterations: 2 }),
        { ...node('end-round', { type: 'EndLoop', loop_id: 'round' }), ...off },
        click('take', 'Take one'),
        click('bell', 'Ring the bell'),
      ],
      edges: [
        edge('first', 'if'),
        edge('if', 'take', { type: 'IfTrue' }),
        edge('if', 'switch', { type: 'IfFalse' }),
        edge('switch', 'take', { type: 'SwitchCase', name: 'a' }),
        edge('switch', 'loop', { type: 'SwitchDefault' }),
        edge('loop', 'end', { type: 'LoopBody' }),
        edge('end', 'loop'),
        edge('loop', 'cases', { type: 'LoopDone' }),
        edge('cases', 'round', { type: 'SwitchCase', name: 'a' }),
        edge('cases', 'take', { type: 'SwitchCase', name: 'b' }),
        edge('round', 'end-round', { type: 'LoopBody' }),
        edge('end-round', 'round'),
        edge('round', 'bell', { type: 'LoopDone' }),
      ],
    };
    const { value, events } = await eventsDuring(async () => (await start(() => document)).handle.result());
    expect(events).toEqual(['bell']);
    const rounds = ['round', 'end-round', 'round', 'end-round', 'round'];
    expect(value.visited).toEqual(['first', 'if', 'switch', 'loop', 'cases', ...rounds, 'bell']);
  });

  test('X17: nodes with the same name keep separate records, and so do the visits of one node', async () => {
    const run = await start(() => ({
      name: 'twins',
      nodes: [
        { ...click('a', 'Ring the bell'), name: 'Press' },
        { ...click('b', 'Take one'), name: 'Press' },
      ],
      edges: [edge('a', 'b')],
    }));
    await run.handle.result();
    const { visits } = await recordsOf(run);
    expect(visits.map(({ node: of }) => of.id)).toEqual(['a', 'b']);
    expect(visits.map(({ events }) => events.filter(({ type }) => type === 'tool_call').length)).toEqual([1, 1]);
  });
});
