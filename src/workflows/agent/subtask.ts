import type { WorkflowResultType } from '@temporalio/workflow';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import type { DeviceSupply } from '../device/device-access.js';
import { runChild, type ChildEnd } from '../engine/children.js';
import type { ParentState } from '../engine/doors.js';
import type { appAgent } from './app-agent.js';
import type { AppAgentInput } from './app-agent-shell.js';

/** Runs one subtask in an AppAgent. `started`: called once the child has started. Throws whatever is not the child's own failure, such as a cancellation. */
export async function runSubtask(
  state: ParentState,
  supply: DeviceSupply,
  timings: Timings,
  workflowId: string,
  input: Omit<AppAgentInput, 'device' | 'approvals'>,
  started: () => void,
): Promise<ChildEnd<WorkflowResultType<typeof appAgent>>> {
  const { approvals = [] } = state.people;
  const args = (device: DeviceHandle) => [{ ...input, device, approvals }] as const;
  const end = await runChild<typeof appAgent>(
    state,
    supply,
    timings,
    { type: 'appAgent', workflowId, summary: input.subtask, args },
    started,
  );
  if ('output' in end) state.people.approvals = end.output.approvals;
  return end;
}
