// Removes artifacts that no open run needs, no schedule, and no flow of the library. Only the server knows which runs are open, so nothing is removed without it.
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { FlowLibrary } from '../ports/flow-library.js';
import type { RunRecords } from '../ports/run-records.js';
import { blackboardQuery, procedureQuery } from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import { decoded } from './decoded.js';
import { historyParts } from './procedures/history.js';
import { queryProgress } from './requests.js';
import { listOpenRuns } from './runs.js';
import { scheduledInputs } from './schedules/read-schedules.js';

/** Removes artifacts last stored before that time. Resolves with how many were removed, and their size in bytes. */
export async function collectArtifacts(
  context: ClientContext,
  before: Date,
): Promise<{ readonly removed: number; readonly bytes: number }> {
  const keep = await referencesOfOpenRuns(context);
  return context.artifacts().collect({ before, keep });
}

/** Everything that the records and the state of open runs refer to. */
async function referencesOfOpenRuns(context: ClientContext): Promise<ReadonlySet<ArtifactRef>> {
  const client = await context.client();
  const keep = new Set<ArtifactRef>();
  await collectFromLibrary(context.library(), keep);
  collectReferences(await scheduledInputs(client), keep);
  for (const id of await listOpenRuns(client)) {
    collectReferences(await readRecords(context.records(), id), keep);
    // Without a worker the state cannot be read; its references are in the records too, except for those of a step in flight, which are recent.
    collectReferences(await queryProgress(client, id).catch(() => undefined), keep);
    const handle = client.workflow.getHandle(id);
    collectReferences(await handle.query(blackboardQuery).catch(() => undefined), keep);
    // What a flow carries (its document, screens that are still to be judged) is in its history only.
    collectReferences(textsIn(await decoded(client, await handle.fetchHistory())), keep);
    const procedure = await handle.query(procedureQuery).catch(() => undefined);
    // A procedure's view names only the last part of its stored history, which leads back to the others.
    for await (const { ref } of historyParts(context.artifacts(), procedure?.stored)) keep.add(ref);
  }
  return keep;
}

/** Pictures of what flows act on, and of what heals propose. */
async function collectFromLibrary(library: FlowLibrary, keep: Set<ArtifactRef>): Promise<void> {
  for (const { id } of (await library.list()).flows) {
    for (const version of await library.versions(id)) collectReferences(await library.read(id, version), keep);
    collectReferences(await library.replays(id), keep);
  }
}

/** The payloads of a history are bytes. */
export function textsIn(value: unknown): readonly string[] {
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
