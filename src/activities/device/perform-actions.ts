// The heart of "at most once" (docs/design/device-session.md §3). For each action, in this order and no other:
//
//   perform-1. Refused first of all: stale epoch, gone device (`DeviceHost.usable`), an observation that is not the newest, a control that is not the one decided on.
//   perform-2. Lease: Temporal confirms, now, that this action is still wanted and this host still holds the device.
//   perform-3. Journal `intended`, on disk. Then the generation rises: every observation made before is stale.
//   perform-4. Dispatch, within 500 ms of perform-2's question; otherwise perform-2 again. Between the clock and the call nothing is awaited.
//       What remains: a process frozen between that clock and the driver's socket. It cannot close that gap alone.
//   perform-5. Journal `done` with the outcome, on disk. When the driver vanished, or did not answer in time, `intended` is all there is: the outcome is unknown.
//   perform-3 to perform-5 are done by the device's hand (src/device-process/device-process.ts), so that this process may die in the middle; of what is no act of the device, a
//   tool of a server, here, by the same code (host/sending.ts) and in the device process's journal.
//   perform-6. After the first failure, and after a page that stayed, the rest is skipped. What already ran is never hidden by what comes later.
import type { ActionOutcome, PerformInput, RequestedAction } from '../../domain/device/device-work.js';
import { isSameControl, type LabelledControl } from '../../domain/ui/control-list.js';
import type { Control, ControlRef } from '../../domain/ui/control.js';
import { typedText, withTargets, type DeviceAction } from '../../domain/ui/ui-action.js';
import { defined } from '../../domain/collections.js';
import { SteadyhandError } from '../../domain/errors/errors.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { ConnectionLostError, DeviceGoneError } from '../../ports/device.js';
import type { TypedTexts } from '../../ports/tokens.js';
import { StaleLeaseError, type DeviceProcess, type Order } from '../../ports/device-process.js';
import { isNotSent, leaseIsFreshMs } from '../../host/dispatch.js';
import { createSender, type Sending } from '../../host/sending.js';
import type { DeviceHost } from '../../host/device-host.js';
import { RefusedError, type LeasedDevice, type Log } from '../../host/leased-device.js';
import type { Busy } from '../../host/device-mutexes.js';
import { opened } from '../open-sealed.js';
import { labelsOf } from './observe-device.js';

/** perform-1: nothing ran. A caller with its own time limit decides what that means; for any other, the lease was not confirmed in time. */
export class NoTimeLeftError extends RefusedError {
  constructor(name: string) {
    super('lease-unconfirmed', `No time was left for '${name}'; it was not sent.`);
  }
}

/** What `performActions` needs of the activity it runs in; tests make one by hand. */
export interface PerformContext {
  /** `runId:activityId` of the activity. */
  readonly key: string;
  /** perform-2; throws an error whose code is `lease-lost` or `lease-unconfirmed`. */
  readonly checkLease: () => Promise<void>;
  /** Boot clock, ms. */
  readonly now: () => number;
  /** Boot clock; no action is dispatched after it, and a running one is given up. */
  readonly deadline: number;
  /** An action with less time left is not begun, because its outcome would hardly become known. Default: 500 ms. */
  readonly shortestMs?: number;
  /** Told of driver calls that may outlive this function. */
  readonly busy: Busy;
  readonly log: Log;
}

export interface PerformTools {
  readonly artifacts: ArtifactStore;
  readonly host: Pick<DeviceHost, 'saveGeneration' | 'readGeneration'>;
  /** Absent: nothing is sealed. */
  readonly typed?: TypedTexts;
}

const leaseChecks = 3;
export const shortestActionMs = 500;
const longestTextBytes = 8 * 1024;

/**
 * Performs the actions in order; one outcome each. Throws `RefusedError` (or another error with a refusal's code) when nothing ran,
 * `ConnectionLostError` when that is unknown.
 */
