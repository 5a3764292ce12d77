import { Command, InvalidArgumentError } from 'commander';
import type { RunRecords } from '../../ports/run-records.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { blackboardQuery, procedureQuery } from '../../workflows/messages.js';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { historyParts } from '../procedure-story.js';
import { queryProgress } from '../../client/requests.js';
import { runCommand } from '../run-command.js';
import { listOpenRuns } from '../../client/runs.js';

interface GcOptions {
  readonly olderThan: number;
  readonly json?: true;
}

export function gcCommand(context: CliContext): Command {
  return new Command('gc')
    .description('Remove stored screenshots, prompts and other artifacts that no open run needs')
    .requiredOption('--older-than <age>', 'last stored longer ago than this: 12h, 30d', parseAge)
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand gc --older-than 30d')
    .action(
      runCommand(context, async ({ olderThan, json }: GcOptions) => {
        // What is open is known by the server alone, hence no gc without one.
        const keep = await referencesOfOpenRuns(context);
        const before = new Date(Date.now() - olderThan);
        const { removed, bytes } = await context.artifacts().collect({ before, keep });
        if (json) printJson(context.terminal, { removed, bytes, before: before.toISOString() });
        else context.terminal.print(`Removed ${removed} artifacts, ${(bytes / 1_000_000).toFixed(1)} MB.`);
      }),
    );
}

/** Whatever an open run's records and state refer to. */
async function referencesOfOpenRuns(context: CliContext): Promise<ReadonlySet<ArtifactRef>> {
  const client = await context.client();
  const keep = new Set<ArtifactRef>();
  for (const id of await listOpenRuns(client)) {
    collectReferences(await readRecords(context.records(), id), keep);
    // Without a worker the state cannot be read; its references are those of the records, but for a step in flight, which is young.
    collectReferences(await queryProgress(client, id).catch(() => undefined), keep);
    const handle = client.workflow.getHandle(id);
    collectReferences(await handle.query(blackboardQuery).catch(() => undefined), keep);
    // What a flow carries (its document, screens that are still to be judged) stands in its history only.
    collectReferences(textsIn(await handle.fetchHistory()), keep);
    const procedure = await handle.query(procedureQuery).catch(() => undefined);
    // Of a chain only the last part stands there; the others lead back to the run's start.
    for await (const { ref } of historyParts(context.artifacts(), procedure?.stored)) keep.add(ref);
  }
  return keep;
}

/** The payloads of a history are bytes. */
function textsIn(value: unknown): readonly string[] {
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('utf8')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

async function readRecords(records: RunRecords, id: string): Promise<unknown> {
  return (await records.list()).includes(id) ? records.read(id) : [];
}

/** Every `sha256:…` in a JSON value. */
export function collectReferences(value: unknown, into: Set<ArtifactRef>): void {
  for (const [reference] of (JSON.stringify(value) ?? '').matchAll(/sha256:[0-9a-f]{64}/g)) into.add(reference as ArtifactRef);
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `30d` in ms. */
export function parseAge(text: string): number {
  const [, amount, unit] = /^(\d+)([smhdw])$/.exec(text.trim()) ?? [];
  if (amount === undefined || unit === undefined) throw new InvalidArgumentError('An age is a number with a unit: 90m, 12h, 30d, 2w.');
  return Number(amount) * unitMs[unit as keyof typeof unitMs];
}
