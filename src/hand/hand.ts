// A device in the process that has it: its calls in turn, its actions each at most once, its journal (docs/design/hand.md §2).
//
// hand-1. An order is refused, and nothing written, when its lease is old (HP2). Then `intended`, then its lease again, then the call: between that
//     clock and the call nothing is awaited.
// hand-2. What is journalled and was not sent, because its lease had grown old meanwhile, waits for the same order with a newer lease.
// hand-3. Whoever asks for a key that runs waits for it, at most until its deadline (HP3). What waits for its lease is withdrawn by the question.
// hand-4. The device's turn is kept until its answer or the order's deadline. A late answer is journalled, too: someone may still ask.
// hand-5. A call that finds the device gone takes it up again, once; an action is never repeated.
// hand-6. The interface is told what comes next, and asked for it when nobody else can say (HP20). Only of one action alone the last event tells that all of it ran.
// hand-7. Once the interface is quiet, what was done before is journalled as settled: it counts also when the interface dies before that is told.
// hand-8. What a person typed is opened here and masked in all that the device tells from then on: the whole of it, also where it came in parts.
import { Mutex } from 'async-mutex';
import type { ActionOutcome, JournalVerdict } from '../domain/device/device-work.js';
import { dispatch, isLeaseStale, isNotSent, notSentBecause, performInOrder, withoutSealed, type Dispatched } from '../host/dispatch.js';
import type { Log } from '../host/held-device.js';
import type { ActionJournal, IntendedEntry } from '../ports/action-journal.js';
import type { DeviceAction } from '../domain/ui/ui-action.js';
import { ActionFailedError, DeviceGoneError } from '../ports/device-errors.js';
import type { Device, Performed } from '../ports/device.js';
import { StaleLeaseError, type Hand, type Order } from '../ports/hand.js';
import { FencedError, JournalUnavailableError } from '../ports/journal-errors.js';
import { createTypedTextKey, type TypedTextKey } from './typed-text.js';

export interface HandParts {
  readonly journal: ActionJournal;
  /** Boot clock, ms. */
  readonly now: () => number;
  /** Writes the device's generation. */
  readonly setGeneration: (generation: number) => Promise<void>;
  readonly log: Log;
  readonly device: Device;
  /** Takes up a device whose connection broke. Throws `DeviceGoneError` when there is none any more. Absent: it never can. */
  readonly attachAgain?: () => Promise<Device>;
}

export interface DeviceHand extends Hand {
  readonly device: Device;
  typedKey(): Promise<string>;
  /** One call at a time, between actions. `again`: it may be made a second time (hand-5). */
  inTurn<T>(call: (device: Device) => Promise<T>, again: boolean): Promise<T>;
  /** As the device's own; what was done before it became quiet is journalled as settled (hand-7). */
  settle(maxMs: number): Promise<boolean>;
  /** Throws `DeviceGoneError` when the device has ended. One that is busy is taken for alive: what it is busy with will tell. */
  probe(): Promise<void>;
}

interface State {
  device: Device;
  readonly turn: Mutex;
  /** Begun, and not answered yet. */
  readonly running: Map<string, { readonly ended: Promise<void>; readonly deadline: number }>;
  /** hand-2 */
  readonly waiting: Set<string>;
  /** Outcomes that the journal could not take. */
  readonly unwritten: Map<string, ActionOutcome>;
  /** Done since the interface was quiet the last time: key and device. */
  readonly unsettled: Map<string, string>;
  readonly typed: TypedTextKey;
  /** hand-8: what a person has typed without anything else in between. */
  run: string;
  /** The same of a model, where it is hidden. */
  hiddenRun: string;
}

