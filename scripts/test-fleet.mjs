// npm run test:fleet [-- --kills <n>]: what must hold on a server as in production, on one: Temporal with PostgreSQL. The core of each engine's suite, the
// death of the database under open runs, and the torture. Skipped, with the reason, where the machine has no such server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findGoProgram, goPrograms } from './lib/fleet.mjs';
import { ensurePostgres } from './lib/postgres.mjs';
import { root } from './lib/tools.mjs';

const core = [
  'test/e2e/agent/session',
  'test/e2e/agent/people',
  'test/e2e/flow/flow-run',
  'test/e2e/flow/nested',
  'test/e2e/explorer/explore',
  'test/e2e/procedure/durable',
  'test/e2e/procedure/engine-steps',
];
const faults = ['test/faults/postgres-failover', 'test/faults/server-away'];

const args = process.argv.slice(2);
const kills = args[args.indexOf('--kills') + 1] && args.includes('--kills') ? args[args.indexOf('--kills') + 1] : '100';

const why = await whyNot();
if (why !== undefined) console.log(`test:fleet is skipped: ${why}.`);
else {
  const env = { ...process.env, STEADYHAND_TEST_SERVER: 'postgres' };
  const codes = [];
  codes.push(await run(['scripts/test.mjs', 'e2e', '--', '-w', '2', ...core], env));
  codes.push(await run(['scripts/test.mjs', 'faults', '--', '-w', '1', ...faults], env));
  if (kills !== '0')
    codes.push(await run(['scripts/torture.mjs', '--kills', kills, '--out', join(root, 'bench', 'results', 'torture-postgres.json')], env));
  process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
}

async function whyNot() {
  if (!findGoProgram(goPrograms.temporal)) return 'there is no Temporal server to run on PostgreSQL (npm run setup -- --fleet builds one)';
  return ensurePostgres().then(
    () => undefined,
    (error) => `there is no PostgreSQL (${error.message})`,
  );
}

async function run(command, env) {
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code ?? 1;
}
