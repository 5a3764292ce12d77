import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileDeviceRecords } from '../adapters/filesystem/device-records.js';
import { readUnusableKinds } from '../adapters/filesystem/unusable-kinds.js';
import { hostLockHolder } from '../adapters/filesystem/host-lock.js';
import type { ClientContext } from './context.js';
import { isUnreachable } from './errors.js';
import { assembleHosts, type HostView, type LocalHost } from './hosts.js';
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

/** Undefined where no worker has ever run. */
export async function readLocalHost(home: string): Promise<LocalHost | undefined> {
  const file = await readFile(join(home, 'host.json'), 'utf8').catch(() => undefined);
  if (file === undefined) return undefined;
  const { hostId } = JSON.parse(file) as { hostId: string };
  const [holder, records, unusable] = await Promise.all([
    hostLockHolder(home),
    createFileDeviceRecords({ folder: join(home, 'devices') }).list(),
    readUnusableKinds(home),
  ]);
  return { host: hostId, holder, records, unusable };
}
