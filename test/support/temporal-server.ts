// Servers for tests. One that is shared by all suites of a worker of Jest is for those that do it no harm; a suite that kills its server or sets its limits starts its own.
import { type DevServer, freePort, startDevServer } from './dev-server.mjs';

export { type DevServer, freePort, startDevServer };

/** `host:port` of the server that global-setup.mjs started for this worker of Jest. */
export function sharedServerAddress(): string {
  return required('TEMPORAL_ADDRESS');
}

/** The Temporal CLI's file, for tests that use it as a person does. */
export function temporalCli(): string {
  return required('STEADYHAND_TEST_TEMPORAL_CLI');
}

/** Environment for child processes (worker, CLI) that shall use that server: no other TEMPORAL_ variable of the caller gets through. */
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