export async function performActions(
  leased: LeasedDevice,
  input: PerformInput,
  context: PerformContext,
  tools: PerformTools,
): Promise<readonly ActionOutcome[]> {
  const actions = await bindAll(leased, input, tools.artifacts);
  return performBound(
    leased,
    actions.map(({ requested, bound, mayHide }) => ({
      function: requested.function,
      does: { ...openedAction(bound, { typed: tools.typed, mayHide }), ...defined({ writes: input.writes }) },
    })),
    context,
    tools,
  );
}

interface Sealing {
  readonly typed: TypedTexts | undefined;
  /** What is typed goes into a password field, or may. */
  readonly mayHide: boolean;
}

/** An error that quotes what was sealed is masked, and the device hides what it types where it is hidden. */
export function openedAction(action: DeviceAction, { typed, mayHide }: Sealing): Ordered {
  const clear = opened(action, typed);
  const text = typedText(clear);
  if (text === undefined || text === typedText(action)) return { actions: [clear] };
  return { actions: [clear], sealed: text, withheld: mayHide || undefined };
}

/** perform-2–perform-6, for whatever has an effect and is ready to run. */
export async function performBound(
  leased: LeasedDevice,
  actions: readonly BoundAction[],
  context: PerformContext,
  tools: PerformTools,
): Promise<readonly ActionOutcome[]> {
  const outcomes: ActionOutcome[] = [];
  for (const [index, action] of actions.entries()) {
    try {
      outcomes.push(await performOne(leased, { ...action, key: `${context.key}:${index}` }, context, tools));
    } catch (error) {
      // perform-6: the actions before this one ran; the refusal is this one's outcome only.
      if (index === 0 || error instanceof ConnectionLostError || !(error instanceof SteadyhandError)) throw error;
      outcomes.push({ status: 'failed', code: error.code, message: error.message });
    }
    const last = outcomes.at(-1);
    if (last?.status !== 'done' || last.stays) break;
  }
  return [...outcomes, ...actions.slice(outcomes.length).map(() => ({ status: 'skipped' }) as const)];
}

type Ordered = Pick<Order, 'actions' | 'sealed' | 'withheld' | 'byPerson' | 'writes'>;

export interface BoundAction {
  /** For the journal. */
  readonly function: string;
  /** What the device's hand does; or what is none of the device's own acts, and is called from here (`Sending.run`). */
  readonly does: Ordered | Sending['run'];
}

/** perform-1. */
export async function bindAll(
  leased: LeasedDevice,
  { observation, actions }: Pick<PerformInput, 'observation' | 'actions'>,
  artifacts: ArtifactStore,
): Promise<readonly { readonly requested: RequestedAction; readonly bound: DeviceAction; readonly mayHide: boolean }[]> {
  if (observation.generation !== leased.generation) {
    throw new RefusedError(
      'stale-observation',
      `The observation is of generation ${observation.generation}, the device is at ${leased.generation}: something was done to it since. Observe it first.`,
    );
  }
  const labels = await labelsOf(leased, observation.controls, artifacts).catch((error: unknown) => {
    throw new RefusedError(
      'stale-observation',
      `The controls of the observation cannot be read (${messageOf(error)}). Observe the device first.`,
    );
  });
  return actions.map((requested) => {
    const bound = withTargets(requested.action, (ref) => controlOf(labels, ref));
    const target = 'target' in bound && bound.target && 'control' in bound.target ? bound.target.control : undefined;
    // Keys go to what has the focus by then.
    return { requested, bound, mayHide: target ? hides(target) : [...labels.values()].some(hides) };
  });
}

function hides({ role, masked }: Pick<Control, 'role' | 'masked'>): boolean {
  return role === 'password' || masked === true;
}

function controlOf(labels: ReadonlyMap<string, LabelledControl>, ref: ControlRef): Control {
  const control = labels.get(ref.label);
  if (control !== undefined && isSameControl(control, ref)) return control;
  const found = control === undefined ? 'is not there' : `is ${control.role} '${control.name}'`;
  throw new RefusedError(
    'control-changed',
    `Control [${ref.label}] was decided on as ${ref.role} '${ref.name}', but in that observation it ${found}. Observe and decide again.`,
  );
}

