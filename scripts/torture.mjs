// npm run torture: kills whatever can be killed while runs are under way, and counts the effects in an outside ledger. Which kills:
// torture/schedule.mjs; how they are classified: torture/classing.mjs.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Table from 'cli-table3';
import { Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { median } from './lib/median.mjs';
import { endOnSignals } from './lib/processes.mjs';
import { root } from './lib/tools.mjs';
import { openResults, UsageError } from './torture/results.mjs';
import { killOf, scheduleOf } from './torture/schedule.mjs';
import { isGood, rowsOf, summarize } from './torture/table.mjs';

const scenes = {
  stub: {
    items: 4,
    parallel: 5,
    usualMs: 6_000,
    limitMs: 120_000,
    load: async () => (await import('./torture/ticket-scene.mjs')).startTicketScene,
  },
  // Of the stub device, too: a compiled flow in place of an agent.
  replay: {
    items: 4,
    parallel: 5,
    usualMs: 4_000,
    limitMs: 120_000,
    kind: 'stub',
    load: async () => (await import('./torture/replay-scene.mjs')).startReplayScene,
  },
  web: {
    items: 2,
    parallel: 2,
    usualMs: 20_000,
    limitMs: 240_000,
    load: async () => (await import('./torture/shop-scene.mjs')).startShopScene,
  },
  desktop: {
    items: 4,
    parallel: 2,
    usualMs: 20_000,
    limitMs: 240_000,
    load: async () => (await import('./torture/press-scenes.mjs')).startDesktopScene,
  },
  // The server that is killed is all phones' of its host.
  appium: {
    items: 4,
    parallel: 3,
    slots: 1,
    usualMs: 12_000,
    limitMs: 240_000,
    load: async () => (await import('./torture/press-scenes.mjs')).startPhoneScene,
  },
};

const program = new Command('torture')
  .description(
    'Kills processes at every point of an action, by a seeded schedule, and counts the effects in an outside ledger: once, not at all, unknown, twice, lost.',
  )
  .option('--kills <n>', 'how many kills', count, 200)
  .option('--besides <n>', 'how many kills of hands and freezes of workers besides', whole, 0)
  .option('--seed <n>', 'seed of the schedule: the same seed gives the same kills', whole, 1)
  .addOption(new Option('--device <kind>', 'what the runs act on').choices(Object.keys(scenes)).default('stub'))
  .option(
    '--parallel <n>',
    `runs in parallel (${Object.entries(scenes)
      .map(([kind, { parallel }]) => `${kind}: ${parallel}`)
      .join(', ')})`,
    count,
  )
  .option('--effect-check', 'the runs name an effect check that reads the ledger')
  .option('--resume', 'continue with the kills that the results file does not have yet')
  .option('--only <index>', 'repeat only this kill of the schedule', whole)
  .option('--out <file>', 'results as JSON (bench/results/torture-<device>-<seed>.json)')
  .addHelpText(
    'after',
    `
Examples:
  npm run torture -- --kills 200 --seed 1
  npm run torture -- --device web --kills 50 --resume
  npm run torture -- --device desktop --kills 70 --besides 30      (after npm run setup -- --desktop)
  npm run torture -- --effect-check --kills 100 --seed 1
  npm run torture -- --device replay --kills 500
  npm run torture -- --seed 1 --only 17

Exit code: 0 when nothing ran twice, nothing was lost in silence and every run ended by itself; 1 when not; 2 for a wrong option; 130 when interrupted.`,
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

/** Random moments are spread over the median of this many undisturbed runs, measured again in each shard. */
const newest = 5;
/** After this many kills one run is left undisturbed. */
const calmEvery = 10;
/** Not listed one by one. */
const quiet = { once: true, notAtAll: true, unknown: true, missed: true };

const running = endOnSignals(line);

program.parse();
try {
  process.exitCode = await torture(program.opts());
} catch (error) {
  if (running.interrupted) await new Promise(() => {});
  await running.cleanUp();
  console.error(error instanceof UsageError ? error.message : error);
  process.exit(error instanceof UsageError ? 2 : 1);
}

async function torture({ kills, besides, seed, device, parallel: wanted, effectCheck: effectChecks = false, resume, only, out }) {
  const { items, usualMs, load, parallel: usual, slots, kind = device } = scenes[device];
  // A killed server with PostgreSQL (FL1) takes many times as long to start again.
  const limitMs = scenes[device].limitMs * (process.env.STEADYHAND_TEST_SERVER === 'postgres' ? 3 : 1);
  const parallel = only === undefined ? (wanted ?? usual) : 1;
  const file =
    out ??
    join(
      root,
      'bench',
      'results',
      `torture-${device}${effectChecks ? '-checked' : ''}-${seed}${only === undefined ? '' : `-only-${only}`}.json`,
    );
  const schedule = { device, seed, items, ...(effectChecks ? { effectChecks } : {}) };
  const results = openResults({ file, schedule, resume: resume === true && only === undefined });
  const known = new Set(results.kills.map(({ index }) => index));
  const due =
    only === undefined
      ? scheduleOf({ seed, kills, besides, items }).filter(({ index }) => !known.has(index))
      : [killOf({ seed, index: only, items })];

  const { createStage } = await import('./torture/stage.mjs');
  const { runOnce } = await import('./torture/run.mjs');
  const startedAt = Date.now();
  const owns = (close) => void (running.cleanUp = close);
  const stage = await createStage({
    device: kind,
    hosts: parallel,
    slots: slots ?? parallel + 1,
    startScene: await load(),
    effectChecks,
    owns,
  });

  /** Undisturbed runs are measured throughout, because the machine's load changes. */
  async function leaveAlone() {
    const run = await runOnce(stage, { usualMs, limitMs, seed });
    if (running.interrupted) return;
    if (!run.finished || run.column !== 'missed') throw new Error(`An undisturbed run failed: ${run.words ?? run.reason}`);
    results.add({ column: run.column, ms: run.ms });
  }

  line(`${parallel} undisturbed runs first, to compare with`);
  await inLanes(Array.from({ length: parallel }), parallel, () => runOnce(stage, { usualMs, limitMs, seed }));
  await inLanes(Array.from({ length: parallel }), parallel, leaveAlone);

  const killingSince = Date.now();
  let shown = Date.now();
  const work = due.flatMap((kill, place) => (place % calmEvery === calmEvery - 1 ? [kill, undefined] : [kill]));
  await inLanes(work, parallel, async (kill) => {
    if (!kill) return leaveAlone();
    let result = await runOnce(stage, { kill, usualMs: median(results.calm.slice(-newest)), limitMs, seed });
    // The run ended before its kill: try an earlier moment.
    for (let tries = 1; tries < 3 && result.column === 'missed' && result.finished && !running.interrupted; tries += 1)
      result = await runOnce(stage, {
        kill: { ...kill, fraction: kill.fraction / 2 ** tries },
        usualMs: median(results.calm.slice(-newest)),
        limitMs,
        seed,
      });
    if (running.interrupted) return;
    results.add(result);
    if (!(result.column in quiet) || !result.finished) console.log(told(result, schedule));
    if (process.stdout.isTTY || Date.now() - shown > 10_000) {
      shown = Date.now();
      progress(results.kills, due.length + known.size, Date.now() - killingSince);
    }
  });
  const killingMs = Date.now() - killingSince;

  line('waiting until every device is closed');
  const left = await untilClosed(stage, 90_000);
  await stage.close();
  running.cleanUp = async () => {};

  const calmMs = median(results.calm);
  const summary = summarize(results.kills, calmMs);
  const shard = {
    kills: due.length,
    minutes: killingMs / 60_000,
    killsPerMinute: (due.length / killingMs) * 60_000,
    calmSeconds: calmMs / 1000,
    parallel,
  };
  results.save({ ...schedule, at: new Date(startedAt).toISOString(), node: process.version, shard, summary, leftBehind: left });
  report({ summary, shard, left, file, schedule, kills: results.kills });
  return isGood(summary) && left.length === 0 ? 0 : 1;
}

/** The work in order, `count` at a time. */
async function inLanes(list, count, work) {
  const queue = list.map((each) => each);
  const results = [];
  const lane = async () => {
    while (queue.length > 0 && !running.interrupted) results.push(await work(queue.shift()));
  };
  await Promise.all(Array.from({ length: count }, lane));
  return results;
}

/** Devices and processes that remain after all runs have ended. */
async function untilClosed(stage, withinMs) {
  for (const deadline = Date.now() + withinMs; ; await pause(250)) {
    const left = [...stage.devices().map(({ owner }) => `device of ${owner}`), ...stage.drivers().map((pid) => `process ${pid}`)];
    if (left.length === 0 || Date.now() > deadline) return left;
  }
}

function progress(kills, all, ms) {
  const { all: sum, unfinished } = summarize(kills, 0);
  const bad = sum.twice + sum.lost + unfinished;
  const text = `${kills.length}/${all} kills  once ${sum.once}  not at all ${sum.notAtAll}  unknown ${sum.unknown}  twice ${sum.twice}  lost ${sum.lost}  (missed ${sum.missed}, ${Math.round(ms / 1000)} s)`;
  line(bad > 0 ? pc.red(text) : text);
}

/** One line that the next one replaces, on a terminal. */
function line(text) {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[2K${text}`);
  else console.log(text);
}

function report({ summary, shard, left, file, schedule, kills }) {
  line('');
  for (const by of ['point', 'victim']) {
    const { head, rows } = rowsOf(summary, by);
    const table = new Table({ head, colAligns: ['left', ...head.slice(1).map(() => 'right')], style: { head: [], border: [] } });
    table.push(...rows.map((row) => [...row]));
    console.log(table.toString());
  }
  console.log(
    `${summary.all.kills} kills, ${summary.all.missed} more came after the run had ended; undisturbed runs take ${shard.calmSeconds.toFixed(1)} s.`,
  );
  console.log(
    `This shard: ${shard.kills} kills in ${shard.minutes.toFixed(1)} min, ${shard.killsPerMinute.toFixed(0)} a minute, ${shard.parallel} runs at once.`,
  );
  for (const kill of kills.filter(({ column, finished }) => !(column in quiet) || !finished)) console.log(told(kill, schedule));
  for (const each of left) console.log(pc.red(`Left behind: ${each}`));
  console.log(`Results: ${file}`);
}

function told({ index, point, victim, item, column, reason, words }, { seed, device, effectChecks }) {
  const again = `npm run torture -- --device ${device}${effectChecks ? ' --effect-check' : ''} --seed ${seed} --only ${index}`;
  return pc.red(
    `\n#${index} ${victim} killed ${point}, item ${item}: ${column}, ${reason}${words ? ` (${words})` : ''}\n   again: ${again}`,
  );
}

function count(text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return value;
}

function whole(text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0 || value > 0xffffffff)
    throw new InvalidArgumentError('It must be a whole number, 0 or above.');
  return value;
}
