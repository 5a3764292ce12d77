// When a schedule starts runs: as people write it, and as Temporal's ScheduleSpec takes it.
import { durationMs } from '../text/measures.js';
import { InputError } from '../errors/input-error.js';

/** At least one of `cron`, `at` and `every`; those that are given add up. */
export interface ScheduleTimes {
  /** Five fields, as for cron: `0 7 * * 1-5`. Also `@daily` and the like. */
  readonly cron?: readonly string[];
  /** Times of day, `07:30`, on the days of `on`. */
  readonly at?: readonly string[];
  /** `mon-fri`, `sat,sun`, or days of the month: `1,15`. By default every day. */
  readonly on?: string;
  /** Durations since midnight UTC of 1 January 1970, with an offset if wanted: `90m`, `6h/15m`. */
  readonly every?: readonly string[];
  /** IANA name that `cron` and `at` are read in; UTC by default. */
  readonly timeZone?: string;
  /** Each start is later by chance, by at most that much: `5m`. */
  readonly jitter?: string;
}

/** The part of Temporal's ScheduleSpec that it becomes. */
export interface TimesSpec {
  readonly cronExpressions?: string[];
  readonly calendars?: CalendarTimes[];
  readonly intervals?: { readonly every: number; readonly offset: number }[];
  readonly timezone?: string;
  /** ms */
  readonly jitter?: number;
}

interface CalendarTimes {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly dayOfWeek?: DayOfWeek[];
  readonly dayOfMonth?: number[];
  /** What lists show. */
  readonly comment: string;
}

const days = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
type DayOfWeek = (typeof days)[number];

/** Throws `InputError`. A cron expression is judged by the server. */
export function timesSpec({ cron = [], at = [], on, every = [], timeZone, jitter }: ScheduleTimes): TimesSpec {
  if (cron.length + at.length + every.length === 0)
    throw new InputError('times', undefined, 'when: a cron expression, times of day, or an interval');
  if (on !== undefined && at.length === 0) throw new InputError('on', on, 'days together with times of day (at)');
  const wait = jitter === undefined ? undefined : durationOf('jitter', jitter);
  return {
    cronExpressions: cron.length > 0 ? cron.map(withComment) : undefined,
    calendars: at.length > 0 ? at.map((time) => calendarOf(time, on)) : undefined,
    intervals: every.length > 0 ? every.map(intervalOf) : undefined,
    timezone: timeZone === undefined ? undefined : knownZone(timeZone),
    jitter: wait,
  };
}

/** The server keeps a calendar, and of what was written the comment alone. */
function withComment(cron: string): string {
  if (/^\s*(?:CRON_)?TZ=/i.test(cron))
    throw new InputError('cron', cron, 'an expression without a time zone, which is given by itself (timeZone, --time-zone)');
  return `${cron.replace(/#.*$/s, '').trim()} # ${cron.trim()}`;
}

function calendarOf(time: string, on: string | undefined): CalendarTimes {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time.trim()) ?? [];
  if (hour === undefined || minute === undefined) throw new InputError('at', time, 'a time of day such as 07:30');
  const comment = `${hour.padStart(2, '0')}:${minute}${on === undefined ? '' : ` ${on.trim().toLowerCase()}`}`;
  return { hour: Number(hour), minute: Number(minute), second: 0, ...(on === undefined ? {} : daysOf(on)), comment };
}

/** Of the week or of the month. */
function daysOf(on: string): Pick<CalendarTimes, 'dayOfWeek' | 'dayOfMonth'> {
  const parts = on.split(',').map((part) => part.trim());
  if (parts.every((part) => /^\d{1,2}(-\d{1,2})?$/.test(part))) {
    const numbers = parts.flatMap((part) => rangeOf(on, part.split('-').map(Number)));
    if (numbers.every((day) => day >= 1 && day <= 31)) return { dayOfMonth: numbers };
  }
  const found = parts.map((part) => part.split('-').map((name) => days.findIndex((day) => isDay(day, name))));
  if (found.some((ends) => ends.length > 2 || ends.includes(-1))) throw notDays(on);
  return { dayOfWeek: found.flatMap((ends) => weekdays(ends)) };
}

function isDay(day: DayOfWeek, name: string): boolean {
  const word = name.trim().toUpperCase();
  return word.length >= 3 && day.startsWith(word);
}

/** `fri-mon` goes over the end of the week. */
function weekdays([from = 0, to = from]: readonly number[]): DayOfWeek[] {
  const count = ((to - from + days.length) % days.length) + 1;
  return Array.from({ length: count }, (_, index) => days[(from + index) % days.length] ?? 'SUNDAY');
}

function rangeOf(on: string, [from = 0, to = from]: readonly number[]): readonly number[] {
  if (to < from) throw notDays(on);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function notDays(on: string): InputError {
  return new InputError('on', on, 'days of the week (mon-fri, sat,sun) or of the month (1,15)');
}

function intervalOf(text: string): { readonly every: number; readonly offset: number } {
  const [every = '', after, ...more] = text.split('/');
  const interval = { every: durationOf('every', every), offset: after === undefined ? 0 : durationOf('every', after) };
  if (more.length > 0 || interval.offset >= interval.every)
    throw new InputError('every', text, 'an interval such as 6h, or 6h/15m for a quarter past: after the slash less than before it');
  return interval;
}

/** Throws `InputError`. */
export function durationOf(field: string, text: string): number {
  const ms = durationMs(text);
  if (ms === undefined || ms === 0) throw new InputError(field, text, 'a duration such as 90m, 6h or 1d');
  return ms;
}

function knownZone(timeZone: string): string {
  try {
    // As the server spells it.
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw new InputError('timeZone', timeZone, 'an IANA time zone such as Europe/Berlin');
  }
}
