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