export function createHand(parts: HandParts): DeviceHand {
  const { journal, device } = parts;
  const typed = createTypedTextKey();
  const state: State = {
    device,
    turn: new Mutex(),
    running: new Map(),
    waiting: new Set(),
    unwritten: new Map(),
    unsettled: new Map(),
    typed,
    run: '',
    hiddenRun: '',
  };
  return {
    get device() {
      return state.device;
    },
    inTurn: (call, again) => state.turn.runExclusive(() => withDevice(state, parts, call, again)),
    async probe() {
      if (!state.turn.isLocked()) await state.turn.runExclusive(() => withDevice(state, parts, (alive) => alive.listApplications(), true));
    },
    async carryOut(order) {
      refuseStale(state, parts, order);
      return state.turn.runExclusive(() => send(state, parts, order));
    },
    settle: (maxMs) => state.turn.runExclusive(() => settle(state, parts, maxMs)),
    verdictOf: (deviceId, key) => verdictOf(state, parts, deviceId, key),
    intended: (entry) => journal.intended(entry),
    typedKey: async () => typed.publicKey,
    done(key, outcome) {
      state.waiting.delete(key);
      return journal.done(key, outcome);
    },
  };
}

async function send(state: State, parts: HandParts, order: Order): Promise<ActionOutcome> {
  const { running, waiting } = state;
  const { now, log } = parts;
  const { key, deviceId, epoch, function: name, deadline } = order;
  refuseStale(state, parts, order);
  if (running.has(key)) throw new FencedError(key);
  let end: () => void = () => undefined;
  running.set(key, { ended: new Promise((resolve) => (end = resolve)), deadline });
  const forget = (): void => {
    running.delete(key);
    end();
  };
  let sent: Dispatched;
  try {
    await announce(state, parts, order);
    await withhold(state, order);
    if (!waiting.has(key)) await begin(parts, { key, deviceId, epoch, function: name }, order.generation);
    waiting.add(key);
    refuseStale(state, parts, order);
    waiting.delete(key);
    sent = dispatch(name, (signal) => perform(state, order, signal), deadline - now(), log);
  } catch (error) {
    forget();
    throw error;
  }
  // hand-4
  const written = sent.atLast.then((outcome) => outcome && write(state, parts, order, outcome)).finally(forget);
  const outcome = await sent.outcome;
  await written;
  return outcome;
}

/** hand-6 */
async function announce({ device }: State, { log }: HandParts, { key, actions: [action, ...others] }: Order): Promise<void> {
  if (!action || others.length > 0) return;
  await device.expect?.(key, action).catch((error: unknown) => log('An action could not be announced', { key, error }));
}

/** HE44: characters that are pressed one after the other are one text; keys that have names are none of it. */
async function withhold(state: State, { sealed = '', withheld }: Order): Promise<void> {
  const parts = withheld ? sealed.split(/\{[A-Z_]+\d*(?: \d+)?\}|[\t\n]/i).filter((part) => part !== '') : [];
  state.hiddenRun = parts.length === 0 ? '' : state.hiddenRun + parts.join('');
  if (parts.length > 0) await state.device.withhold?.([sealed, ...parts, state.hiddenRun]);
}

/** HP2 */
function refuseStale({ waiting }: State, { now }: HandParts, { key, function: name, askedAt }: Order): void {
  if (isLeaseStale(askedAt, now())) throw new StaleLeaseError(name, waiting.has(key));
}

function perform(state: State, order: Order, signal: AbortSignal): Promise<Performed> {
  const { device } = state;
  const { actions, sealed } = order;
  if (order.byPerson) return performByPerson(state, actions, signal);
  return performInOrder(device, actions, signal).catch((error: unknown) => Promise.reject(withoutSealed(error, sealed)));
}

/** hand-8. Of what was typed nothing is told, whatever the device says. */
async function performByPerson(state: State, actions: readonly DeviceAction[], signal: AbortSignal): Promise<Performed> {
  const opened = actions.map((action) => state.typed.opened(action));
  const text = opened.map((each) => each.text ?? '').join('');
  state.run = text === '' ? '' : state.run + text;
  if (text !== '') await state.device.keepBack?.([text, state.run]);
  const performed = await performInOrder(
    state.device,
    opened.map(({ action }) => action),
    signal,
    true,
  ).catch((error: unknown) => {
    throw text !== '' && error instanceof ActionFailedError ? new ActionFailedError(error.code, untold(error.code)) : error;
  });
  return text === '' ? performed : {};
}

function untold(code: ActionFailedError['code']): string {
  return code === 'text-differs'
    ? 'The field does not hold exactly what was typed.'
    : 'It could not be typed there: look at what has the focus.';
}

