// A toy engine for drive.test.ts: it performs the effects of its script, one after the other.
import {
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineUpdate,
  proxyActivities,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import { alone, createClock, drive, machineOf, releasing, stopping, type Clock, type Engine } from '../../../src/workflows/engine/drive.js';

/** `be-refused`: its event is one that the machine refuses. */
type Step = 'count' | 'work-and-wait' | 'be-called' | 'fail' | 'be-refused' | 'hang';

export interface ToyInput {
  readonly script: readonly Step[];
  readonly replied?: true;
  readonly overfull?: true;
}

export interface ToyState {
  readonly left: readonly Step[];
  /** Turns made in each part of the chain. */
  readonly parts: readonly number[];
  /** ms: as counted by the toy, and as reported to the machine. */
  readonly worked: number;
  readonly waited: number;
  readonly active: number;
}

interface Effect {
  readonly type: Step;
}

interface Event {
  readonly type: 'done' | 'odd';
  readonly worked?: number;
  readonly waited?: number;
}

export const slowUpdate = defineUpdate<string>('slow');

const { note } = proxyActivities<{ note(what: string): Promise<void> }>({ startToCloseTimeout: '10 seconds' });

export async function toy(
  input: ToyInput,
  carried: { state: ToyState } = { state: { left: input.script, parts: [], worked: 0, waited: 0, active: 0 } },
): Promise<ToyState> {
  let isCalled = false;
  setHandler(slowUpdate, async () => {
    isCalled = true;
    await sleep(100);
    return 'heard to the end';
  });
  const clock = createClock();
  carried.state = { ...carried.state, parts: [...carried.state.parts, 0] };
  const engine: Engine<ToyState, Effect, Event> = {
    name: 'toy',
    type: 'toy',
    clock,
    state: () => carried.state,
    next: ({ left: [type] }) => (type === undefined ? undefined : { type }),
    perform: ({ type }) => perform(type, clock, () => isCalled),
    transition: (state, event) => (event.type === 'odd' ? undefined : after(state, event)),
    moveTo: (state) => void (carried.state = state),
    headline: () => '',
    holding: () => ({ done: '', parts: {}, instead: '' }),
  };
  await releasing(
    () => CancellationScope.nonCancellable(() => note('released')),
    () =>
      stopping(
        async (cancelled) => {
          await note('stopped');
          throw cancelled;
        },
        () =>
          drive(
            alone(machineOf(engine), {
              people: { replied: input.replied === true, show: () => undefined },
              continueAsNew: () => continueAsNew<typeof toy>(input, carried),
              room: { fits: () => input.overfull !== true, overfull: () => undefined, grow: () => undefined, shrink: () => undefined },
            }),
          ),
      ),
  );
  return carried.state;
}

async function perform(step: Step, clock: Clock, isCalled: () => boolean): Promise<Event> {
  switch (step) {
    case 'count':
      await sleep(1);
      return { type: 'done' };
    case 'work-and-wait': {
      const [started, atWork, atRest] = [Date.now(), await ended(30), await clock.wait(() => ended(60))];
      return { type: 'done', worked: atWork - started, waited: atRest - atWork };
    }
    case 'be-called':
      await condition(isCalled);
      return { type: 'done' };
    case 'fail':
      throw ApplicationFailure.nonRetryable('for good');
    case 'be-refused':
      return { type: 'odd' };
    case 'hang':
      await note('hanging');
      await condition(() => false);
      return { type: 'done' };
  }
}

/** The workflow's clock after so many ms. */
async function ended(ms: number): Promise<number> {
  await sleep(ms);
  return Date.now();
}

function after({ left, parts, worked, waited, active }: ToyState, event: Event & { readonly activeMs: number }): ToyState {
  return {
    left: left.slice(1),
    parts: [...parts.slice(0, -1), (parts.at(-1) ?? 0) + 1],
    worked: worked + (event.worked ?? 0),
    waited: waited + (event.waited ?? 0),
    active: active + (event.worked === undefined ? 0 : event.activeMs),
  };
}
