// The walks of docs/design/flow.md §6 on a real browser and a real server; effects are counted by the page's server. Each workflow task replays its run from the start,
// as in the other suites of this folder; in those of examples and pictures the worker caches workflows.
import { describe, expect, test } from '@jest/globals';
import { WorkflowFailedError } from '@temporalio/client';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import { createFileFlowRecords } from '../../../src/adapters/filesystem/flow-records.js';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FlowRun as RecordedRun } from '../../../src/ports/flow-records.js';
import { variablesQuery } from '../../../src/workflows/messages.js';
import { usePages } from '../../support/agents.js';
import type { Brain, FlowRun } from '../../support/agent-harness.js';
import { until } from '../../support/until.js';

interface Node {
  readonly id: string;
  readonly name: string;
  readonly node_type: object;
  readonly retries?: number;
}

describe('flows in a real browser', () => {
  const world = usePages();

  const start = (documentOf: (id: string) => object, brain: Brain = {}, more: object = {}): Promise<FlowRun> =>
    world.harness.flow(documentOf, { device: { kind: 'web', url: `${world.pages.origin}/flow` }, ...more }, brain);

  const eventsDuring = async <T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly events: readonly string[] }> => {
    const before = world.pages.events.length;
    const value = await work();
    return { value, events: world.pages.events.slice(before) };
  };

  const recordsOf = async ({ id }: FlowRun): Promise<RecordedRun> => {
    const artifacts = createFileArtifactStore({ folder: join(world.harness.config.shared, 'artifacts') });
    const records = createFileFlowRecords({ folder: join(world.harness.config.shared, 'runs'), artifacts });
    const place = await records.find(id);
    const run = place && (await records.read(place));
    if (!run) throw new Error(`${id} has no records`);
    return run;
  };

  const failureOf = async (run: FlowRun): Promise<{ readonly message: string; readonly result: Record<string, unknown> }> => {
    const error: unknown = await run.handle.result().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const cause = error instanceof WorkflowFailedError ? (error.cause as { message: string; details?: unknown[] }) : undefined;
    if (!cause) throw new Error('the flow did not fail');
    return { message: cause.message, result: (cause.details?.[0] ?? {}) as Record<string, unknown> };
  };

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

  test('F246: a button that appears after nine seconds is found by a node that says so', async () => {
    const late = { ...click('late', 'Ring late'), retries: 6, retry_delay_ms: 1_000, retry_factor: 1.5 };
    const device = { kind: 'web', url: `${world.pages.origin}/flow?late` };
    const { value: run, events } = await eventsDuring(async () => {
      const started = await start(() => chain(late), { choice: Array.from({ length: 7 }, () => ({ name: null })) }, { device });
      expect(await started.handle.result()).toMatchObject({ outcome: 'completed' });
      return started;
    });
    expect(events).toEqual(['late']);
    const [visit] = (await recordsOf(run)).visits;
    expect(visit?.events.filter(({ type }) => type === 'retry').map(({ payload }) => payload['pause_ms'])).toEqual(
      [1_000, 1_500, 2_250, 3_375, 5_063, 7_594].slice(0, (visit?.attempts ?? 0) - 1),
    );
    expect(visit?.attempts).toBeGreaterThan(3);
  });

  test('HE44: a password that the model of an AI step types reaches the page, and stands in no history, record, reply or prompt; other texts do', async () => {
    const password = 'made-up-by-the-model';
    const step = [
      { text: 'name first', tool_calls: [call('click', { text: 'Name' })] },
      { text: 'my name', tool_calls: [call('type_text', { text: 'Ada Lovelace' })] },
      { text: 'now the password', tool_calls: [call('click', { text: 'Password' })] },
      { text: `I choose ${password}`, tool_calls: [call('type_text', { text: password })] },
      { text: 'two more', tool_calls: [...'Z9'].map((key) => call('press_key', { key })) },
      { text: `that was ${password}`, tool_calls: [call('click', { text: 'Go on' })] },
      { text: JSON.stringify({ used: password }), tool_calls: [] },
    ];
    const { value, events } = await eventsDuring(async () => {
      const run = await start(
        (id) => chain(ai(`Sign in (${id})`)),
        { step },
        { device: { kind: 'web', url: `${world.pages.origin}/sign-in` } },
      );
      return { run, result: await run.handle.result() };
    });
    expect(events).toEqual([`Ada Lovelace: ${password}Z9`]);
    expect(value.result).toMatchObject({ outcome: 'completed', variables: { 'think.used': '•••' } });
    const history = textsIn(await value.run.handle.fetchHistory());
    const records = JSON.stringify(await recordsOf(value.run));
    for (const text of [history, records]) {
      expect(text).toContain('Ada Lovelace');
      expect(text).not.toContain(password);
      expect(text).not.toMatch(/key\W{1,9}[Z9]\b/);
    }
    expect(records).not.toContain('{{sealed:');
    const files = await readdir(world.harness.config.shared, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)))
      expect([file, (await readFile(file)).includes(password)]).toEqual([file, false]);
  });

  test('X10, X12: when retries are exhausted the run fails and names what is there, and earlier checks are still judged', async () => {
    const checked = { ...find('look', 'Shelf'), checks: [{ name: 'shelf', check_type: 'TextPresent', params: { text: 'Shelf' } }] };
    const run = await start((id) => chain(checked, { ...click('gone', `Cellar ${id}`), retries: 1 }), { choice: [{ name: null }] });
    const { message, result } = await failureOf(run);
    expect(message).toMatch(/"gone" \(gone\): target-not-found: .*Take one.*Ring the bell/);
    expect(result).toMatchObject({ outcome: 'failed', verdict: 'passed', checks: [{ check: 'shelf', result: 'passed' }] });
  });

  test('X11: for a target that is not there, the model chooses among what is, and the choice is remembered', async () => {
    const { value, events } = await eventsDuring(async () => {
      const run = await start((id) => chain(click('first', `Gong ${id}`), click('second', `Gong ${id}`)), {
        choice: [{ name: 'Ring the bell' }],
      });
      return { result: await run.handle.result(), asked: world.harness.asked({ ...run, request: '' } as never) };
    });
    expect(events).toEqual(['bell', 'bell']);
    expect(value.asked).toHaveLength(1);
    expect(value.result.usage.modelCalls).toBe(1);
  });

  test('X13: an AI step calls two tools, then reports its result', async () => {
    const step = [
      { text: 'look first', tool_calls: [call('find_text', { text: 'Ring' })] },
      { text: 'ring it', tool_calls: [call('click', { text: 'Ring the bell' })] },
      { text: '{"rung": true}', tool_calls: [] },
    ];
    const { value, events } = await eventsDuring(async () =>
      (await start((id) => chain(ai(`Ring the bell (${id})`)), { step })).handle.result(),
    );
    expect(events).toEqual(['bell']);
    expect(value).toMatchObject({
      outcome: 'completed',
      variables: { 'think.rung': true, 'think.success': true, 'think.limit_reached': false },
    });
  });

  test('X14: a batch of calls never exceeds the limit', async () => {
    const step = [{ text: 'three at once', tool_calls: Array.from({ length: 3 }, () => call('click', { text: 'Ring the bell' })) }];
    const { value, events } = await eventsDuring(async () =>
      (await start((id) => chain(ai(`Ring (${id})`, { max_tool_calls: 2 })), { step })).handle.result(),
    );
    expect(events).toEqual(['bell', 'bell']);
    expect(value).toMatchObject({ outcome: 'completed', variables: { 'think.limit_reached': 'max_tool_calls' } });
  });

  test('X15: cancelled in the middle of an AI step it ends as cancelled, with its records and its device closed', async () => {
    const step = [{ text: 'again', tool_calls: [call('find_text', { text: 'Shelf' })] }];
    const run = await start((id) => chain(ai(`Look for ever (${id})`, { max_tool_calls: 1_000 })), { step });
    await until(async () => ((await run.progress()).step >= 2 ? true : undefined), 'two calls of the step');
    await run.handle.cancel();
    await expect(run.handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    const records = await recordsOf(run);
    expect(records).toMatchObject({ status: 'stopped', visits: [{ status: 'stopped' }] });
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
    expect(new Set(visits.map(({ folder }) => folder)).size).toBe(2);
  });

  test("a call that the guard holds back needs a person's approval, and runs once when approved", async () => {
    const { value: run, events } = await eventsDuring(async () => {
      const started = await start(() => chain(click('order', 'Place order')));
      const request = await started.asks('confirmation');
      expect(request).toMatchObject({
        reason: 'pays or orders something',
        actions: [{ function: 'click', target: { name: 'Place order' } }],
      });
      expect(world.pages.events.slice(-1)).not.toEqual(['order']);
      await started.handle.executeUpdate('confirm', { args: [{ requestId: request.requestId, approved: true }] });
      const again = until(async () => {
        const { request: now, status } = await started.progress();
        return status === 'FINISH' ? 'done' : now && now.requestId !== request.requestId ? JSON.stringify(now) : false;
      }, 'the end of the flow');
      expect(await Promise.race([started.handle.result().then(() => 'done'), again])).toBe('done');
      return started;
    });
    expect(events).toEqual(['order']);
    const refused = await start(() => chain(click('order', 'Place order')));
    const { requestId } = await refused.asks('confirmation');
    await refused.handle.signal('confirm', { requestId, approved: false, note: 'too dear' });
    expect((await failureOf(refused)).message).toContain('rejected: a person did not approve it: too dear');
    expect(run.id).not.toBe(refused.id);
  });

  test('an Ask node waits for an answer, and its variables steer the flow', async () => {
    const document = {
      name: 'ask',
      nodes: [
        node('which', { type: 'Ask', question: 'Bell or shelf?' }),
        node('bell?', { type: 'If', condition: when('which.answer', 'Equals', 'bell') }),
        click('ring', 'Ring the bell'),
        click('take', 'Take one'),
      ],
      edges: [edge('which', 'bell?'), edge('bell?', 'ring', { type: 'IfTrue' }), edge('bell?', 'take', { type: 'IfFalse' })],
    };
    const { value, events } = await eventsDuring(async () => {
      const run = await start(() => document);
      const { requestId } = await run.asks('question');
      await run.handle.executeUpdate('answer', { args: [{ requestId, answers: ['bell'] }] });
      await run.handle.result();
      return run.handle.query(variablesQuery);
    });
    expect(events).toEqual(['bell']);
    expect(value).toMatchObject({ 'which.answer': 'bell' });
  });

  test('an AgentTask lends the flow’s device to an agent, and its result to the flow', async () => {
    const app = [
      ({ find: control }: { find: (kind: string, name: RegExp) => { label: string } | undefined }) => ({
        Function: 'click_input',
        Args: {},
        ControlLabel: control('btn', /^Ring the bell$/)?.label ?? '',
        ControlText: 'Ring the bell',
        Status: 'CONTINUE',
        Comment: 'ring',
      }),
      { Function: '', Status: 'FINISH', Result: 'rung', Comment: 'done' },
    ];
    const { value, events } = await eventsDuring(async () =>
      (
        await start((id) => chain(click('take', 'Take one'), node('agent', { type: 'AgentTask', request: `Ring (${id})` })), {
          app,
        } as Brain)
      ).handle.result(),
    );
    expect(events).toEqual(['take', 'bell']);
    expect(value).toMatchObject({ outcome: 'completed', variables: { 'agent.status': 'FINISH', 'agent.text': 'rung' } });
  });
});

