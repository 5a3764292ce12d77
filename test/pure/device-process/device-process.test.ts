// A hand by itself: what it journals, sends, refuses and answers, with a journal in memory and a clock of the test's own.
import { createMemoryActionJournal } from '../../support/memory-stores.js';
import { summarizeVerdicts } from '../../../src/domain/device/action-knowledge.js';
import type { ActionOutcome } from '../../../src/domain/device/device-work.js';
import { createDeviceProcess } from '../../../src/device-process/device-process.js';
import { ActionFailedError, DeviceGoneError, type Device, type Performed } from '../../../src/ports/device.js';
import type { Order } from '../../../src/ports/device-process.js';
import { JournalUnavailableError } from '../../../src/ports/action-journal.js';

const key = 'run:7:0';
const press = { type: 'press-keys', keys: 'ENTER' } as const;

interface Held {
  readonly answer: (result: Performed | Error) => void;
  readonly signal: AbortSignal;
}

function stage() {
  const inner = createMemoryActionJournal();
  const story: string[] = [];
  const calls: Held[] = [];
  let clock = 1_000_000;
  let slowIntended = 0;
  let isFull = false;
  let generation = 4;
  const journal = {
    ...inner,
    async intended(entry: Parameters<typeof inner.intended>[0]) {
      await inner.intended(entry);
      story.push('intended');
      clock += slowIntended;
    },
    async done(of: string, outcome: ActionOutcome) {
      if (isFull) throw new JournalUnavailableError('the disk is full');
      await inner.done(of, outcome);
      story.push(`done ${outcome.status}`);
    },
  };
  let isQuiet = true;
  const withheld: string[] = [];
  const secrets = { keepBack: (text: string) => void withheld.push(text) };
  const permits: unknown[] = [];
  const device = {
    allowWrites: (permit: unknown) => void permits.push(permit),
    settle: async () => isQuiet,
    perform: (_action: unknown, signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        story.push('sent');
        calls.push({ signal, answer: (result) => (result instanceof Error ? reject(result) : resolve(result)) });
      }),
  } as unknown as Device;
  const setGeneration = async (to: number) => void (generation = to);
  const hand = createDeviceProcess({ journal, device, secrets, now: () => clock, setGeneration, log: () => undefined });
  const order = (change: Partial<Order> = {}): Order => ({
    key,
    deviceId: 'd1',
    epoch: 1,
    function: 'press',
    generation: 4,
    actions: [press],
    leaseAskedAt: clock,
    deadline: clock + 20_000,
    ...change,
  });
  return {
    hand,
    story,
    withheld,
    permits,
    calls,
    generation: () => generation,
    order,
    verdict: () => hand.verdictOf('d1', key),
    pass: (ms: number) => (clock += ms),
    slow: (ms: number) => (slowIntended = ms),
    fill: (full: boolean) => (isFull = full),
    quiet: (is: boolean) => (isQuiet = is),
    async sent(count = 1) {
      while (calls.length < count) await new Promise(setImmediate);
      return calls[count - 1] as Held;
    },
  };
}

test('W6: what an order may send is told once, however often its lease is asked for', async () => {
  const permit = { kinds: ['pays'], passes: [] } as const;
  const { hand, order, sent, slow, permits } = stage();
  slow(600);
  await expect(hand.carryOut(order({ writes: permit }))).rejects.toMatchObject({ name: 'StaleLeaseError', isBegun: true });
  slow(0);
  const outcome = hand.carryOut(order({ writes: permit }));
  (await sent()).answer({});
  await outcome;
  expect(permits).toEqual([permit]);
});

test('HP1: an action is journalled, sent, journalled, and never again under its key', async () => {
  const { hand, story, order, sent, generation } = stage();
  const outcome = hand.carryOut(order());
  (await sent()).answer({});
  expect(await outcome).toEqual({ status: 'done' });
  expect(story).toEqual(['intended', 'sent', 'done done']);
  expect(generation()).toBe(5);
  await expect(hand.carryOut(order())).rejects.toMatchObject({ name: 'FencedError' });
  expect(story).toHaveLength(3);
});

test('HP1: the same order twice at once runs once', async () => {
  const { hand, story, order, sent } = stage();
  const both = [hand.carryOut(order()), hand.carryOut(order())];
  (await sent()).answer({});
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(story).toEqual(['intended', 'sent', 'done done']);
});

test('HP1: what is done is journalled as settled once the interface is quiet, and not before', async () => {
  const { hand, order, calls, sent, verdict, quiet } = stage();
  const ordered = hand.carryOut(order());
  await sent();
  calls[0]?.answer({});
  await ordered;
  quiet(false);
  expect(await hand.settle(1_000)).toBe(false);
  expect(await verdict()).toEqual({ verdict: 'done', outcome: { status: 'done' } });
  quiet(true);
  expect(await hand.settle(1_000)).toBe(true);
  expect(await verdict()).toEqual({ verdict: 'done', outcome: { status: 'done' }, settled: true });
});

