export interface Mark {
  readonly at: number;
  readonly step: 'begin' | 'intended' | 'dispatch' | 'recorded' | 'struck';
  readonly key?: string;
  readonly control?: string;
}

export interface Facts {
  readonly struckAt: number | undefined;
  readonly items: readonly string[];
  readonly effects: readonly { readonly item: string; readonly control: string }[];
  readonly marks: readonly Mark[];
  readonly said: readonly { readonly control: string; readonly outcome: string; readonly counts: boolean }[];
  readonly end: { readonly ended: boolean; readonly completed: boolean; readonly unknownOutcomes: number };
}

export type Column = 'once' | 'notAtAll' | 'unknown' | 'twice' | 'lost';

export const columns: readonly Column[];
export function classify(facts: Facts): { readonly column: Column | 'missed'; readonly reason: string };
export function inFlight(
  marks: readonly Mark[],
  at: number,
): { readonly key?: string; readonly control?: string; readonly dispatched: boolean } | undefined;
