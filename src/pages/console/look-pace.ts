// How often a picture of a held run is asked for.

/** ms from the beginning of a look to that of the next, less by what the last one took: a slow one has to begin earlier. */
const idleMs = 750;
const actingMs = 200;
/** ms after the last thing that a person did. */
const actsFor = 3_000;

export interface LookPace {
  /** ms from the beginning of the last look to that of the next. */
  readonly periodMs: number;
  /** What somebody else has seen in so many ms is good enough. */
  readonly maxAgeMs: number;
}

/** `sinceActMs`: since a person did something; infinite, if nobody did. `tookMs`: what the last look took. */
export function lookPace(sinceActMs: number, tookMs: number): LookPace {
  const periodMs = sinceActMs < actsFor ? actingMs : Math.max(actingMs, idleMs - tookMs);
  return { periodMs, maxAgeMs: Math.max(actingMs, Math.round(periodMs / 2)) };
}
