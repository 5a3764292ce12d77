// The part of `progress` that all runs share: the pending request and who asks it, the child, the device.
import { workflowInfo } from '@temporalio/workflow';
import { stateWhileAsking } from '../../domain/human/requests.js';
import type { DeviceAccessState } from '../device/device-access.js';
import type { Wheel } from '../../domain/wheel/hold.js';
import type { ProgressView } from '../messages.js';
import { heldView } from '../wheel/held-view.js';
import type { PeopleState } from '../people/people-state.js';
import type { ParentState } from './doors.js';

interface Run extends Pick<ParentState, 'child'> {
  readonly people: PeopleState;
  readonly device?: DeviceAccessState;
  readonly wheel?: Wheel;
  readonly typedKey?: string;
}

export function progressOfRun({
  people,
  device,
  child,
  wheel,
  typedKey,
}: Run): Pick<ProgressView, 'state' | 'held' | 'request' | 'asker' | 'child' | 'device'> {
  const { workflowId } = workflowInfo();
  const held = wheel && heldView(wheel, typedKey);
  const request = people.pending ?? child?.asks?.request;
  const asker = people.pending ? workflowId : (child?.asks?.workflowId ?? workflowId);
  return {
    state: held ? 'HELD' : stateWhileAsking(request),
    ...(held ? { held } : {}),
    ...(request ? { request, asker } : {}),
    ...(child ? { child: child.workflowId } : {}),
    ...(device?.handle ? { device: device.handle } : {}),
  };
}
