// The command as a person uses it: real pages, browser, worker and server; the oracle in the model's place.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { miniwobPages } from '../../src/eval/miniwob/wheel.js';
import type { EvalResults } from '../../src/eval/results.js';
import { commandLine, type Ended } from '../support/command-line.js';
import { sharedServerAddress } from '../support/temporal-server.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-eval-test-'));
});

afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

function evaluate(...args: readonly string[]): Promise<Ended> {
  return commandLine({ address: sharedServerAddress(), folder }).start('eval', ...args).ended;
}

function whyNoPages(): string | undefined {
  try {
    miniwobPages(process.env['STEADYHAND_CACHE'] ?? join(homedir(), '.cache', 'steadyhand'));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const missing = whyNoPages();
if (missing !== undefined) console.warn(missing);
const withPages = missing === undefined ? test : test.skip;

withPages(
  'HE50: three tasks succeed by their own judge; results are kept as JSON and as a table, and compared with the last ones',
  async () => {
    const tasks = ['click-test', 'choose-list', 'click-checkboxes'];
    const first = await evaluate('--tasks', tasks.join(','), '--seeds', '1', '--at-least', '100', '--parallel', '1', '--json');
    expect(first.code).toBe(0);
    const results = JSON.parse(first.stdout) as EvalResults;
    expect(results).toMatchObject({ suite: 'miniwob', mind: 'oracle', kill: false });
    expect(results.runs.map(({ task, success, reward }) => [task, success, reward])).toEqual(tasks.map((task) => [task, true, 1]));
    expect(
      results.runs.every(({ calls, actions, inputTokens, questions }) => calls > 1 && actions > 0 && inputTokens > 500 && questions === 0),
    ).toBe(true);
    expect(JSON.parse(await readFile(join(folder, 'eval/results/miniwob.oracle.json'), 'utf8'))).toEqual(results);
    expect(await readFile(join(folder, 'eval/results/miniwob.oracle.md'), 'utf8')).toMatch(/\| click-test +\| +1\/1 \|/);
    const second = await evaluate('--tasks', 'click-test', '--seeds', '1');
    expect(second.stdout).toContain(`## Compared with ${results.at}`);
  },
  300_000,
);

withPages(
  'HE51: a task of several steps succeeds although its worker is killed',
  async () => {
    const { code, stdout } = await evaluate('--tasks', 'choose-date', '--seeds', '1', '--kill', '--json');
    expect(code).toBe(0);
    const { kill, runs } = JSON.parse(stdout) as EvalResults;
    expect(kill).toBe(true);
    expect(runs).toEqual([expect.objectContaining({ task: 'choose-date', success: true, killed: true })]);
  },
  300_000,
);

withPages('HE50: an unknown task, or only one that the oracle does not know, is one sentence', async () => {
  expect(await evaluate('--tasks', 'click-moon')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error The suite miniwob has no task 'click-moon'\. It has: ascending-numbers, .*\n$/),
  });
  expect(await evaluate('--tasks', 'use-slider')).toMatchObject({
    code: 2,
    stderr: 'error Nothing is left to run: use-slider (no oracle).\n',
  });
});

test('HE50: an unknown suite is one sentence', async () => {
  expect(await evaluate('--suite', 'x')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: "error There is no suite 'x'. There is: miniwob.\n",
  });
});
