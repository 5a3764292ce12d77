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
  input: Omit<AppAgentInput, 'device' | 'approvalsOf'>,
  started: () => void,
): Promise<ChildEnd<WorkflowResultType<typeof appAgent>>> {
  const { run: approvalsOf } = state.people;
  const args = (device: DeviceHandle) => [{ ...input, device, ...(approvalsOf ? { approvalsOf } : {}) }] as const;
  return runChild<typeof appAgent>(state, supply, timings, { type: 'appAgent', workflowId, summary: input.subtask, args }, started);
}
