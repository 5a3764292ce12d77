export interface Candidate {
  readonly failed: boolean;
  /** Imports between the test file and the nearest saved file. */
  readonly distance: number;
  /** Duration of its last run. */
  readonly ms: number;
}

export function distanceBetween(file: string, targets: ReadonlySet<string>, imports: (file: string) => readonly string[]): number;

export function chooseNearest<C extends Candidate>(
  files: readonly C[],
  budgetMs: number,
): { readonly chosen: readonly C[]; readonly left: number };
