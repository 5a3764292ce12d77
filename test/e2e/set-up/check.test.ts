// `npm run check` in a project whose steps are told what to find.
import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const root = fileURLToPath(new URL('../../..', import.meta.url));
const steps = ['lint', 'types', 'lint:typed', 'knip', 'circles', 'docs', 'format'];

async function project(finds: Readonly<Record<string, string>>): Promise<void> {
  const scripts = Object.fromEntries(steps.map((step) => [step, step in finds ? `echo ${finds[step]} && exit 1` : 'true']));
  await writeFile(join(folder(), 'package.json'), JSON.stringify({ name: 'checked', version: '1.0.0', scripts }));
}

async function check(): Promise<{ readonly code: number; readonly said: readonly string[] }> {
  const ran = promisify(execFile)(process.execPath, [join(folder(), 'scripts/check.mjs')], { cwd: folder() });
  const { code, stdout } = await ran.then(
    (ended) => ({ code: 0, ...ended }),
    (error: { readonly code: number; readonly stdout: string }) => error,
  );
  return { code, said: stdout.trim().split('\n') };
}

beforeEach(async () => {
  await cp(join(root, 'scripts'), join(folder(), 'scripts'), { recursive: true });
  await mkdir(join(folder(), 'node_modules'));
  await writeFile(join(folder(), '.gitignore'), 'node_modules\n');
  await promisify(execFile)('git', ['init', '--quiet'], { cwd: folder() });
});

test('each step is told; what failed stands last, with what it found; where nothing has changed since all passed, nothing runs', async () => {
  await project({ lint: 'one-finding', 'lint:typed': 'another' });
  const failed = await check();
  expect(failed.code).toBe(1);
  expect(
    failed.said
      .slice(0, steps.length)
      .map((line) => line.replace(/ \(\d+ s\)$/, ''))
      .sort(),
  ).toEqual(steps.map((step) => `${step.startsWith('lint') ? '✖' : '✔'} ${step}`).sort());
  expect(failed.said.slice(steps.length)).toEqual(
    expect.arrayContaining([
      '✖ lint',
      'one-finding',
      '✖ lint:typed',
      'another',
      expect.stringMatching(/^✖ Failed: lint(:typed)?, lint(:typed)?$/),
    ]),
  );
  // What failed is not remembered as passed.
  expect((await check()).code).toBe(1);

  await project({});
  expect(await check()).toMatchObject({ code: 0, said: expect.arrayContaining([expect.stringMatching(/^✔ knip /)]) });
  expect(await check()).toEqual({ code: 0, said: ['✔ Nothing has changed since everything passed.'] });
  await writeFile(join(folder(), 'a-new-file.ts'), '');
  expect((await check()).said).toHaveLength(steps.length);
});
