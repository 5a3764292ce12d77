// How pages write times, durations, sums. Times are in UTC, so that two readers speak of the same moment.
import { assertNever } from '../domain/errors/assert-never.js';
import { clock } from '../domain/report/iso-time.js';
import type { CardFlag } from '../domain/report/report.schema.js';

/** `26 Nov 2026, 10:29:15 UTC`. */
export function moment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const month = date.toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' });
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}, ${clock(date.toISOString())} UTC`;
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
