import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { fileNameOf } from '../report-file.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';
import { writeNamedFile } from '../write-file.js';

interface Options {
  readonly out?: string;
  readonly pictures: boolean;
  readonly json?: true;
}

export function exportCommand(context: CliContext): Command {
  return new Command('export')
    .description('Write a run into one file, to keep it, to send it, to decide it again with `rerun`')
    .argument('<id>', 'the run, whatever its engine and state', runWord(context))
    .option('--out <file>', 'write there. By default <id>.cassette.json.gz in the working directory')
    .option('--no-pictures', 'leave out what pictures show: smaller, and `rerun --model` cannot show them')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nThe file holds histories, prompts, replies and screens as they are stored: secrets are names. Whoever has it sees what the run saw.\n\nExample:\n  steadyhand export agent-01k2\n  steadyhand rerun agent-01k2.cassette.json.gz',
    )
    .action(runCommand(context, (id: string, options: Options) => write(context, id, options)));
}

async function write({ steadyhand, terminal }: CliContext, id: string, { out, pictures, json }: Options): Promise<void> {
  const { writeCassette } = await import('../../rerun/cassette-file.js');
  const cassette = await steadyhand.run(id).export({ pictures });
  const file = out ?? `${fileNameOf(cassette.run)}.cassette.json.gz`;
  const bytes = writeCassette(cassette);
  await writeNamedFile(file, bytes, '--out');
  for (const line of cassette.missing) terminal.warn(line);
  const facts = { file, run: cassette.run, histories: cassette.executions.length, artifacts: Object.keys(cassette.artifacts).length };
  if (json) printJson(terminal, { ...facts, bytes: bytes.byteLength, missing: cassette.missing });
  else terminal.print(`${file}: ${facts.histories} histories, ${facts.artifacts} artifacts, ${Math.ceil(bytes.byteLength / 1_000)} KB.`);
}
