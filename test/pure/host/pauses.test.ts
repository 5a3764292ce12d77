import { expect, test } from '@jest/globals';
import { pausesWithin } from '../../../src/adapters/process-kit/poll.js';

/** As a machine does that has no time for this process. */
function standStill(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

test('a wait for a program has its pauses, however slow the machine is that runs it', async () => {
  let turns = 0;
  const began = performance.now();
  for await (const _ of pausesWithin(50, 10)) {
    turns += 1;
    standStill(30);
  }
  expect(turns).toBe(5);
  expect(performance.now() - began).toBeGreaterThan(150);
});

test('whoever has what it waits for leaves at once', async () => {
  let turns = 0;
  for await (const _ of pausesWithin(1_000_000, 1)) if (++turns === 3) break;
  expect(turns).toBe(3);
});
