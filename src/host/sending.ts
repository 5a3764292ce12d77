// How anything with an effect is sent at most once, whoever sends it: a device process to its device, a worker to a tool of a server.
//
// sending-1. It is refused, and nothing written, when its lease is old. Then `intended`, then its lease again, then the call: between that clock and the
//     call nothing is awaited.
// sending-2. What is journalled and was not sent, because its lease had grown old meanwhile, waits for the same order with a newer lease.
// sending-3. Whoever asks for a key that runs waits for it, at most until its deadline. What waits for its lease is withdrawn by the question.
// sending-4. A late answer is journalled, too: someone may still ask.
import type { ActionOutcome } from '../domain/device/device-work.js';
import { type ActionJournal, FencedError, JournalUnavailableError } from '../ports/action-journal.js';
import type { Performed } from '../ports/device.js';
import { StaleLeaseError, type Order } from '../ports/device-process.js';
import type { Busy } from './device-mutexes.js';
import { dispatch, isLeaseStale, isNotSent, type Dispatched } from './dispatch.js';
import type { Log } from './leased-device.js';

export interface SenderParts {
  readonly journal: Pick<ActionJournal, 'intended' | 'done'>;
  /** Boot clock, ms. */
  readonly now: () => number;
  /** Writes the device's generation. */
  readonly setGeneration: (generation: number) => Promise<void>;
  readonly log: Log;
  /** Told of calls that may outlive their deadline. */
  readonly busy?: Busy;
}

export interface Sending extends Omit<Order, 'actions' | 'byPerson' | 'sealed' | 'withheld' | 'writes'> {
  /** Before it is journalled. */
  readonly prepare?: () => Promise<void>;
  /** Dispatches before it awaits anything. Throws `DeviceGoneError`, `ActionFailedError`, or `ConnectionLostError` when it is unknown whether it ran. */
  readonly run: (signal: AbortSignal) => Promise<Performed>;
}

export interface Sender {
  /** Throws `StaleLeaseError`. */
  refuseStale(sending: Pick<Sending, 'key' | 'function' | 'leaseAskedAt'>): void;
  send(sending: Sending): Promise<ActionOutcome>;
  isRunning(key: string): boolean;
  /** sending-3. What is known of that key before the journal is asked. */
  outcomeOf(key: string): Promise<ActionOutcome | undefined>;
  /** Somebody else journals what became of it. */
  forget(key: string): void;
  /** Done since this was asked the last time: key and device. */
  takeDone(): readonly (readonly [key: string, deviceId: string])[];
}

interface State {
  /** Begun, and not answered yet. */
  readonly running: Map<string, { readonly ended: Promise<void>; readonly deadline: number }>;
  /** sending-2 */
  readonly waiting: Set<string>;
  /** Outcomes that the journal could not take. */
  readonly unwritten: Map<string, ActionOutcome>;
  readonly done: Map<string, string>;
}

export function createSender(parts: SenderParts): Sender {
  const state: State = { running: new Map(), waiting: new Set(), unwritten: new Map(), done: new Map() };
  return {
    refuseStale: (sending) => refuseStale(state, parts, sending),
    send: (sending) => send(state, parts, sending),
    isRunning: (key) => state.running.has(key),
    outcomeOf: (key) => outcomeOf(state, parts, key),
    forget: (key) => void state.waiting.delete(key),
    takeDone() {
      const done = [...state.done];
      state.done.clear();
      return done;
    },
  };
}

async function send(state: State, parts: SenderParts, sending: Sending): Promise<ActionOutcome> {
  const { running, waiting } = state;
  const { key, function: name, deadline, prepare, run } = sending;
  refuseStale(state, parts, sending);
  if (running.has(key)) throw new FencedError(key);
  let end: () => void = () => undefined;
  running.set(key, { ended: new Promise((resolve) => (end = resolve)), deadline });
  const ended = (): void => {
    running.delete(key);
    end();
  };
  let sent: Dispatched;
  try {
    await prepare?.();
    if (!waiting.has(key)) await begin(parts, sending);
    waiting.add(key);
    refuseStale(state, parts, sending);
    waiting.delete(key);
    sent = dispatch(name, run, deadline - parts.now(), parts.log);
  } catch (error) {
    ended();
    throw error;
  }
  parts.busy?.(sent.atLast);
  // sending-4
  const written = sent.atLast.then((outcome) => outcome && write(state, parts, sending, outcome)).finally(ended);
  const outcome = await sent.outcome;
  await written;
  return outcome;
}

function refuseStale(
  { waiting }: State,
  { now }: SenderParts,
  { key, function: name, leaseAskedAt }: Pick<Sending, 'key' | 'function' | 'leaseAskedAt'>,
): void {
  if (isLeaseStale(leaseAskedAt, now())) throw new StaleLeaseError(name, waiting.has(key));
}

/** Begun without its generation, it would be told by none: then it is withdrawn. */
async function begin(
  { journal, setGeneration }: SenderParts,
  { key, deviceId, epoch, function: name, generation }: Sending,
): Promise<void> {
  await journal.intended({ key, deviceId, epoch, function: name });
  await setGeneration(generation + 1).catch(async (error: unknown) => {
    const unavailable = new JournalUnavailableError(`The device's generation cannot be written: ${String(error)}`, { cause: error });
    await journal.done(key, { status: 'failed', code: unavailable.code, message: unavailable.message });
    throw unavailable;
  });
}

/** The action ran, even if that cannot be written. */
async function write(
  { unwritten, done }: State,
  { journal, setGeneration, log }: SenderParts,
  { key, deviceId, generation }: Sending,
  outcome: ActionOutcome,
): Promise<void> {
  if (outcome.status === 'done') done.set(key, deviceId);
  if (isNotSent(outcome))
    await setGeneration(generation).catch((error: unknown) => log('The generation of a device could not be written', { error }));
  await journal.done(key, outcome).catch((error: unknown) => {
    unwritten.set(key, outcome);
    log('The outcome of an action could not be journalled', { key, error });
  });
}

async function outcomeOf(
  { running, waiting, unwritten }: State,
  { journal, now }: SenderParts,
  key: string,
): Promise<ActionOutcome | undefined> {
  const known = running.get(key);
  if (known) await Promise.race([known.ended, passed(known.deadline - now())]);
  // Before anything is awaited: the same order may come at any moment, with a newer lease.
  if (waiting.delete(key)) {
    const givenUp: ActionOutcome = { status: 'failed', code: 'lease-lost', message: 'It was given up before it was sent.' };
    await journal.done(key, givenUp).catch((error: unknown) => {
      waiting.add(key);
      throw error;
    });
  }
  return unwritten.get(key);
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, Math.max(0, ms)).unref());
}
