// The streams of runs as lines, a folder or a prefix for each run, named by its id:
//
//   <id>/records.jsonl        its entries
//   <id>/claims/<key>         what was claimed
//   <id>/kept/<name>          artifacts that stay with the run
//
// runrecords-1. Writers add whole lines and read nothing: any number of them, on any hosts, and one that dies, cost nobody else a line. A line that a kill
//     has torn is left out, and hides none that follows.
// runrecords-2. An entry that was written twice is one when it is read (entries-2 of entry.ts). Reading takes one pass.
// runrecords-3. No name leads out of the run's place.
import { randomUUID } from 'node:crypto';
import { isFlowEntry, isStepEntry, type KeptArtifact, isRecordedEntry, type RecordedEntry } from '../../domain/run/entry.js';
import { ArtifactMissingError, type ArtifactStore } from '../../ports/artifact-store.js';
import { RecordsError, type RunRecords } from '../../ports/run-records.js';
import { inTurns, folderName, safeName } from '../filesystem/files.js';
import type { StoredFiles } from './stored-files.js';

export interface RunRecordsParts {
  readonly files: StoredFiles;
  readonly artifacts: ArtifactStore;
}

export function createRunRecords({ files, artifacts }: RunRecordsParts): RunRecords {
  const streamOf = (run: string): string => `${safeName(run)}/records.jsonl`;
  const addressOf = (run: string): string => `${files.place}/${safeName(run)}`;

  async function available<T>(what: 'written' | 'read', run: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      const wayOut = waysOut[error.code] ?? 'Check the disk';
      throw new RecordsError(
        `Records cannot be ${what} at ${error.path ?? addressOf(run)} (${error.message}). ${wayOut}, or set STEADYHAND_SHARED to another folder.`,
        { cause: error },
      );
    }
  }

  async function withKept(run: string, entry: RecordedEntry): Promise<RecordedEntry> {
    if (!isFlowEntry(entry) || !entry.artifacts) return entry;
    return { ...entry, artifacts: await Promise.all(entry.artifacts.map((artifact) => kept(run, artifact))) };
  }

  async function kept(run: string, artifact: KeptArtifact): Promise<KeptArtifact> {
    const path = ['kept', ...artifact.name.map(folderName)].join('/');
    try {
      await files.keep(`${safeName(run)}/${path}`, artifact.ref, artifacts);
      return { ...artifact, path };
    } catch (error) {
      if (error instanceof ArtifactMissingError) return artifact;
      throw error;
    }
  }

  return {
    addressOf,
    append(run, entries) {
      if (entries.length === 0) return Promise.resolve();
      // A workflow forgets what it has handed over. A step does not wait for the disk: what was done is in the journal.
      const sync = !entries.every(isStepEntry);
      return available('written', run, async () => {
        const lines = await inTurns(entries, async (entry) => JSON.stringify(await withKept(run, entry)));
        await files.addLines(streamOf(run), lines, { sync });
      });
    },
    async read(run) {
      const first = new Map<string, RecordedEntry>();
      for (const value of await available('read', run, () => files.lines(streamOf(run))))
        if (isRecordedEntry(value) && !first.has(value.seq)) first.set(value.seq, value);
      return [...first.values()];
    },
    // What is written is nobody else's, so that a store which repeats a request knows its own (bucket-2 of bucket.ts).
    claim: (run, key) => available('written', run, () => files.claim(`${safeName(run)}/claims/${safeName(key)}`, randomUUID())),
  };
}

const waysOut: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space',
  EDQUOT: 'The quota is used up: free some space',
  EROFS: 'It is mounted read-only: mount it for writing',
  EACCES: "Check the folder's permissions",
  EPERM: "Check the folder's permissions",
  ENOTDIR: 'A file is in the place of a folder: move it away',
  EEXIST: 'A file is in the place of a folder: move it away',
  EISDIR: 'A folder is in the place of a file: move it away',
};

function isSystemError(error: unknown): error is { readonly code: string; readonly message: string; readonly path?: string } {
  return typeof error === 'object' && error !== null && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code));
}
