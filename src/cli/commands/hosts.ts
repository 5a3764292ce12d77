import { Command } from 'commander';
import type { CliContext } from '../context.js';
import type { DeviceView, DeviceProcessView, HostView } from '../../client/hosts.js';
import { ago, printJson, renderTable } from '../output.js';
import { runCommand } from '../run-command.js';
import type { Terminal } from '../terminal.js';
import { closeDevice, findDevice } from '../../client/read-hosts.js';
import { CommandError } from '../errors.js';

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

function deviceRow(
  host: string | undefined,
  { device, kind, state, epoch, since, process, owner }: DeviceView,
  now: Date,
): readonly string[] {
  return [
    device,
    kind,
    state,
    host ?? 'any',
    epoch === undefined ? '' : String(epoch),
    ago(new Date(since), now),
    handText(process, now),
    owner,
  ];
}

function handText(hand: DeviceProcessView | undefined, now: Date): string {
  if (!hand) return '';
  const memory = hand.memory === undefined ? '' : `, ${hand.memory} MB`;
  return `${hand.process}, since ${ago(new Date(hand.since), now)}${memory}`;
}

interface CloseOptions {
  readonly yes?: true;
  readonly json?: true;
}

export function devicesCommand(context: CliContext): Command {
  return new Command('devices')
    .description('Manage single devices; `hosts` lists them')
    .addHelpText('after', '\nExample:\n  steadyhand devices close 5d1f0c3a --yes')
    .addCommand(closeCommand(context));
}

function closeCommand(context: CliContext): Command {
  return new Command('close')
    .description('Close a device on any host, after the action that runs on it; its run opens another when it needs one')
    .argument('<id>', 'the device, or the beginning of its id, as `hosts` shows it')
    .option('--yes', 'do not ask first')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
The device's session is cancelled: its host closes it, and whatever is sent to it afterwards is refused before it runs.
The run learns that it has another device as soon as it uses that one. To end the run, cancel the run.

Example:
  steadyhand devices close 5d1f0c3a --yes`,
    )
    .action(
      runCommand(context, async (id: string, options: CloseOptions) => {
        const { terminal, program } = context;
        await context.client();
        const found = findDevice(await hostsOf(context), id, program);
        const { device } = found;
        if (!options.yes) await askFirst(context, device);
        const closed = await closeDevice(context, found);
        if (options.json) printJson(terminal, { device: device.device, owner: device.owner, closed });
        else
          terminal.print(
            closed
              ? `Device ${device.device} is closed${device.state === 'left' ? '' : `; '${device.owner}' opens another when it needs one`}.`
              : `Device ${device.device} has been asked to close: \`${program} hosts\` says when it has.`,
          );
      }),
    );
}

async function askFirst({ terminal, program }: CliContext, { device, kind, owner }: DeviceView): Promise<void> {
  if (!terminal.interactive)
    throw new CommandError(
      'usage',
      `Closing takes the ${kind} device from '${owner}': \`${program} devices close ${device} --yes\` does it.`,
    );
  const word = await terminal.ask(`Close the ${kind} device ${device} of '${owner}'? yes or no> `);
  if (!['yes', 'y'].includes(word.trim().toLowerCase())) throw new CommandError('refused', 'Nothing was closed.');
}

/** The hosts; warns when they are known from this machine's data folder alone. */
async function hostsOf({ steadyhand, server, terminal }: CliContext): Promise<readonly HostView[]> {
  const { hosts, serverAnswered } = await steadyhand.hosts();
  if (!serverAnswered)
    terminal.warn(`No Temporal server answers at ${server().address}: this is what this host's data folder last recorded.`);
  return hosts;
}
