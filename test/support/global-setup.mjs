// Before the first test of `e2e` and `faults`: build, and a Temporal server for each of Jest's workers, since task queues are named by the product. Their addresses are in STEADYHAND_TEST_ADDRESSES.
import { dirname, join } from 'node:path';
import { buildAll } from '../../scripts/build.mjs';
import { startDevServer } from './dev-server.mjs';

export default async function globalSetup({ maxWorkers }) {
  await buildAll();
  const servers = await Promise.all(Array.from({ length: maxWorkers }, () => startDevServer({ inMemory: true })));
  globalThis.steadyhandTestServers = servers;
  const [{ cli, dbFilename }] = servers;
  process.env.STEADYHAND_TEST_ADDRESSES = servers.map(({ address }) => address).join(',');
  process.env.STEADYHAND_TEST_TEMPORAL_CLI = cli;
  // Whatever server the environment or the profile of whoever runs the tests names, tests must not reach it. Each worker names its own (worker-setup.mjs).
  for (const variable of Object.keys(process.env)) if (variable.startsWith('TEMPORAL_')) delete process.env[variable];
  process.env.TEMPORAL_CONFIG_FILE = join(dirname(dbFilename), 'no-profile.toml');
}
