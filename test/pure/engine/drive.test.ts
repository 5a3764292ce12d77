// The common loop of the engines, without a server: an engine that a call ends while something else is under way.
import { expect, test } from '@jest/globals';
import { HoldsTooMuchError } from '../../../src/domain/run/held.js';
import { alone, createClock, drive, machineOf, type Engine } from '../../../src/workflows/engine/drive.js';
import { createCarriedLimit } from '../../../src/workflows/engine/continue-as-new.js';

const people = { replied: false, show: () => undefined };
const holding = () => ({ done: '3 steps', parts: {}, instead: 'divide the request' });

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
    holding,
    // The call that ends it comes while the activity runs.
    keep: () => {
      ended = true;
      return Promise.resolve();
    },
  };
  await drive(
    alone(machineOf(engine), {
      people,
      room: createCarriedLimit(() => [], holding),
      continueAsNew: () => Promise.reject(new Error('it continues as new')),
    }),
  );
  expect(performed).toEqual([]);
});

test('CL22: where what is carried fits no longer, no effect begins: the machine fails in one sentence, or is told and goes on as it can', async () => {
  const performed: Wait[] = [];
  const ends: string[] = [];
  const engine: Engine<boolean, Wait, { readonly type: 'overfull'; readonly message: string }> = {
    name: 'toy',
    type: 'toy',
    clock: createClock(),
    state: () => ends.length > 0,
    next: (isOver) => (isOver ? undefined : { type: 'wait' }),
    perform: (effect) => {
      performed.push(effect);
      return Promise.resolve(undefined);
    },
    transition: (_, { message }) => {
      ends.push(message);
      return true;
    },
    moveTo: () => undefined,
    headline: () => '',
    holding,
  };
  const full = () => createCarriedLimit(() => 'x'.repeat(1_600_000), holding);
  const run = (machine: typeof engine) =>
    drive(alone(machineOf(machine), { people, room: full(), continueAsNew: () => Promise.reject(new Error('it continues as new')) }));
  await expect(run(engine)).rejects.toMatchObject({
    type: 'holds-too-much',
    nonRetryable: true,
    message: expect.stringMatching(/^after 3 steps the run holds 1\.6 MB/),
  });
  await run({ ...engine, overfull: ({ message }) => ({ type: 'overfull', message }) });
  expect(ends).toEqual([new HoldsTooMuchError(1_600_002, holding()).message]);
  expect(performed).toEqual([]);
});
