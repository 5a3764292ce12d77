// Hosts on one server, as two machines would be, and what tests ask of them.
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { startFaultHarness, type DeviceFile, type FaultHarness, type FaultHost, type FaultOptions } from './fault-harness.js';
import { performsOf, placeEffects } from './performs.js';
import { repeat } from './repeat.js';
import { sharedServerAddress } from './temporal-server.js';
import { until } from './until.js';

export const threeTimes = [{ press: 1 }, { press: 2 }, { press: 3 }];

/** Of the describe in progress. */
export let harness: FaultHarness;

/** For the tests of a describe. */
export function onHosts(options: Partial<FaultOptions>): void {
  beforeAll(async () => {
    harness = await startFaultHarness({ address: sharedServerAddress(), hosts: 2, ...options });
  });
  // A process that a failed test left frozen would fail the next tests too.
  afterEach(() => harness?.hosts.forEach(({ worker }) => worker.thaw()));
  afterAll(() => harness?.close());
}

/** Ledger entries since then. */
export function ledgerFromNow(): { entries(): readonly unknown[]; times(): readonly number[] } {
  const before = harness.ledger.entries.length;
  return { entries: () => harness.ledger.entries.slice(before), times: () => harness.ledger.times.slice(before) };
}

/** Every effect happened while the run waited for it, at most one per wait. */
export async function expectEffectsInTime(handle: WorkflowHandle, times: readonly number[]): Promise<void> {
  const performs = await performsOf(harness.client, handle.workflowId);
  const places = placeEffects(performs, times);
  expect(places).not.toContain(-1);
  expect(new Set(places).size).toBe(times.length);
}

export const performs = (handle: WorkflowHandle) => performsOf(harness.client, handle.workflowId);
// The server gives a frozen host a task for each of its open polls, and notices each only at its timeout:
// a workflow task after 10 s, a decision after its heartbeat of 3 s and a pause of up to 8 s.
export const pastOpenPollsMs = 60_000;
jest.setTimeout(2 * pastOpenPollsMs);
export const hasPerform = (handle: WorkflowHandle, end: string) =>
  until(async () => (await performs(handle)).some((each) => each.end === end), `a perform that is ${end}`, pastOpenPollsMs);
export const noneLeft = () =>
  until(async () => (await harness.devices()).length + (await harness.drivers()).length === 0, 'the end of all devices');
export const nothingOn = (host: FaultHost) =>
  until(async () => (await host.devices()).length + (await host.drivers()).length === 0, 'the end of what the host left behind');

/** Every UI session that a host records from now on. */
export function sessionsFromNow(): { end(): Promise<readonly string[]> } {
  const seen = new Set<string>();
  const stop = repeat(async () => {
    for (const device of await harness.devices()) if (device.attachment.pid) seen.add(uiSession(device));
  });
  return { end: async () => (await stop(), [...seen]) };
}

export const uiSession = ({ attachment, epoch }: DeviceFile): string => `process ${attachment.pid}, epoch ${epoch}`;

export function deviceOf(handle: WorkflowHandle) {
  return until(async () => {
    const [own] = (await harness.devices()).filter(({ ownerWorkflowId }) => ownerWorkflowId === handle.workflowId);
    return own?.attachment.pid ? own : undefined;
  }, 'the device of the run');
}
