// The kill itself, as sudden as possible: SIGKILL by process id, without waiting for anything. Workers call it on themselves, the torture calls it from outside.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {object} strike
 * @param {'worker' | 'driver' | 'host' | 'server'} strike.victim
 * @param {string} strike.home of the host
 * @param {number} strike.worker its process
 * @param {string} strike.run whose driver dies, where only one does
 * @param {string} strike.serverFile holds the server's process id
 * @param {number} strike.pick 0 to 1: which of a driver's processes
 */
export function killVictim({ victim, home, worker, run, serverFile, pick }) {
  switch (victim) {
    case 'worker':
      return kill(worker);
    case 'driver':
      for (const { processes } of devicesOf(home).filter(({ owner }) => owner === run))
        kill(processes[Math.floor(pick * processes.length)]);
      return;
    case 'host':
      for (const { processes } of devicesOf(home)) processes.forEach(kill);
      return kill(worker);
    case 'server':
      return kill(Number(readFileSync(serverFile, 'utf8')));
    default:
      throw new TypeError(`There is no victim '${victim}'.`);
  }
}

/** A host's records of its devices; read synchronously, because the caller may be about to die. */
export function devicesOf(home) {
  const folder = join(home, 'devices');
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      try {
        const { ownerWorkflowId: owner, deviceId, attachment } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        const processes = attachment.processes?.map(({ pid }) => pid) ?? [attachment.pid];
        return owner === undefined ? [] : [{ owner, deviceId, processes: processes.filter((pid) => pid > 1) }];
      } catch {
        return []; // gone meanwhile
      }
    });
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function kill(pid) {
  try {
    if (pid > 1) process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended already.
  }
}
