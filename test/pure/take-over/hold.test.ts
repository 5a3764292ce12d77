// EV30 in its smallest form: who has taken over, and what waits for the engine.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  notTakenOver,
  returnedText,
  applyTakeOver,
  takeOverState,
  takeOverTable,
  type TakeOver,
  type TakeOverEvent,
} from '../../../src/domain/take-over/hold.js';
import { count, holds, same } from '../../support/properties.js';

const at = (now: number) => ({ now, iso: (ms: number) => new Date(ms).toISOString() });
const now = Date.parse('2026-11-26T10:00:00Z');
const takeOver = (by = 'Ann', reason = 'captcha'): TakeOverEvent => ({ type: 'takeOver', by, reason, holdTimeout: 60_000 });
const parked: TakeOverEvent = { type: 'parked', at: 'shop/app-1' };
const handBack: TakeOverEvent = { type: 'handBack', note: 'solved' };
const events: readonly TakeOverEvent[] = [takeOver(), parked, handBack, { type: 'timed-out' }, { type: 'taken-up' }];

function turned(wheel: TakeOver, ...of: readonly TakeOverEvent[]): TakeOver {
  return of.reduce((state, event) => {
    const after = applyTakeOver(state, event, at(now));
    if ('refused' in after) throw new Error(after.refused);
    return after.takeOver;
  }, wheel);
}

const wheels = { FREE: notTakenOver, TAKEN: turned(notTakenOver, takeOver()), HELD: turned(notTakenOver, takeOver(), parked) };

describe('the table of the wheel', () => {
  const cells = (['FREE', 'TAKEN', 'HELD'] as const).flatMap((state) => events.map((event) => ({ state, on: event.type, event })));

  test.each(cells)('EV30: $state on $on: the machine and the table agree', ({ state, on, event }) => {
    const declared = (takeOverTable[state] as Partial<Record<TakeOverEvent['type'], string>>)[on];
    const after = applyTakeOver(wheels[state], event, at(now));
    expect('takeOver' in after ? takeOverState(after.takeOver) : undefined).toBe(declared);
  });

  test('EV30: a second one is told who has taken over, since when, until when', () => {
    const after = applyTakeOver(wheels.HELD, takeOver('Bob'), at(now));
    expect(after).toEqual({
      refused:
        'Ann has taken over since 2026-11-26T10:00:00.000Z (captcha), until 2026-11-26T10:01:00.000Z at the latest: ask for it to be handed back.',
    });
  });

  test('EV30: what nobody has cannot be handed back', () => {
    expect(applyTakeOver(notTakenOver, handBack, at(now))).toEqual({
      refused: 'Nobody has taken over, so nothing can be handed back: take over first.',
    });
  });

  test('EV35: what was handed back waits for the engine, which takes it once', () => {
    const after = applyTakeOver(wheels.HELD, handBack, at(now + 5_000));
    const wheel = 'takeOver' in after ? after.takeOver : notTakenOver;
    expect(wheel.returned).toEqual({ by: 'Ann', reason: 'captcha', note: 'solved', heldMs: 5_000 });
    expect(turned(wheel, { type: 'taken-up' })).toEqual({ count: 1 });
    expect(wheel.returned && returnedText(wheel.returned)).toBe(
      'Ann took over the screen (captcha) and has given it back: solved. Look at what is there now.',
    );
  });

  test('EV30: a hold whose time is up says so', () => {
    const { returned } = turned(wheels.HELD, { type: 'timed-out' });
    expect(returned).toMatchObject({ by: 'Ann', note: '', timedOut: true });
    expect(returned && returnedText(returned)).toMatch(/did not give it back in time/);
  });
});

test('EV30: in any order of events one person has it at most, each hold has a number of its own, and a refusal changes nothing', () => {
  const event = fc.oneof(
    fc.constantFrom('Ann', 'Bob', 'Cy').map((by) => takeOver(by)),
    fc.constantFrom(...events),
  );
  holds(fc.array(event, { minLength: 10, maxLength: 200 }), (walk) => {
    let wheel = notTakenOver;
    const numbers: number[] = [];
    walk.forEach((each, index) => {
      const before = JSON.stringify(wheel);
      const after = applyTakeOver(wheel, each, at(now + index));
      count('events of the wheel');
      same(JSON.stringify(wheel), before);
      if ('refused' in after) return;
      if (wheel.hold && after.takeOver.hold) same(after.takeOver.hold.by, wheel.hold.by);
      if (!wheel.hold && after.takeOver.hold) numbers.push(after.takeOver.hold.number);
      // Given back, never lost: it waits until it is taken up, or another hold ends.
      if (wheel.hold && !after.takeOver.hold) same(after.takeOver.returned?.by, wheel.hold.by);
      wheel = after.takeOver;
    });
    same(new Set(numbers).size, numbers.length);
    expect(JSON.parse(JSON.stringify(wheel))).toEqual(wheel);
  });
});
