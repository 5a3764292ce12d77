// Artifacts next to their records, under readable names: links to the store's files where the file system supports them, else copies.
import { createHash } from 'node:crypto';
import { link, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FlowRecord } from '../../domain/flow/record.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { ArtifactMissingError } from '../../ports/artifact-errors.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { RecordedEvent } from '../../ports/flow-records.js';
import { makeFolder } from './make-folder.js';
import { readableName } from './readable-name.js';
import { writeWhole } from './write-whole.js';

/** Returns a warning for each artifact that the store no longer has. Idempotent. */
export async function keepArtifacts(
  artifacts: ArtifactStore,
  folder: string,
  records: readonly FlowRecord[],
): Promise<readonly RecordedEvent[]> {
  const missing: RecordedEvent[] = [];
  for (const record of records) {
    for (const [index, { name, ref }] of (record.artifacts ?? []).entries()) {
      try {
        const pathFor = (wanted: string): string => join(folder, readableName(wanted));
        await keep(artifacts, ref, pathFor(name), pathFor(`${record.seq}-${index + 1}-${name}`));
      } catch (error) {
        if (!(error instanceof ArtifactMissingError)) throw error;
        missing.push(missingWarning(record, index, error));
      }
    }
  }
  return missing;
}

/** About the artifact of that index. */
export function missingWarning(record: FlowRecord, index: number, { message }: ArtifactMissingError): RecordedEvent {
  const { name, ref } = record.artifacts?.[index] ?? { name: '', ref: '' };
  return {
    // After its record, and the same at every attempt.
    seq: record.seq + (index + 1) / 1_000,
    timestamp: new Date(record.at).toISOString(),
    type: 'warning',
    payload: { message, artifact: name, ref },
  };
}

/** Uses the second name when something else has the first (the same tool was called twice). */
async function keep(artifacts: ArtifactStore, ref: ArtifactRef, first: string, second: string): Promise<void> {
  const there = await refOfFile(first);
  const path = there === undefined || there === ref ? first : second;
  if (there === ref || (path === second && (await refOfFile(second)) === ref)) return;
  const bytes = await artifacts.get(ref);
  await makeFolder(dirname(path));
  await link(await artifacts.locate(ref), path).catch(() => writeWhole(path, bytes, { sync: false }));
}

/** Undefined: there is no such file. */
export async function refOfFile(path: string): Promise<ArtifactRef | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return bytes && `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
