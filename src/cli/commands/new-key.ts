import { resolve } from 'node:path';
import { Command } from 'commander';
import { addNewestKey } from '../../adapters/filesystem/key-ring-file.js';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';

export function newKeyCommand(context: CliContext): Command {
  return new Command('new-key')
    .description('Make the key that encrypts what Temporal stores, or a newer one before those that are there')
    .option('--file <path>', 'the file with the keys (default: encryptionKeys.file, else keys/payloads.json in STEADYHAND_SHARED)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand new-key')
    .action(
      runCommand(context, async ({ file, json }: { readonly file?: string; readonly json?: true }) => {
        const path = file === undefined ? context.config().encryptionKeys.file : resolve(file);
        const [newest, ...older] = await addNewestKey(path);
        if (json) printJson(context.terminal, { file: path, newest: newest.id, older: older.map(({ id }) => id) });
        else
          context.terminal.print(
            `The key ${newest.id} in ${path} encrypts from now on${older.length === 0 ? '' : `; ${older.length} older still decrypt`}. Keep a copy apart from Temporal's database.`,
          );
      }),
    );
}
