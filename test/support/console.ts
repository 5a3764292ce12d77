// A console over a harness's server and folder, as one person uses it.
import { createClientContext } from '../../src/client/context.js';
import { createSteadyhand, type Steadyhand } from '../../src/client/steadyhand.js';
import { serveConsole, type ConsoleOptions, type ConsoleServer } from '../../src/console/server.js';
import { sessionHeader } from '../../src/domain/report/console.js';
import type { Harness } from './agent-harness.js';
import { sharedServerAddress } from './temporal-server.js';

export const consoleToken = 'a-token-that-only-tests-know';

export interface DeskOptions extends Partial<ConsoleOptions> {
  readonly around?: (steadyhand: Steadyhand) => Steadyhand;
}

export async function openDesk(
  { home, client }: Pick<Harness, 'home' | 'client'>,
  { around = (steadyhand) => steadyhand, ...options }: DeskOptions = {},
): Promise<ConsoleServer> {
  const env = { TEMPORAL_ADDRESS: sharedServerAddress(), STEADYHAND_HOME: home };
  const steadyhand = around(createSteadyhand(createClientContext({ env, folder: home, program: 'steadyhand', client })));
  return serveConsole({
    steadyhand,
    host: '127.0.0.1',
    port: 0,
    token: consoleToken,
    user: 'ada',
    apps: [],
    log: (text) => process.stderr.write(`${text}\n`),
    ...options,
  });
}

/** What a page that was admitted sends. */
export async function admittedTo({ url }: ConsoleServer): Promise<Readonly<Record<string, string>>> {
  const reply = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ token: consoleToken }),
  });
  const { session } = (await reply.json()) as { readonly session: string };
  return { [sessionHeader]: session, origin: url };
}
