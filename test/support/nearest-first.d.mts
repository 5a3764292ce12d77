export interface Candidate {
  readonly failed: boolean;
  /** Imports between the test file and the nearest file that was saved. */
  readonly distance: number;
  /** What it took the last time. */
  readonly ms: number;
}

export function distanceBetween(file: string, targets: ReadonlySet<string>, imports: (file: string) => readonly string[]): number;

export function chooseNearest<C extends Candidate>(
  files: readonly C[],
  budgetMs: number,
): { readonly chosen: readonly C[]; readonly left: number };
