import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { readFlowDocument } from '../flow-file.js';
import { runCommand } from '../run-command.js';

export function flowJsonCommand(context: CliContext): Command {
  return new Command('json')
    .description('Print a flow written in TypeScript or JavaScript as JSON')
    .argument('<file>', 'module that exports what defineFlow returned, as `flow`')
    .addHelpText('after', '\nExample:\n  steadyhand flow json shop.flow.ts > shop.flow.json')
    .action(
      runCommand(context, async (path: string) => context.terminal.print(JSON.stringify((await readFlowDocument(path)).document, null, 2))),
    );
}
