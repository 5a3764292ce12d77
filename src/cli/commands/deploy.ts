import { Command } from 'commander';
import type { DeploymentStatus } from '../../client/deployment.js';
import type { CliContext } from '../context.js';
import { ago, printJson, renderTable } from '../output.js';
import { runCommand } from '../run-command.js';

interface Options {
  readonly json?: true;
}

export function deployCommand(context: CliContext): Command {
  return new Command('deploy')
    .description('Versions of the workers: which runs are on which, and which new ones begin on')
    .addCommand(
      new Command('status')
        .description('Show the versions of the deployment, and how many open workflows are on each')
        .option('--json', 'print one JSON object')
        .addHelpText('after', '\nExample:\n  steadyhand deploy status')
        .action(runCommand(context, async (options: Options) => show(context, await context.steadyhand.deployment.status(), options))),
    )
    .addCommand(
      new Command('promote')
        .description('Let new runs begin on a version; open ones move to it when they continue as new')
        .argument('<build id>', 'the STEADYHAND_BUILD_ID of its workers')
        .option('--json', 'print one JSON object')
        .addHelpText('after', '\nExample:\n  steadyhand deploy promote 0.2.0')
        .action(
          runCommand(context, async (buildId: string, options: Options) =>
            show(context, await context.steadyhand.deployment.promote(buildId), options),
          ),
        ),
    );
}

function show({ terminal, program }: CliContext, status: DeploymentStatus, { json }: Options): void {
  if (json) return printJson(terminal, status);
  const now = new Date();
  const rows = status.versions.map(({ buildId, state, open, since }) => [buildId, state, String(open), ago(new Date(since), now)]);
  terminal.print(renderTable(terminal, ['version', 'state', 'open', 'first seen'], rows));
  if (status.current === undefined)
    terminal.print(`No version of '${status.name}' gets new runs: \`${program} deploy promote <build id>\` chooses one.`);
}
