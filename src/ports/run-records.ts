/** One line of a run's records. `seq` orders it and makes writing idempotent: the same `seq` is kept once, whichever attempt wrote it. */
export interface RunRecord {
  /** `<agent workflow id>#<step, 6 digits>.<phase>.<activity>`: one activity's record, whichever attempt wrote it. */
  readonly seq: string;
  readonly at: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** JSON lines, one file per run (`STEADYHAND_SHARED/runs/<run>/records.jsonl`); engines write their steps here, `show` reads them. */
export interface RunRecords {
  append(run: string, records: readonly RunRecord[]): Promise<void>;
  read(run: string): Promise<readonly RunRecord[]>;
  list(): Promise<readonly string[]>;
}

/** Of a line that was read. */
export function isRunRecord(value: unknown): value is RunRecord {
  return (
    typeof value === 'object' && value !== null && 'seq' in value && typeof value.seq === 'string' && 'type' in value && 'data' in value
  );
}
