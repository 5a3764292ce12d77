// A test that never ends fails by its name, and is not waited for.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { runJest } from '../../../scripts/lib/jest.mjs';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const reporter = fileURLToPath(new URL('../../support/under-way.mjs', import.meta.url));

test('Jest that stands still is ended, and names the file', async () => {
  await writeFile(join(folder(), 'fine.test.js'), "test('ends', () => undefined);\n");
  await writeFile(join(folder(), 'loop.test.js'), "test('never ends', () => {\n  for (;;) Math.random();\n});\n");
  const config = JSON.stringify({ rootDir: folder(), testEnvironment: 'node', reporters: [reporter] });
  const still = await runJest('stands-still', ['--config', config, '--runInBand'], { stdio: 'ignore', stillMs: 8_000 });
  expect(still).toEqual({
    code: 1,
    stuck: expect.stringMatching(
      /^no test file began or ended for 8 s; under way: loop\.test\.js(; process state R, \d+ s of the processor)?$/,
    ),
  });
  const fine = await runJest('stands-still', ['--config', config, '--runInBand', 'fine'], { stdio: 'ignore', stillMs: 60_000 });
  expect(fine).toEqual({ code: 0, stuck: undefined });
});
