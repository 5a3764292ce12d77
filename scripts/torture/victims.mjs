// The kill itself, as sudden as possible: SIGKILL by process id, without waiting for anything. Workers call it on themselves, the torture calls it from outside.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the data folder of a host: its worker's process id. */
export const workerFile = 'torture-worker';

/** The same: of the Appium server that its devices are behind. */
export const appiumFile = 'torture-appium';

/** Longer than any lease. */
const frozenSeconds = 8;

/**
 * @param {object} strike
 * @param {'worker' | 'driver' | 'host' | 'server' | 'hand' | 'frozen worker'} strike.victim
 * @param {string} strike.home of the host
 * @param {number} strike.worker its process
 * @param {string} strike.run whose driver or hand dies, where only one does
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
    case 'hand':
      for (const { hand } of devicesOf(home).filter(({ owner }) => owner === run)) kill(hand);
      return;
    case 'frozen worker':
      // Whoever stops itself cannot wake itself.
      spawn('sh', ['-c', `sleep ${frozenSeconds}; kill -CONT ${worker}`], { detached: true, stdio: 'ignore' }).unref();
      return signal(worker, 'SIGSTOP');
    case 'host':
      for (const { processes, hand } of devicesOf(home)) [hand, ...processes].forEach(kill);
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
        const { ownerWorkflowId: owner, deviceId, epoch, attachment } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        const own = join(folder, `${name.replace(/\.json$/, '')}-${epoch}`);
        const recorded = attachment.processes?.map(({ pid }) => pid) ?? [attachment.pid];
        // Of a desktop also the process with mouse and keyboard, which is no part of its display; of a phone the server that it is behind.
        const others = [pidIn(join(own, 'mouse-and-keyboard.json')), attachment.sessionId && Number(textOf(join(home, appiumFile)))];
        const processes = [...recorded, ...others].filter((pid) => pid > 1);
        return owner === undefined ? [] : [{ owner, deviceId, hand: pidIn(join(own, 'hand.json')), processes }];
      } catch {
        return []; // gone meanwhile
      }
    });
}

/** -1: there is none, or none any more. */
function pidIn(file) {
  try {
    return JSON.parse(textOf(file)).pid;
  } catch {
    return -1;
  }
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function kill(pid) {
  signal(pid, 'SIGKILL');
}

function signal(pid, name) {
  try {
    if (pid > 1) process.kill(pid, name);
  } catch {
    // It had ended already.
  }
}
