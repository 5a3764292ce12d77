// Before the first test of `e2e` and `faults`: build, and one Temporal server for the whole run. Its address is in STEADYHAND_TEST_ADDRESS.
import { dirname, join } from 'node:path';
import { buildAll } from '../../scripts/build.mjs';
import { startDevServer } from './dev-server.mjs';

export default async function globalSetup() {
  await buildAll();
  const server = await startDevServer();
  globalThis.steadyhandTestServer = server;
  process.env.STEADYHAND_TEST_ADDRESS = server.address;
  process.env.STEADYHAND_TEST_TEMPORAL_CLI = server.cli;
  pointEverythingAt(server);
}

/** Whatever server the environment or the profile of whoever runs the tests names, tests must not reach it. */
function pointEverythingAt({ address, dbFilename }) {
  for (const variable of Object.keys(process.env)) if (variable.startsWith('TEMPORAL_')) delete process.env[variable];
  process.env.TEMPORAL_ADDRESS = address;
  process.env.TEMPORAL_CONFIG_FILE = join(dirname(dbFilename), 'no-profile.toml');
}
