// A workflow's device, as its engine calls it (device-calls.ts): a lost device and a timeout are events like any other.
import type { DueCheck } from '../../domain/effect/effect-check.js';
import type { DecidedAction } from '../../domain/run/decided-action.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { ObserveOptions, RecordContext } from '../../domain/device/device-work.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import type { Observation } from '../../domain/ui/observation.js';
import { DeviceLostError, type DeviceAccess, type DeviceAccessState } from './device-access.js';
import { act, look, type Act, type Acted, type FailedEvent, type Looked, type ObserveEvent, type PerformEvent } from './device-calls.js';
import type { DeviceSide, Story } from './device-presence.js';
import { observe, perform } from './screen-work.js';
import { OutOfTimeError, type LeftMs } from './time-limit.js';

export interface DeviceClient {
  look<T>(work: (handle: DeviceHandle, story: Story) => Promise<T>, leftMs?: LeftMs): Promise<Looked<T>>;
  act<R>(what: Act<R>): Promise<Acted<R>>;
  observe(options: ObserveOptions, record: RecordContext, application?: string): Promise<ObserveEvent>;
  perform(
    actions: readonly DecidedAction[],
    observation: Observation,
    options: ObserveOptions,
    record: RecordContext,
    checks?: readonly DueCheck[],
  ): Promise<PerformEvent>;
}

/** `changed`: called when `state.lastRecovery` has something new for people. */
export function createDeviceClient(
  state: DeviceAccessState,
  access: DeviceAccess,
  timings: Timings,
  changed: () => void = () => undefined,
): DeviceClient {
  const side: DeviceSide = { state, access, timings, changed };
  return {
    look: (work, leftMs) => withLost('DATA_COLLECTION', () => look(side, work, leftMs)),
    act: (what) => withLost('ACTION_EXECUTION', () => act(side, what)),
    observe: (...of) => withLost('DATA_COLLECTION', () => observe(side, ...of)),
    perform: (...of) => withLost('ACTION_EXECUTION', () => perform(side, ...of)),
  };
}

async function withLost<T>(phase: FailedEvent['phase'], work: () => Promise<T>): Promise<T | FailedEvent> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeviceLostError || error instanceof OutOfTimeError)
      return { type: 'failed', phase, error: { type: error.code, message: error.message } };
    throw error;
  }
}
