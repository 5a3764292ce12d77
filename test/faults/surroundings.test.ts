// Failures around a run: the deployed code, a driver, a browser tab, the disk, a second worker.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isAlive } from '../../src/adapters/process-kit/process-marks.js';
import { waitsQuery } from '../../src/workflows/messages.js';
import { until } from '../support/until.js';
import { sampled } from '../support/sampled.js';
import { breakWorkflows } from '../support/broken-worker.js';
import { startCounterSite, type CounterSite } from '../support/counter-site.js';
import { presser, reopened, shows, startSurroundings, threeOnce, type Surroundings } from '../support/disturbed-run.js';
import { threePresses, type FaultHarness } from '../support/fault-harness.js';
import { createFullDisk } from '../support/full-disk.js';
import { judge, tellCounts } from '../support/operations.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { browserPrograms } from '../support/webdriver.js';
import { builtWorker, startWorkerProcess } from '../support/worker-process.js';

async function deviceOf({ devices }: Pick<FaultHarness, 'devices'>, { workflowId }: WorkflowHandle) {
  return until(async () => (await devices()).find((device) => device.ownerWorkflowId === workflowId && isOpen(device)), 'an open device');
}

function isOpen({ attachment }: { readonly attachment: Readonly<Record<string, unknown>> }): boolean {
  return typeof attachment['port'] === 'number';
}

