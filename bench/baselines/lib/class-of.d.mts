import type { Column, Facts } from '../../../scripts/torture/classing.mjs';

export interface BaselineRun extends Pick<Facts, 'items' | 'struckAt' | 'effects' | 'marks'> {
  readonly end: {
    readonly ended: boolean;
    readonly completed: boolean;
    readonly pressed: readonly string[];
    readonly failedAt?: string;
  };
}

export function classOf(run: BaselineRun): { readonly column: Column | 'missed'; readonly reason: string };
