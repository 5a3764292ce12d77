// The heart of "at most once" (docs/design/device-session.md §3). For each action, in this order and no other:
//
//   perform-1. Refused first of all: stale epoch, gone device (`DeviceHost.usable`), an observation that is not the newest, a control that is not the one decided on.
//   perform-2. Lease: Temporal confirms, now, that this action is still wanted and this host still holds the device.
//   perform-3. Journal `intended`, on disk. Then the generation rises: every observation made before is stale.
//   perform-4. Dispatch, within 500 ms of perform-2's question; otherwise perform-2 again. Between the clock and the call nothing is awaited.
//       What remains: a process frozen between that clock and the driver's socket. No host can close that gap alone.
//   perform-5. Journal `done` with the outcome, on disk. When the driver vanished, or did not answer in time, `intended` is all there is: the outcome is unknown.
//   perform-6. After the first failure the rest is skipped. What already ran is never hidden by what comes later.
import type { ActionOutcome, PerformInput, RequestedAction } from '../../domain/device/device-work.js';
import { isSameControl, type LabelledControl } from '../../domain/ui/control-list.js';
import type { Control, ControlRef } from '../../domain/ui/control.js';
import { withTargets, type DeviceAction } from '../../domain/ui/ui-action.js';
import { SteadyhandError } from '../../domain/errors.js';
import type { ActionJournal } from '../../ports/action-journal.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device-errors.js';
import type { Device, Performed } from '../../ports/device.js';
import type { TypedTexts } from '../../ports/typed-texts.js';
import { JournalUnavailableError } from '../../ports/journal-errors.js';
import { RefusedError, type HeldDevice, type Log } from '../../host/held-device.js';
import type { Busy } from '../../host/device-turns.js';
import { opened } from '../opened.js';
import { labelsOf } from './observe-device.js';
import { mask } from '../../domain/ui/mask.js';

/** It is unknown whether an action ran, or it ran and its result was lost: ask the journal. */
export class ConnectionLostError extends SteadyhandError {
  readonly code = 'connection-lost';
  override readonly name = 'ConnectionLostError';
}

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
  /** Wall clock, ms. */
  readonly now: () => number;
  /** Wall clock; no action is dispatched after it, and a running one is given up. */
  readonly deadline: number;
  /** An action with less time left is not begun, because its outcome would hardly become known. Default: 500 ms. */
  readonly shortestMs?: number;
  /** Told of driver calls that may outlive this function. */
  readonly busy: Busy;
  readonly log: Log;
}

export interface PerformTools {
  readonly journal: ActionJournal;
  readonly artifacts: ArtifactStore;
  readonly raiseGeneration: (held: HeldDevice) => Promise<void>;
  /** HE44; absent: nothing is sealed. */
  readonly typed?: TypedTexts;
}

const leaseIsFreshMs = 500;
const leaseChecks = 3;
export const shortestActionMs = 500;
const longestTextBytes = 8 * 1024;

/**
 * Performs the actions in order; one outcome each. Throws `RefusedError` (or another error with a refusal's code) when nothing ran,
 * `ConnectionLostError` when that is unknown.
 */
export async function performActions(
  held: HeldDevice,
  device: Device,
  input: PerformInput,
  context: PerformContext,
  tools: PerformTools,
): Promise<readonly ActionOutcome[]> {
  const actions = await bindAll(held, input, tools.artifacts);
  return performBound(
    held,
    actions.map(({ requested, bound }) => ({
      function: requested.function,
      run: (signal) => performOpened(device, bound, signal, tools.typed),
    })),
    context,
    tools,
  );
}

/** An error that quotes what was sealed is masked. */
export function performOpened(
  device: Device,
  action: DeviceAction,
  signal: AbortSignal,
  typed: TypedTexts | undefined,
): Promise<Performed> {
  const clear = opened(action, typed);
  const performing = device.perform(clear, signal);
  const secret = textOf(clear);
  if (secret === undefined || secret === textOf(action)) return performing;
  return performing.catch((error: unknown) => {
    if (!(error instanceof ActionFailedError)) throw error;
    throw new ActionFailedError(error.code, error.message.replaceAll(secret, mask));
  });
}

function textOf(action: DeviceAction): string | undefined {
  return action.type === 'set-text' ? action.text : action.type === 'press-keys' ? action.keys : undefined;
}

/** perform-2–perform-6, for whatever has an effect and is ready to run. */
export async function performBound(
  held: HeldDevice,
  actions: readonly BoundAction[],
  context: PerformContext,
  tools: PerformTools,
): Promise<readonly ActionOutcome[]> {
  const outcomes: ActionOutcome[] = [];
  for (const [index, action] of actions.entries()) {
    try {
      outcomes.push(await performOne(held, { ...action, key: `${context.key}:${index}` }, context, tools));
    } catch (error) {
      // perform-6: the actions before this one ran; the refusal is this one's outcome only.
      if (index === 0 || error instanceof ConnectionLostError || !(error instanceof SteadyhandError)) throw error;
      outcomes.push({ status: 'failed', code: error.code, message: error.message });
    }
    if (outcomes.at(-1)?.status !== 'done') break;
  }
  return [...outcomes, ...actions.slice(outcomes.length).map(() => ({ status: 'skipped' }) as const)];
}

