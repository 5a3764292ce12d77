// RP44: of MiniWoB's public half, each task once by an agent (the oracle is its model), then by the flow of that run on three other seeds. Where the other
// seed's instruction is the same up to its values, these are read out of it by `matchRequest`, without a model; else the flow is not used.
import { join } from 'node:path';
import { miniwobSuite } from '../../dist/eval/miniwob/suite.js';
import { openLane } from '../../dist/eval/lane.js';
import { serveOracle } from '../../dist/eval/oracle/server.js';
import { runTask } from '../../dist/eval/run-task.js';
import { matchRequest } from '../../dist/domain/library/match-request.js';
import { parseFlow } from '../../dist/domain/flow/parse-flow.schema.js';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { ensureTemporalCli } from '../../scripts/lib/temporal-cli.mjs';
import { cacheFolder } from '../../scripts/lib/tools.mjs';
import { attended } from '../lib/attended.mjs';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';

const seeds = [1, 2, 3, 4];
const limitMs = 60_000;

/** @param {string} [cases] only tasks whose names contain it @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export async function measureRepeatMiniwob(say, cases) {
  const suite = suiteOr(say);
  if (!suite) return [];
  const tasks = suite.tasks.filter(({ id, isPublic, needs }) => isPublic && !needs && (cases === undefined || id.includes(cases)));
  return withScope(async (scope) => {
    const { opened, lane } = await openAll(scope, suite, tasks);
    const counts = { agent: 0, calls: 0, compiled: 0, matched: 0, right: 0, halted: 0, wrong: 0 };
    for (const { id } of tasks) {
      const [first, ...others] = opened.filter(({ task }) => task === id);
      const words = await measureTask(lane, first, others, counts);
      say(`${id}: ${words}`);
    }
    const replays = tasks.length * (seeds.length - 1);
    return [
      plain(`agents that succeeded, of ${tasks.length} tasks`, '', counts.agent),
      plain('… calls of a model each', '', counts.agent === 0 ? 0 : counts.calls / counts.agent),
      plain('… whose run makes a flow', '', counts.compiled),
      plain(`other seeds whose instruction is the same up to its values, of ${replays}`, '', counts.matched),
      plain('… right, with no call', '', counts.right),
      plain('… halted', '', counts.halted),
      plain('… WRONG', '', counts.wrong, { atMost: 0 }),
    ];
  });
}

async function measureTask({ steadyhand }, first, others, counts) {
  const id = `repeat-${first.task}-${process.pid}`;
  const { success, calls } = await runTask({ steadyhand, check: async () => undefined }, first, {
    id,
    signal: AbortSignal.timeout(limitMs * 3),
  });
  if (!success) return 'the agent fails';
  counts.agent += 1;
  counts.calls += calls;
  const compiled = await steadyhand.compile(id).catch((error) => error);
  if (compiled instanceof Error) return `no flow: ${compiled.message}`;
  counts.compiled += 1;
  const { flow } = parseFlow(compiled.flow);
  const ends = [];
  for (const other of others) {
    const variables = matchRequest(other.request, flow);
    const end = variables ? await replay(steadyhand, { flow: compiled.flow, variables, other }) : 'another request';
    if (variables) counts.matched += 1;
    if (end in counts) counts[end] += 1;
    ends.push(end);
  }
  return ends.join(', ');
}

/** The page is the judge: whatever it judges as failed is wrong, and so is a flow that says it has done what the page does not reward. */
async function replay(steadyhand, { flow, variables, other }) {
  const run = await steadyhand.startFlow({ flow, variables, heal: 'never', device: { kind: 'web', url: other.url } });
  const completed = await attended(run, ['All that is known is in the request.']).then(
    ({ result }) => result.outcome === 'completed',
    () => false,
  );
  const reward = other.reward();
  if (reward !== undefined && reward > 0) return 'right';
  return completed || reward !== undefined ? 'wrong' : 'halted';
}

function suiteOr(say) {
  try {
    return miniwobSuite(cacheFolder(), process.env);
  } catch (error) {
    say(`MiniWoB is left out: ${error.message}`);
    return undefined;
  }
}

async function openAll(scope, suite, tasks) {
  const folder = await scope.folder();
  const { chromium, chromedriver } = await ensureBrowser();
  const runs = tasks.flatMap(({ id }) => seeds.map((seed) => ({ task: id, seed })));
  const opened = await suite.open(runs, { chromium, sandbox: false, folder, signal: AbortSignal.timeout(600_000) });
  scope.onEnd(() => opened.close());
  const oracle = await serveOracle(suite.oracle);
  scope.onEnd(() => oracle.close());
  const { path: cli } = await ensureTemporalCli();
  const model = { OPENAI_BASE_URL: oracle.baseUrl, OPENAI_API_KEY: 'oracle', STEADYHAND_MODEL: 'oracle' };
  const env = { PATH: process.env.PATH, HOME: folder, STEADYHAND_CHROMIUM: chromium, STEADYHAND_CHROMEDRIVER: chromedriver, ...model };
  const lane = await openLane({ home: join(folder, 'lane'), temporalCli: () => cli, env, cwd: folder });
  scope.onEnd(() => lane.close());
  return { opened: opened.tasks, lane };
}
