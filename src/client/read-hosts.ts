import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileDeviceRecords } from '../adapters/filesystem/device-records.js';
import { hostLockHolder } from '../adapters/filesystem/host-lock.js';
import type { CliContext } from '../cli/context.js';
import { isUnreachable } from '../cli/errors.js';
import { assembleHosts, type HostView, type LocalHost } from './hosts.js';
import { listWorkers, workflowPollers } from './server-facts.js';
import { listSessions } from './sessions.js';

/** Without a server: this machine's folder alone, with a warning. */
export async function readHosts(context: CliContext): Promise<readonly HostView[]> {
  const local = await readLocalHost(context.config().home);
  try {
    const client = await context.client();
    const [workers, pollers, sessions] = await Promise.all([listWorkers(client), workflowPollers(client), listSessions(client)]);
    return assembleHosts({ workers, pollers, sessions, local, serverAnswered: true }, new Date());
  } catch (error) {
    if (!local || !isUnreachable(error)) throw error;
    context.terminal.warn(
      `No Temporal server answers at ${context.server().address}: this is what the folder of this host says, as it was left.`,
    );
    return assembleHosts({ workers: [], pollers: [], sessions: [], local, serverAnswered: false }, new Date());
  }
}

/** Undefined where no worker has ever run. */
export async function readLocalHost(home: string): Promise<LocalHost | undefined> {
  const file = await readFile(join(home, 'host.json'), 'utf8').catch(() => undefined);
  if (file === undefined) return undefined;
  const { hostId } = JSON.parse(file) as { hostId: string };
  const [holder, records] = await Promise.all([hostLockHolder(home), createFileDeviceRecords({ folder: join(home, 'devices') }).list()]);
  return { host: hostId, holder, records };
}
