import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { readFlowDocument } from '../flow-file.js';
import { namedFlow } from '../library-name.js';
import { runCommand } from '../run-command.js';
import { versionFrom } from '../version-option.js';

interface Options {
  readonly version?: number;
}

export function flowJsonCommand(context: CliContext): Command {
  return new Command('json')
    .description('Print a flow as JSON: one of the library, or one written in TypeScript or JavaScript')
    .argument('<flow>', 'name of a flow in the library, or a module that exports what defineFlow returned, as `flow`')
    .option('--version <number>', 'that version, of a flow in the library', versionFrom(1))
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand flow json shop.flow.ts > shop.flow.json\n  steadyhand flow json order-the-kettle --version 2 > order.flow.json',
    )
    .action(
      runCommand(context, async (word: string, { version }: Options) => {
        const document = await documentOf(context, word, version);
        context.terminal.print(JSON.stringify(document, null, 2));
      }),
    );
}

async function documentOf(context: CliContext, word: string, version: number | undefined): Promise<unknown> {
  const named = await namedFlow(context, word);
  if (!named && version !== undefined)
    throw new CommandError(
      'usage',
      `--version is for flows of the library, and ${word} is a file: give a name that \`${context.program} flow list\` shows.`,
    );
  if (!named) return (await readFlowDocument(word)).document;
  return version === undefined ? named.document : (await context.steadyhand.flows.read(named.id, version)).document;
}
