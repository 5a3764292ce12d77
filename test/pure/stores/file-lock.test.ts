// The lock beside a file that several may rewrite.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { withFileLock } from '../../../src/adapters/filesystem/file-lock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((each) => each.kill('SIGKILL')));

/** A process that has the lock until it is killed. */
async function holder(path: string): Promise<ChildProcess> {
  const hold = `require('fs-native-extensions').tryLock(require('node:fs').openSync(process.argv[1], 'a')); console.log('held'); setInterval(() => {}, 1000)`;
  const child = spawn(process.execPath, ['-e', hold, `${path}.lock`], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('LK60: nobody works while another process does, frozen or not, and a kill lets the next one in', async () => {
  const path = join(folder(), 'keys.json');
  const child = await holder(path);
  child.kill('SIGSTOP');
  let isKilled = false;
  const work = withFileLock(path, () => Promise.resolve(isKilled));
  await new Promise((resolve) => setTimeout(resolve, 300));
  isKilled = true;
  child.kill('SIGKILL');
  expect(await work).toBe(true);
});

test('LK60: work that fails leaves the lock to the next', async () => {
  const path = join(folder(), 'keys.json');
  await expect(withFileLock(path, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(await withFileLock(path, () => Promise.resolve('done'))).toBe('done');
});
