// The real hand and the real `performBound` in hundreds of worlds: workers die or freeze, hands die, the disk and the messages are as slow as they like, and
// fast-check chooses what comes next. What one action did is counted outside.
import fc from 'fast-check';
import { jest } from '@jest/globals';
import { Mutex } from 'async-mutex';
import { performBound, type PerformContext, type PerformTools } from '../../../src/activities/device/perform-actions.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createMemoryActionJournal } from '../../support/memory-stores.js';
import { summarizeVerdicts } from '../../../src/domain/device/action-knowledge.js';
import type { ActionOutcome } from '../../../src/domain/device/device-work.js';
import { createDeviceProcess, type LocalDeviceProcess } from '../../../src/device-process/device-process.js';
import type { LeasedDevice } from '../../../src/host/leased-device.js';
import { LeaseLostError } from '../../../src/host/lease-checks.js';
import { ConnectionLostError, DeviceGoneError, type Device } from '../../../src/ports/device.js';
import type { IntendedEntry } from '../../../src/ports/action-journal.js';
import type { HandedDevice, Order } from '../../../src/ports/device-process.js';
import { seeded, walksOfEach } from '../../support/properties.js';

const worlds = 67 * walksOfEach;
const actionMs = 100_000;
const mostAttempts = 6;
/** Of one world. An endless one would starve the process of its timers, so that nobody could end the test. */
const mostMoments = 100_000;
const passing = [...Array<number>(24).fill(1), 20, 20, 100, 100, 400, 700, 5_000];

interface World {
  readonly scheduler: fc.Scheduler;
  moments: number;
  clock: number;
  /** The attempt that Temporal still wants; a later one makes every earlier lease void. */
  wanted: number;
  /** Boot clock at which each attempt was given up. */
  readonly givenUp: Map<number, number>;
  readonly effects: number[];
  /** When each was sent, by the hand's clock. */
  readonly sent: { readonly attempt: number; readonly at: number }[];
  readonly journal: ReturnType<typeof createMemoryActionJournal>;
  hand: LocalDeviceProcess & { dead: boolean };
  readonly handsMayDie: boolean;
  readonly pick: () => number;
}

type Known = 'ran' | 'did not run' | 'unknown';

