// RP12, RP43: the worker is killed in the very activity that tells the library what a replay came to. The replay is counted once.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { storesIn } from '../support/stores-in.js';
import { asOneWriter } from '../../src/adapters/filesystem/folder-files.js';
import type { FlowLibrary } from '../../src/ports/flow-library.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { deviceless } from '../support/library.js';
import { stoppedLine, type StoppedLine } from '../support/stopped-line.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

describe('a worker that is killed while it counts a replay', () => {
  let harness: FaultHarness;
  let line: StoppedLine;
  let library: FlowLibrary;
  const shared = (): string => join(harness.home, '..', 'shared');
  const flows = (): string => join(shared(), 'flows');
  beforeAll(async () => {
    line = await stoppedLine(sharedServerAddress());
    harness = await startFaultHarness({ address: sharedServerAddress(), env: { TEMPORAL_ADDRESS: line.address } });
    library = storesIn(shared()).library;
  });
  afterAll(async () => {
    await harness?.close();
    await line?.close();
  });

  /** A replay that has come to its end, and whose line waits for this one's turn to end. */
  async function aboutToCount(id: string): Promise<{ readonly handle: WorkflowHandle; readonly letWrite: () => Promise<void> }> {
    await library.save(deviceless({ id }) as never);
    let letGo: () => void = () => undefined;
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
    const turn = asOneWriter(join(flows(), id), () => isLetGo);
    const flow = (await library.read(id))?.document;
    const input = { flow, device: { kind: 'stub', capabilities: {} } };
    const handle = await harness.client.workflow.start('flow', { taskQueue, workflowId: `counted-${process.pid}-${id}`, args: [input] });
    await until(isCounting, 'the activity that counts it');
    return { handle, letWrite: () => (letGo(), turn) };
  }

  /** The worker is at it: the server says so before the worker has heard. */
  async function isCounting(): Promise<boolean> {
    const folder = join(harness.home, 'running');
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
    return texts.some((text) => text.includes('"recordReplay"'));
  }

  /** Which attempt is under way. */
  async function counting(handle: WorkflowHandle): Promise<number | undefined> {
    const { raw } = await handle.describe();
    const started = 2;
    const found = raw.pendingActivities?.find(({ activityType, state }) => activityType?.name === 'recordReplay' && state === started);
    return found?.attempt ?? undefined;
  }

  test('RP12, RP43: killed before the line is written, the replay is counted by the next attempt, once', async () => {
    const { handle, letWrite } = await aboutToCount('not-yet');
    await harness.worker.kill('SIGKILL');
    await letWrite();
    expect(await library.replays('not-yet')).toEqual([]);
    await harness.hosts[0]?.startAgain();
    expect(await handle.result()).toMatchObject({ outcome: 'completed' });
    expect(await library.replays('not-yet')).toMatchObject([{ run: handle.workflowId, outcome: 'completed', version: 1 }]);
  });

  test('RP12, RP43: killed after the line is written and before the server knows, the replay is counted once', async () => {
    const { handle, letWrite } = await aboutToCount('already');
    line.stop();
    await letWrite();
    await until(async () => (await library.replays('already')).length > 0, 'the line');
    expect(await counting(handle)).toBe(1);
    await harness.worker.kill('SIGKILL');
    line.goOn();
    await harness.hosts[0]?.startAgain();
    await until(async () => ((await counting(handle)) ?? 2) > 1, 'another attempt');
    expect(await handle.result()).toMatchObject({ outcome: 'completed' });
    expect(await library.replays('already')).toMatchObject([{ run: handle.workflowId, outcome: 'completed' }]);
    // Written twice, and read as one.
    const lines = await readFile(join(flows(), 'already', 'replays.jsonl'), 'utf8');
    expect(lines.trim().split('\n')).toHaveLength(2);
  });
});
