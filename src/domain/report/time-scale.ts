// A time line on which a night's wait does not push the work into one pixel: gaps in which nothing begins or ends are cut short.

export interface TimeScale {
  /** 0 to 1. */
  place(ms: number): number;
  /** Middles of the gaps that were cut short, 0 to 1, and how long they lasted, ms. */
  readonly cuts: readonly { readonly at: number; readonly ms: number }[];
  /** Moments to write at the axis: ms, and where. */
  readonly ticks: readonly { readonly ms: number; readonly at: number }[];
}

/** A gap of more than this part of all shorter ones is cut. */
const longestPart = 0.5;
const shortestCutMs = 20_000;
const tickCount = 5;

/** `moments`: everything that begins or ends, ms; in any order. */
export function timeScale(moments: readonly number[]): TimeScale {
  const sorted = [...new Set(moments)].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((ms, index) => ms - (sorted[index] ?? ms));
  const limit = limitOf(gaps);
  const widths = gaps.map((gap) => Math.min(gap, limit));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const edges: number[] = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  const at = (index: number): number => (total === 0 ? 0 : (edges[index] ?? 0) / total);
  const place = (ms: number): number => {
    const next = sorted.findIndex((moment) => moment >= ms);
    if (next <= 0) return next === 0 || sorted.length === 0 ? 0 : 1;
    const [from = ms, to = ms] = [sorted[next - 1], sorted[next]];
    return at(next - 1) + ((ms - from) / Math.max(1, to - from)) * (at(next) - at(next - 1));
  };
  return {
    place,
    cuts: gaps.flatMap((ms, index) => (ms > limit ? [{ at: (at(index) + at(index + 1)) / 2, ms }] : [])),
    ticks: ticksOf(sorted, place),
  };
}

function limitOf(gaps: readonly number[]): number {
  const sorted = [...gaps].sort((a, b) => a - b);
  let sum = 0;
  for (const gap of sorted) {
    if (gap > shortestCutMs && gap > sum * longestPart) return Math.max(shortestCutMs / 4, sum * 0.2);
    sum += gap;
  }
  return Infinity;
}

/** The first and the last moment, and those nearest to even places between. */
function ticksOf(sorted: readonly number[], place: (ms: number) => number): TimeScale['ticks'] {
  const wanted = Array.from({ length: tickCount }, (_, index) => index / (tickCount - 1));
  const nearest = wanted.flatMap((want) => {
    const [first] = sorted;
    if (first === undefined) return [];
    return [sorted.reduce((best, ms) => (Math.abs(place(ms) - want) < Math.abs(place(best) - want) ? ms : best), first)];
  });
  const ticks: { ms: number; at: number }[] = [];
  for (const ms of nearest) {
    const at = place(ms);
    if (at - (ticks.at(-1)?.at ?? -1) > 0.14) ticks.push({ ms, at });
  }
  return ticks;
}
