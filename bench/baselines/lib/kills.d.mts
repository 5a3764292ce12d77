import type { Kill } from '../../../scripts/torture/schedule.mjs';

export const phaseNames: Readonly<Record<string, string>>;
export function sharedKills(of: {
  readonly seed: number;
  readonly kills: number;
  readonly items: number;
}): readonly (Kill & { readonly phase: string })[];
