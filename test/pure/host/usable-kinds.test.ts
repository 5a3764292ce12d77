import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readUnusableKinds, writeUnusableKinds } from '../../../src/adapters/filesystem/host-folder.js';
import { createMemoryDriver } from '../../../src/adapters/memory/memory-driver.js';
import { createWebDriverDriver } from '../../../src/adapters/webdriver/webdriver-driver.js';
import { usableKinds } from '../../../src/host/usable-kinds.js';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'steadyhand-kinds-'));
});

afterEach(() => rm(home, { recursive: true, force: true }));

test('a worker offers the kinds that it can open, and reports the others with the reason, in a log line and in its folder', async () => {
  const nowhere = join(home, 'chromium');
  const drivers = [createWebDriverDriver({ chromium: nowhere, chromedriver: nowhere, profiles: home }), createMemoryDriver()];
  const lines: string[] = [];
  const listeners = {
    log: (text: string) => void lines.push(text),
    note: (unusable: Parameters<typeof writeUnusableKinds>[1]) => writeUnusableKinds(home, unusable),
  };
  expect(await usableKinds(drivers, listeners)).toEqual(['memory']);
  const why = `'${nowhere}' does not run; run \`npx steadyhand doctor\`, or set STEADYHAND_CHROMIUM`;
  expect(lines).toEqual([`no web devices are offered: ${why}.`]);
  expect(await readUnusableKinds(home)).toEqual([{ kind: 'web', why }]);

  expect(await usableKinds([createMemoryDriver()], listeners)).toEqual(['memory']);
  expect(await readUnusableKinds(home)).toEqual([]);
});

test('a broken record of them counts as none', async () => {
  await writeUnusableKinds(home, [{ kind: 'web', why: 'no browser' }]);
  await truncate(join(home, 'unusable-kinds.json'), 9);
  expect(await readUnusableKinds(home)).toEqual([]);
});

test('programs with mismatched versions are not offered', async () => {
  const { node, other } = { node: process.execPath, other: await programThatSays('9.8.7') };
  const driver = createWebDriverDriver({ chromium: node, chromedriver: other, profiles: home });
  expect(await driver.check?.()).toMatch(/^Chromium \d+\.\S+ and chromedriver 9\.8\.7 do not match; /);
  expect(await createWebDriverDriver({ chromium: other, chromedriver: other, profiles: home }).check?.()).toBeUndefined();
});

test('a browser that tells its version and does not start is not offered; one that has started is not tried again', async () => {
  const chromedriver = await programThatSays('9.8.7');
  const chromium = join(home, 'chromium');
  const started = join(home, 'cache', 'started.json');
  const check = () => createWebDriverDriver({ chromium, chromedriver, profiles: home, sandbox: true, started }).check?.();
  const starts = async () => (await readFile(join(home, 'starts'), 'utf8').catch(() => '')).length;
  const write = (then: string) =>
    writeFile(chromium, `#!/bin/sh\n[ "$1" = --version ] && exec echo 9.8.7\nprintf x >> ${join(home, 'starts')}\n${then}\n`, {
      mode: 0o755,
    });

  await write('echo "[1:1:FATAL:zygote.cc(1)] No usable sandbox!" >&2; exit 1');
  expect(await check()).toBe(
    `'${chromium}' does not start (No usable sandbox!); run \`npx steadyhand doctor\`, or set STEADYHAND_CHROMIUM, or STEADYHAND_SANDBOX=false if it is its sandbox that the system forbids`,
  );
  await check();
  expect(await starts()).toBe(2);
  await write('exit 0');
  for (let times = 0; times < 3; times++) expect(await check()).toBeUndefined();
  expect(await starts()).toBe(3);
});

async function programThatSays(version: string): Promise<string> {
  const path = join(home, 'program');
  await writeFile(path, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  return path;
}
