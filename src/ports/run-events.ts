import type { ExplorerEvent } from '../domain/explorer/telemetry.js';

/** The story of an explorer's run, one line an event: `STEADYHAND_SHARED/runs/<run_id>/events.jsonl`. */
export interface RunEvents {
  /** Adds what is not there yet; of one `seq` the first counts. When it returns, it is on the disk. */
  append(run: string, events: readonly ExplorerEvent[]): Promise<void>;
  read(run: string): Promise<readonly ExplorerEvent[]>;
}
