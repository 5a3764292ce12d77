// What a worker and `doctor` say where browsers cannot be isolated as configured.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isolationProblem } from '../../../src/adapters/webdriver/isolation/checked.js';
import { checkIsolation } from '../../../src/cli/doctor/programs.js';
import { loadConfig } from '../../../src/config/config.js';
import { driverOf } from '../../../src/worker/drivers.js';

let empty: string;
const { PATH } = process.env;
beforeEach(async () => void (empty = await mkdtemp(join(tmpdir(), 'steadyhand-path-'))));
afterEach(async () => {
  process.env['PATH'] = PATH;
  await rm(empty, { recursive: true, force: true });
});
const program = async (name: string, text: string): Promise<void> => {
  await writeFile(join(empty, name), `#!/bin/sh\n${text}\n`);
  await chmod(join(empty, name), 0o755);
  process.env['PATH'] = `${empty}:${PATH}`;
};

test('LK34: without bubblewrap it is told how to get it', async () => {
  process.env['PATH'] = empty;
  expect(await isolationProblem({ kind: 'bubblewrap', reach: [] })).toBe(
    'bubblewrap is not installed, which browser.isolation asks for; on Debian `apt-get install bubblewrap`, or set STEADYHAND_ISOLATION=none and do without it',
  );
});

test('LK34: a system that forbids user namespaces is told', async () => {
  await program(
    'bwrap',
    '[ "$1" = --version ] && exec echo bubblewrap 1.2.3; echo "bwrap: No permissions to create new namespace" >&2; exit 1',
  );
  expect(await isolationProblem({ kind: 'bubblewrap', reach: [] })).toMatch(
    /^bubblewrap cannot make a sandbox here \(bwrap: No permissions to create new namespace\); allow user namespaces/,
  );
});

test('LK34: a user that is not there, or sees everything, is told', async () => {
  expect(await isolationProblem({ kind: 'user', user: 'no-such-user' })).toMatch(
    /^(there is no user 'no-such-user'|.*needs a worker that runs as root)/,
  );
  expect(await isolationProblem({ kind: 'user', user: 'root' })).toMatch(/is root|needs a worker that runs as root/);
});

test('LK34: no browser is offered where its isolation does not work, and `doctor` says the same', async () => {
  const version = '[ "$1" = --version ] && exec echo 9.8.7';
  await program('bwrap', `${version}; echo "no namespaces" >&2; exit 1`);
  await program('browser', version);
  const path = join(empty, 'browser');
  const config = loadConfig({ STEADYHAND_ISOLATION: 'bubblewrap', STEADYHAND_CHROMIUM: path, STEADYHAND_CHROMEDRIVER: path }, empty);
  const driver = driverOf('web', config, { profiles: empty, journal: empty, refusedPorts: [] });
  const why = await driver.check?.();
  expect(why).toMatch(/^bubblewrap cannot make a sandbox here \(no namespaces\); /);
  const { status, detail, advice } = (await checkIsolation(config.browser)) ?? {};
  expect(status).toBe('fail');
  expect(`${detail}; ${advice}`).toBe(why);
});

test('LK34: `doctor` tells the isolation that works, and which files another user may read', async () => {
  await program('bwrap', 'echo bubblewrap 1.2.3');
  expect(await checkIsolation({ isolation: 'none', reach: [] })).toBeUndefined();
  expect(await checkIsolation({ isolation: 'bubblewrap', reach: [3_000] })).toEqual({
    name: 'Isolation',
    status: 'ok',
    detail: 'bubblewrap 1.2.3, ports of this machine in reach: 3000',
  });
  if (process.getuid?.() !== 0) return;
  const file = join(empty, '.env');
  await writeFile(file, 'OPENAI_API_KEY=x', { mode: 0o644 });
  expect(await checkIsolation({ isolation: 'user', user: 'nobody', reach: [] }, empty)).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining(file),
  });
});