// ── Shorthand for documents ──

function node(id: string, node_type: object): Node {
  return { id, name: id, node_type };
}

function click(id: string, target: string): Node {
  return node(id, { type: 'Click', target });
}

function find(id: string, search_text: string): Node {
  return node(id, { type: 'FindText', search_text });
}

function ai(prompt: string, more: object = {}): Node {
  return node('think', { type: 'AiStep', prompt, ...more });
}

function call(name: string, args: object): object {
  return { name, arguments: JSON.stringify(args) };
}

function edge(from: string, to: string, output?: object): object {
  return { from, to, ...(output ? { output } : {}) };
}

function chain(...nodes: readonly Node[]): object {
  return { name: 'chain', nodes, edges: nodes.slice(1).map(({ id }, index) => edge(nodes[index]?.id ?? '', id)) };
}

function when(name: string, operator: string, value: boolean | number | string): object {
  const type = { boolean: 'Bool', number: 'Number', string: 'String' }[typeof value as 'boolean' | 'number' | 'string'];
  return { left: { type: 'Variable', name }, operator, right: { type: 'Literal', value: { type, value } } };
}

function forked(text: string): object {
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

function looped({
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

function exits({ events }: RecordedRun): readonly object[] {
  return events.filter(({ type }) => type === 'loop_exited').map(({ payload: { reason, iterations } }) => ({ reason, iterations }));
}

/** Of a history, with its payloads decoded. */
function textsIn(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(textsIn).join('\n');
}
