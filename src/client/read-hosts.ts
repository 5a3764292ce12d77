import { join } from 'node:path';
import { createFileDeviceRecords } from '../adapters/filesystem/device-records.js';
import { readHostId, readUnusableKinds, hostLockHolder } from '../adapters/filesystem/host-folder.js';
import { folderOfDevice, handsIn, type RunningHand } from '../adapters/hand/hand-process.js';
import type { ClientContext } from './context.js';
import { isUnreachable } from './errors.js';
import { assembleHosts, type HandView, type HostView, type LocalHost } from './hosts.js';
import { listWorkers, workflowPollers } from './server-facts.js';
import { listSessions } from './sessions.js';

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
export async function readLocalHost(home: string): Promise<LocalHost | undefined> {
  const hostId = await readHostId(home);
  if (hostId === undefined) return undefined;
  const devices = join(home, 'devices');
  const [holder, records, unusable, running] = await Promise.all([
    hostLockHolder(home),
    createFileDeviceRecords({ folder: devices }).list(),
    readUnusableKinds(home),
    handsIn(devices),
  ]);
  const hands = records.flatMap((record) => {
    const own = running.find(({ folder }) => folder === folderOfDevice(devices, record));
    return own ? [[record.deviceId, handView(own)] as const] : [];
  });
  return { host: hostId, holder, records, unusable, hands: new Map(hands) };
}

function handView({ pid, since, memory }: RunningHand): HandView {
  return { process: pid, since, memory };
}
