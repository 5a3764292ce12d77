import { Command } from 'commander';
import { flowJsonSchema } from '../../domain/flow/json-schema.schema.js';
import type { CliContext } from '../context.js';
import { runCommand } from '../run-command.js';

export function flowSchemaCommand(context: CliContext): Command {
  return new Command('schema')
    .description('Print the JSON Schema of flow documents')
    .addHelpText('after', '\nExample:\n  steadyhand flow schema > flow.schema.json')
    .action(runCommand(context, async () => context.terminal.print(JSON.stringify(flowJsonSchema(), null, 2))));
}
