// Something is done to a device, it comes to rest, and it is looked at: one activity of at most 30 s.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@temporalio/activity';
import type { ActionOutcome, ObserveOptions } from '../../domain/device/device-work.js';
import { defined } from '../../domain/collections.js';
import { drawnEffect, effectOf, together, withSent, type Effect } from '../../domain/ui/change.js';
import { nothingSent, type Sent } from '../../domain/wire/sent-log.js';
import { stoppedAct, stoppedText, type StoppedAct } from '../../domain/wire/stopped-write.js';
import type { Observation } from '../../domain/ui/observation.js';
import { ConnectionLostError, DeviceGoneError } from '../../ports/device.js';
import { actionKeyOf, createDeviceStanding, logOf, messageOf } from './device-activity.js';
import type { DeviceActivityPorts } from './device-activity-ports.js';
import { bootNow } from '../../host/boot-clock.js';
import type { LeasedDevice, PicturedScreen } from '../../host/leased-device.js';
import type { HandedDevice } from '../../ports/device-process.js';
import type { Busy } from '../../host/device-mutexes.js';
import { observeDevice, type ObserveTools } from './observe-device.js';
import type { PerformContext } from './perform-actions.js';

const performMs = 30_000;
/** Of these 30 s, what settling and looking may take. */
const afterActionsMs = 7_000;
const settleMs = 5_000;

export interface Performed {
  readonly outcomes: readonly ActionOutcome[];
  readonly observation: Observation;
}

/** `act` is `performActions` or `performBound`, on that device. `startedAt`: boot clock, ms. Throws `ConnectionLostError` once something may have run. */
export async function performAndLook(
  ports: DeviceActivityPorts,
  context: Context,
  {
    held,
    busy,
    options,
    startedAt,
  }: { readonly held: LeasedDevice; readonly busy: Busy; readonly options: ObserveOptions; readonly startedAt: number },
  act: (context: PerformContext) => Promise<readonly ActionOutcome[]>,
): Promise<Performed> {
  const { checkLease, explained } = createDeviceStanding(ports);
  const done = await act({
    key: actionKeyOf(context),
    checkLease: () => checkLease(context, held),
    now: bootNow,
    deadline: startedAt + performMs - afterActionsMs,
    busy,
    log: logOf(context),
  }).catch(async (error: unknown) => {
    throw await explained(error, held);
  });
  const before = held.screen;
  let sent = nothingSent;
  const looking = lookAfter(held, options, { ...ports, sent: (taken) => (sent = taken) }).then(async (observation) => ({
    outcomes: await withEffect(done, { before, sent }, held, ports),
    observation,
  }));
  busy(looking.catch(() => undefined));
  try {
    return await inTime(looking, startedAt + performMs);
  } catch (error) {
    const lost = await explained(error, held);
    throw new ConnectionLostError(`The actions ran, but the device could not be looked at afterwards: ${messageOf(lost)}`, { cause: lost });
  }
}

/** What changed came of all actions before the look, and is told with the last of them, after what a field made of its text. */
async function withEffect(
  outcomes: readonly ActionOutcome[],
  { before, sent }: { readonly before: PicturedScreen | undefined; readonly sent: Sent },
  { device, screen: after }: LeasedDevice,
  tools: Pick<DeviceActivityPorts, 'artifacts' | 'images'>,
): Promise<readonly ActionOutcome[]> {
  const stopping = stoppedAct(sent, [...(before?.controls ?? []), ...(after?.controls ?? [])]);
  const last = outcomes.findLastIndex(({ status }) => status === 'done');
  if (last < 0) return stopping ? outcomes.map((outcome) => withStopped(outcome, stopping)) : outcomes;
  if (stopping) {
    const stopped = { status: 'failed', code: 'stopped', message: stoppedText(stopping), stopping } as const;
    return outcomes.map((outcome, index) => (index === last ? stopped : outcome));
  }
  const requests = sent.ofAction;
  // What was sent is an effect, whatever the pictures say.
  const looks = before && after && device ? { before, after, device } : undefined;
  const seen = looks && (requests.length > 0 ? effectOf(looks.before, looks.after) : await effectSince(looks, tools));
  return outcomes.map((outcome, index) => {
    if (index !== last || outcome.status !== 'done') return outcome;
    const effect = seen ? together(outcome.effect, seen) : outcome.effect;
    return { ...outcome, ...defined({ effect: withSent(effect, requests, after?.address) }) };
  });
}

/** It failed otherwise, and is not done again. */
function withStopped(outcome: ActionOutcome, stopping: StoppedAct): ActionOutcome {
  return outcome.status === 'failed' ? { ...outcome, message: `${outcome.message} ${stoppedText(stopping)}` } : outcome;
}

interface Looks {
  readonly before: PicturedScreen;
  readonly after: PicturedScreen;
  readonly device: Pick<HandedDevice, 'screenshot'>;
}

/** Pictures are compared only where the controls show no effect. Undefined: nobody can tell, and what has run is no less done. */
export async function effectSince(
  { before, after, device }: Looks,
  { artifacts, images }: Pick<DeviceActivityPorts, 'artifacts' | 'images'>,
): Promise<Effect | undefined> {
  const effect = effectOf(before, after);
  if (effect.kind === 'changed') return effect;
  if (!before.screenshot || !after.screenshot) return undefined;
  if (before.screenshot === after.screenshot) return effect;
  try {
    const [was, is] = await Promise.all([artifacts.get(before.screenshot), artifacts.get(after.screenshot)]);
    const changed = await images.changes(was, is);
    if (changed.length === 0) return effect;
    return drawnEffect(effect, { changed, moving: await images.changes(is, await device.screenshot()) }, after.controls);
  } catch {
    return undefined;
  }
}

/** The actions have run: whatever goes wrong from here on, the journal has their outcomes. */
async function lookAfter(
  leased: LeasedDevice,
  options: ObserveOptions,
  ports: DeviceActivityPorts & Pick<ObserveTools, 'sent'>,
): Promise<Observation> {
  const { device } = leased;
  if (device === undefined) throw new DeviceGoneError('The device is gone.');
  const quiet = await device.settle(settleMs);
  return observeDevice(leased, device, options, ports, quiet ? [] : ['The interface did not become quiet.']);
}

async function inTime<T>(work: Promise<T>, deadline: number): Promise<T> {
  const limit = new AbortController();
  const tooLate = sleep(Math.max(1, deadline - bootNow()), undefined, { signal: limit.signal }).then(() => {
    throw new Error('there was no time left.');
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    limit.abort();
  }
}
