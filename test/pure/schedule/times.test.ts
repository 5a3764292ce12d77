import { describe, expect, test } from '@jest/globals';
import { overlapFor, type OverlapPolicy } from '../../../src/domain/schedule/overlap.js';
import { timesSpec, type ScheduleTimes } from '../../../src/domain/schedule/times.js';

const workdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'];

describe('times of a schedule', () => {
  test.each<[string, ScheduleTimes, object]>([
    [
      'a cron expression, which the server tells by its comment alone',
      { cron: ['0 7 * * 1-5', '@daily # at night'], timeZone: 'europe/berlin' },
      { cronExpressions: ['0 7 * * 1-5 # 0 7 * * 1-5', '@daily # @daily # at night'], timezone: 'Europe/Berlin' },
    ],
    [
      'each morning, in a time zone',
      { at: ['7:30'], timeZone: 'Europe/Berlin' },
      { calendars: [{ hour: 7, minute: 30, second: 0, comment: '07:30' }], timezone: 'Europe/Berlin' },
    ],
    [
      'twice on workdays',
      { at: ['07:00', '19:00'], on: 'Mon-Fri' },
      {
        calendars: [
          { hour: 7, minute: 0, second: 0, dayOfWeek: workdays, comment: '07:00 mon-fri' },
          { hour: 19, minute: 0, second: 0, dayOfWeek: workdays, comment: '19:00 mon-fri' },
        ],
      },
    ],
    [
      'over the end of the week',
      { at: ['23:59'], on: 'saturday-mon' },
      { calendars: [{ hour: 23, minute: 59, second: 0, dayOfWeek: ['SATURDAY', 'SUNDAY', 'MONDAY'], comment: '23:59 saturday-mon' }] },
    ],
    [
      'days of the month',
      { at: ['00:00'], on: '1, 15-16' },
      { calendars: [{ hour: 0, minute: 0, second: 0, dayOfMonth: [1, 15, 16], comment: '00:00 1, 15-16' }] },
    ],
    [
      'intervals, each start a little later',
      { every: ['90m', '6h/15m'], jitter: '5m' },
      {
        intervals: [
          { every: 5_400_000, offset: 0 },
          { every: 21_600_000, offset: 900_000 },
        ],
        jitter: 300_000,
      },
    ],
  ])('FL8: %s', (_name, times, spec) => expect(timesSpec(times)).toEqual(spec));

  test.each<[ScheduleTimes, string]>([
    [{}, 'times is missing; allowed: when: a cron expression, times of day, or an interval.'],
    [{ cron: ['@daily'], on: 'mon' }, 'on is "mon"; allowed: days together with times of day (at).'],
    [{ at: ['24:00'] }, 'at is "24:00"; allowed: a time of day such as 07:30.'],
    [{ at: ['07:00'], on: 'mo' }, 'on is "mo"; allowed: days of the week (mon-fri, sat,sun) or of the month (1,15).'],
    [{ at: ['07:00'], on: '32' }, 'on is "32"; allowed: days of the week (mon-fri, sat,sun) or of the month (1,15).'],
    [{ at: ['07:00'], on: '5-3' }, 'on is "5-3"; allowed: days of the week (mon-fri, sat,sun) or of the month (1,15).'],
    [{ at: ['07:00'], on: 'mon-tue-wed' }, 'on is "mon-tue-wed"; allowed: days of the week (mon-fri, sat,sun) or of the month (1,15).'],
    [{ every: ['0m'] }, 'every is "0m"; allowed: a duration such as 90m, 6h or 1d.'],
    [{ every: ['1h/soon'] }, 'every is "soon"; allowed: a duration such as 90m, 6h or 1d.'],
    [
      { every: ['6h/6h'] },
      'every is "6h/6h"; allowed: an interval such as 6h, or 6h/15m for a quarter past: after the slash less than before it.',
    ],
    [
      { every: ['6h/15m/20m'] },
      'every is "6h/15m/20m"; allowed: an interval such as 6h, or 6h/15m for a quarter past: after the slash less than before it.',
    ],
    [{ every: ['1h'], timeZone: 'Mars/Olympus' }, 'timeZone is "Mars/Olympus"; allowed: an IANA time zone such as Europe/Berlin.'],
    [{ every: ['1h'], jitter: 'some' }, 'jitter is "some"; allowed: a duration such as 90m, 6h or 1d.'],
  ])('FL8: refuses %j', (times, message) => expect(() => timesSpec(times)).toThrow(message));
});

describe('overlap by device', () => {
  test.each<[object, OverlapPolicy | undefined, OverlapPolicy]>([
    [{ kind: 'web' }, undefined, 'skip'],
    [{ kind: 'web' }, 'allow-all', 'allow-all'],
    [{ kind: 'web', profile: 'bank' }, undefined, 'buffer-one'],
    [{ kind: 'desktop' }, undefined, 'buffer-one'],
    [{ kind: 'appium' }, undefined, 'buffer-one'],
    [{ kind: 'own-terminal' }, undefined, 'buffer-one'],
    [{ kind: 'desktop' }, 'cancel-other', 'cancel-other'],
    [{ kind: 'desktop' }, 'allow-all', 'allow-all'],
  ])('FL8: %j, wanted %s: %s', (device, wanted, policy) => expect(overlapFor(device as never, wanted)).toBe(policy));

  test.each([
    [{ kind: 'own-terminal' }, "a device of kind 'own-terminal'"],
    [{ kind: 'web', profile: 'bank' }, "the browser profile 'bank'"],
    [{ kind: 'appium' }, 'a device of Appium'],
  ])('FL8: two runs at once on %j are refused', (device, words) =>
    expect(() => overlapFor(device as never, 'allow-all')).toThrow(
      `overlap is "allow-all"; allowed: for ${words}, which two runs cannot use at once: skip, buffer-one, buffer-all, cancel-other, terminate-other.`,
    ),
  );
});
