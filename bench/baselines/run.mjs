// npm run torture:baselines: applies the torture's schedule of kills to the programs one would write first, with the same page and the same ledger as
// judge. What is fair about the comparison, and what is not: docs/at-most-once.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { median } from '../../scripts/lib/median.mjs';
import { endOnSignals } from '../../scripts/lib/processes.mjs';
import { installPackages } from '../lib/install.mjs';
import { sharedKills } from './lib/kills.mjs';
import { startPressScene } from './lib/press-scene.mjs';
import { markdown, summarize } from './lib/table.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const names = {
  temporal: 'One Temporal activity per action, default retries',
  langgraph: 'LangGraphJS, SQLite checkpointer, durability "sync", one node per action',
  steadyhand: 'steadyhand',
};

const program = new Command('torture:baselines')
  .description('Applies the kills of `npm run torture` to programs without a journal, and counts the effects in an outside ledger.')
  .option('--kills <n>', 'how many kills of each system', count, 100)
  .option('--seed <n>', "seed of the torture's schedule", count, 1)
  .addOption(new Option('--only <system>', 'only this system').choices(Object.keys(names)))
  .addOption(
    new Option('--page <page>', 'list: every ticket keeps its button; next: only the next ticket has one')
      .choices(['list', 'next'])
      .default('list'),
  )
  .option('--parallel <n>', 'runs in parallel', count, 3)
  .option('--limit <seconds>', 'after which a run counts as one that never ends', count, 120)
  .option('--out <file>', 'results as JSON (bench/results/baselines-<page>-<seed>.json)')
  .addHelpText(
    'after',
    `
Examples:
  npm run torture:baselines -- --kills 100 --seed 1
  npm run torture:baselines -- --only langgraph --kills 10

The first run installs what the baselines need in bench/baselines/ (better-sqlite3 is compiled where no binary of it can be fetched: minutes).
Exit code: 0 when all kills were made, whatever came of them; 1 when something broke; 2 for a wrong option; 130 when interrupted.`,
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

const running = endOnSignals(console.log);

program.parse();
try {
  await compare(program.opts());
  process.exit(0);
} catch (error) {
  if (running.interrupted) await new Promise(() => {});
  console.error(error);
  await running.cleanUp();
  process.exit(1);
}

async function compare({ kills, seed, only, page, parallel, limit, out }) {
  const systems = only ? [only] : Object.keys(names);
  const file = resolve(out ?? join(here, '..', 'results', `baselines-${page}-${seed}${only ? `-${only}` : ''}.json`));
  if (systems.includes('langgraph')) installPackages({ folder: here, scripts: true, say: console.log });
  const startScene = (options) => startPressScene({ page, ...options });
  const due = sharedKills({ seed, kills, items: 4 });
  const results = {
    at: new Date().toISOString(),
    seed,
    page,
    parallel,
    machine: { node: process.version, cores: cpus().length },
    systems: {},
  };
  for (const system of systems) {
    results.systems[system] = await strikeAll({ system, due, startScene, lanes: parallel, limitMs: limit * 1_000, seed });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
  }
  for (const [system, { summary, calmSeconds, minutes }] of Object.entries(results.systems)) {
    console.log(`\n${names[system]}\n\n${markdown(summary)}\n`);
    console.log(
      `Undisturbed: ${calmSeconds.toFixed(1)} s a run; ${minutes.toFixed(1)} min for these; ${summary.all.missed} kills came after the run had ended.`,
    );
  }
  console.log(`\nResults: ${file}`);
}

async function strikeAll({ system, due, startScene, lanes, limitMs, seed }) {
  console.log(`${names[system]}: starting`);
  const { runOnce } = await starting(system)({ startScene, lanes, owns: (close) => (running.cleanUp = close) });
  const inLanes = (list, work) => {
    const queue = [...list];
    const results = [];
    const runLane = async (lane) => {
      while (queue.length > 0 && !running.interrupted) results.push(await work(queue.shift(), lane));
    };
    return Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane))).then(() => results);
  };
  // Warm-up: the first runs pay for what is loaded once.
  await inLanes(Array.from({ length: lanes }), (_, lane) => runOnce({ lane, limitMs, seed }));
  const calm = await inLanes(Array.from({ length: 2 * lanes }), (_, lane) => runOnce({ lane, limitMs, seed }));
  const broken = calm.find(({ column }) => column !== 'missed');
  if (broken) throw new Error(`An undisturbed run failed: ${broken.reason} ${JSON.stringify(broken.end ?? broken.words)}`);
  const calmMs = median(calm.map(({ ms }) => ms));

  const since = Date.now();
  let shown = since;
  const made = [];
  await inLanes(due, async (kill, lane) => {
    made.push(await runOnce({ kill, lane, calmMs, limitMs, seed }));
    if (Date.now() - shown < 10_000) return;
    shown = Date.now();
    const { all } = summarize(made);
    console.log(
      `${made.length}/${due.length} kills  once ${all.once}  not at all ${all.notAtAll}  unknown ${all.unknown}  twice ${all.twice}  lost ${all.lost}`,
    );
  });
  const minutes = (Date.now() - since) / 60_000;
  await running.cleanUp();
  running.cleanUp = async () => {};
  return { calmSeconds: calmMs / 1_000, minutes, summary: summarize(made), kills: made.sort((one, other) => one.index - other.index) };
}

function starting(system) {
  if (system === 'steadyhand') return async (options) => (await import('./steadyhand.mjs')).startSteadyhand(options);
  const load = {
    temporal: async () => (await import('./temporal/system.mjs')).startTemporal,
    langgraph: async () => (await import('./langgraph/system.mjs')).startLangGraph,
  }[system];
  return async ({ startScene, lanes, owns }) => {
    const [{ createStage }, { runOnce }] = await Promise.all([import('./lib/stage.mjs'), import('./lib/run-once.mjs')]);
    const stage = await createStage({ startScene, startSystem: await load(), lanes, owns });
    return { runOnce: (options) => runOnce(stage, options) };
  };
}

function count(text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return value;
}
