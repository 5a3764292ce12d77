const iso = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z$/;

/** ms since 1970 of an ISO 8601 time in UTC; undefined: it is none. */
export function isoMs(text: string | undefined): number | undefined {
  const [, ...parts] = iso.exec(text ?? '') ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(0, 6).map(Number);
  const ms = Math.floor(Number(`0.${parts[6] ?? '0'}`) * 1_000);
  return ((daysOf(year, month, day) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000 + ms;
}

/** Since 1 January 1970; years are counted from March, so that the leap day is the last. */
function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const [era, ofEra] = [Math.floor(shifted / 400), ((shifted % 400) + 400) % 400];
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

/** Orders times in UTC of one form, the earliest first; those of the same moment stay as they are. */
export function byTime(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** ms that clocks of workflows are apart, which are those of their tasks. */
export const slackMs = 2_000;

/** ms from one to the other, at least 0; undefined where one is not known. */
export function msBetween(from: string | undefined, to: string | undefined): number | undefined {
  const [start, end] = [isoMs(from), isoMs(to)];
  return start === undefined || end === undefined ? undefined : Math.max(0, end - start);
}

/** `10:29:15`. */
export function clock(iso: string): string {
  return iso.slice(11, 19);
}

/** `340 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 59.95) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const parts = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const;
  const whole = Math.round(seconds);
  const first = parts.findIndex(([size]) => whole >= size);
  const shown = parts.slice(first, first + 2).map(([size, unit], index) => {
    const rest = index === 0 ? whole : whole % (parts[first]?.[0] ?? 1);
    return [Math.floor(rest / size), unit] as const;
  });
  return shown
    .filter(([amount], index) => index === 0 || amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
}

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