export interface BoundAction {
  /** For the journal. */
  readonly function: string;
  /** Dispatches before it awaits anything. Throws `DeviceGoneError`, `ActionFailedError`, or `ConnectionLostError` when it is unknown whether it ran. */
  run(signal: AbortSignal): Promise<Performed>;
}

/** perform-1. */
export async function bindAll(
  held: HeldDevice,
  { observation, actions }: Pick<PerformInput, 'observation' | 'actions'>,
  artifacts: ArtifactStore,
): Promise<readonly { readonly requested: RequestedAction; readonly bound: DeviceAction }[]> {
  if (observation.generation !== held.generation) {
    throw new RefusedError(
      'stale-observation',
      `The observation is of generation ${observation.generation}, the device is at ${held.generation}: something was done to it since. Observe it first.`,
    );
  }
  const labels = await labelsOf(held, observation.controls, artifacts).catch((error: unknown) => {
    throw new RefusedError(
      'stale-observation',
      `The controls of the observation cannot be read (${messageOf(error)}). Observe the device first.`,
    );
  });
  return actions.map((requested) => ({ requested, bound: withTargets(requested.action, (ref) => controlOf(labels, ref)) }));
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
  held: HeldDevice,
  { function: name, run, key }: BoundAction & { readonly key: string },
  context: PerformContext,
  tools: PerformTools,
): Promise<ActionOutcome> {
  if (context.deadline - context.now() < (context.shortestMs ?? shortestActionMs)) throw new NoTimeLeftError(name);
  let confirmedAt = await confirm(context);
  await tools.journal.intended({ key, deviceId: held.record.deviceId, epoch: held.record.epoch, function: name });
  try {
    await tools.raiseGeneration(held);
    for (let checks = 1; isStale(confirmedAt, context.now()); checks++) {
      if (checks === leaseChecks)
        throw new RefusedError(
          'lease-unconfirmed',
          `Temporal took longer than ${leaseIsFreshMs} ms to confirm '${name}', ${leaseChecks} times; it was not sent.`,
        );
      confirmedAt = await confirm(context);
    }
  } catch (error) {
    // Begun in the journal, but certainly not sent: that is an outcome, and it is reported.
    const refused =
      error instanceof SteadyhandError
        ? error
        : new JournalUnavailableError(`The device's generation cannot be written: ${messageOf(error)}`, { cause: error });
    await finish(key, { status: 'failed', code: refused.code, message: refused.message }, context, tools);
    throw refused;
  }
  const outcome = await withinHistory(await dispatch(name, run, context), tools.artifacts);
  await finish(key, outcome, context, tools);
  return outcome;
}

/** The time *before* the question: the answer is at least as new. */
async function confirm(context: PerformContext): Promise<number> {
  const askedAt = context.now();
  await context.checkLease();
  return askedAt;
}

/** A clock that was set back proves nothing either. */
function isStale(confirmedAt: number, now: number): boolean {
  return now - confirmedAt > leaseIsFreshMs || now < confirmedAt;
}

/** perform-4, perform-5. The call is made before anything is awaited. */
async function dispatch(name: string, run: BoundAction['run'], context: PerformContext): Promise<ActionOutcome> {
  const limit = new AbortController();
  const running = run(limit.signal);
  context.busy(running.catch(() => undefined));
  const timer = setTimeout(() => limit.abort(), Math.max(1, context.deadline - context.now()));
  try {
    return doneWith(await Promise.race([running, aborted(limit.signal)]));
  } catch (error) {
    if (limit.signal.aborted)
      throw new ConnectionLostError(`The device did not answer '${name}' in time; whether it ran is not known.`, { cause: error });
    if (error instanceof ConnectionLostError) throw error;
    if (error instanceof DeviceGoneError)
      throw new ConnectionLostError(`The device vanished during '${name}' (${error.message}); whether it ran is not known.`, {
        cause: error,
      });
    if (error instanceof ActionFailedError) return { status: 'failed', code: error.code, message: error.message };
    context.log('A device failed in an unexpected way', { action: name, error });
    return { status: 'failed', code: 'action-failed', message: messageOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** HE7. */
function doneWith({ text, entry }: Performed): ActionOutcome {
  return {
    status: 'done',
    ...(text === undefined ? {} : { text }),
    ...(entry?.kind === 'adjusted' ? { effect: { kind: 'changed', what: entry.how } } : {}),
    ...(entry?.kind === 'unverified' ? { unverified: entry.why } : {}),
  };
}

/** Rejects a moment after the signal, so that a device that honours it comes first. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(new Error('timed out')), 250).unref(), { once: true });
  });
}

/** The action ran, even if its outcome cannot be written or stored. */
async function finish(key: string, outcome: ActionOutcome, context: PerformContext, { journal }: PerformTools): Promise<void> {
  await journal
    .done(key, outcome)
    .catch((error: unknown) => context.log('The outcome of an action could not be journalled', { key, error }));
}

async function withinHistory(outcome: ActionOutcome, artifacts: ArtifactStore): Promise<ActionOutcome> {
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
