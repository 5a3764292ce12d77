// Something is done to a device, it comes to rest, and it is looked at: one activity of at most 30 s.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@temporalio/activity';
import type { ActionOutcome, ObserveOptions } from '../../domain/device/device-work.js';
import { defined } from '../../domain/collections.js';
import { effectOf, together, withSent, type Screen } from '../../domain/ui/change.js';
import type { SentRequest } from '../../domain/wire/sent-request.js';
import type { Observation } from '../../domain/ui/observation.js';
import { ConnectionLostError, DeviceGoneError } from '../../ports/device.js';
import { actionKeyOf, createDeviceStanding, logOf, messageOf } from './device-activity.js';
import type { DeviceActivityPorts } from './device-activity-ports.js';
import { bootNow } from '../../host/boot-clock.js';
import type { LeasedDevice } from '../../host/leased-device.js';
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
  const requests: SentRequest[] = [];
  const looking = lookAfter(held, options, { ...ports, sent: (sent) => requests.push(...sent) });
  busy(looking.catch(() => undefined));
  try {
    const observation = await inTime(looking, startedAt + performMs);
    return { outcomes: withEffect(done, { before, after: held.screen, requests }), observation };
  } catch (error) {
    const lost = await explained(error, held);
    throw new ConnectionLostError(`The actions ran, but the device could not be looked at afterwards: ${messageOf(lost)}`, { cause: lost });
  }
}

/** What changed came of all actions before the look, and is told with the last of them, after what a field made of its text. */
function withEffect(outcomes: readonly ActionOutcome[], { before, after, requests }: CameOf): readonly ActionOutcome[] {
  const last = outcomes.findLastIndex(({ status }) => status === 'done');
  return outcomes.map((outcome, index) => {
    if (index !== last || outcome.status !== 'done') return outcome;
    const seen = before && after ? together(outcome.effect, effectOf(before, after)) : outcome.effect;
    return { ...outcome, ...defined({ effect: withSent(seen, requests, after?.address) }) };
  });
}

interface CameOf {
  readonly before: Screen | undefined;
  readonly after: Screen | undefined;
  readonly requests: readonly SentRequest[];
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
