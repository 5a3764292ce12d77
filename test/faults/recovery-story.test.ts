// What a person sees of a run after a fault: `show` and the current details report attempt, host, epoch, the journal's answer and the decision.
import { dirname, join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { summariesOf } from '../support/summaries.js';
import { until } from '../support/until.js';
import { commandLine } from '../support/command-line.js';
import { startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { sharedServerAddress, temporalCli } from '../support/temporal-server.js';

let harness: FaultHarness;
beforeAll(async () => {
  harness = await startFaultHarness({ address: sharedServerAddress() });
});
afterAll(() => harness?.close());

async function shown(handle: WorkflowHandle): Promise<string> {
  const env = { STEADYHAND_KINDS: 'stub', STEADYHAND_SHARED: join(dirname(harness.home), 'shared'), TEMPORAL_CLI_PATH: temporalCli() };
  const steadyhand = commandLine({ address: sharedServerAddress(), folder: harness.home, env });
  const { code, stdout, stderr } = await steadyhand('show', handle.workflowId);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function details(handle: WorkflowHandle): Promise<string> {
  const metadata = await handle.query<{ currentDetails?: string }, []>('__temporal_workflow_metadata').catch(() => undefined);
  return metadata?.currentDetails ?? '';
}

test('D1, HP3: a worker killed during an action: the journal was asked, it has the outcome, the device came back', async () => {
  const begun = await harness.begun();
  const handle = await harness.start(threePresses(harness.ledger.url, { delayMs: 1_500 }));
  await until(async () => (await harness.begun()) > begun, 'an action that has begun');
  await harness.restart('SIGKILL');
  await until(
    // The details have the last one only, and soon that is of the device.
    async () => /Last recovery, at .*: (perform-1 .* that outcome is taken|The device was attached again)/.test(await details(handle)),
    'the story in the current details',
  );
  await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
  const host = /[0-9A-Z]{26}/.source;
  const story = await shown(handle);
  expect(story).toMatch(
    new RegExp(`perform-1 \\(Click “Add”.*\\), attempt 1 on host ${host}, epoch 1: .*; the journal has its outcome; that outcome is taken`),
  );
  expect(await summariesOf(handle)).toContainEqual(
    expect.stringMatching(new RegExp(`^ask the journal of host ${host} what became of perform-1, epoch 1$`)),
  );
});

test('D18: a driver killed: another device under a new epoch, reported in the steps and in the details', async () => {
  const second = harness.answerHeld(3);
  const handle = await harness.start(threePresses(harness.ledger.url));
  const release = await second;
  const [driver] = await harness.drivers();
  if (driver === undefined) throw new Error('no driver runs');
  process.kill(driver, 'SIGKILL');
  release();
  await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed' });
  expect(await shown(handle)).toMatch(/Another device was opened: host [0-9A-Z]{26}, epoch 2\. What was on the old one is gone\./);
});
