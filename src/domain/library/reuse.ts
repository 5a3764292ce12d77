// A request that a compiled flow carries out, and what is told about it afterwards.
import type { Usage } from '../budget/usage.js';
import type { FlowDocument } from '../flow/document.js';
import { numberOf, recordOf } from '../checks/read-stored.js';
import type { RequestValues } from './match-request.js';

/** Whether a request may be carried out by a flow that did the same before: with a person's consent, without, or not at all. */
export const reuseModes = ['ask', 'always', 'never'] as const;
export type ReuseMode = (typeof reuseModes)[number];

export interface FlowMatch {
  /** Id of the flow in the library. */
  readonly flow: string;
  readonly version: number;
  readonly name: string;
  /** The request of the run that it was compiled from. */
  readonly request: string;
  readonly variables: RequestValues;
  /** The requests are the same up to their values, or a model says so. */
  readonly how: 'same' | 'model';
  /** What the first run took; absent: that is not known. */
  readonly first?: NonNullable<NonNullable<FlowDocument['compiled']>['cost']>;
  /** What asking the model took. */
  readonly matchUsage: Usage;
  /** Why it is offered, and not taken unasked: a sentence. */
  readonly doubt?: string;
}

/** In the memo of the run. */
export interface Reused {
  readonly flow: string;
  readonly version: number;
  readonly how: FlowMatch['how'];
  /** US dollars: of asking whether it is the same, and of the first run. */
  readonly matchUsd: number;
  readonly firstUsd?: number;
  /** ms */
  readonly firstMs?: number;
}

export function reusedOf({ flow, version, how, first, matchUsage }: FlowMatch): Reused {
  return { flow, version, how, matchUsd: matchUsage.costUsd, firstUsd: first?.usd, firstMs: first?.ms };
}

/** From a memo, which anyone may have written. */
export function readReused(value: unknown): Reused | undefined {
  const { flow, version, how, matchUsd, firstUsd, firstMs } = recordOf(value) ?? {};
  if (typeof flow !== 'string' || typeof version !== 'number') return undefined;
  return {
    ...{ flow, version, how: how === 'model' ? 'model' : 'same', matchUsd: numberOf(matchUsd) },
    firstUsd: typeof firstUsd === 'number' ? firstUsd : undefined,
    firstMs: typeof firstMs === 'number' ? firstMs : undefined,
  };
}

/** One sentence. `usd`: of the run, once it is known. */
export function reusedText({ flow, version, how, matchUsd, firstUsd }: Reused, usd?: number): string {
  const why =
    how === 'same' ? 'the request is the same up to its values' : `a model says that the request is the same (${money(matchUsd)})`;
  const what = `Reused flow ${flow}, version ${version}: ${why}`;
  if (firstUsd === undefined) return `${what}.`;
  if (usd === undefined) return `${what}. The first run cost ${money(firstUsd)}.`;
  const saved = firstUsd - usd - matchUsd;
  return `${what}. The first run cost ${money(firstUsd)}, this one ${money(usd + matchUsd)}: ${saved < 0 ? `${money(-saved)} more` : `saved ${money(saved)}`}.`;
}

export function money(usd: number): string {
  return usd === 0 ? '$0' : `$${usd < 0.01 ? usd.toPrecision(2) : usd.toFixed(2)}`;
}
