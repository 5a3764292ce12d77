// The lock beside a file that several may rewrite.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { withFileLock } from '../../../src/adapters/filesystem/file-lock.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steadyhand-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('LK60: who took so long that another one took the lock over is told so before it writes, and does its work again', async () => {
  const path = join(folder, 'keys.json');
  const lock = `${path}.lock`;
  const found: boolean[] = [];
  const result = await withFileLock(path, async (isMine) => {
    if (found.length === 0) writeFileSync(lock, 'of another one');
    found.push(await isMine());
    if (found.length > 1) return 'written';
    // The other one ends before it is asked again.
    rmSync(lock);
    return undefined;
  });
  expect([result, found]).toEqual(['written', [false, true]]);
  expect(existsSync(lock)).toBe(false);
});

test('LK60: work that fails leaves no lock', async () => {
  const path = join(folder, 'keys.json');
  await expect(withFileLock(path, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(existsSync(`${path}.lock`)).toBe(false);
});
