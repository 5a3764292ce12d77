import { join } from 'node:path';
import { createFileDeviceRecords } from '../adapters/filesystem/device-records.js';
import { readHostId, readUnusableKinds, hostLockHolder } from '../adapters/filesystem/host-folder.js';
import { folderOfDevice, processesIn, type RunningProcess } from '../adapters/device-process/start-process.js';
import type { ClientContext } from './context.js';
import { ClientError, isUnreachable } from './errors.js';
import { assembleHosts, type DeviceView, type DeviceProcessView, type HostView, type LocalHost } from './hosts.js';
import { listWorkers, workflowPollers } from './server-facts.js';
import { listSessions } from './sessions.js';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, WorkflowFailedError } from '@temporalio/client';

export interface HostsFound {
  readonly hosts: readonly HostView[];
  /** Without a server, everything comes from this machine's folder. */
  readonly serverAnswered: boolean;
}

export async function readHosts(context: ClientContext): Promise<HostsFound> {
  const local = await readLocalHost(context.config().home);
  try {
    const client = await context.client();
    const [workers, pollers, sessions] = await Promise.all([listWorkers(client), workflowPollers(client), listSessions(client)]);
    return { hosts: assembleHosts({ workers, pollers, sessions, local, serverAnswered: true }, new Date()), serverAnswered: true };
  } catch (error) {
    if (!local || !isUnreachable(error)) throw error;
    const hosts = assembleHosts({ workers: [], pollers: [], sessions: [], local, serverAnswered: false }, new Date());
    return { hosts, serverAnswered: false };
  }
}

/** Undefined where no worker has ever run. Throws `HostFormatError`. */
async function readLocalHost(home: string): Promise<LocalHost | undefined> {
  const hostId = await readHostId(home);
  if (hostId === undefined) return undefined;
  const devices = join(home, 'devices');
  const [holder, records, unusable, running] = await Promise.all([
    hostLockHolder(home),
    createFileDeviceRecords({ folder: devices }).list(),
    readUnusableKinds(home),
    processesIn(devices),
  ]);
  const hands = records.flatMap((record) => {
    const own = running.find(({ folder }) => folder === folderOfDevice(devices, record));
    return own ? [[record.deviceId, handView(own)] as const] : [];
  });
  return { host: hostId, holder, records, unusable, hands: new Map(hands) };
}

function handView({ pid, since, memory }: RunningProcess): DeviceProcessView {
  return { process: pid, since, memory };
}

// Closes one device, wherever it is, once the action that is running on it has ended; its run opens another when it needs one.

/** A running action may finish first (30 s at most), then the driver ends. */
const closingMs = 50_000;
/** A host checks its unheld devices every minute. */
const reapingMs = 75_000;

interface FoundDevice {
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
export async function closeDevice(context: ClientContext, { host, device }: FoundDevice): Promise<boolean> {
  return device.state === 'left' ? untilReaped(context, host, device) : endSession(await context.client(), device);
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
async function untilReaped({ config, program }: ClientContext, { host = '' }: HostView, { device }: DeviceView): Promise<boolean> {
  for (const deadline = Date.now() + reapingMs; Date.now() < deadline; await delay(500)) {
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
