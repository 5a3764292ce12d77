import { Command } from 'commander';
import type { CliContext } from '../context.js';
import type { DeviceView, HandView, HostView } from '../../client/hosts.js';
import { ago, printJson, renderTable } from '../output.js';
import { hostsOf } from '../hosts-found.js';
import { runCommand } from '../run-command.js';
import type { Terminal } from '../terminal.js';

export function hostsCommand(context: CliContext): Command {
  return new Command('hosts')
    .description('Show the hosts, whether their workers poll, their slots, and every device with its owner and age')
    .option('--json', 'print one JSON object per host; the one without a name holds the devices that wait for any host')
    .addHelpText(
      'after',
      `
For this machine's data folder it shows the process that uses it and every device that was opened and not closed, with
the process that has that device, its age and its memory.
For other hosts it shows what the Temporal server knows: when a worker was last seen (a killed one counts as polling
for up to 75 s), its process, kinds and slots as it reports them every 10 s (if the server keeps such reports), and the
devices that an open session holds there. It cannot see what a run left behind on another host's disk.

Example:
  steadyhand hosts
  steadyhand hosts --json | jq -r '.devices[].device'`,
    )
    .action(
      runCommand(context, async ({ json }: { readonly json?: true }) => {
        const { terminal, program } = context;
        const hosts = await hostsOf(context);
        if (json) for (const host of hosts) printJson(terminal, host);
        else if (hosts.length === 0) terminal.print(`No host yet: start a worker with \`${program} up\` or \`${program} worker\`.`);
        else terminal.print(renderHosts(terminal, hosts, new Date()));
      }),
    );
}

export function renderHosts(terminal: Terminal, hosts: readonly HostView[], now: Date): string {
  const named = hosts.filter(({ host }) => host !== undefined);
  const devices = hosts.flatMap(({ host, devices: there }) => there.map((device) => deviceRow(host, device, now)));
  const tables = [
    ...(named.length > 0
      ? [
          renderTable(
            terminal,
            ['host', 'worker', 'seen', 'kinds', 'slots'],
            named.map((host) => hostRow(terminal, host, now)),
          ),
        ]
      : []),
    ...named.flatMap(({ host, unusable = [] }) =>
      unusable.map(({ kind, why }) => terminal.colors.yellow(`${host} offers no ${kind}: ${why}.`)),
    ),
    devices.length > 0
      ? renderTable(terminal, ['device', 'kind', 'state', 'host', 'epoch', 'since', 'its process', 'owner'], devices)
      : 'No device is open.',
  ];
  return tables.join('\n\n');
}

function hostRow(
  { colors }: Terminal,
  { host = '', here, worker, process, machine, lastSeen, kinds, slots, devices }: HostView,
  now: Date,
): readonly string[] {
  const paint = { polls: colors.green, drains: colors.yellow, silent: colors.red, none: colors.dim }[worker];
  const place = [
    ...(process && worker !== 'none' ? [`process ${process}`] : []),
    ...(machine && worker !== 'none' && !here ? [`on ${machine}`] : []),
  ];
  return [
    here ? `${host} (here)` : host,
    [paint(worker), ...place].join(' '),
    lastSeen && worker !== 'none' ? ago(new Date(lastSeen), now) : '',
    kinds.join(', '),
    slots === undefined ? '' : `${devices.length} of ${slots} used${kinds.length > 1 ? ' per kind' : ''}`,
  ];
}

function deviceRow(host: string | undefined, { device, kind, state, epoch, since, hand, owner }: DeviceView, now: Date): readonly string[] {
  return [
    device,
    kind,
    state,
    host ?? 'any',
    epoch === undefined ? '' : String(epoch),
    ago(new Date(since), now),
    handText(hand, now),
    owner,
  ];
}

function handText(hand: HandView | undefined, now: Date): string {
  if (!hand) return '';
  const memory = hand.memory === undefined ? '' : `, ${hand.memory} MB`;
  return `${hand.process}, since ${ago(new Date(hand.since), now)}${memory}`;
}
