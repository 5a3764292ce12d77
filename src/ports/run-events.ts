import type { ExplorerEvent } from '../domain/explorer/telemetry.js';

/** Events of an explorer's run, one line each: `STEADYHAND_SHARED/runs/<run_id>/events.jsonl`. */
export interface RunEvents {
  /** Appends what is missing; the first event of a `seq` counts. Resolves once it is on disk. */
  append(run: string, events: readonly ExplorerEvent[]): Promise<void>;
  read(run: string): Promise<readonly ExplorerEvent[]>;
}
