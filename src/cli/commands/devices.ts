import { setTimeout as delay } from 'node:timers/promises';
import { type Client, WorkflowFailedError } from '@temporalio/client';
import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { CommandError, isUnreachable } from '../errors.js';
import type { DeviceView, HostView } from '../../client/hosts.js';
import { printJson } from '../output.js';
import { readHosts, readLocalHost } from '../../client/read-hosts.js';
import { runCommand } from '../run-command.js';

interface CloseOptions {
  readonly yes?: true;
  readonly json?: true;
}

/** A running action is let end first (30 s at most), and then the driver. */
const closingMs = 50_000;
/** A host looks every minute after what nobody holds. */
const reapingMs = 75_000;

export function devicesCommand(context: CliContext): Command {
  return new Command('devices')
    .description('Look after single devices; `hosts` lists them')
    .addHelpText('after', '\nExample:\n  steadyhand devices close 5d1f0c3a --yes')
    .addCommand(closeCommand(context));
}

function closeCommand(context: CliContext): Command {
  return new Command('close')
    .description('Close a device, wherever it is: after the action that runs on it, and its run opens another when it needs one')
    .argument('<id>', 'the device, or the beginning of its id, as `hosts` shows it')
    .option('--yes', 'do not ask first')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
The device's session is cancelled: its host closes it, and whatever is sent to it afterwards is refused before it runs.
The run is told that the interface is another one as soon as it uses its next device. To end the run, cancel the run.

Example:
  steadyhand devices close 5d1f0c3a --yes`,
    )
    .action(
      runCommand(context, async (id: string, options: CloseOptions) => {
        const { terminal, program } = context;
        const client = await context.client();
        const { host, device } = findDevice(await readHosts(context), id, program);
        if (device.state === 'waits' && host.host === undefined)
          throw new CommandError(
            'refused',
            `'${device.device}' is not open: its session waits for a host. \`${program} cancel\` ends its run.`,
          );
        if (!options.yes) await askFirst(context, device);
        const closed = device.state === 'left' ? await untilReaped(context, host, device) : await endSession(client, device);
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

/** Throws a `CommandError` that says what there is instead. */
export function findDevice(
  hosts: readonly HostView[],
  id: string,
  program: string,
): { readonly host: HostView; readonly device: DeviceView } {
  const all = hosts.flatMap((host) => host.devices.map((device) => ({ host, device })));
  const found = all.filter(({ device }) => device.device.startsWith(id));
  const [only] = found;
  if (!only || id === '') throw new CommandError('refused', `There is no device '${id}': \`${program} hosts\` shows those that exist.`);
  if (found.length > 1)
    throw new CommandError(
      'usage',
      `'${id}' is the beginning of ${found.length} devices: ${found.map(({ device }) => device.device).join(', ')}.`,
    );
  return only;
}

async function askFirst({ terminal, signal, program }: CliContext, { device, kind, owner }: DeviceView): Promise<void> {
  if (!terminal.interactive)
    throw new CommandError(
      'usage',
      `Closing takes the ${kind} device from '${owner}': \`${program} devices close ${device} --yes\` does it.`,
    );
  const word = await terminal.ask(`Close the ${kind} device ${device} of '${owner}'? yes or no> `, signal);
  if (!['yes', 'y'].includes(word.trim().toLowerCase())) throw new CommandError('refused', 'Nothing was closed.');
}

/** Whether it has ended in time. That run of the session only: a device that was opened meanwhile is another one. */
async function endSession(client: Client, { session, sessionRunId }: DeviceView): Promise<boolean> {
  const handle = client.workflow.getHandle(session, sessionRunId);
  await handle.cancel();
  try {
    await client.withDeadline(Date.now() + closingMs, () => handle.result());
    return true;
  } catch (error) {
    if (error instanceof WorkflowFailedError) return true;
    if (isUnreachable(error)) return false;
    throw error;
  }
}

/** Nobody but its own host may touch what is left there (docs/at-most-once.md): it closes it within a minute, or when its worker starts. */
async function untilReaped({ config, program, signal }: CliContext, { host = '' }: HostView, { device }: DeviceView): Promise<boolean> {
  for (const deadline = Date.now() + reapingMs; Date.now() < deadline; await delay(500, undefined, { signal })) {
    const local = await readLocalHost(config().home);
    if (!local?.records.some(({ deviceId }) => deviceId === device)) return true;
    if (local.holder === undefined)
      throw new CommandError(
        'refused',
        `The run of device ${device} has ended, and no worker runs on its host ${host}: \`${program} worker\` closes it when it starts.`,
      );
  }
  return false;
}
