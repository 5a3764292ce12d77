// Before the first test of `e2e`: builds, and starts a Temporal server for each Jest worker, since the product names its task queues. Their addresses are in STEADYHAND_TEST_ADDRESSES.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildAll } from '../../../scripts/build.mjs';
import { startDevServer } from '../dev-server.mjs';
import { markTestRun } from './left-running.mjs';

export default async function globalSetup({ maxWorkers }) {
  await buildAll();
  const servers = await Promise.all(Array.from({ length: maxWorkers }, () => startDevServer({ inMemory: true })));
  globalThis.steadyhandTestServers = servers;
  const [{ cli, dbFilename }] = servers;
  process.env.STEADYHAND_TEST_ADDRESSES = servers.map(({ address }) => address).join(',');
  process.env.STEADYHAND_TEST_TEMPORAL_CLI = cli;
  // Tests must not reach the server that the user's environment or profile names. Each Jest worker names its own (worker-setup.mjs).
  for (const variable of Object.keys(process.env)) if (variable.startsWith('TEMPORAL_')) delete process.env[variable];
  process.env.TEMPORAL_CONFIG_FILE = join(dirname(dbFilename), 'no-profile.toml');
  writeFileSync(process.env.TEMPORAL_CONFIG_FILE, '');
  markTestRun();
}
