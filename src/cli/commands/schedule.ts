import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { renderSchedule, renderSchedules, triggeredText } from '../schedule-view.js';
import { scheduleCreateCommand } from './schedule-create.js';

interface Options {
  readonly note?: string;
  readonly json?: true;
}

export function scheduleCommand(context: CliContext): Command {
  return new Command('schedule')
    .description('Start runs by the clock, over the Schedules of Temporal')
    .addCommand(scheduleCreateCommand(context))
    .addCommand(listCommand(context))
    .addCommand(showCommand(context))
    .addCommand(
      change(context, 'pause', 'Start nothing until it is resumed', 'paused', (id, note) => context.steadyhand.schedules.pause(id, note)),
    )
    .addCommand(change(context, 'resume', 'Start runs again', 'resumed', (id, note) => context.steadyhand.schedules.resume(id, note)))
    .addCommand(triggerCommand(context))
    .addCommand(
      change(context, 'delete', 'Remove a schedule; its open runs go on', 'deleted', (id) => context.steadyhand.schedules.delete(id)),
    );
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('List the schedules')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  steadyhand schedule list')
    .action(
      runCommand(context, async ({ json }: Options) => {
        const { terminal, program } = context;
        const schedules = await context.steadyhand.schedules.list();
        if (json) for (const schedule of schedules) printJson(terminal, schedule);
        else if (schedules.length === 0) terminal.print(`No schedule yet: \`${program} schedule create --help\` shows how to make one.`);
        else terminal.print(renderSchedules(terminal, schedules));
      }),
    );
}

function showCommand(context: CliContext): Command {
  return new Command('show')
    .description('Show a schedule: what it starts and when, its policy, its last runs')
    .argument('<id>', 'the schedule')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand schedule show morning')
    .action(
      runCommand(context, async (id: string, { json }: Options) => {
        const schedule = await context.steadyhand.schedules.describe(id);
        if (json) printJson(context.terminal, schedule);
        else context.terminal.print(renderSchedule(context, schedule));
      }),
    );
}

function triggerCommand(context: CliContext): Command {
  return new Command('trigger')
    .description('Start a run now, as if it were due, and say what came of it: the overlap policy holds')
    .argument('<id>', 'the schedule')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand schedule trigger morning')
    .action(
      runCommand(context, async (id: string, { json }: Options) => {
        const triggered = await context.steadyhand.schedules.trigger(id);
        if (json) printJson(context.terminal, { id, triggered: triggered.outcome !== 'left-out', ...triggered });
        else context.terminal.print(triggeredText(context, id, triggered));
      }),
    );
}

function change(
  context: CliContext,
  name: 'pause' | 'resume' | 'delete',
  description: string,
  done: string,
  act: (id: string, note: string | undefined) => Promise<void>,
): Command {
  const command = new Command(name).description(description).argument('<id>', 'the schedule').option('--json', 'print one JSON object');
  if (name === 'pause' || name === 'resume') command.option('--note <text>', 'why; shown in lists');
  return command.addHelpText('after', `\nExample:\n  steadyhand schedule ${name} morning`).action(
    runCommand(context, async (id: string, { note, json }: Options) => {
      await act(id, note);
      if (json) printJson(context.terminal, { id, [done]: true });
      else context.terminal.print(`Schedule '${id}' is ${done}.`);
    }),
  );
}
