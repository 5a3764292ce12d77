// Records of steps for a store that is elsewhere: what it does not take now waits on this host's disk and is delivered later, also by the host's next
// worker. A model's answer and a click are not repeated because their record could not be written.
//
// outbox-1. A record is in the store or on the disk before `append` resolves.
// outbox-2. While something waits, what comes is put behind it: the records of a run keep their order.
// outbox-3. It is removed here once the store has it; delivered twice it counts once.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Mutex } from 'async-mutex';
import type { RunRecords } from '../../ports/run-records.js';
import { StoreUnavailableError } from '../../ports/store-errors.js';
import { createFileRunRecords } from './run-records.js';
import { safeName } from './safe-name.js';

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

export async function openRecordOutbox(store: RunRecords, { folder, log, everyMs = 2_000 }: RecordOutboxOptions): Promise<RecordOutbox> {
  const waiting = createFileRunRecords({ folder });
  /** Appending and removing exclude each other. */
  const turn = new Mutex();
  let isWaiting = (await waiting.list()).length > 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let delivering: Promise<void> = Promise.resolve();

  async function deliver(): Promise<void> {
    try {
      for (const run of await waiting.list()) {
        const records = await waiting.read(run);
        await store.append(run, records);
        await turn.runExclusive(async () => {
          // Something may have come meanwhile.
          if ((await waiting.read(run)).length === records.length) await rm(join(folder, safeName(run)), { recursive: true });
        });
      }
      await turn.runExclusive(async () => {
        isWaiting = (await waiting.list()).length > 0;
      });
      if (!isWaiting) return log('The records that waited on this host have been stored.');
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) log(`Records wait on this host in ${folder}: ${textOf(error)}`);
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
    read: (run) => store.read(run),
    list: () => store.list(),
    async append(run, records) {
      if (records.length === 0) return;
      if (!isWaiting) {
        try {
          return await store.append(run, records);
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error;
          log(`Records wait on this host until they can be stored. ${error.message}`);
        }
      }
      // outbox-2.
      await turn.runExclusive(async () => {
        await waiting.append(run, records);
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

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