test('HP1: an outcome that comes after its deadline is journalled', async () => {
  const { hand, order, sent, verdict, pass, story } = stage();
  const outcome = hand.carryOut(order({ deadline: 1_000_001 }));
  const call = await sent();
  await expect(outcome).rejects.toMatchObject({ code: 'connection-lost' });
  expect(call.signal.aborted).toBe(true);
  pass(10);
  expect(await verdict()).toEqual({ verdict: 'unknown' });
  call.answer({});
  await new Promise(setImmediate);
  expect(story.at(-1)).toBe('done done');
  expect(await verdict()).toMatchObject({ verdict: 'done', outcome: { status: 'done' } });
});

test.each([
  ['too old', -501],
  ['from the future', 1],
])('HP2: a lease that is %s lets nothing be journalled or sent', async (_, age) => {
  const { hand, story, order } = stage();
  await expect(hand.carryOut(order({ leaseAskedAt: 1_000_000 + age }))).rejects.toMatchObject({ name: 'StaleLeaseError', isBegun: false });
  expect(story).toEqual([]);
});

test('HP2: a lease that grows old while another action has the device is asked for again', async () => {
  const { hand, order, sent, pass, story } = stage();
  const first = hand.carryOut(order());
  const second = hand.carryOut(order({ key: 'run:8:0' }));
  const call = await sent();
  pass(501);
  call.answer({});
  await first;
  await expect(second).rejects.toMatchObject({ name: 'StaleLeaseError', isBegun: false });
  expect(story).toEqual(['intended', 'sent', 'done done']);
});

test('HP2: a lease that grows old while the journal is written is asked for again, and the action is sent under its key', async () => {
  const { hand, story, order, sent, slow, pass } = stage();
  slow(501);
  await expect(hand.carryOut(order())).rejects.toMatchObject({ name: 'StaleLeaseError', isBegun: true });
  expect(story).toEqual(['intended']);
  pass(5_000);
  const outcome = hand.carryOut(order());
  (await sent()).answer({});
  expect(await outcome).toEqual({ status: 'done' });
  expect(story).toEqual(['intended', 'sent', 'done done']);
});

test('HP3: what waits for its lease is withdrawn by the question, and never sent', async () => {
  const { hand, story, order, slow, verdict } = stage();
  slow(501);
  await expect(hand.carryOut(order())).rejects.toMatchObject({ isBegun: true });
  slow(0);
  expect(await verdict()).toMatchObject({ verdict: 'done', outcome: { status: 'failed', code: 'lease-lost' } });
  await expect(hand.carryOut(order())).rejects.toMatchObject({ name: 'FencedError' });
  expect(story).toEqual(['intended', 'done failed']);
});

test('HP3: a question about an action that runs waits for its outcome', async () => {
  const { hand, order, sent, verdict } = stage();
  const outcome = hand.carryOut(order());
  const call = await sent();
  let answered = false;
  const asked = verdict().finally(() => (answered = true));
  await new Promise(setImmediate);
  expect(answered).toBe(false);
  call.answer({ text: 'read' });
  expect(await asked).toEqual({ verdict: 'done', outcome: { status: 'done', text: 'read' } });
  await outcome;
});

test('HP3: a question fences what has not begun', async () => {
  const { hand, story, order, verdict } = stage();
  expect(await verdict()).toEqual({ verdict: 'fenced' });
  await expect(hand.carryOut(order())).rejects.toMatchObject({ name: 'FencedError' });
  expect(story).toEqual([]);
});

test('an outcome that the journal cannot take is remembered', async () => {
  const { hand, order, sent, verdict, fill } = stage();
  const outcome = hand.carryOut(order());
  const call = await sent();
  fill(true);
  call.answer({});
  expect(await outcome).toEqual({ status: 'done' });
  expect(await verdict()).toEqual({ verdict: 'done', outcome: { status: 'done' } });
});

test('a device that vanishes leaves the outcome unknown; one that refuses tells why, without what was sealed', async () => {
  const lost = stage();
  const outcome = lost.hand.carryOut(lost.order());
  (await lost.sent()).answer(new DeviceGoneError('it has ended'));
  await expect(outcome).rejects.toMatchObject({ code: 'connection-lost' });
  expect(await lost.verdict()).toEqual({ verdict: 'unknown' });

  const refused = stage();
  const failed = refused.hand.carryOut(refused.order({ sealed: 'hunter2' }));
  (await refused.sent()).answer(new ActionFailedError('text-differs', 'The field holds hunter.2, not hunter2.'));
  expect(await failed).toEqual({ status: 'failed', code: 'text-differs', message: 'The field holds hunter.2, not •••.' });
});

