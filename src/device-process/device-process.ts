// A device in the process that has it: its calls in turn, its actions each at most once, its journal (docs/design/device-process.md §2). What is sent, and when, is
// decided in host/sending.ts.
//
// hand-1. The device's turn is kept until its answer or the order's deadline.
// hand-2. A call that finds the device gone takes it up again, once; an action is never repeated.
// hand-3. The interface is told what comes next, and asked for it when nobody else can say. Only of one action alone the last event tells that all of it ran.
// hand-4. Once the interface is quiet, what was done before is journalled as settled: it counts also when the interface dies before that is told.
// hand-6. What an action sends is journalled as it leaves and as it is answered: an outcome that nobody saw is told by it.
// hand-5. What a person typed is opened here and masked in all that the device tells from then on: the whole of it, also where it came in parts.
import { Mutex } from 'async-mutex';
import type { JournalVerdict } from '../domain/device/device-work.js';
import { notSentBecause, performInOrder, withoutSealed } from '../host/dispatch.js';
import type { Log } from '../host/leased-device.js';
import { createSender, type Sender } from '../host/sending.js';
import type { ActionJournal } from '../ports/action-journal.js';
import type { DeviceAction } from '../domain/ui/ui-action.js';
import { ActionFailedError, DeviceGoneError, type Device, type Performed } from '../ports/device.js';
import type { DeviceProcess, Order } from '../ports/device-process.js';
import type { Secrets } from '../ports/secrets.js';
import { createDecipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto';
import { escapeKeys } from '../domain/ui/keys.js';
import { sealedParts, sealedFor, type SealedParts } from '../domain/take-over/person-action.js';

export interface ProcessParts {
  readonly journal: ActionJournal;
  /** Boot clock, ms. */
  readonly now: () => number;
  /** Writes the device's generation. */
  readonly setGeneration: (generation: number) => Promise<void>;
  readonly log: Log;
  readonly device: Device;
  readonly secrets: Pick<Secrets, 'keepBack'>;
  /** Takes up a device whose connection broke. Throws `DeviceGoneError` when there is none any more. Absent: it never can. */
  readonly attachAgain?: () => Promise<Device>;
}

export interface LocalDeviceProcess extends DeviceProcess {
  readonly device: Device;
  /** One call at a time, between actions. `again`: it may be made a second time (hand-2). */
  inTurn<T>(call: (device: Device) => Promise<T>, again: boolean): Promise<T>;
  /** As the device's own; what was done before it became quiet is journalled as settled (hand-4). */
  settle(maxMs: number): Promise<boolean>;
  /** Throws `DeviceGoneError` when the device has ended. One that is busy is taken for alive: what it is busy with will tell. */
  probe(): Promise<void>;
}

interface State {
  device: Device;
  readonly turn: Mutex;
  readonly sender: Sender;
  readonly typed: TypedTextKey;
  /** hand-5: what a person has typed without anything else in between. */
  run: string;
  /** The same of a model, where it is hidden. */
  hiddenRun: string;
  /** Key of the last order that was prepared. */
  begun: string;
}

export function createDeviceProcess(parts: ProcessParts): LocalDeviceProcess {
  const { journal, device } = parts;
  const typed = createTypedTextKey();
  const state: State = { device, turn: new Mutex(), sender: createSender(parts), typed, run: '', hiddenRun: '', begun: '' };
  const { sender, turn } = state;
  return {
    get device() {
      return state.device;
    },
    inTurn: (call, again) => turn.runExclusive(() => withDevice(state, parts, call, again)),
    async probe() {
      if (!turn.isLocked()) await turn.runExclusive(() => withDevice(state, parts, (alive) => alive.listApplications(), true));
    },
    async carryOut(order) {
      sender.refuseStale(order);
      const prepare = async (): Promise<void> => {
        await announce(state, parts, order);
        withhold(state, parts, order);
        journalSent(state, parts, order);
        // Once for an order, however often its lease is asked for: an approval covers one write.
        if (state.begun !== order.key) state.device.allowWrites?.(order.writes);
        state.begun = order.key;
      };
      return turn.runExclusive(() => sender.send({ ...order, prepare, run: (signal) => perform(state, order, signal) }));
    },
    settle: (maxMs) => turn.runExclusive(() => settle(state, parts, maxMs)),
    verdictOf: (deviceId, key) => verdictOf(state, parts, deviceId, key),
    intended: (entry) => journal.intended(entry),
    typedKey: async () => typed.publicKey,
    done(key, outcome) {
      sender.forget(key);
      return journal.done(key, outcome);
    },
  };
}

/** hand-3 */
async function announce({ device }: State, { log }: ProcessParts, { key, actions: [action, ...others] }: Order): Promise<void> {
  if (!action || others.length > 0) return;
  await device.expect?.(key, action).catch((error: unknown) => log('An action could not be announced', { key, error }));
}

/** hand-6. It is evidence, and nothing waits for it. */
function journalSent({ device }: State, { journal, log }: ProcessParts, { deviceId, key }: Order): void {
  device.watchSent?.((id, request) => {
    journal.sent(deviceId, key, id, request).catch((error: unknown) => log('A request could not be journalled', { key, error }));
  });
}

/** Characters that are pressed one after the other are one text; keys that have names are none of it. */
function withhold(state: State, { secrets }: ProcessParts, { sealed = '', withheld }: Order): void {
  const parts = withheld ? sealed.split(/\{[A-Z_]+\d*(?: \d+)?\}|[\t\n]/i).filter((part) => part !== '') : [];
  state.hiddenRun = parts.length === 0 ? '' : state.hiddenRun + parts.join('');
  if (parts.length > 0) for (const text of [sealed, ...parts, state.hiddenRun]) secrets.keepBack(text);
}

function perform(state: State, order: Order, signal: AbortSignal): Promise<Performed> {
  const { device } = state;
  const { actions, sealed } = order;
  if (order.byPerson) return performByPerson(state, actions, signal);
  return performInOrder(device, actions, signal).catch((error: unknown) => Promise.reject(withoutSealed(error, sealed)));
}

/** hand-5. Of what was typed nothing is told, whatever the device says. */
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
    throw text !== '' && error instanceof ActionFailedError ? new ActionFailedError(error.code, withoutText(error.code)) : error;
  });
  return text === '' ? performed : {};
}

