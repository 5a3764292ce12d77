import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readUnusableKinds, writeUnusableKinds } from '../../../src/adapters/filesystem/unusable-kinds.js';
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

async function programThatSays(version: string): Promise<string> {
  const path = join(home, 'program');
  await writeFile(path, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  return path;
}
