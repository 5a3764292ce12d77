// Token keys: generated once, readable by their owner only (docs/design/procedure.md §4).
import { mkdtemp, readFile, readdir, rm, stat, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openKeyRing } from '../../../src/adapters/filesystem/key-ring-file.js';

let home: string;
const path = (): string => join(home, 'keys', 'procedure.json');
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'steadyhand-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('a first key is generated once, even by concurrent processes, and others cannot read it', async () => {
  const rings = await Promise.all(Array.from({ length: 20 }, () => openKeyRing(home)));
  expect(new Set(rings.map(([first]) => `${first.id} ${Buffer.from(first.secret).toString('hex')}`)).size).toBe(1);
  expect((await stat(path())).mode & 0o777).toBe(0o600);
  expect((await stat(join(home, 'keys'))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(home, 'keys'))).toEqual(['procedure.json']);
  const [{ secret }] = await openKeyRing(home);
  expect(secret).toHaveLength(32);
});

test('P52: a key added at the front is the newest; the others remain', async () => {
  await openKeyRing(home);
  const { keys } = JSON.parse(await readFile(path(), 'utf8')) as { keys: { id: string; secret: string }[] };
  await writeFile(path(), JSON.stringify({ keys: [{ id: 'autumn', secret: 'A'.repeat(43) }, ...keys] }));
  expect((await openKeyRing(home)).map(({ id }) => id)).toEqual(['autumn', keys[0]?.id]);
});

test.each([
  ['no JSON', 'keys'],
  ['no keys', '{"keys":[]}'],
  ['a short secret', '{"keys":[{"id":"a","secret":"AAAA"}]}'],
  ['a name with capitals', `{"keys":[{"id":"A","secret":"${'A'.repeat(43)}"}]}`],
  ['two of one name', `{"keys":[${[1, 2].map(() => `{"id":"a","secret":"${'A'.repeat(43)}"}`).join()}]}`],
])('a file with %s is refused, by its path and without its content', async (_what, text) => {
  await openKeyRing(home);
  await writeFile(path(), text);
  const error: unknown = await openKeyRing(home).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'key-ring-invalid', message: expect.stringContaining(path()) });
  expect((error as Error).message).not.toContain('AAAA');
});

test('a file that others can read is refused, with what to do', async () => {
  await openKeyRing(home);
  await chmod(path(), 0o644);
  await expect(openKeyRing(home)).rejects.toThrow(`chmod 600 ${path()}`);
});
