import type { HostView } from '../client/hosts.js';
import type { CliContext } from './context.js';

/** The hosts; warns when they are known from this machine's data folder alone. */
export async function hostsOf({ steadyhand, server, terminal }: CliContext): Promise<readonly HostView[]> {
  const { hosts, serverAnswered } = await steadyhand.hosts();
  if (!serverAnswered)
    terminal.warn(`No Temporal server answers at ${server().address}: this is what this host's data folder last recorded.`);
  return hosts;
}
