import { Command, InvalidArgumentError } from 'commander';
import { durationMs } from '../../domain/duration.js';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';

interface GcOptions {
  readonly olderThan: number;
  readonly json?: true;
}

export function gcCommand(context: CliContext): Command {
  return new Command('gc')
    .description('Remove stored screenshots, prompts and other artifacts that no open run needs')
    .requiredOption('--older-than <age>', 'only what was last stored longer ago than this: 12h, 30d', parseAge)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand gc --older-than 30d')
    .action(
      runCommand(context, async ({ olderThan, json }: GcOptions) => {
        const before = new Date(Date.now() - olderThan);
        const { removed, bytes } = await context.steadyhand.collectArtifacts(before);
        if (json) printJson(context.terminal, { removed, bytes, before: before.toISOString() });
        else context.terminal.print(`Removed ${removed} artifacts, ${(bytes / 1_000_000).toFixed(1)} MB.`);
      }),
    );
}

/** `30d` in ms. */
export function parseAge(text: string): number {
  const ms = durationMs(text);
  if (ms === undefined) throw new InvalidArgumentError('An age is a number with a unit: 90m, 12h, 30d, 2w.');
  return ms;
}