/** A moment of the scheduler's choice, in which time passes. */
async function moment(world: World, what: string): Promise<void> {
  if (++world.moments > mostMoments) throw new Error(`nothing ends any more: still waiting for "${what}"`);
  await world.scheduler.schedule(Promise.resolve(), what);
  // Mostly soon; sometimes as long as a freeze.
  world.clock += passing[world.pick() % passing.length] ?? 0;
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function newHand(world: Omit<World, 'hand'> & { hand?: World['hand'] }): World['hand'] {
  const own = { dead: false };
  const alive = async <T>(work: () => Promise<T>): Promise<T> => (own.dead ? never() : work());
  const at = (what: string) => moment(world as World, what);
  const disk = new Mutex();
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => disk.runExclusive(() => alive(work));
  const { journal } = world;
  const device = {
    async perform() {
      if (own.dead) return never();
      const attempt = Number(running.split(':')[1]);
      world.sent.push({ attempt, at: world.clock });
      // What is on its way arrives, whether or not the hand lives to hear of it.
      await at('the call arrives').then(() => world.effects.push(attempt));
      await at('its answer arrives');
      return own.dead ? never() : {};
    },
  } as unknown as Device;
  let running = '';
  const hand = createDeviceProcess({
    device,
    secrets: { keepBack: () => undefined },
    now: () => world.clock,
    log: () => undefined,
    setGeneration: () => alive(() => at('the generation is written')),
    // One after the other, as on disk.
    journal: {
      ...journal,
      intended: (entry) =>
        inOrder(async () => {
          await at('intended is synced');
          if (own.dead) return never();
          running = entry.key;
          return journal.intended(entry);
        }),
      done: (key, outcome) =>
        inOrder(async () => {
          await at('done is synced');
          return own.dead ? never() : journal.done(key, outcome);
        }),
      verdictOf: (deviceId, key) => inOrder(() => journal.verdictOf(deviceId, key)),
    },
  });
  return {
    ...hand,
    get dead() {
      return own.dead;
    },
    set dead(is: boolean) {
      own.dead = is;
    },
  };
}

const cut = (): ConnectionLostError => new ConnectionLostError('cut off', { cause: new DeviceGoneError('the hand has ended') });

/** Looks at the socket until the answer is there. The looks end with it: those of old calls would crowd out what can still happen. */
async function cutOff(world: World, hand: World['hand'], answer: Promise<unknown>): Promise<never> {
  let waits = true;
  const answered = (): void => void (waits = false);
  answer.then(answered, answered);
  while (waits && !hand.dead) await moment(world, 'a look at the socket');
  return waits ? Promise.reject(cut()) : never();
}

/** Messages to a hand that is dead are cut off, as its socket is. */
function remote(world: World, hand: World['hand'], worker: { dead: boolean }): HandedDevice {
  const ask = async <T>(what: string, call: () => Promise<T>): Promise<T> => {
    await moment(world, `${what} is on its way`);
    if (worker.dead) return never();
    if (hand.dead) throw cut();
    const answer = call();
    const value = await Promise.race([answer, cutOff(world, hand, answer)]);
    await moment(world, 'an answer is on its way');
    return worker.dead ? never() : value;
  };
  return {
    hand: {
      carryOut: (order: Order) => ask('an order', () => hand.carryOut(order)),
      intended: (entry: IntendedEntry) => ask('intended', () => hand.intended(entry)),
      done: (key: string, outcome: ActionOutcome) => ask('done', () => hand.done(key, outcome)),
      verdictOf: (deviceId: string, key: string) => ask('a question', () => hand.verdictOf(deviceId, key)),
    },
  } as unknown as HandedDevice;
}

async function attemptBy(world: World, attempt: number): Promise<Known> {
  const worker = { dead: false };
  const held = { record: { deviceId: 'd1', epoch: 1 }, device: remote(world, world.hand, worker), generation: attempt } as LeasedDevice;
  const context: PerformContext = {
    key: `run:${attempt}`,
    now: () => world.clock,
    deadline: world.clock + actionMs,
    busy: () => undefined,
    log: () => undefined,
    checkLease: async () => {
      await moment(world, 'the server is asked');
      if (world.wanted !== attempt) throw new LeaseLostError('given up');
      await moment(world, 'the server answers');
    },
  };
  const tools: PerformTools = {
    artifacts: createMemoryArtifactStore(),
    host: { saveGeneration: () => never(), readGeneration: () => moment(world, 'the generation is read') },
  };
  const does = { actions: [{ type: 'press-keys', keys: 'ENTER' } as const] };
  const performing = performBound(held, [{ function: 'press', does }], context, tools).then(
    ([outcome]) => (outcome?.status === 'done' ? 'ran' : 'did not run'),
    (error: unknown) => (error instanceof ConnectionLostError ? 'open' : 'did not run'),
  );
  const end = world.pick() % 3;
  const known = await Promise.race([performing, lateMoment(world, end)]);
  if (known === 'ran' || known === 'did not run') return known;
  // The worker died, froze, or lost its hand: the workflow gives the attempt up and asks.
  worker.dead = end === 1;
  world.wanted = attempt + 1;
  world.givenUp.set(attempt, world.clock);
  if (world.handsMayDie && world.pick() % 2 === 0) world.hand.dead = true;
  if (world.hand.dead) {
    await moment(world, 'a new hand starts');
    world.hand = newHand(world);
  }
  await moment(world, 'the journal is asked');
  const { evidence } = summarizeVerdicts([await world.hand.verdictOf('d1', `run:${attempt}:0`)]);
  if (evidence === 'journal-fenced') return 'did not run';
  return evidence === 'journal-done' ? 'ran' : 'unknown';
}

/** `end` 0: it is never disturbed. */
async function lateMoment(world: World, end: number): Promise<'open'> {
  if (end === 0) return never();
  for (let some = 0; some < world.pick() % 12; some++) await moment(world, 'a while');
  return 'open';
}

async function play(world: World): Promise<Known> {
  for (let attempt = 1; ; attempt++) {
    world.wanted = attempt;
    const known = await attemptBy(world, attempt);
    if (known !== 'did not run' || attempt === mostAttempts) return known;
  }
}

function property(handsMayDie: boolean) {
  return fc.asyncProperty(fc.scheduler(), fc.infiniteStream(fc.nat()), async (scheduler, numbers) => {
    const world: World = {
      scheduler,
      moments: 0,
      clock: 1_000_000,
      wanted: 1,
      givenUp: new Map(),
      effects: [],
      sent: [],
      journal: createMemoryActionJournal(),
      handsMayDie,
      pick: () => numbers.next().value as number,
      hand: undefined as unknown as World['hand'],
    };
    world.hand = newHand(world);
    const playing = play(world);
    const known = await scheduler.waitFor(playing);
    // Whatever still runs in a frozen worker may act now, if it can.
    for (let more = 0; more < 60 && scheduler.count() > 0; more++) await scheduler.waitOne();
    const { effects, sent, givenUp } = world;
    if (effects.length > 1) throw new Error(`it ran ${effects.length} times`);
    if (known === 'ran' && effects.length === 0) throw new Error('it is said to have run, and did not');
    if (known === 'did not run' && effects.length > 0) throw new Error('it ran in silence');
    if (!handsMayDie && known === 'unknown') throw new Error('the hand lives, and nobody knows');
    for (const each of sent) {
      const at = givenUp.get(each.attempt);
      if (at !== undefined && each.at > at + 500) throw new Error(`it was sent ${each.at - at} ms after it was given up`);
    }
  });
}

// Only the scheduler says what comes next: no time limit does. The other clocks of the process stay, Jest's among them.
beforeAll(
  () =>
    void jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'setImmediate', 'clearImmediate', 'queueMicrotask'],
    }),
);
afterAll(() => void jest.useRealTimers());

test.each([
  ['HP1, HP2, HP3, HP4: while hands live nothing runs twice, nothing in silence, and all is known', false],
  ['HP1, HP2, HP3, HP5: where hands die, too, nothing runs twice and nothing in silence', true],
])(
  '%s',
  async (_, handsMayDie) => {
    // To shrink a schedule takes longer than anybody waits, and lets no timer of the process fire meanwhile.
    await fc.assert(property(handsMayDie), { ...seeded, endOnFailure: true, numRuns: worlds });
  },
  120_000,
);
