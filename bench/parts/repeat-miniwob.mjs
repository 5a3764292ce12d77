// RP44: of MiniWoB's public half, each task once by an agent (the oracle is its model), then by the flow of that run on three other seeds. Where the other
// seed's instruction is the same up to its values, these are read out of it by `matchRequest`, without a model; else the flow is not used.
// A flow that halts is started again on that seed, with an agent for the rest. Beside both: what the agent takes on that seed from the start.
import { join } from 'node:path';
import { miniwobSuite } from '../../dist/bench/eval/miniwob/suite.js';
import { openLane } from '../../dist/bench/eval/lane.js';
import { serveOracle } from '../../dist/bench/eval/oracle/server.js';
import { runTask } from '../../dist/bench/eval/run-task.js';
import { matchRequest } from '../../dist/domain/library/match-request.js';
import { runEnd } from '../../dist/client/run-end.js';
import { parseFlow } from '../../dist/domain/flow/parse-flow.schema.js';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { ensureTemporalCli } from '../../scripts/lib/temporal-cli.mjs';
import { cacheFolder } from '../../scripts/lib/tools.mjs';
import { attended } from '../lib/attended.mjs';
import { compared, plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';

const seeds = [1, 2, 3, 4];
/** Of one seed: for the agent, for a flow alone, for one with an agent for the rest. */
const ways = ['agent', 'alone', 'finished'];
const limitMs = 60_000;

/** @param {string} [cases] only tasks whose names contain it @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export async function measureRepeatMiniwob(say, cases) {
  const suite = suiteOr(say);
  if (!suite) return [];
  const tasks = suite.tasks.filter(({ id, isPublic, needs }) => isPublic && !needs && (cases === undefined || id.includes(cases)));
  return withScope(async (scope) => {
    const { opened, lane } = await openAll(scope, suite, tasks);
    const counts = { agent: 0, calls: 0, compiled: 0, matched: 0, right: 0, halted: 0, wrong: 0 };
    const beside = { finished: { right: 0, calls: 0 }, agent: { right: 0, calls: 0 } };
    for (const { id } of tasks) {
      const pages = opened.filter(({ task }) => task === id);
      const words = await measureTask(lane, pages, { counts, beside });
      say(`${id}: ${words}`);
    }
    const replays = tasks.length * (seeds.length - 1);
    const each = ({ calls }) => (counts.matched === 0 ? 0 : calls / counts.matched);
    return [
      plain(`agents that succeeded, of ${tasks.length} tasks`, '', counts.agent),
      plain('… calls of a model each', '', counts.agent === 0 ? 0 : counts.calls / counts.agent),
      plain('… whose run makes a flow', '', counts.compiled),
      plain(`other seeds whose instruction is the same up to its values, of ${replays}`, '', counts.matched),
      plain('… right, with no call', '', counts.right),
      plain('… halted', '', counts.halted),
      plain('… WRONG', '', counts.wrong, { atMost: 0 }),
      compared('… right with an agent for the rest; baseline: the agent from the start', '', beside.finished.right, beside.agent.right),
      compared('… calls of a model each; baseline: the agent from the start', '', each(beside.finished), each(beside.agent)),
    ];
  });
}

async function measureTask({ steadyhand }, pages, { counts, beside }) {
  const pageOf = (seed, way) => pages.filter((page) => page.seed === seed)[ways.indexOf(way)];
  const [firstSeed, ...otherSeeds] = seeds;
  const { success, calls, id } = await byAgent(steadyhand, pageOf(firstSeed, 'agent'));
  if (!success) return 'the agent fails';
  counts.agent += 1;
  counts.calls += calls;
  const compiled = await steadyhand.compile(id).catch((error) => error);
  if (compiled instanceof Error) return `no flow: ${compiled.message}`;
  counts.compiled += 1;
  const { flow } = parseFlow(compiled.flow);
  const ends = [];
  for (const seed of otherSeeds) {
    const variables = matchRequest(pageOf(seed, 'alone').request, flow);
    if (!variables) {
      ends.push('another request');
      continue;
    }
    counts.matched += 1;
    const alone = await replay(steadyhand, { flow: compiled.flow, variables, other: pageOf(seed, 'alone') });
    counts[alone.end] += 1;
    const isHalted = alone.end === 'halted';
    const finished = isHalted
      ? await replay(steadyhand, { flow: compiled.flow, variables, other: pageOf(seed, 'finished'), fallback: 'agent' })
      : alone;
    const agent = await byAgent(steadyhand, pageOf(seed, 'agent'));
    for (const [way, isRight, made] of [
      ['finished', finished.end === 'right', finished.calls],
      ['agent', agent.success, agent.calls],
    ]) {
      beside[way].right += isRight ? 1 : 0;
      beside[way].calls += made;
    }
    const more = isHalted ? ` (${alone.because}), with an agent ${finished.end} in ${finished.calls}` : '';
    ends.push(`${alone.end}${more}; the agent ${agent.success ? 'right' : 'fails'} in ${agent.calls}`);
  }
  return ends.join(' · ');
}

async function byAgent(steadyhand, page) {
  const id = `repeat-${page.task}-${page.seed}-${process.pid}`;
  const lane = { steadyhand, check: async () => undefined };
  const { success, calls } = await runTask(lane, page, { id, signal: AbortSignal.timeout(limitMs * 3) });
  return { id, success, calls };
}

/** The page is the judge: whatever it judges as failed is wrong, and so is a flow that says it has done what the page does not reward. */
async function replay(steadyhand, { flow, variables, other, fallback }) {
  const rest = fallback ? { fallback, settings: { pictures: 'never' } } : {};
  const run = await steadyhand.startFlow({ flow, variables, heal: 'never', device: { kind: 'web', url: other.url }, ...rest });
  await attended(run, ['All that is known is in the request.']).catch(() => undefined);
  const { outcome, result, message } = await runEnd((await steadyhand.temporal()).workflow.getHandle(run.id));
  const reward = other.reward();
  const isRight = reward !== undefined && reward > 0;
  return {
    end: isRight ? 'right' : outcome === 'completed' || reward !== undefined ? 'wrong' : 'halted',
    calls: result?.usage?.modelCalls ?? 0,
    because: result?.message ?? message ?? outcome,
  };
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
  const runs = tasks.flatMap(({ id }) => seeds.flatMap((seed) => ways.map(() => ({ task: id, seed }))));
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
