// What a run with a device listens to from its first moment, whatever frames it has: people, its device, whoever takes the wheel. A run that was reset has signals
// waiting, which are handled as soon as their handler is: these are set before all others.
import { setHandler } from '@temporalio/workflow';
import { ownerNews, type DeviceOwnerState } from '../device/device-owner.js';
import { noDevice } from '../device/device-access.js';
import { deviceFailedSignal, deviceReadySignal } from '../messages.js';
import { createPeople, type People } from '../people/people.js';
import { nobodyAsked } from '../people/people-state.js';
import { openWheel, type Opening, type OpenWheel } from '../wheel/open-wheel.js';
import type { WheelCarried } from '../wheel/wheel.js';

/** What every run with a device carries over a continue-as-new. */
export interface RunState extends WheelCarried {
  readonly device: DeviceOwnerState;
}

export function freshRun(): RunState {
  return { people: { ...nobodyAsked }, device: { ...noDevice, nextEpoch: 1 } };
}

export function openDoors(state: RunState, opening: Opening): { readonly people: People; readonly wheel: OpenWheel } {
  const wheel = openWheel(state, opening);
  const people = createPeople(state.people, wheel.hands);
  const news = ownerNews(state.device);
  setHandler(deviceReadySignal, news.ready);
  setHandler(deviceFailedSignal, news.failed);
  return { people, wheel };
}
