import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { closeDevice, findDevice } from '../../client/close-device.js';
import type { DeviceView } from '../../client/hosts.js';
import { CommandError } from '../errors.js';
import { hostsOf } from '../hosts-found.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';

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
        const closed = await closeDevice(context, found, context.signal);
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

async function askFirst({ terminal, signal, program }: CliContext, { device, kind, owner }: DeviceView): Promise<void> {
  if (!terminal.interactive)
    throw new CommandError(
      'usage',
      `Closing takes the ${kind} device from '${owner}': \`${program} devices close ${device} --yes\` does it.`,
    );
  const word = await terminal.ask(`Close the ${kind} device ${device} of '${owner}'? yes or no> `, signal);
  if (!['yes', 'y'].includes(word.trim().toLowerCase())) throw new CommandError('refused', 'Nothing was closed.');
}
