import type { RunEvents } from '../../src/ports/run-events.js';

/** `open`: events that are empty at the beginning of a test. */
export function runEventsConform(open: () => RunEvents, numbers: string): void {
  const event = (seq: number, loop: number) =>
    ({ seq, timestamp: '2026-01-01T00:00:00.000Z', type: 'agent.loop_start', payload: { loop } }) as const;

  test(`${numbers}: events of explorers are read in their order, the first of a number`, async () => {
    const events = open();
    await events.append('run', [event(2, 1), event(1, 0)]);
    await events.append('run', [event(2, 7), event(3, 2)]);
    expect(await events.read('run')).toEqual([event(1, 0), event(2, 1), event(3, 2)]);
  });
}