test('HE44, LK61: a password is withheld before it is typed, with what was pressed before it and without named keys; another text is not', async () => {
  const { hand, order, sent, withheld } = stage();
  const type = async (number: number, change: Partial<Order>): Promise<void> => {
    const outcome = hand.carryOut(order({ key: `run:${number}:0`, generation: 3 + number, ...change }));
    (await sent(number)).answer({});
    await outcome;
  };
  await type(1, { sealed: 'hunter2{TAB}hunter2', withheld: true });
  expect(withheld.splice(0)).toEqual(['hunter2{TAB}hunter2', 'hunter2', 'hunter2', 'hunter2hunter2']);
  await type(2, {});
  await type(3, { sealed: 'Z', withheld: true });
  await type(4, { sealed: '9x7', withheld: true });
  await type(5, { sealed: 'a name' });
  expect(withheld).toEqual(['Z', 'Z', 'Z', '9x7', '9x7', 'Z9x7']);
});

test('a device that was gone before anything was sent proves that nothing ran, and what was seen of it still holds', async () => {
  const { hand, order, sent, verdict, generation } = stage();
  const outcome = hand.carryOut(order());
  const call = await sent();
  expect(generation()).toBe(5);
  call.answer(new DeviceGoneError('its driver has ended.', { nothingSent: true }));
  const refused = { status: 'failed', code: 'device-gone', message: "'press' was not sent: its driver has ended." };
  expect(await outcome).toEqual(refused);
  expect(generation()).toBe(4);
  expect(await verdict()).toEqual({ verdict: 'done', outcome: refused });
  expect(summarizeVerdicts([await verdict()]).evidence).toBe('journal-fenced');
});

test('of several actions in order only the first can find that nothing was sent', async () => {
  const { hand, order, sent, verdict, generation } = stage();
  const outcome = hand.carryOut(order({ actions: [press, press] }));
  (await sent()).answer({});
  (await sent(2)).answer(new DeviceGoneError('its driver has ended.', { nothingSent: true }));
  await expect(outcome).rejects.toMatchObject({ code: 'connection-lost' });
  expect(await verdict()).toEqual({ verdict: 'unknown' });
  expect(generation()).toBe(5);
});

test.each([
  [
    'knows that it ran',
    { heard: async () => 'its page heard it' },
    { verdict: 'done', outcome: { status: 'done', witness: 'its page heard it' }, witness: 'its page heard it' },
  ],
  [
    'knows that nothing was sent',
    { heard: async () => undefined, neverSent: async () => 'nothing of it had gone' },
    { verdict: 'done', outcome: { status: 'failed', code: 'device-gone', message: 'It was not sent: nothing of it had gone.' } },
  ],
  ['knows nothing', { heard: async () => undefined, neverSent: async () => undefined }, { verdict: 'unknown' }],
  ['cannot be asked', { heard: () => Promise.reject(new Error('no answer')) }, { verdict: 'unknown' }],
])('HP20: an interface that %s is asked where the outcome is unknown, and only there', async (_, { heard, ...others }, expected) => {
  let asked = 0;
  const announced: string[] = [];
  const device = {
    expect: async (of: string) => void announced.push(of),
    heard: () => ((asked += 1), heard()),
    ...others,
    perform: async () => Promise.reject(new DeviceGoneError('it has ended')),
  } as unknown as Device;
  const hand = createDeviceProcess({
    journal: createMemoryActionJournal(),
    secrets: { keepBack: () => undefined },
    device,
    now: () => 0,
    setGeneration: async () => undefined,
    log: () => undefined,
  });
  expect(await hand.verdictOf('d1', 'run:0:0')).toEqual({ verdict: 'fenced' });
  const order = { key, deviceId: 'd1', epoch: 1, function: 'press', generation: 0, actions: [press], leaseAskedAt: 0, deadline: 20_000 };
  await expect(hand.carryOut(order)).rejects.toMatchObject({ code: 'connection-lost' });
  expect({ asked, announced }).toEqual({ asked: 0, announced: [key] });
  expect(await hand.verdictOf('d1', key)).toEqual(expected);
  expect(asked).toBe(1);
});

test('a look waits for the action that runs, and a device that is gone is let go of and taken up again for it, never for an action', async () => {
  const calls: string[] = [];
  const deviceOf = (name: string, isGone: boolean): Device =>
    ({
      look: async () => {
        calls.push(`look ${name}`);
        if (isGone) throw new DeviceGoneError('gone');
        return name;
      },
      launchApplication: async () => {
        calls.push(`launch ${name}`);
        if (isGone) throw new DeviceGoneError('gone');
      },
      detach: async () => void calls.push(`detach ${name}`),
    }) as unknown as Device;
  const hand = createDeviceProcess({
    journal: createMemoryActionJournal(),
    secrets: { keepBack: () => undefined },
    device: deviceOf('old', true),
    now: () => 0,
    setGeneration: async () => undefined,
    log: () => undefined,
    attachAgain: async () => {
      calls.push('attach');
      return deviceOf('new', false);
    },
  });
  await expect(hand.inTurn((device) => device.launchApplication('x'), false)).rejects.toBeInstanceOf(DeviceGoneError);
  expect(await hand.inTurn((device) => device.look(), true)).toBe('new');
  expect(calls).toEqual(['launch old', 'look old', 'attach', 'detach old', 'look new']);
});
