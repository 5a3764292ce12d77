// How pages write times, durations, sums. Times are in UTC, so that two readers speak of the same moment.
import { assertNever } from '../domain/errors/assert-never.js';
import type { CardFlag } from '../domain/report/report.schema.js';

/** `10:29:15`. */
export function clock(iso: string): string {
  return iso.slice(11, 19);
}

/** `26 Nov 2026, 10:29:15 UTC`. */
export function moment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const month = date.toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' });
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}, ${clock(date.toISOString())} UTC`;
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

/** `12,450`. */
export function count(amount: number): string {
  return amount.toLocaleString('en-GB');
}

/** `1 step`, `12 steps`. */
export function counted(amount: number, what: string): string {
  return `${count(amount)} ${what}${amount === 1 ? '' : 's'}`;
}

/** `$0.0042`: small sums keep two digits that matter. */
export function money(usd: number): string {
  if (usd === 0) return '$0';
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(2)}`;
}

export function flagText(flag: CardFlag): string {
  switch (flag) {
    case 'failed':
      return 'failed';
    case 'asked':
      return 'asked a person';
    case 'recovered':
      return 'recovered';
    case 'by-hand':
      return 'by hand';
    case 'unknown':
      return 'unknown outcome';
    default:
      return assertNever(flag);
  }
}
