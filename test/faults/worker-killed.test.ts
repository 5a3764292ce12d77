import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { until } from '../support/until.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { sampled } from '../support/sampled.js';

describe('a worker killed by SIGKILL and started again', () => {
  let harness: FaultHarness;
  beforeAll(async () => {
    harness = await startFaultHarness({ address: sharedServerAddress() });
  });
  afterAll(() => harness?.close());

  /** One run, killed once: its result, and that of an undisturbed run. */
  async function struck(strike: () => Promise<void>, timing: { readonly delayMs?: number; readonly delayAfterMs?: number } = {}) {
    const before = harness.ledger.entries.length;
    const handle = await harness.start(threePresses(harness.ledger.url, timing));
    await strike();
    const result = await handle.result();
    return { handle, result, effects: harness.ledger.entries.slice(before) };
  }

  async function undisturbed(): Promise<readonly string[]> {
    const { result } = await struck(async () => undefined);
    return trace(result);
  }

  const trace = ({
    blackboard,
  }: {
    readonly blackboard: { readonly trajectories: readonly { readonly action: string; readonly step: number }[] };
  }): readonly string[] => blackboard.trajectories.map(({ step, action }) => `${step} ${action}`);

  test.each(sampled([1, 2, 3, 4, 5], 3))(
    'A66: killed while decision %i is made, the run has the same trace, archive and steps',
    async (n) => {
      const expected = await undisturbed();
      const held = harness.answerHeld(n);
      const { result, effects } = await struck(async () => {
        const release = await held;
        await harness.restart('SIGKILL');
        release();
      });
      expect(trace(result)).toEqual(expected);
      expect(result).toMatchObject({
        outcome: 'completed',
        steps: 6,
        unknownOutcomes: 0,
        previousSubtasks: [{ status: 'FINISH', result: 'Added 3' }],
      });
      expect(effects).toHaveLength(3);
    },
  );

  test.each(sampled([1, 2, 3]))(
    'D1, A67, A68, HP4: killed inside action %i after its effect, its outcome is known, nothing runs twice and every effect is counted once',
    async (n) => {
      const before = harness.ledger.entries.length;
      const { result, effects } = await struck(
        async () => {
          await until(async () => harness.ledger.entries.length >= before + n, `effect ${n}`);
          await harness.restart('SIGKILL');
        },
        { delayAfterMs: 1_500 },
      );
      expect(result).toMatchObject({
        outcome: 'completed',
        unknownOutcomes: 0,
        previousSubtasks: [{ status: 'FINISH', result: 'Added 3' }],
      });
      expect(effects).toEqual([{ press: 1 }, { press: 2 }, { press: 3 }]);
      expect(result.usage.modelCalls).toBe(result.steps);
    },
  );

  test('D1, HP1: killed after `intended` and before the effect, the action is ended without the worker, and nobody sends it again', async () => {
    const [begun, done] = [await harness.begun(), await harness.done()];
    const before = harness.ledger.entries.length;
    let effectsAtKill: number | undefined;
    const { result, effects } = await struck(
      async () => {
        await until(async () => (await harness.begun()) > begun, 'an intended action');
        effectsAtKill = harness.ledger.entries.length - before;
        await harness.restart('SIGKILL');
      },
      { delayMs: 3_000 },
    );
    expect(effectsAtKill).toBe(0);
    expect(result).toMatchObject({
      outcome: 'completed',
      unknownOutcomes: 0,
      previousSubtasks: [{ status: 'FINISH', result: 'Added 3' }],
    });
    expect(effects).toEqual([{ press: 1 }, { press: 2 }, { press: 3 }]);
    expect([(await harness.begun()) - begun, (await harness.done()) - done]).toEqual([3, 3]);
  });

  test('A43: killed while a person is asked, the same approval given twice runs the action once', async () => {
    const guarded = threePresses(harness.ledger.url);
    const [first] = guarded.screens['s0']?.controls.slice(1) ?? [];
    if (!first) throw new Error('the script has no button');
    const before = harness.ledger.entries.length;
    const script = { ...guarded, screens: { ...guarded.screens, s0: { title: 'Added 0', controls: [{ ...first, name: 'Delete' }] } } };
    const handle = await harness.start(script);
    const asked = await until(async () => (await harness.progress(handle)).request, 'a confirmation');
    await harness.restart('SIGKILL');
    const approval = { requestId: asked.requestId, approved: true };
    await Promise.all([handle.signal('confirm', approval), handle.signal('confirm', approval)]);
    const result = await handle.result();
    expect(result.outcome).toBe('completed');
    expect(result.blackboard.trajectories.filter(({ userConfirm }) => userConfirm === 'Yes')).toHaveLength(1);
    expect(harness.ledger.entries.slice(before)).toEqual([{ press: 1 }, { press: 2 }, { press: 3 }]);
  });
});

describe('a worker that is started again after SIGKILL', () => {
  let harness: FaultHarness;
  /** Nothing is noticed by heartbeats in the time of a test. */
  const patient = { leaseHeartbeatMs: 300_000, performHeartbeatMs: 300_000, decideHeartbeatMs: 300_000 };
  beforeAll(async () => {
    harness = await startFaultHarness({ address: sharedServerAddress(), timings: patient });
  });
  afterAll(() => harness?.close());

  test.each(['during an action', 'while a decision is made'])(
    'HP32: tells Temporal what was lost with the one before, %s',
    async (when) => {
      const [before, begun] = [harness.ledger.entries.length, await harness.begun()];
      const held = harness.answerHeld(2);
      const handle = await harness.start(threePresses(harness.ledger.url, { delayMs: 1_000 }));
      const release = await held;
      if (when === 'during an action') {
        release();
        await until(async () => (await harness.begun()) > begun, 'an action that has begun');
      }
      await harness.restart('SIGKILL');
      const [since] = [Date.now(), release()];
      await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
      console.info(`${when}: ended ${((Date.now() - since) / 1_000).toFixed(1)} s after the next worker was ready`);
      expect(harness.ledger.entries).toHaveLength(before + 3);
    },
  );
});
