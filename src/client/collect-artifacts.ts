// Removes artifacts that no open run needs, no schedule, and no flow of the library. Only the server knows which runs are open, so nothing is removed without it.
import type { Client } from '@temporalio/client';
import { inTurns } from '../adapters/filesystem/files.js';
import { youngestMs } from '../domain/artifacts/gc-workflow.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import { ArtifactMissingError, type ArtifactStore, type Collected } from '../ports/artifact-store.js';
import { EncryptionError } from '../ports/keys.js';
import type { FlowLibrary } from '../ports/flow-library.js';
import { blackboardQuery } from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import { isUnanswered, saysStandstill } from './errors.js';
import { eventsOf } from './histories.js';
import { queryProgress } from './requests.js';
import { listOpenRuns } from './runs.js';
import { scheduledInputs } from './schedules/read-schedules.js';

/** At least one of `before` and `maxBytes`; both add up. By neither goes what was stored within the last hour. */
export interface CollectRules {
  /** What was last stored before goes. */
  readonly before?: Date;
  /** More goes, the oldest first, until no more than so many bytes are left. */
  readonly maxBytes?: number;
  /** Only tells what would be removed. */
  readonly dryRun?: boolean;
}

const openingBrace = '{'.charCodeAt(0);

/** What it needs of a client's context, or of a worker. */
export type CollectContext = Pick<ClientContext, 'client' | 'records' | 'library' | 'artifacts'>;

/** Resolves with what was removed, and what is left. Throws whatever keeps it from knowing what is in use. */
export async function collectArtifacts(context: CollectContext, { before, maxBytes, dryRun }: CollectRules): Promise<Collected> {
  const recent = new Date(Date.now() - youngestMs);
  return context.artifacts().collect({
    keep: await referencesInUse(context),
    before: before && before > recent ? recent : before,
    toSize: maxBytes === undefined ? undefined : { bytes: maxBytes, before: recent },
    dryRun: dryRun === true ? dryRun : undefined,
  });
}

/** Everything that flows of the library, schedules, and the records and the state of open runs refer to. */
async function referencesInUse(context: CollectContext): Promise<ReadonlySet<ArtifactRef>> {
  const client = await context.client();
  const keep = new Set<ArtifactRef>();
  await collectFromLibrary(context.library(), keep);
  const documents = new Set<ArtifactRef>();
  collectReferences(await scheduledInputs(client), documents);
  await inTurns(await listOpenRuns(client), (id) => collectFromRun(context, client, id, { keep, documents }));
  await collectFromDocuments(context.artifacts(), documents);
  return new Set([...keep, ...documents]);
}

interface InUse {
  readonly keep: Set<ArtifactRef>;
  /** What these name is in use, too. */
  readonly documents: Set<ArtifactRef>;
}

async function collectFromRun(context: CollectContext, client: Client, id: string, { keep, documents }: InUse): Promise<void> {
  collectReferences(await context.records().read(id), keep);
  const handle = client.workflow.getHandle(id);
  // What a flow carries (its document, screens that are still to be judged) is in its history only.
  const events = await eventsOf(client, id).catch(nameRun(id));
  collectReferences(textsIn(events), keep);
  collectReferences(textsIn(events[0]), documents);
  // Without a worker the state cannot be read, and one question is enough to know it; its references are in the records too, except for those of a step
  // in flight, which are recent.
  const progress = await queryProgress(client, id).catch((error: unknown) => (isWithoutAnswer(error) ? 'nobody' : undefined));
  if (progress === 'nobody') return;
  collectReferences(progress, keep);
  collectReferences(await handle.query(blackboardQuery).catch(() => undefined), keep);
}

function isWithoutAnswer(error: unknown): boolean {
  return isUnanswered(error) || saysStandstill(error);
}

/** What it refers to is unknown, so nothing is removed. */
function nameRun(id: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof EncryptionError)) throw error;
    throw new EncryptionError(error.code, `Nothing was removed, because the open run '${id}' cannot be read. ${error.message}`);
  };
}

/** A flow that is too large for an input is stored, and names the pictures that it acts on. */
async function collectFromDocuments(artifacts: ArtifactStore, documents: Set<ArtifactRef>): Promise<void> {
  // A set that grows while it is walked is walked to its end.
  for (const ref of documents) {
    const bytes = await artifacts.get(ref).catch((error: unknown) => {
      if (error instanceof ArtifactMissingError) return undefined;
      throw error;
    });
    if (bytes?.[0] === openingBrace) collectReferences(Buffer.from(bytes).toString('utf8'), documents);
  }
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

/** Every `sha256:…` in a JSON value. */
export function collectReferences(value: unknown, into: Set<ArtifactRef>): void {
  for (const [reference] of (JSON.stringify(value) ?? '').matchAll(/sha256:[0-9a-f]{64}/g)) into.add(reference as ArtifactRef);
}
