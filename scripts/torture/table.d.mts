import type { Column } from './classing.mjs';

export interface Struck {
  readonly point: string;
  readonly victim: string;
  readonly column: string;
  readonly ms: number;
  readonly finished: boolean;
}

type Counts = Readonly<Record<Column | 'kills' | 'missed', number>> & { readonly extraSeconds: number | undefined };

export interface Summary {
  readonly byPoint: readonly (Counts & { readonly point: string })[];
  readonly byVictim: readonly (Counts & { readonly victim: string })[];
  readonly all: Counts;
  readonly unfinished: number;
}

export function summarize(kills: readonly Struck[], calmMs: number): Summary;
export function isGood(summary: Summary): boolean;
export function rowsOf(
  summary: Summary,
  by?: 'point' | 'victim',
): { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
