// Hosts and the devices on them, put together from several sources, none of which knows everything:
//
// hosts-1. The server: who polls, what workers report about themselves, and every open `deviceSession` with its hold. It knows all hosts.
// hosts-2. This machine's data folder: which host it belongs to, whether a worker has it, and every device that was opened and not yet closed. It knows this host only.
// hosts-3. A device is shown once: what the folder knows is merged with what its session reports.
import { defined } from '../domain/collections.js';
import type { DeviceKind, DeviceRecord } from '../domain/device/device-spec.js';
import { hostOfIdentity, performQueueOf, slotsOfHost } from '../domain/device/host-queues.js';
import { type Poller, silentMs, type WorkerFacts } from './server-facts.js';
import type { SessionFacts } from './sessions.js';

export interface HostView {
  /** Missing for the devices that wait for any host. */
  readonly host?: string;
  /** This machine's data folder. */
  readonly here: boolean;
  readonly worker: WorkerState;
  /** As reported by the worker or the folder; missing if neither knows. */
  readonly process?: number;
  readonly machine?: string;
  readonly startedAt?: string;
  readonly lastSeen?: string;
  readonly kinds: readonly string[];
  /** Kinds that are configured, but could not be opened when its worker started; known for this machine's host only. */
  readonly unusable?: readonly UnusableKind[];
  /** Devices of one kind at a time. */
  readonly slots?: number;
  readonly devices: readonly DeviceView[];
}

export interface UnusableKind {
  readonly kind: string;
  readonly why: string;
}

/** `silent`: it has polled, and no longer does. `none`: nobody knows of one. */
export type WorkerState = 'polls' | 'drains' | 'silent' | 'none';

export interface DeviceView {
  readonly device: string;
  readonly kind: DeviceKind;
  /** `waits`: its session has none now. `left`: on this host's disk, of a session that has ended; a worker closes it. */
  readonly state: 'held' | 'waits' | 'left';
  readonly epoch?: number;
  /** The run, or the workflow in it, that owns it. */
  readonly owner: string;
  readonly session: string;
  readonly sessionRunId: string;
  /** The device's own process, of devices of this machine that have one. */
  readonly process?: DeviceProcessView;
  /** Since when the session, or what is left of it, has existed. */
  readonly since: string;
}

export interface DeviceProcessView {
  readonly process: number;
  readonly since: string;
  /** MB; missing where the system does not tell. */
  readonly memory?: number;
}

export interface LocalHost {
  readonly host: string;
  /** Process id of the worker that has the folder; empty when it is not known, undefined when no worker has the folder. */
  readonly holder: string | undefined;
  readonly records: readonly DeviceRecord[];
  readonly unusable?: readonly UnusableKind[];
  /** By the device's id. */
  readonly hands?: ReadonlyMap<string, DeviceProcessView>;
}

export interface Witnesses {
  readonly workers: readonly WorkerFacts[];
  readonly pollers: readonly Poller[];
  readonly sessions: readonly SessionFacts[];
  readonly local: LocalHost | undefined;
  /** Whether the server answered: without it nothing is known about sessions. */
  readonly serverAnswered: boolean;
}

/** This host first, then by name; devices that wait for any host come last. */
export function assembleHosts(witnesses: Witnesses, now: Date): readonly HostView[] {
  const { workers, pollers, sessions, local } = witnesses;
  const names = [
    ...(local ? [local.host] : []),
    ...[...workers, ...pollers].map(({ identity }) => hostOfIdentity(identity)),
    ...sessions.map(({ host }) => host),
  ].filter((name) => name !== undefined);
  const hosts = [...new Set(names)].map((host) => hostView(host, witnesses, now));
  hosts.sort((a, b) => Number(b.here) - Number(a.here) || (a.host ?? '').localeCompare(b.host ?? ''));
  const homeless = sessions.filter(({ host }) => host === undefined).map(deviceOfSession);
  return homeless.length > 0 ? [...hosts, { here: false, worker: 'none', kinds: [], devices: homeless }] : hosts;
}