function withoutText(code: ActionFailedError['code']): string {
  return code === 'text-differs'
    ? 'The field does not hold exactly what was typed.'
    : 'It could not be typed there: look at what has the focus.';
}

/** hand-4. Not written, it is only worth less. */
async function settle(state: State, parts: ProcessParts, maxMs: number): Promise<boolean> {
  const isQuiet = await withDevice(state, parts, (device) => device.settle(maxMs), true);
  if (!isQuiet) return false;
  for (const [key, deviceId] of state.sender.takeDone())
    await parts.journal
      .settled(deviceId, key)
      .catch((error: unknown) => parts.log('An action could not be journalled as settled', { key, error }));
  return true;
}

async function verdictOf(state: State, parts: ProcessParts, deviceId: string, key: string): Promise<JournalVerdict> {
  const { sender, turn } = state;
  const outcome = await sender.outcomeOf(key);
  if (outcome) return { verdict: 'done', outcome };
  const verdict = await parts.journal.verdictOf(deviceId, key);
  if (verdict.verdict !== 'unknown' || sender.isRunning(key)) return verdict;
  return (await turn.runExclusive(() => askWitness(state, parts, key))) ?? verdict;
}

/** hand-3. A witness only adds knowledge: one that fails knows nothing. */
async function askWitness(state: State, parts: ProcessParts, key: string): Promise<JournalVerdict | undefined> {
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

/** hand-2 */
async function withDevice<T>(
  state: State,
  { attachAgain, log }: ProcessParts,
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

// Texts that a person typed, sealed for this process: whoever carries them cannot read them. The key is made anew with the process and is never written.

interface TypedTextKey {
  /** X25519, raw, base64url. */
  readonly publicKey: string;
  /** The action with the keys that type the text, and the text. Throws `ActionFailedError`, before anything is sent. */
  opened(action: DeviceAction): { readonly action: DeviceAction; readonly text?: string };
}

const tagBytes = 16;

function createTypedTextKey(): TypedTextKey {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const raw = rawOf(publicKey);
  return {
    publicKey: raw,
    opened(action) {
      const parts = action.type === 'press-keys' ? sealedParts(action.keys) : undefined;
      if (action.type !== 'press-keys' || !parts) return { action };
      const text = open(parts, privateKey, raw);
      return { action: { ...action, keys: escapeKeys(text) }, text };
    },
  };
}

function open({ publicKey, nonce, text }: SealedParts, privateKey: KeyObject, ownKey: string): string {
  try {
    const sender = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: publicKey }, format: 'jwk' });
    const shared = diffieHellman({ privateKey, publicKey: sender });
    const salt = Buffer.concat([Buffer.from(publicKey, 'base64url'), Buffer.from(ownKey, 'base64url')]);
    const key = Buffer.from(hkdfSync('sha256', shared, salt, sealedFor, 32));
    const sealed = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: tagBytes });
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    throw new ActionFailedError('secret-refused', sealedForAnother);
  }
}

const sealedForAnother = 'The text was sealed for another device process: look again, and type it again. Nothing was typed.';

function rawOf(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x ?? '';
}
