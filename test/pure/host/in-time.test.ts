import { describe, expect, test } from '@jest/globals';
import { begunInTime, inTime } from '../../../src/activities/device/within-deadline.js';
import { NoTimeLeftError } from '../../../src/activities/device/perform-actions.js';

const soon = () => Date.now() + 20;
const later = () => Date.now() + 20_000;

describe('F240: work before an effect', () => {
  const timed = (deadline: number, work: (signal: AbortSignal) => Promise<string>, calls: Promise<unknown>[] = []) =>
    inTime({ deadline, busy: (call) => void calls.push(call) }, 'click', work);

  test('gives its result, or its own error, within the limit', async () => {
    expect(await timed(later(), async () => 'found')).toBe('found');
    await expect(timed(later(), () => Promise.reject(new RangeError('off the screen')))).rejects.toThrow('off the screen');
  });

  test('times out at the deadline, whatever error it ends with when aborted', async () => {
    const obedient = (signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    await expect(timed(soon(), obedient)).rejects.toThrow(NoTimeLeftError);
  });

  test('keeps its device busy if it continues anyway', async () => {
    const calls: Promise<unknown>[] = [];
    let end = (_found: string): void => undefined;
    const stubborn = new Promise<string>((resolve) => (end = resolve));
    await expect(timed(soon(), () => stubborn, calls)).rejects.toThrow(NoTimeLeftError);
    const [call] = calls;
    const going = Symbol('going on');
    expect(await Promise.race([call, Promise.resolve(going)])).toBe(going);
    end('too late');
    expect(await call).toBe('too late');
  });
});

describe('F240: work waiting for its turn', () => {
  test('does nothing if its turn comes after it was given up', async () => {
    let turn = (): void => undefined;
    const turns = new Promise<void>((resolve) => (turn = resolve));
    const began: boolean[] = [];
    const work = turns.then(() => undefined);
    const result = await begunInTime(
      soon(),
      () => 'too late',
      async (begin) => {
        await work;
        began.push(begin());
        return 'done';
      },
    );
    expect(result).toBe('too late');
    turn();
    await work;
    await Promise.resolve();
    expect(began).toEqual([false]);
  });

  test('runs to its end once it has begun', async () => {
    const deadline = soon();
    const result = await begunInTime(
      deadline,
      () => 'too late',
      async (begin) => {
        begin();
        await new Promise((resolve) => setTimeout(resolve, 40));
        return 'done';
      },
    );
    expect(Date.now()).toBeGreaterThan(deadline);
    expect(result).toBe('done');
  });
});