describe('with a stub device', () => {
  let around: Surroundings;
  beforeAll(async () => {
    // A broken session is silent; its owner must not give it up before it is fixed.
    around = await startSurroundings({ address: sharedServerAddress(), app: presser, timings: { reopenAfterMs: 60_000 } });
  });
  afterAll(() => around?.close());

  const message = 'broken by a deploy';

  // Code that has not run before it breaks: otherwise the replay ends there, and nothing new that the workflow would do is seen.
  test.each(
    sampled([
      ['deviceSession', '/device-1', 'function afterLease('],
      ['a HostAgent', '', 'function subtaskEnded('],
      ['an AppAgent', '', 'function end('],
    ]),
  )('D16: a TypeError thrown in %s leaves the device open; after the fix the run continues', async (_workflow, suffix, opening) => {
    const { harness, env, told } = around;
    const { home } = harness;
    const asked = told().length;
    const before = harness.ledger.entries.length;
    const broken = await breakWorkflows(opening, message);
    try {
      const handle = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 1_000 }));
      await until(async () => harness.ledger.entries.length > before, 'an effect');
      const device = await deviceOf(harness, handle);
      await harness.worker.kill('SIGTERM');
      harness.worker = await startWorkerProcess({ home, env, program: broken.program });
      const struck = harness.client.workflow.getHandle(`${handle.workflowId}${suffix}`);
      await until(async () => {
        const { status } = await struck.describe();
        const stillOpen = (await harness.devices()).length > 0;
        if (status.name !== 'RUNNING' || !stillOpen)
          throw new Error(`the workflow is ${status.name}, the device ${stillOpen ? 'open' : 'closed'}`);
        return (await taskFailures(struck)).includes(`TypeError: ${message}`);
      }, 'a failed workflow task');
      expect((await struck.describe()).status.name).toBe('RUNNING');
      await harness.worker.kill('SIGTERM');
      expect(await harness.devices()).toEqual([
        expect.objectContaining({ deviceId: device.deviceId, epoch: 1, attachment: device.attachment }),
      ]);
      expect(isAlive(device.attachment.pid ?? -1)).toBe(true);

      harness.worker = await startWorkerProcess({ home, env });
      const result = await handle.result();
      expect(result).toMatchObject({ outcome: 'completed', steps: 6, previousSubtasks: [{ status: 'FINISH', result: 'Added 3' }] });
      expect(told().slice(asked).join()).not.toMatch(reopened);
      expect(harness.ledger.entries.slice(before)).toEqual(threeOnce);
    } finally {
      await harness.restart('SIGTERM');
      await broken.remove();
    }
  });

  async function taskFailures(handle: WorkflowHandle): Promise<readonly string[]> {
    const { events } = await handle.fetchHistory();
    return (events ?? []).flatMap(({ workflowTaskFailedEventAttributes: failed }) =>
      failed?.failure?.stackTrace ? [/^TypeError: .*$/m.exec(failed.failure.stackTrace)?.[0] ?? ''] : [],
    );
  }

  test.each(
    sampled([
      ['inside an action, after its effect', { delayAfterMs: 1_500 }, [{ press: 1 }], 4, 1],
      ['inside an action, before its effect', { delayMs: 1_500 }, [], 4, 1],
      // Nothing of the next action was on its way.
      ['while the model decides', {}, [{ press: 1 }], 5, 0],
      ['with its hand, while the model decides', {}, [{ press: 1 }], 4, 0],
    ] as const),
  )(
    'D18: a driver killed %s: a new epoch, the model is told, an unknown action is not sent again',
    async (when, timing, effectsBefore, dispatched, unknown) => {
      const { harness, told, strikeWhen } = around;
      const before = harness.ledger.entries.length;
      const asked = told().length;
      const begun = await harness.begun();
      const kill = async () => {
        if (when.startsWith('with its hand')) for (const pid of await harness.hands()) process.kill(pid, 'SIGKILL');
        process.kill((await deviceOf(harness, handle)).attachment.pid ?? 0, 'SIGKILL');
      };
      const deciding = Object.keys(timing).length === 0 ? strikeWhen(shows('Added 1'), kill) : undefined;
      const handle = await harness.start(threePresses(harness.ledger.url, timing));
      const first = await deviceOf(harness, handle);
      if ('delayMs' in timing) await until(async () => (await harness.begun()) > begun, 'an action that began');
      if ('delayAfterMs' in timing) await until(async () => harness.ledger.entries.length > before, 'an effect');
      await (deciding ?? kill());
      const second = await until(
        async () => (await deviceOf(harness, handle)).epoch > 1 && deviceOf(harness, handle),
        'a device of a higher epoch',
      );
      expect(second).toMatchObject({ deviceId: first.deviceId, epoch: 2 });
      const result = await handle.result();
      expect(result).toMatchObject({
        outcome: 'completed',
        unknownOutcomes: unknown,
        previousSubtasks: [{ status: 'FINISH', result: 'Added 3' }],
      });
      const heard = told().slice(asked);
      expect(heard.filter((text) => reopened.test(text)).length).toBeGreaterThanOrEqual(1);
      if (unknown > 0) expect(heard.some((text) => /unknown/i.test(text))).toBe(true);
      // The new interface starts over: what is pressed on it was decided anew.
      expect(harness.ledger.entries.slice(before)).toEqual([...effectsBefore, ...threeOnce]);
      expect((await harness.begun()) - begun).toBe(dispatched);
    },
  );

  test('D21: a second worker with the same data folder, even while the first is frozen, refuses in one line and exits with 1', async () => {
    const { harness, env } = around;
    const { home, worker } = harness;
    const refused = { code: 1, lines: [expect.stringContaining(`Another worker (process ${worker.pid}) uses the data folder ${home}`)] };
    expect(await startSecond(home, env)).toEqual(refused);
    process.kill(worker.pid, 'SIGSTOP');
    try {
      expect(await startSecond(home, env)).toEqual({ code: 1, lines: [expect.stringContaining(`uses the data folder ${home}`)] });
    } finally {
      process.kill(worker.pid, 'SIGCONT');
    }
    const before = harness.ledger.entries.length;
    await expect((await harness.start(threePresses(harness.ledger.url))).result()).resolves.toMatchObject({ outcome: 'completed' });
    expect(harness.ledger.entries.slice(before)).toEqual(threeOnce);
  });

  async function startSecond(home: string, env: Readonly<Record<string, string>>) {
    const child = spawn(process.execPath, [builtWorker], {
      cwd: home,
      env: { PATH: process.env['PATH'], STEADYHAND_HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => void (said += text));
    const limit = setTimeout(() => child.kill('SIGKILL'), 15_000);
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(limit);
    return { code, lines: said.trimEnd().split('\n') };
  }
});

