type Sums = Readonly<Record<'runs' | 'pressed' | 'twice' | 'lost' | 'unknown' | 'failed', number>>;
export interface ToldCounts extends Sums {
  readonly scene: string;
  readonly struck: Readonly<Record<string, number>>;
  readonly seed?: number;
}
export function rowsOf(told: readonly ToldCounts[]): readonly (Sums & {
  readonly scene: string;
  readonly struck: Readonly<Record<string, number>>;
  readonly seeds: ReadonlySet<number>;
})[];
export function operationsTable(told: readonly ToldCounts[]): string;
