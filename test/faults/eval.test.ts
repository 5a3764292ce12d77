// The evaluation as a person starts it: real pages, browser, worker and server; the oracle in the model's place.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectTemporal, findTemporal } from '../../src/client/temporal-connection.js';
import { miniwobSuite } from '../../bench/eval/miniwob/suite.js';
import { miniwobPages } from '../../bench/eval/miniwob/wheel.js';
import { serveOracle } from '../../bench/eval/oracle/server.js';
import type { EvalResults } from '../../bench/eval/results.js';
import { commandLine, type Ended } from '../support/command-line.js';
import { sharedServerAddress, startDevServer } from '../support/temporal-server.js';

/** What `npm run eval` starts after set-up. */
const program = fileURLToPath(new URL('../../dist/bench/eval/main.js', import.meta.url));
const cache = process.env['STEADYHAND_CACHE'] ?? join(homedir(), '.cache', 'steadyhand');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-eval-test-'));
});

afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

function evaluate(...args: readonly string[]): Promise<Ended> {
  return commandLine({ address: sharedServerAddress(), folder, program }).start(...args).ended;
}

function whyNoPages(): string | undefined {
  try {
    miniwobPages(cache);
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

withPages(
  "HE52: a model of one's own is asked in the oracle's place, on a server that is given, and its price is counted",
  async () => {
    // What stands in for the model is our oracle, as somebody's server of the name `own`.
    const { oracle } = miniwobSuite(cache, process.env);
    const [model, server] = await Promise.all([serveOracle(oracle), startDevServer()]);
    try {
      await writeFile(
        join(folder, 'steadyhand.config.json'),
        JSON.stringify({ model: { images: false, prices: { own: { input: 1, output: 2 } } } }),
      );
      const env = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'own' };
      const { ended } = commandLine({ address: sharedServerAddress(), folder, env, program }).start(
        ...['--model', 'own', '--tasks', 'click-test', '--seeds', '1', '--address', server.address, '--json'],
      );
      const { code, stdout } = await ended;
      expect(code).toBe(0);
      const { mind, runs } = JSON.parse(stdout) as EvalResults;
      expect({ mind, runs }).toMatchObject({ mind: 'own', runs: [{ task: 'click-test', success: true, costUsd: expect.any(Number) }] });
      const [run] = runs;
      expect(run?.costUsd).toBeCloseTo(((run?.inputTokens ?? 0) + 2 * (run?.outputTokens ?? 0)) / 1e6, 6);
      const client = await connectTemporal(findTemporal(folder, { TEMPORAL_ADDRESS: server.address }));
      const counted = await client.workflow.count(`WorkflowType = 'hostAgent'`);
      await client.connection.close();
      expect(counted.count).toBe(1);
      expect(await readFile(join(folder, 'eval/results/miniwob.own.md'), 'utf8')).toMatch(/^# miniwob, own$/m);
    } finally {
      await server.stop();
      await model.close();
    }
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