describe("when the journal's disk is full", () => {
  let around: Surroundings;
  beforeAll(async () => {
    around = await startSurroundings({ address: sharedServerAddress(), app: presser });
  });
  afterAll(() => around?.close());

  test('D20: the action is refused before dispatch and the run waits, whose model is not asked; with space again it is sent', async () => {
    const { harness, strikeWhen } = around;
    const disk = await createFullDisk(join(harness.home, 'journal'), harness.worker.pid);
    console.log(`full: ${disk.kind}`);
    try {
      const full = strikeWhen(shows('Added 1'), async () => disk.fill((await deviceOf(harness, handle)).deviceId));
      const handle = await harness.start(threePresses(harness.ledger.url));
      await full;
      await until(async () => /The disk of host .* is full.*journal/.test(await handle.query(waitsQuery)), 'a word of the full disk');
      expect(harness.ledger.entries).toEqual([{ press: 1 }]);
      expect(await harness.begun()).toBe(1);
      await disk.free();
      const result = await handle.result();
      expect(result).toMatchObject({
        outcome: 'completed',
        unknownOutcomes: 0,
        previousSubtasks: [{ status: 'FINISH', result: 'Added 3' }],
      });
      const { entries } = harness.ledger;
      tellCounts('a full disk', judge({ entries, wanted: threeOnce, results: [result], struck: { "journal's disk full": 1 } }));
      expect(entries).toEqual(threeOnce);
      expect(await harness.begun()).toBe(3);
      expect(around.told().join()).not.toContain('journal-unavailable');
    } finally {
      await disk.free();
      await disk.remove();
    }
  });
});

describe('with a browser', () => {
  let around: Surroundings;
  let site: CounterSite;
  beforeAll(async () => {
    const { chromium, chromedriver } = browserPrograms();
    around = await startSurroundings({
      address: sharedServerAddress(),
      app: presser,
      slots: 1,
      env: { STEADYHAND_KINDS: 'web', STEADYHAND_CHROMIUM: chromium, STEADYHAND_CHROMEDRIVER: chromedriver },
    });
  });
  afterAll(() => around?.close());

  interface Place {
    readonly path: string;
    readonly port: number;
    readonly sessionId: string;
    readonly processes: readonly { readonly pid: number }[];
  }

  const killDriver = async ({ processes: [driver] }: Place): Promise<void> => void process.kill(driver?.pid ?? 0, 'SIGKILL');

  /** Returns when the tab is dead: the driver has no other answer to this. */
  async function crashTab({ port, path, sessionId }: Place): Promise<void> {
    await fetch(`http://127.0.0.1:${port}${path}/session/${sessionId}/goog/cdp/execute`, {
      method: 'POST',
      body: JSON.stringify({ cmd: 'Page.crash', params: {} }),
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  }

  test.each(
    sampled([
      ['D19: a crashed tab: another browser at the same address, a new epoch, the model is told, nothing is pressed twice', crashTab, true],
      [
        'HP6: chromedriver killed: another one takes the same browser over, nobody needs to be told, nothing is pressed twice',
        killDriver,
        false,
      ],
    ] as const),
  )('%s', async (_what, strike, isReopened) => {
    const { harness, told, strikeWhen, startWeb } = around;
    site = await startCounterSite(3);
    try {
      const asked = told().length;
      const struck = strikeWhen(shows('Added 1'), async () => strike((await deviceOf(harness, handle)).attachment as unknown as Place));
      const handle = await startWeb(site.url);
      const first = await deviceOf(harness, handle);
      await struck;
      const since = Date.now();
      const result = await handle.result();
      console.log(`went on to its end in ${((Date.now() - since) / 1_000).toFixed(1)} s`);
      expect(result).toMatchObject({ outcome: 'completed', previousSubtasks: [{ status: 'FINISH', result: 'Added 3' }] });
      expect(site.presses).toEqual([1, 2, 3]);
      expect(
        told()
          .slice(asked)
          .some((text) => reopened.test(text)),
      ).toBe(isReopened);
      const { processes } = first.attachment as unknown as Place;
      await until(async () => processes.every(({ pid }) => !isAlive(pid)), 'the end of the first browser');
      await until(async () => (await harness.devices()).length === 0, 'closing the device');
      await until(async () => (await harness.drivers()).length === 0, 'the end of every driver');
    } finally {
      await site.close();
    }
  });
});
