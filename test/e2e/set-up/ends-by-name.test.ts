// A test that never ends fails by its name, and its lane goes on with the next file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const root = fileURLToPath(new URL('../../..', import.meta.url));
const ours = (name: string): string => join(root, 'test/support/jest', name);

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string }[];
}

test('an endless loop, a promise that never settles and a leftover of the process fail their file alone', async () => {
  const files = {
    'loop.test.ts': "import { test } from '@jest/globals';\ntest('loops', () => {\n  for (;;) Math.random();\n});\n",
    'never.test.ts': "import { test } from '@jest/globals';\ntest('never settles', () => new Promise(() => undefined));\n",
    'leaves.test.ts': "import { test } from '@jest/globals';\ntest('leaves a variable', () => void (process.env['LEFT'] = 'x'));\n",
    'wrong.test.ts':
      "import { expect, test } from '@jest/globals';\ninterface Long {\n  readonly a: number;\n}\n\ntest('is wrong', () => {\n  const one: Long = { a: 1 };\n  expect(one).toEqual({ a: 2 });\n});\n",
    'broken.test.ts': "throw new Error('broken at its import');\n",
    'clock.test.ts': "import { jest, test } from '@jest/globals';\ntest('leaves the clock standing', () => void jest.useFakeTimers());\n",
    'fine.test.ts': "import { test } from '@jest/globals';\ntest('ends', () => undefined);\n",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder(), name), text);
  const config = {
    rootDir: folder(),
    runtime: ours('runtime.mjs'),
    testEnvironment: ours('environment.mjs'),
    transform: {},
    testMatch: ['**/*.test.ts'],
    testTimeout: 1_000,
  };
  const report = join(folder(), 'report.json');
  const counts = join(folder(), 'counts.json');
  const args = ['--config', JSON.stringify(config), '--maxWorkers', '2', '--json', '--outputFile', report];
  args.push('--reporters', ours('reporter.mjs'));
  const jest = ['--import', ours('register.mjs'), join(root, 'node_modules/jest/bin/jest.js')];
  const child = spawn(process.execPath, [...jest, ...args], {
    cwd: folder(),
    env: { ...process.env, STEADYHAND_COUNTS: counts },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');

  // When it happens, and among what stands last.
  const why = /\S*loop\.test\.ts: loops: ended, since its process stood still for more than 11 s/;
  expect(said).toMatch(why);
  const { details } = JSON.parse(await readFile(counts, 'utf8')) as { readonly details: readonly string[] };
  expect(details.find((detail) => detail.startsWith('✖ loop.test.ts'))).toMatch(why);
  const { numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const messageOf = (name: string): string | undefined => testResults.find((each) => each.name.endsWith(name))?.message;
  expect(messageOf('loop.test.ts')).toMatch(/SIGKILL/);
  expect(messageOf('never.test.ts')).toMatch(/never settles[^]*Exceeded timeout of 1000 ms/);
  expect(messageOf('leaves.test.ts')).toMatch(/leaves in its process, for the next one: the variable LEFT/);
  // The line of the `.ts`, though its types are gone from what ran.
  expect(messageOf('wrong.test.ts')).toMatch(/wrong\.test\.ts:8:15/);
  expect(messageOf('broken.test.ts')).toMatch(/broken at its import/);
  expect(messageOf('clock.test.ts')).toBe('');
  expect(messageOf('fine.test.ts')).toBe('');
  expect(numPassedTests).toBeGreaterThanOrEqual(1);
});
