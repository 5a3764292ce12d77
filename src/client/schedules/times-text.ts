// When a schedule is due, in a line. The server keeps cron expressions as calendars; what was written is their comment (domain/schedule/times.ts).
import type { ScheduleSpecDescription } from '@temporalio/client';

export function timesText(spec: ScheduleSpecDescription | undefined): string {
  if (!spec) return '';
  const { calendars = [], intervals = [], timezone, jitter = 0 } = spec;
  const times = [
    ...calendars.map(({ comment }) => comment || 'a calendar'),
    ...intervals.map(({ every, offset }) => `every ${durationText(every)}${offset > 0 ? ` + ${durationText(offset)}` : ''}`),
  ].join('; ');
  const zone = calendars.length > 0 ? ` ${timezone || 'UTC'}` : '';
  return `${times}${zone}${jitter > 0 ? `, up to ${durationText(jitter)} later` : ''}`;
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** In its largest whole unit. */
function durationText(ms: number): string {
  const [unit, size] = units.find(([, each]) => ms % each === 0) ?? ['ms', 1];
  return `${ms / size}${unit}`;
}
