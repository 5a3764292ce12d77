// Servers for tests. The suites of a Jest worker share one server, which they must not disturb; a suite that kills its server or sets its limits starts its own.
import { type DevServer, startDevServer } from './dev-server.mjs';

export { type DevServer, startDevServer };

/** `host:port` of the server that global-setup.mjs started for this Jest worker. */
export function sharedServerAddress(): string {
  return required('TEMPORAL_ADDRESS');
}

/** Path of the Temporal CLI, for tests that use it as a person does. */
export function temporalCli(): string {
  return required('STEADYHAND_TEST_TEMPORAL_CLI');
}

/** Environment for child processes (worker, CLI) that use that server, without the caller's other TEMPORAL_ variables. */
export function temporalEnvironment(address = sharedServerAddress()): Readonly<Record<string, string | undefined>> {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_'));
  return { ...Object.fromEntries(others), TEMPORAL_ADDRESS: address, TEMPORAL_CONFIG_FILE: process.env['TEMPORAL_CONFIG_FILE'] };
}

function required(variable: string): string {
  const value = process.env[variable];
  if (value === undefined)
    throw new Error(`${variable} is not set: run this test in the Jest project e2e or faults, whose global set-up starts a server.`);
  return value;
}