async function performOne(
  leased: LeasedDevice,
  action: BoundAction & { readonly key: string },
  context: PerformContext,
  tools: PerformTools,
): Promise<ActionOutcome> {
  const { function: name, key } = action;
  if (context.deadline - context.now() < (context.shortestMs ?? shortestActionMs)) throw new NoTimeLeftError(name);
  const hand = handOf(leased);
  const send = sending(leased, hand, action, context, tools);
  let isBegun = false;
  for (let checks = 1; ; checks++) {
    try {
      // The time *before* the question: the answer is at least as new.
      const leaseAskedAt = context.now();
      await context.checkLease();
      return withoutUnsent(await send(leaseAskedAt));
    } catch (error) {
      if (error instanceof StaleLeaseError) isBegun = error.isBegun;
      if (error instanceof StaleLeaseError && checks < leaseChecks) continue;
      const refused = error instanceof StaleLeaseError ? unconfirmed(name) : error;
      if (isBegun) await withdrawn(key, refused, context, hand);
      throw refused;
    }
  }
}

function handOf({ device, record: { deviceId } }: LeasedDevice): DeviceProcess {
  if (!device) throw new RefusedError('lease-lost', `Nobody has device ${deviceId} at present; the action was not sent.`);
  return device.process;
}

/** The device had gone before it was sent: the journal says so to whoever asks, and the host asks the device. */
function withoutUnsent(outcome: ActionOutcome): ActionOutcome {
  if (outcome.status === 'failed' && isNotSent(outcome))
    throw new ConnectionLostError(outcome.message, { cause: new DeviceGoneError(outcome.message) });
  return outcome;
}

/** perform-3 to perform-5; to be called again with a newer lease after `StaleLeaseError`. */
function sending(
  leased: LeasedDevice,
  hand: DeviceProcess,
  { key, function: name, does }: BoundAction & { readonly key: string },
  context: PerformContext,
  { artifacts, host }: PerformTools,
): (leaseAskedAt: number) => Promise<ActionOutcome> {
  const { record, generation } = leased;
  const order = { key, deviceId: record.deviceId, epoch: record.epoch, function: name, generation, deadline: context.deadline };
  const { now, busy, log } = context;
  const sender = createSender({ journal: hand, now, busy, log, setGeneration: (to) => host.saveGeneration(leased, to) });
  return async (leaseAskedAt) => {
    const sent =
      typeof does === 'function' ? sender.send({ ...order, leaseAskedAt, run: does }) : hand.carryOut({ ...order, leaseAskedAt, ...does });
    busy(sent.catch(() => undefined));
    // perform-3: whether it has begun is known on disk, also where its answer is lost.
    return withinHistory(await sent.finally(() => host.readGeneration(leased)), artifacts);
  };
}

function unconfirmed(name: string): RefusedError {
  return new RefusedError(
    'lease-unconfirmed',
    `Temporal took longer than ${leaseIsFreshMs} ms to confirm '${name}', ${leaseChecks} times; it was not sent.`,
  );
}

/** Begun in the journal, but certainly not sent: that is an outcome, and it is reported. */
async function withdrawn(key: string, error: unknown, { log }: PerformContext, hand: DeviceProcess): Promise<void> {
  if (!(error instanceof SteadyhandError) || error instanceof ConnectionLostError) return;
  await hand
    .done(key, { status: 'failed', code: error.code, message: error.message })
    .catch((late: unknown) => log('The outcome of an action could not be journalled', { key, error: late }));
}

/** A long text is stored: history is no place for it. */
export async function withinHistory(outcome: ActionOutcome, artifacts: ArtifactStore): Promise<ActionOutcome> {
  if (outcome.status !== 'done' || outcome.text === undefined || Buffer.byteLength(outcome.text) <= longestTextBytes) return outcome;
  try {
    return { status: 'done', textRef: await artifacts.put(Buffer.from(outcome.text), 'text/plain') };
  } catch {
    return {
      status: 'done',
      text: `${Buffer.from(outcome.text)
        .subarray(0, longestTextBytes - 100)
        .toString('utf8')}… (cut: the rest could not be stored)`,
    };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