/** Begun without its generation, it would be told by none: then it is withdrawn. */
async function begin({ journal, setGeneration }: HandParts, entry: IntendedEntry, generation: number): Promise<void> {
  await journal.intended(entry);
  await setGeneration(generation + 1).catch(async (error: unknown) => {
    const unavailable = new JournalUnavailableError(`The device's generation cannot be written: ${String(error)}`, { cause: error });
    await journal.done(entry.key, { status: 'failed', code: unavailable.code, message: unavailable.message });
    throw unavailable;
  });
}

/** The action ran, even if that cannot be written. */
async function write(
  { unwritten, unsettled }: State,
  { journal, setGeneration, log }: HandParts,
  { key, deviceId, generation }: Order,
  outcome: ActionOutcome,
): Promise<void> {
  if (outcome.status === 'done') unsettled.set(key, deviceId);
  if (isNotSent(outcome))
    await setGeneration(generation).catch((error: unknown) => log('The generation of a device could not be written', { error }));
  await journal.done(key, outcome).catch((error: unknown) => {
    unwritten.set(key, outcome);
    log('The outcome of an action could not be journalled', { key, error });
  });
}

/** hand-7. Not written, it is only worth less. */
async function settle(state: State, parts: HandParts, maxMs: number): Promise<boolean> {
  const { unsettled } = state;
  const isQuiet = await withDevice(state, parts, (device) => device.settle(maxMs), true);
  if (!isQuiet) return false;
  const settled = [...unsettled];
  unsettled.clear();
  for (const [key, deviceId] of settled)
    await parts.journal
      .settled(deviceId, key)
      .catch((error: unknown) => parts.log('An action could not be journalled as settled', { key, error }));
  return true;
}

async function verdictOf(state: State, parts: HandParts, deviceId: string, key: string): Promise<JournalVerdict> {
  const { journal, now } = parts;
  const running = state.running.get(key);
  if (running) await Promise.race([running.ended, passed(running.deadline - now())]);
  // Before anything is awaited: the same order may come at any moment, with a newer lease.
  if (state.waiting.delete(key)) await withdraw(state, parts, key);
  const outcome = state.unwritten.get(key);
  if (outcome) return { verdict: 'done', outcome };
  const verdict = await journal.verdictOf(deviceId, key);
  if (verdict.verdict !== 'unknown' || state.running.has(key)) return verdict;
  return (await state.turn.runExclusive(() => askWitness(state, parts, key))) ?? verdict;
}

async function withdraw({ waiting }: State, { journal }: HandParts, key: string): Promise<void> {
  const givenUp: ActionOutcome = { status: 'failed', code: 'lease-lost', message: 'It was given up before it was sent.' };
  await journal.done(key, givenUp).catch((error: unknown) => {
    waiting.add(key);
    throw error;
  });
}

/** HP20. A witness only adds knowledge: one that fails knows nothing. */
async function askWitness(state: State, parts: HandParts, key: string): Promise<JournalVerdict | undefined> {
  const ask = async ({ heard, neverSent }: Device): Promise<JournalVerdict | undefined> => {
    const witness = await heard?.(key);
    if (witness !== undefined) return { verdict: 'done', outcome: { status: 'done', witness }, witness };
    const why = await neverSent?.(key);
    return why === undefined ? undefined : { verdict: 'done', outcome: notSentBecause(why) };
  };
  return withDevice(state, parts, ask, true).catch((error: unknown) => {
    parts.log('What the interface knows of an action could not be asked', { key, error });
    return undefined;
  });
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, Math.max(0, ms)).unref());
}

/** hand-5 */
async function withDevice<T>(
  state: State,
  { attachAgain, log }: HandParts,
  call: (device: Device) => Promise<T>,
  again: boolean,
): Promise<T> {
  try {
    return await call(state.device);
  } catch (error) {
    if (!(error instanceof DeviceGoneError) || !attachAgain || !again) throw error;
    const former = state.device;
    state.device = await attachAgain();
    // What it has open, a process or a connection, would stay. Not before: a page's lock is to be in force all the time.
    await former.detach().catch((late: unknown) => log('A device could not be let go of', { error: late }));
    return call(state.device);
  }
}
