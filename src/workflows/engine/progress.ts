// The part of `progress` that all runs share: the pending request, the device, who has the wheel.
import { workflowInfo } from '@temporalio/workflow';
import { stateWhileAsking } from '../../domain/human/requests.js';
import type { DeviceState } from '../device/device-owner.js';
import type { Wheel } from '../../domain/wheel/hold.js';
import type { ProgressView } from '../messages.js';
import { heldView } from '../wheel/held-view.js';
import type { PeopleState } from '../people/people-state.js';

interface Run {
  readonly people: PeopleState;
  readonly device?: DeviceState;
  readonly wheel?: Wheel;
  readonly typedKey?: string;
}

export function progressOfRun({
  people: { pending: request },
  device,
  wheel,
  typedKey,
}: Run): Pick<ProgressView, 'state' | 'held' | 'request' | 'asker' | 'device'> {
  const held = wheel && heldView(wheel, typedKey);
  return {
    state: held ? 'HELD' : stateWhileAsking(request),
    held,
    request,
    asker: request ? workflowInfo().workflowId : undefined,
    device: device?.handle ? device.handle : undefined,
  };
}
