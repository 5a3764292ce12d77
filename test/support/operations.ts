// What came of an operational scene, by the outside ledger: printed, and with `npm run test:all -- --operations` a row of its table (scripts/lib/operations.mjs).
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

export interface OperationCounts {
  readonly runs: number;
  /** Entries of the ledger. */
  readonly pressed: number;
  /** Entries beyond the first for the same press of the same run. */
  readonly twice: number;
  /** Presses that a run claims to have made and the ledger does not have. */
  readonly lost: number;
  /** Outcomes that runs report as unknown. */
  readonly unknown: number;
  /** Runs that did not complete. */
  readonly failed: number;
  /** What was struck, and how many times. */
  readonly struck: Readonly<Record<string, number>>;
  readonly seed?: number;
}

export interface Judged {
  readonly entries: readonly unknown[];
  /** Each entry that completed runs are to have. */
  readonly wanted: readonly unknown[];
  readonly results: readonly { readonly outcome: string; readonly unknownOutcomes: number }[];
  readonly struck: OperationCounts['struck'];
  readonly seed?: number;
}

export function judge({ entries, wanted, results, ...others }: Judged): OperationCounts {
  const made = entries.map((entry) => JSON.stringify(entry));
  const distinct = new Set(made);
  return {
    runs: results.length,
    pressed: made.length,
    twice: made.length - distinct.size,
    lost: wanted.filter((entry) => !distinct.has(JSON.stringify(entry))).length,
    unknown: results.reduce((sum, { unknownOutcomes }) => sum + unknownOutcomes, 0),
    failed: results.filter(({ outcome }) => outcome !== 'completed').length,
    ...others,
  };
}

/** The names of scenes are rows; what several tests tell of one scene is added up. */
export function tellCounts(scene: string, counts: OperationCounts): OperationCounts {
  const line = JSON.stringify({ scene, ...counts });
  console.info(line);
  const folder = process.env['STEADYHAND_OPERATIONS'];
  if (folder !== undefined) appendFileSync(join(folder, 'counts.jsonl'), `${line}\n`);
  return counts;
}
