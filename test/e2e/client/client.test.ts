// A client program: everything through `connect`.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, type RunEvent, type Steadyhand } from '../../../src/client.js';
import { startHarness, type Harness } from '../../support/agent-harness.js';
import { orderingBrain, orderingDevice } from '../../support/ordering.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

describe('the client', () => {
  let harness: Harness;
  let steadyhand: Steadyhand;

  beforeAll(async () => {
    harness = await startHarness({ address: sharedServerAddress(), env: { STEADYHAND_PROCEDURES: 'examples/procedures' } });
    const env = {
      STEADYHAND_HOME: harness.home,
      TEMPORAL_ADDRESS: sharedServerAddress(),
      STEADYHAND_PROCEDURES: `${process.cwd()}/examples/procedures`,
    };
    steadyhand = await connect({ env, folder: harness.home });
  });
  afterAll(async () => {
    await steadyhand?.close();
    await harness?.close();
  });

  test('CL1: an agent is started, followed, answered and approved, and its result read', async () => {
    const id = harness.expect(orderingBrain);
    const run = await steadyhand.startAgent({ request: `Order a kettle ${id}`, device: orderingDevice }, { id });
    const events: RunEvent[] = [];
    for await (const event of run.events({ everyMs: 50 })) {
      events.push(event as RunEvent);
      if (event.type !== 'asked') continue;
      if (event.request.kind === 'question') await run.answer(event.request, ['red']);
      else await run.confirm(event.request, true);
    }
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type !== 'card')).toEqual(['asked', 'answered', 'asked', 'answered', 'ended']);
    const outcomes = events.flatMap((event) => (event.type === 'card' ? event.card.actions.map(({ outcome }) => outcome) : []));
    expect(outcomes.filter((outcome) => outcome !== undefined)).toEqual(['done']);
    const { outcome, result, cost, usage } = await run.result();
    expect({ outcome, last: result?.previousSubtasks.at(-1)?.result }).toEqual({ outcome: 'completed', last: 'ordered' });
    // A call for each step: with one application, nobody else is asked (HE14).
    expect(usage?.modelCalls).toBe(3);
    expect(cost).toBe(usage?.costUsd);
    // A late subscriber receives the same events from the beginning.
    const again: string[] = [];
    for await (const event of steadyhand.run(id).events()) again.push(event.type);
    expect(again).toEqual([...types.filter((type) => type === 'card'), 'ended']);
  });

  test('CL1: what a run asks is in the inbox and in its progress, and an answer to something else is refused', async () => {
    const id = harness.expect(orderingBrain);
    const run = await steadyhand.startAgent({ request: `Order a kettle ${id}`, device: orderingDevice }, { id });
    await until(async () => (await run.asks().catch(() => undefined)) !== undefined, 'it asks');
    expect(await run.progress()).toMatchObject({ state: 'PENDING', asker: id, request: { questions: ['Which colour?'] } });
    await until(async () => (await steadyhand.inbox()).some(({ run: waiting }) => waiting === id), 'it stands in the inbox');
    await expect(run.answer('q-of-yesterday', ['red'])).rejects.toMatchObject({ name: 'ClientError', code: 'refused' });
    await expect(run.confirm(undefined, true)).rejects.toMatchObject({ code: 'not-asked' });
    await run.cancel();
    expect(await run.result()).toMatchObject({ outcome: 'cancelled' });
    await expect(run.cancel()).rejects.toMatchObject({ code: 'run-ended' });
  });

  test('CL1: a flow, an explorer and a procedure are followed by their own events', async () => {
    const flow = await steadyhand.startFlow({
      flow: {
        id: 'look',
        name: 'Look',
        nodes: [{ id: 'a', name: 'See it', node_type: { type: 'FindText', search_text: 'Order' } }],
        edges: [],
      },
      device: orderingDevice,
    });
    const explorer = await steadyhand.explore({ device: orderingDevice, appId: `kettles-${Date.now()}`, budget: { maxSteps: 3 } });
    const procedure = await steadyhand.startProcedure({ workflow: 'release', variables: { version: '1.4.0' } });
    const kinds = async (run: { events(options: { everyMs: number }): AsyncIterable<{ type: string }> }): Promise<string[]> => {
      const found = new Set<string>();
      for await (const { type } of run.events({ everyMs: 50 })) found.add(type);
      return [...found];
    };
    expect(await kinds(flow)).toEqual(expect.arrayContaining(['card', 'position', 'ended']));
    expect((await flow.result()).result?.visited).toEqual(['See it']);
    expect(await kinds(explorer)).toEqual(expect.arrayContaining(['frontier', 'ended']));
    expect((await explorer.result()).result?.steps).toBeGreaterThan(0);
    const place = await procedure.position();
    expect(place).toMatchObject({ success: true, position: { workflow: 'release' } });
    expect(await procedure.abort('no time')).toMatchObject({ success: true, message: 'The run was aborted.' });
    expect(await kinds(procedure)).toEqual(expect.arrayContaining(['ended']));
    expect(await procedure.result()).toMatchObject({ outcome: 'aborted' });
  });

  test('CL1: failures are errors with a code: no server, no run, an id in use, an input that no workflow accepts', async () => {
    await expect(connect({ env: { TEMPORAL_ADDRESS: '127.0.0.1:1' }, folder: harness.home })).rejects.toMatchObject({
      code: 'server-unreachable',
      message: expect.stringContaining('or unset it to have one started here by `npx steadyhand up`'),
    });
    await expect(steadyhand.run('nothing-here').describe()).rejects.toMatchObject({ code: 'run-not-found' });
    const id = harness.expect(orderingBrain);
    const run = await steadyhand.startAgent({ request: `Order a kettle ${id}`, device: orderingDevice }, { id });
    await expect(steadyhand.startAgent({ request: 'again', device: orderingDevice }, { id })).rejects.toMatchObject({ code: 'run-exists' });
    await run.cancel();
    await run.result();
    await expect(steadyhand.startAgent({ request: 'x', device: { kind: 'tv' as never } })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
