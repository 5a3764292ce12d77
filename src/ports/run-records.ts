import type { RecordedEntry } from '../domain/run/entry.js';
import { SteadyhandError } from '../domain/errors/errors.js';

/** A database or a store of artifacts and records does not answer, or the connection broke: the call may be repeated. */
export class StoreUnavailableError extends SteadyhandError {
  readonly code = 'store-unavailable';
  override readonly name = 'StoreUnavailableError';
}

/** The database of screens does not answer, or the connection broke: the call may be repeated. An explorer knows for how long. */
export class ScreensUnavailableError extends SteadyhandError {
  readonly code = 'screens-unavailable';
  override readonly name = 'ScreensUnavailableError';
}

/** What happened in runs, one stream each. `run`: the id of its workflow. Errors: `RecordsError`, `StoreUnavailableError`; the call may be repeated. */
export interface RunRecords {
  /** Resolves once they, and their artifacts, are stored. The same entries may come again, whole or in part, from any attempt and host. */
  append(run: string, entries: readonly RecordedEntry[]): Promise<void>;
  /** In the order in which they were written, the first of each `seq`. Also during the run; empty for one that nobody knows. */
  read(run: string): Promise<readonly RecordedEntry[]>;
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
