// The part of `progress` that all runs share: the pending request and who asks it, the child, the device.
import { workflowInfo } from '@temporalio/workflow';
import { stateWhileAsking } from '../../domain/human/requests.js';
import type { DeviceAccessState } from '../device/device-access.js';
import type { ProgressView } from '../messages.js';
import type { PeopleState } from '../people/people-state.js';
import type { ParentState } from './doors.js';

interface Run extends Pick<ParentState, 'child'> {
  readonly people: PeopleState;
  readonly device?: DeviceAccessState;
}

export function progressOfRun({ people, device, child }: Run): Pick<ProgressView, 'state' | 'request' | 'asker' | 'child' | 'device'> {
  const { workflowId } = workflowInfo();
  const request = people.pending ?? child?.asks?.request;
  const asker = people.pending ? workflowId : (child?.asks?.workflowId ?? workflowId);
  return {
    state: stateWhileAsking(request),
    ...(request ? { request, asker } : {}),
    ...(child ? { child: child.workflowId } : {}),
    ...(device?.handle ? { device: device.handle } : {}),
  };
}
