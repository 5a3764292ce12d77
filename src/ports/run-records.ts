import type { RunEntry } from '../domain/run/entry.js';
import { SteadyhandError } from '../domain/errors/errors.js';

/** What happened in runs, one stream each. `run`: the id of its workflow. Errors: `RecordsError`, `StoreUnavailableError`; the call may be repeated. */
export interface RunRecords {
  /** Resolves once they, and their artifacts, are stored. The same entries may come again, whole or in part, from any attempt and host. */
  append(run: string, entries: readonly RunEntry[]): Promise<void>;
  /** In the order in which they were written, the first of each `seq`. Also during the run; empty for one that nobody knows. */
  read(run: string): Promise<readonly RunEntry[]>;
  /** True for one of all who ever claim that key in that run, on any hosts. */
  claim(run: string, key: string): Promise<boolean>;
  /** Where the stream is, and the artifacts that stay with it: for people. */
  addressOf(run: string): string;
}

/** The disk is full, or cannot be written or read. */
export class RecordsError extends SteadyhandError {
  readonly code = 'records-unavailable';
  override readonly name = 'RecordsError';
}
