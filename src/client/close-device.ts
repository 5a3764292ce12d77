// Closes one device, wherever it is, once the action that is running on it has ended; its run opens another when it needs one.
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, WorkflowFailedError } from '@temporalio/client';
import type { ClientContext } from './context.js';
import { ClientError, isUnreachable } from './errors.js';
import type { DeviceView, HostView } from './hosts.js';
import { readLocalHost } from './read-hosts.js';

/** A running action may finish first (30 s at most), then the driver ends. */
const closingMs = 50_000;
/** A host checks its unheld devices every minute. */
const reapingMs = 75_000;

export interface FoundDevice {
  readonly host: HostView;
  readonly device: DeviceView;
}

/** By its id, or the beginning of one. Throws a `ClientError` that names the alternatives. */
export function findDevice(hosts: readonly HostView[], id: string, program: string): FoundDevice {
  const all = hosts.flatMap((host) => host.devices.map((device) => ({ host, device })));
  const found = all.filter(({ device }) => device.device.startsWith(id));
  const [only] = found;
  if (!only || id === '') throw new ClientError('refused', `There is no device '${id}': \`${program} hosts\` shows those that exist.`);
  if (found.length > 1)
    throw new ClientError(
      'refused',
      `'${id}' is the beginning of ${found.length} devices: ${found.map(({ device }) => device.device).join(', ')}.`,
    );
  if (only.device.state === 'waits' && only.host.host === undefined)
    throw new ClientError(
      'refused',
      `'${only.device.device}' is not open: its session waits for a host. \`${program} cancel\` ends its run.`,
    );
  return only;
}

/** Resolves with whether it closed in time (50 s; 75 s for a device left behind); if not, it closes later. */
export async function closeDevice(context: ClientContext, { host, device }: FoundDevice, signal?: AbortSignal): Promise<boolean> {
  return device.state === 'left' ? untilReaped(context, host, device, signal) : endSession(await context.client(), device);
}

/** Only that run of the session: a device that was opened meanwhile is a different one. */
async function endSession(client: Client, { session, sessionRunId }: DeviceView): Promise<boolean> {
  const handle = client.workflow.getHandle(session, sessionRunId);
  await handle.cancel();
  try {
    await client.withDeadline(Date.now() + closingMs, () => handle.result());
    return true;
  } catch (error) {
    if (error instanceof WorkflowFailedError) return true;
    if (isUnreachable(error)) return false;
    throw error;
  }
}

/** Only its own host may touch a device that was left there (docs/at-most-once.md): the host closes it within a minute, or when its worker starts. */
async function untilReaped(
  { config, program }: ClientContext,
  { host = '' }: HostView,
  { device }: DeviceView,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (const deadline = Date.now() + reapingMs; Date.now() < deadline; await delay(500, undefined, signal ? { signal } : {})) {
    const local = await readLocalHost(config().home);
    if (!local?.records.some(({ deviceId }) => deviceId === device)) return true;
    if (local.holder === undefined)
      throw new ClientError(
        'refused',
        `The run of device ${device} has ended, and no worker runs on its host ${host}: \`${program} worker\` closes it when it starts.`,
      );
  }
  return false;
}
