// The common loop of the engines, without a server: an engine that a call ends while something else is under way.
import { expect, test } from '@jest/globals';
import { alone, createClock, drive, machineOf, type Engine } from '../../../src/workflows/engine/drive.js';

interface Wait {
  readonly type: 'wait';
}

test('a run that is ended while its history is stored ends, and waits for nothing more', async () => {
  let ended = false;
  const performed: Wait[] = [];
  const engine: Engine<boolean, Wait, { readonly type: 'moved' }> = {
    name: 'toy',
    type: 'toy',
    clock: createClock(),
    state: () => ended,
    next: (isOver) => (isOver ? undefined : { type: 'wait' }),
    perform: (effect) => {
      performed.push(effect);
      ended = true;
      return Promise.resolve(undefined);
    },
    transition: () => undefined,
    moveTo: () => undefined,
    headline: () => '',
    // The call that ends it comes while the activity runs.
    keep: () => {
      ended = true;
      return Promise.resolve();
    },
  };
  await drive(
    alone(machineOf(engine), {
      people: { replied: false, show: () => undefined },
      continueAsNew: () => Promise.reject(new Error('it continues as new')),
    }),
  );
  expect(performed).toEqual([]);
});
