// npm run test:fleet [-- --kills <n>] [-- --only <part,…>]: what must hold on a server as in production, on one: Temporal with PostgreSQL. The core of each engine's
// suite, what a fleet goes through (a deploy, a queue, a thousand waiting runs, stores and servers that are away, a backup put back), and the torture. Skipped, with the
// reason, where the machine has no such server. Ends with one line `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { findGoProgram, goPrograms } from './lib/fleet.mjs';
import { runJest } from './lib/jest.mjs';
import { ensurePostgres } from './lib/postgres.mjs';
import { root } from './lib/tools.mjs';

/** Sizes that are too slow for `npm run test:all`: an outage of the store in ms, waiting runs, runs with an open device over a deploy. */
const sizes = { STEADYHAND_OUTAGE_MS: '60000', STEADYHAND_WAITING: '1000', STEADYHAND_HELD: '50' };

const env = { ...process.env, ...sizes, STEADYHAND_TEST_SERVER: 'postgres' };

const core = [
  'test/e2e/agent/session',
  'test/e2e/agent/people',
  'test/e2e/flow/flow-run',
  'test/e2e/flow/nested',
  'test/e2e/explorer/explore',
  'test/e2e/procedure/durable',
  'test/e2e/procedure/engine-steps',
  'test/e2e/stores/s3-runs',
  'test/e2e/worker/nexus',
];
/** One at a time: they count what a machine does, or kill what it does it with. */
const fleet = ['deploy', 'deploy-held', 'queue', 'many-waiting', 'postgres-failover', 'restored', 'server-away'].map(
  (name) => `test/faults/${name}.test`,
);

const parts = {
  core: () => jest('core', ['--maxWorkers', '2', ...core]),
  fleet: () => jest('fleet', ['--maxWorkers', '1', ...fleet]),
  torture: (kills) => torture(kills),
};

const { kills, only } = new Command('test:fleet')
  .description('Runs the core of all suites, what fleets go through, and the torture on Temporal with PostgreSQL.')
  .option('--kills <n>', 'kills of the torture', '100')
  .option('--only <parts>', `comma-separated, of ${Object.keys(parts).join(', ')}`, partsOf, Object.keys(parts))
  .addHelpText(
    'after',
    '\nExit code: 0 when all passed, or when this machine cannot have such a server, which it says; 1 when not; 2 for a wrong option.',
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts();

const why = await whyNot();
if (why !== undefined) console.log(`test:fleet is skipped: ${why}.`);
else {
  if (!findGoProgram(goPrograms.s3))
    console.log('Without an S3 server (npm run setup -- --fleet builds one): the tests of runs on one are skipped.');
  const done = [];
  for (const part of only) {
    const began = Date.now();
    const counts = await parts[part](kills);
    done.push({ part, ...counts, seconds: Math.round((Date.now() - began) / 1_000) });
  }
  console.log('');
  for (const { part, passed, failed, failures, details = [], seconds } of done) {
    console.log(`${part}: ${passed} passed, ${failed} failed, ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
    for (const failure of failures) console.log(`  ✖ ${failure}`);
    for (const detail of details) console.log(`\n${detail}`);
  }
  const sum = (key) => done.reduce((total, counts) => total + counts[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}

async function whyNot() {
  if (!findGoProgram(goPrograms.temporal)) return 'there is no Temporal server to run on PostgreSQL (npm run setup -- --fleet builds one)';
  return ensurePostgres().then(
    () => undefined,
    (error) => `there is no PostgreSQL (${error.message})`,
  );
}

function jest(name, args) {
  return runJest(`fleet-${name}`, ['--selectProjects', 'e2e', ...args], { env });
}

/** One test, whatever the number of kills: it says how they ended. */
async function torture(kills) {
  if (kills === '0') return { passed: 0, failed: 0, failures: [] };
  const out = join(root, 'bench', 'results', 'torture-postgres.json');
  const code = await run(['scripts/torture.mjs', '--kills', kills, '--out', out]);
  return code === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`the torture ended with ${code}: ${out}`] };
}

async function run(command) {
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

function partsOf(text) {
  const wanted = text.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) throw new InvalidArgumentError(`Unknown part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  return wanted;
}
