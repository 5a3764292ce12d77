import type { HostView } from '../client/hosts.js';
import type { CliContext } from './context.js';

/** With a warning where they are what this machine's folder says alone. */
export async function hostsOf({ steadyhand, server, terminal }: CliContext): Promise<readonly HostView[]> {
  const { hosts, serverAnswered } = await steadyhand.hosts();
  if (!serverAnswered)
    terminal.warn(`No Temporal server answers at ${server().address}: this is what the folder of this host says, as it was left.`);
  return hosts;
}
