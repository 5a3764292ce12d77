import { userInfo } from 'node:os';
import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';

interface TakeOverOptions {
  readonly reason?: string;
  readonly by?: string;
  readonly json?: true;
}

export function takeOverCommand(context: CliContext): Command {
  return new Command('take-over')
    .description('Take the wheel of a run: it stops, and does nothing until it is handed back')
    .argument('<id>', 'the run', runWord(context))
    .option('--reason <text>', 'why, for whoever looks at the run')
    .option('--by <name>', 'who takes it; by default your user name')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
In a browser with a window, or on a desktop that you can see, use it directly. \`hand-back\` gives it back; after
settings.heldTimeout (30 minutes) the run goes on by itself.

Example:
  steadyhand take-over agent-01k2 --reason "a captcha"
  steadyhand hand-back agent-01k2 --note "the captcha is solved"`,
    )
    .action(
      runCommand(context, async (id: string, { reason, by = userName(), json }: TakeOverOptions) => {
        const held = await context.steadyhand.run(id).takeOver({ by, reason });
        if (json) printJson(context.terminal, { id, ...held });
        else
          context.terminal.print(
            `${held.by} has the wheel of '${id}' until ${held.until}${held.parked ? '' : '; the run stops after what it is at'}. Give it back: ${context.program} hand-back ${id}`,
          );
      }),
    );
}

export function handBackCommand(context: CliContext): Command {
  return new Command('hand-back')
    .description('Give the wheel of a run back: it looks at the screen and goes on')
    .argument('<id>', 'the run', runWord(context))
    .option('--note <text>', 'to the model: what was done, what is left to do')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand hand-back agent-01k2 --note "logged in as Ann"')
    .action(
      runCommand(context, async (id: string, { note, json }: { readonly note?: string; readonly json?: true }) => {
        const reply = await context.steadyhand.run(id).handBack(note === undefined ? {} : { note });
        if (json) printJson(context.terminal, { id, reply });
        else context.terminal.print(reply);
      }),
    );
}

/** Some systems know no name for the user of a container. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'somebody';
  }
}
