// Entries of steps for a store that is elsewhere: what it does not take now waits on this host's disk and is delivered later, also by the host's next worker. A
// model's answer and a click are not repeated because their record could not be written.
//
// outbox-1. An entry is in the store or on the disk before `append` resolves.
// outbox-2. While something waits, what comes is put behind it: the entries of a run keep their order.
// outbox-3. What a workflow hands over does not wait here: the workflow does, and hands it over again.
// outbox-4. An entry is removed here once the store has it; delivered twice it counts once.
import { Mutex } from 'async-mutex';
import { isStepEntry, isRecordedEntry, type RecordedEntry } from '../../domain/run/entry.js';
import { type RunRecords, StoreUnavailableError } from '../../ports/run-records.js';
import { createFolderFiles } from './folder-files.js';

export interface RecordOutbox extends RunRecords {
  /** Stops trying. What waits stays on the disk. */
  close(): Promise<void>;
}

export interface RecordOutboxOptions {
  /** Of this host alone. */
  readonly folder: string;
  readonly log: (text: string) => void;
  /** Between two attempts, ms. */
  readonly everyMs?: number;
}

interface Waiting {
  readonly run: string;
  readonly entry: RecordedEntry;
}

const waitingFile = 'waiting.jsonl';

export async function openRecordOutbox(store: RunRecords, { folder, log, everyMs = 2_000 }: RecordOutboxOptions): Promise<RecordOutbox> {
  const files = createFolderFiles(folder);
  const waiting = async (): Promise<readonly Waiting[]> => (await files.lines(waitingFile)).filter(isWaitingEntry);
  /** Appending and removing exclude each other. */
  const turn = new Mutex();
  let isWaiting = (await waiting()).length > 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let delivering: Promise<void> = Promise.resolve();

  async function deliver(): Promise<void> {
    try {
      const found = await waiting();
      for (const [run, entries] of byRun(found)) await store.append(run, entries);
      await turn.runExclusive(async () => {
        // Something may have come meanwhile.
        const left = (await waiting()).slice(found.length);
        if (left.length === 0) await files.remove(waitingFile);
        else
          await files.replace(
            waitingFile,
            Buffer.from(
              linesOf(left)
                .map((line) => `${line}\n`)
                .join(''),
            ),
          );
        isWaiting = left.length > 0;
      });
      if (!isWaiting) return log('The records that waited on this host have been stored.');
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) log(`Records wait on this host in ${folder}: ${messageOf(error)}`);
    }
    later();
  }

  function later(): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void (delivering = deliver()), everyMs);
    timer.unref();
  }

  // Left by an earlier worker.
  if (isWaiting) later();

  return {
    ...store,
    async append(run, entries) {
      // outbox-3.
      if (!entries.every(isStepEntry)) return store.append(run, entries);
      if (entries.length === 0) return;
      if (!isWaiting) {
        try {
          return await store.append(run, entries);
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error;
          log(`Records wait on this host until they can be stored. ${error.message}`);
        }
      }
      // outbox-2.
      await turn.runExclusive(async () => {
        await files.addLines(waitingFile, linesOf(entries.map((entry) => ({ run, entry }))), { sync: true });
        if (!isWaiting) later();
        isWaiting = true;
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await delivering;
    },
  };
}

function byRun(waiting: readonly Waiting[]): ReadonlyMap<string, readonly RecordedEntry[]> {
  const found = new Map<string, RecordedEntry[]>();
  for (const { run, entry } of waiting) {
    const entries = found.get(run) ?? [];
    entries.push(entry);
    found.set(run, entries);
  }
  return found;
}

function linesOf(waiting: readonly Waiting[]): readonly string[] {
  return waiting.map(({ run, entry }) => JSON.stringify({ run, entry }));
}

function isWaitingEntry(value: unknown): value is Waiting {
  if (typeof value !== 'object' || value === null || !('run' in value && 'entry' in value)) return false;
  return typeof value.run === 'string' && isRecordedEntry(value.entry);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
