// npm test [-- jest arguments]: the pure tests, and of the end-to-end tests those that scripts/lib/suites.mjs names for every day; with paths, those instead.
// npm run test:all [-- --bucket N]: what `npm test` runs, with all its cases, then every other end-to-end file, bucket by bucket; or that bucket alone. `--smokes`: the smokes of kills; `--operations`: what operators do and meet, with a table of what the ledgers counted.
import { readFileSync, writeFileSync } from 'node:fs';
import { findGoProgram, goPrograms } from './lib/fleet.mjs';
import { countsFile, runJest } from './lib/jest.mjs';
import { operationsFolder, operationsTable } from './lib/operations.mjs';
import { alone, buckets, everyday, leftOut, operations, operationsOnPostgres, recordTimes, smokes } from './lib/suites.mjs';

/** End-to-end files wait more than they work; kills aim at moments, so that theirs are fewer. */
const lanes = { everyday: '4', kills: '3', alone: '1' };
/** Options of Jest whose next word is no path. */
const takesValue = new Set(['-t', '--testNamePattern', '-w', '--maxWorkers', '--testTimeout', '--seed', '--selectProjects']);
const everything = { ...process.env, STEADYHAND_EVERYTHING: '1' };

const given = process.argv.slice(2);
const began = { at: performance.now(), processor: processorSeconds() };
const done = [];
let child;
let isInterrupted = false;
// Ctrl-C reaches Jest directly; this process stays to report how it ended.
process.on('SIGINT', () => (isInterrupted = true));
process.on('SIGTERM', () => {
  isInterrupted = true;
  child?.kill('SIGTERM');
});

if (given[0] === 'all') await testAll(given.slice(1));
else await testEveryday(given);
report();

async function testEveryday(args) {
  const hasPaths = args.some((argument, index) => !argument.startsWith('-') && !takesValue.has(args[index - 1]));
  await jest('test', ['--maxWorkers', lanes.everyday, ...args, ...(hasPaths ? [] : ['test/pure/', ...everyday])]);
}

async function testAll(args) {
  const all = buckets();
  const [option, number] = args;
  if (option === undefined) {
    await jest('everyday', ['--maxWorkers', lanes.everyday, 'test/pure/', ...everyday], everything);
    await jest('smokes', ['--maxWorkers', lanes.kills, ...smokes], everything);
    for (const index of all.keys()) await testBucket(all, index);
    if (process.env.STEADYHAND_RECORD_TIMES === '1' && !isInterrupted)
      recordTimes(done.flatMap(({ times }) => times).filter(({ file }) => !file.startsWith('test/pure/')));
    console.log(`\nNot in here: ${leftOut}.`);
  } else if (option === '--smokes' && args.length === 1) await jest('smokes', ['--maxWorkers', lanes.kills, ...smokes]);
  else if (option === '--operations' && args.length === 1) await testOperations();
  else if (option === '--bucket' && args.length === 2 && /^[1-9]\d*$/.test(number)) {
    await testBucket(all, (Number(number) - 1) % all.length);
    console.log('\nThe other buckets are left to `npm run test:all`.');
  } else {
    console.error(
      `✖ test:all does not know '${args.join(' ')}', only --smokes, --operations and --bucket with a number (there are ${all.length}; a larger one goes round).`,
    );
    process.exit(2);
  }
}

/** One file at a time, each scene told by what its ledger has. */
async function testOperations() {
  const { folder, told, remove } = operationsFolder();
  try {
    const env = { ...everything, STEADYHAND_OPERATIONS: folder, STEADYHAND_AWAY_SECONDS: '600' };
    const alone = ['--maxWorkers', '1', '--verbose=false'];
    await jest('operations', [...alone, ...operations], env);
    const hasPostgres = findGoProgram(goPrograms.temporal) !== undefined;
    if (!hasPostgres)
      console.log(
        'Without a Temporal server on PostgreSQL (npm run setup -- --fleet builds one): backup and restore on a development server alone.',
      );
    await jest(
      'operations-postgres',
      [...alone, ...operationsOnPostgres],
      hasPostgres ? { ...env, STEADYHAND_TEST_SERVER: 'postgres' } : env,
    );
    console.log(`\n${operationsTable(told())}`);
  } finally {
    remove();
  }
}

async function testBucket(all, index) {
  console.log(`\nBucket ${index + 1} of ${all.length}: ${all[index].join(', ')}`);
  const shared = all[index].filter((file) => !alone.includes(file));
  const apart = all[index].filter((file) => alone.includes(file));
  // Of a single file Jest would show what it prints.
  if (shared.length > 0) await jest(`bucket-${index + 1}`, ['--maxWorkers', lanes.kills, '--verbose=false', ...shared], everything);
  if (apart.length > 0) await jest(`bucket-${index + 1}-alone`, ['--maxWorkers', lanes.alone, '--verbose=false', ...apart], everything);
}

async function jest(name, args, env) {
  if (isInterrupted) return;
  done.push({ name, ...(await runJest(name, args, { env, spawned: (started) => (child = started) })) });
}

function report() {
  const counts = { passed: sum('passed'), failed: sum('failed'), failures: done.flatMap(({ failures }) => failures) };
  if (counts.passed + counts.failed === 0) {
    counts.failed = 1;
    done.at(-1)?.details.push('✖ No test has such a name or path.');
  }
  writeFileSync(countsFile('counts'), `${JSON.stringify(counts)}\n`);
  tellTimes();
  for (const detail of done.flatMap(({ details }) => details)) console.log(`\n${detail}`);
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

function sum(key) {
  return done.reduce((total, counts) => total + counts[key], 0);
}

/** Where the time went: files run side by side, so that their sum exceeds what elapsed. */
function tellTimes() {
  const files = done.flatMap(({ times }) => times);
  if (files.length < 2) return;
  const of = (folder) => files.filter(({ file }) => file.startsWith(`test/${folder}/`));
  const sums = ['pure', 'e2e', 'faults'].filter((folder) => of(folder).length > 0);
  const added = sums.map(
    (folder) => `${folder} ${of(folder).length} files, ${Math.round(of(folder).reduce((total, { seconds }) => total + seconds, 0))} s`,
  );
  console.log(`\nTime by file, added up: ${added.join('; ')}. The slowest:`);
  for (const { file, seconds } of files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  const processor = began.processor === undefined ? '' : `, ${minutes(processorSeconds() - began.processor)} of this machine's processors`;
  console.log(`${minutes((performance.now() - began.at) / 1_000)}${processor}`);
}

function minutes(seconds) {
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Linux: what all processors have done since the machine started, for much of what tests start is detached from them. */
function processorSeconds() {
  try {
    const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/ +/).slice(1).map(Number);
    return (user + nice + system + irq + softirq) / 100;
  } catch {
    return undefined;
  }
}
