import { Command, InvalidArgumentError } from 'commander';
import { youngestMs } from '../../domain/artifacts/gc-workflow.js';
import { byteSize, byteSizeText, durationMs } from '../../domain/text/measures.js';
import type { Collected } from '../../ports/artifact-store.js';
import type { CliContext } from '../context.js';
import { runCommand } from '../run-command.js';
import { printJson } from '../output.js';
import { CommandError } from '../errors.js';

interface GcOptions {
  readonly olderThan?: number;
  readonly maxSize?: number;
  readonly dryRun?: boolean;
  readonly json?: true;
}

export function gcCommand(context: CliContext): Command {
  return new Command('gc')
    .description('Remove stored screenshots, prompts and other artifacts that no open run, schedule or flow of the library needs')
    .option('--older-than <age>', 'whatever was last stored longer ago than this: 12h, 30d', parseAge)
    .option('--max-size <size>', 'more of it, the oldest first, until no more is left: 500MB, 20GB', parseSize)
    .option('--dry-run', 'only say what would be removed')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand gc --older-than 30d --max-size 20GB')
    .action(
      runCommand(context, async ({ olderThan, maxSize, dryRun = false, json }: GcOptions) => {
        if (olderThan === undefined && maxSize === undefined)
          throw new CommandError('usage', 'Say what may go: --older-than 30d, --max-size 20GB, or both.');
        const before = olderThan === undefined ? undefined : new Date(Date.now() - olderThan);
        const collected = await context.steadyhand.collectArtifacts({
          dryRun,
          before,
          maxBytes: maxSize,
        });
        if (json)
          printJson(context.terminal, {
            ...collected,
            before: before?.toISOString(),
            maxBytes: maxSize,
            dryRun: dryRun || undefined,
          });
        else context.terminal.print(collectedText(collected, { dryRun, maxSize }));
      }),
    );
}

/** `Removed 12 artifacts, 3.4 MB; 7 are left, 1.2 GB.` */
export function collectedText(
  { removed, bytes, left, leftBytes }: Collected,
  { dryRun, maxSize }: { readonly dryRun: boolean; readonly maxSize: number | undefined },
): string {
  const text = `${dryRun ? 'Would remove' : 'Removed'} ${artifacts(removed)}, ${byteSizeText(bytes)}; ${left} ${dryRun ? 'would stay' : 'are left'}, ${byteSizeText(leftBytes)}.`;
  if (maxSize === undefined || leftBytes <= maxSize) return text;
  return `${text}\nThat is more than ${byteSizeText(maxSize)}: the rest is in use by open runs, schedules, flows of the library or their records, or was stored within the last hour.`;
}

function artifacts(count: number): string {
  return `${count} artifact${count === 1 ? '' : 's'}`;
}

/** `30d` in ms. */
export function parseAge(text: string): number {
  const ms = durationMs(text);
  if (ms === undefined) throw new InvalidArgumentError('An age is a number with a unit: 90m, 12h, 30d, 2w.');
  if (ms < youngestMs) throw new InvalidArgumentError('An age is at least 1h: what a run has just stored no list shows yet.');
  return ms;
}

/** `20GB` in bytes. */
export function parseSize(text: string): number {
  const bytes = byteSize(text);
  if (bytes === undefined) throw new InvalidArgumentError('A size is a number with a unit: 500MB, 20GB, 1.5TiB.');
  return bytes;
}