function hostView(host: string, { workers, pollers, sessions, local, serverAnswered }: Witnesses, now: Date): HostView {
  const here = local?.host === host ? local : undefined;
  const own = newestProcess(workers.filter(({ identity }) => hostOfIdentity(identity) === host));
  const polled = pollers.filter(({ identity }) => hostOfIdentity(identity) === host).map(({ lastSeen }) => lastSeen);
  const lastSeen = latest([...own.map((worker) => worker.lastSeen), ...polled]);
  const [first] = own;
  const performs = own.find(({ taskQueue }) => taskQueue === performQueueOf(host))?.activities ?? 0;
  const process = here?.holder ? Number(here.holder) : first?.process;
  return {
    host,
    here: here !== undefined,
    worker: stateOf({ here, own, lastSeen, now }),
    process: process || undefined,
    machine: first?.machine,
    startedAt: first?.startedAt.toISOString(),
    lastSeen: lastSeen?.toISOString(),
    kinds: kindsOf(own, host),
    unusable: here?.holder !== undefined && here.unusable?.length ? here.unusable : undefined,
    slots: performs > 0 ? slotsOfHost(performs) : undefined,
    devices: devicesOf(host, sessions, here?.records ?? [], serverAnswered).map((device) =>
      withHand(device, here?.hands?.get(device.device)),
    ),
  };
}

/** The server remembers the reports of a dead process for a while. */
function newestProcess(workers: readonly WorkerFacts[]): readonly WorkerFacts[] {
  const newest = latest(workers.map(({ startedAt }) => startedAt));
  const { process } = workers.find(({ startedAt }) => startedAt.getTime() === newest?.getTime()) ?? {};
  return workers.filter((worker) => worker.process === process);
}

/** A worker that shuts down is gone after 40 s without a further report; the server remembers its last one for minutes. */
const drainingMs = 45_000;

/** The folder's lock is more reliable: it ends with the process. */
function stateOf({
  here,
  own,
  lastSeen,
  now,
}: {
  readonly here: LocalHost | undefined;
  readonly own: readonly WorkerFacts[];
  readonly lastSeen: Date | undefined;
  readonly now: Date;
}): WorkerState {
  if (here && here.holder === undefined) return 'none';
  if (own.some(({ draining }) => draining))
    return here || own.some((worker) => now.getTime() - worker.lastSeen.getTime() <= drainingMs) ? 'drains' : 'none';
  if (lastSeen === undefined) return here ? 'polls' : 'none';
  return now.getTime() - lastSeen.getTime() <= silentMs || here ? 'polls' : 'silent';
}

/** The shared queues that it polls: `steadyhand-web` and the like. */
function kindsOf(own: readonly WorkerFacts[], host: string): readonly string[] {
  const queues = own.map(({ taskQueue }) => /^steadyhand-(.+)$/.exec(taskQueue)?.[1]);
  return queues
    .filter((name) => name !== undefined && !name.startsWith(host))
    .map(String)
    .toSorted();
}

function devicesOf(
  host: string,
  sessions: readonly SessionFacts[],
  records: readonly DeviceRecord[],
  serverAnswered: boolean,
): readonly DeviceView[] {
  const open = sessions.filter((session) => session.host === host);
  // A session that now waits elsewhere has left its old device here.
  const left = records.filter(({ deviceId }) => !open.some((session) => session.deviceId === deviceId));
  return [
    ...open.map((session) => {
      const record = records.find(({ deviceId }) => deviceId === session.deviceId);
      return { ...deviceOfSession(session), ...defined({ epoch: session.epoch === undefined && record ? record.epoch : undefined }) };
    }),
    ...left.map((record) => deviceOfRecord(record, serverAnswered)),
  ];
}

function deviceOfSession({ deviceId, kind, leased, epoch, owner, session, sessionRunId, since }: SessionFacts): DeviceView {
  return {
    device: deviceId,
    kind,
    state: leased ? 'held' : 'waits',
    epoch,
    owner,
    session,
    sessionRunId,
    since: since.toISOString(),
  };
}

function deviceOfRecord(
  { deviceId, kind, epoch, ownerWorkflowId, sessionId, sessionRunId, openedAt }: DeviceRecord,
  serverAnswered: boolean,
): DeviceView {
  const state = serverAnswered ? 'left' : 'held';
  return { device: deviceId, kind, state, epoch, owner: ownerWorkflowId, session: sessionId, sessionRunId, since: openedAt };
}

function withHand(device: DeviceView, process: DeviceProcessView | undefined): DeviceView {
  return process ? { ...device, process } : device;
}

function latest(dates: readonly Date[]): Date | undefined {
  return dates.toSorted((a, b) => b.getTime() - a.getTime())[0];
}
