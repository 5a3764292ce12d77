import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { addNewestKey } from '../../../src/adapters/filesystem/key-ring-file.js';
import { checkEncryption } from '../../../src/cli/doctor/settings.js';
import { checkServer } from '../../../src/cli/doctor/server.js';
import { loadConfig } from '../../../src/config/config.js';
import { KeyRingError, EncryptionError } from '../../../src/ports/keys.js';
import { createContextDouble } from './context-double.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steadyhand-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(address: string, env: Readonly<Record<string, string>> = {}) {
  const server = { address, namespace: 'default', connection: {}, isConfigured: true };
  return checkEncryption({
    config: () => loadConfig({ STEADYHAND_HOME: folder, ...env }, folder),
    server: () => server,
    program: 'steadyhand',
  });
}

test('LK60: doctor advises encryption where the server is not this machine, and only there', async () => {
  for (const address of ['127.0.0.1:7233', 'localhost:7233', '[::1]:7233'])
    expect(await check(address)).toMatchObject({ status: 'ok', detail: 'off' });
  expect(await check('temporal.example:7233')).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('temporal.example:7233 is not this machine'),
    advice: expect.stringContaining('`steadyhand new-key`'),
  });
});

test('LK60: doctor names the key that encrypts, and says when there is none although it is on', async () => {
  expect(await check('temporal.example:7233', { STEADYHAND_ENCRYPTION: 'on' })).toMatchObject({
    status: 'fail',
    detail: expect.stringContaining('there is no key in'),
  });
  expect(await check('127.0.0.1:7233', { STEADYHAND_ENCRYPTION_KEY_FILE: 'gone.json' })).toMatchObject({
    status: 'fail',
    detail: expect.stringContaining(`There is no file ${join(folder, 'gone.json')}`),
  });
  const file = join(folder, 'keys', 'payloads.json');
  const [{ id }] = await addNewestKey(file);
  expect(await check('temporal.example:7233')).toEqual({ name: 'Encryption', status: 'ok', detail: `on, key ${id} in ${file}` });
  expect(await check('temporal.example:7233', { STEADYHAND_ENCRYPTION: 'off' })).toMatchObject({
    status: 'warn',
    advice: 'set STEADYHAND_ENCRYPTION to on',
  });
});

test.each([
  new KeyRingError('The keys in a folder cannot be used: that is a folder'),
  new EncryptionError('encryption-no-key', 'There is no file'),
])('LK60: where the keys cannot be used, doctor still tells of the server and of everything else: %s', async (error) => {
  const { context } = createContextDouble();
  const checks = await checkServer({ ...context, serverAnswers: () => Promise.resolve(true), client: () => Promise.reject(error) });
  expect(checks).toEqual([
    { name: 'Temporal server', status: 'fail', detail: expect.stringContaining('one answers at 127.0.0.1:7233'), advice: 'see Encryption' },
  ]);
});
