// One connection to a session's accessibility bus: calls with a time limit, and the time of the last change.
import type { EventEmitter } from 'node:events';
import { DeviceGoneError } from '../../ports/device.js';
import { loadOptional } from '../process-kit/programs.js';
import type { AccessibleRef } from './accessible.js';

export interface BusConnection {
  /** Throws `UnansweredError`, and `DeviceGoneError` when the session has ended. */
  call(call: BusCall): Promise<readonly unknown[]>;
  /** What got the focus last, as far as applications have said since. */
  focused(): AccessibleRef | undefined;
  /** ms since an application last reported a change. */
  quietFor(): number;
  close(): void;
}

export interface BusCall {
  readonly to: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
}

/** An object's address on the bus. */
export type Reference = readonly [bus: string, path: string];

/** The application did not answer, or no longer has that object. Never leaves this adapter. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

/** There was no answer in time: what was asked for may still happen. */
export class UnansweredInTimeError extends UnansweredError {}

/** The common prefix of AT-SPI's interfaces. */
export const prefix = 'org.a11y.atspi.';
/** Path of an application's root object. */
export const rootPath = '/org/a11y/atspi/accessible/root';
export const daemon = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' } as const;
const properties = 'org.freedesktop.DBus.Properties';
const callLimit = 4_000;

const focusEvent = 'object:state-changed:focused';
/** Events that count as activity. Focus and the pointer's own events do not. */
const changes = [
  'object:children-changed',
  'object:state-changed:showing',
  'object:state-changed:sensitive',
  'object:text-changed',
  'object:property-change:accessible-name',
  'object:property-change:accessible-value',
  'object:selection-changed',
  'window:create',
  'window:destroy',
  'window:activate',
];

/** `sessionAddress`: of the session bus, which knows the address of the accessibility bus. Throws `DeviceGoneError` without a session. */
export async function openBusConnection(sessionAddress: string): Promise<BusConnection> {
  const { sessionBus, Message } = await loadOptional('The accessibility tree of a desktop', () => import('@jellybrick/dbus-next'));
  type Bus = ReturnType<typeof sessionBus>;
  const buses: Bus[] = [];
  let closed = false;
  let lastChange = Date.now();
  let focused: AccessibleRef | undefined;

  const connect = (busAddress: string): Bus => {
    const bus = sessionBus({ busAddress });
    // Pending calls fail by their own time limits.
    (bus as unknown as EventEmitter).on('error', () => (closed = true));
    buses.push(bus);
    return bus;
  };
  const callOn = async (bus: Bus, { to, path, interface: face, member, signature = '', body = [] }: BusCall) => {
    const message = new Message({ destination: to, path, interface: face, member, signature, body: [...body] });
    const reply = await within(bus.call(message), `${member} of ${to}${path}`);
    return reply?.body ?? [];
  };
  const close = (): void => {
    closed = true;
    for (const bus of buses) bus.disconnect();
  };

  try {
    const [address] = await callOn(connect(sessionAddress), whereIsTheBus);
    const bus = connect(String(address));
    const call = async (asked: BusCall): Promise<readonly unknown[]> => {
      if (closed) throw new DeviceGoneError('The session of the desktop is gone.');
      return callOn(bus, asked);
    };
    bus.on('message', ({ interface: face, sender, path, body: [what, isOn] }: Told) => {
      if (face?.startsWith(`${prefix}Event.`) !== true) return;
      if (what !== 'focused') lastChange = Date.now();
      else if (isOn === 1 && sender && path) focused = { bus: sender, path };
    });
    await listen(call);
    return { call, focused: () => focused, quietFor: () => Date.now() - lastChange, close };
  } catch (error) {
    close();
    throw new DeviceGoneError('The session of the desktop is gone.', { cause: error });
  }
}

interface Told {
  readonly interface?: string;
  readonly sender?: string;
  readonly path?: string;
  readonly body: readonly unknown[];
}

const whereIsTheBus: BusCall = { to: 'org.a11y.Bus', path: '/org/a11y/bus', interface: 'org.a11y.Bus', member: 'GetAddress' };

async function listen(call: BusConnection['call']): Promise<void> {
  for (const kind of ['Object', 'Window'])
    await call({ ...daemon, member: 'AddMatch', signature: 's', body: [`type='signal',interface='${prefix}Event.${kind}'`] });
  const registry = { to: `${prefix}Registry`, path: '/org/a11y/atspi/registry', interface: `${prefix}Registry` };
  // Toolkits report no changes and keep no cache of their objects until a listener is registered.
  for (const change of [...changes, focusEvent]) await call({ ...registry, member: 'RegisterEvent', signature: 's', body: [change] });
}

/** A call on one object. `face`: its interface, without the common prefix. */
export function about(
  connection: BusConnection,
  { bus: to, path }: AccessibleRef,
  asked: { readonly face: string; readonly member: string; readonly signature?: string; readonly body?: readonly unknown[] },
): Promise<readonly unknown[]> {
  const { face, ...call } = asked;
  return connection.call({ to, path, interface: `${prefix}${face}`, ...call });
}

export async function property(connection: BusConnection, { bus: to, path }: AccessibleRef, face: string, name: string): Promise<unknown> {
  const body = [`${prefix}${face}`, name];
  const [value] = await connection.call({ to, path, interface: properties, member: 'Get', signature: 'ss', body });
  return (value as { readonly value: unknown } | undefined)?.value;
}

/** `value`: a `Variant` of the library, which carries its signature. */
export async function setProperty(
  connection: BusConnection,
  { bus: to, path }: AccessibleRef,
  { face, name, value }: { readonly face: string; readonly name: string; readonly value: unknown },
): Promise<void> {
  await connection.call({ to, path, interface: properties, member: 'Set', signature: 'ssv', body: [`${prefix}${face}`, name, value] });
}

/** An object that went away meanwhile counts as absent. */
export function unlessUnanswered(error: unknown): undefined {
  if (!(error instanceof UnansweredError)) throw error;
  return undefined;
}

/** Of an application on the bus. */
export async function processOf(connection: BusConnection, bus: string): Promise<number> {
  const [pid] = await connection.call({ ...daemon, member: 'GetConnectionUnixProcessID', signature: 's', body: [bus] });
  return Number(pid);
}

/** For calls that change something: false when the application refused, so that another way may be tried. */
export function unlessRefused(error: unknown): false {
  if (error instanceof UnansweredInTimeError) throw error;
  unlessUnanswered(error);
  return false;
}

async function within<T>(answer: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      answer.catch((error: unknown) => {
        throw new UnansweredError(error instanceof Error ? error.message : String(error), { cause: error });
      }),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new UnansweredInTimeError(`${what} was not answered within ${callLimit / 1000} s.`)), callLimit);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
