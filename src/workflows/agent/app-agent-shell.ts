// What the parts of the AppAgent's workflow share.
import type { AppAgentResult, AppAgentState } from '../../domain/agent/app-agent-state.js';
import type { Blackboard, PreviousSubtask } from '../../domain/agent/memory.js';
import type { Spent } from '../../domain/budget/budget.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { RecordContext } from '../../domain/device/device-work.js';
import type { Approval } from '../../domain/human/approvals.js';
import type { ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { Application } from '../../domain/ui/observation.js';
import type { DeviceAccessState, DeviceSupply } from '../device/device-access.js';
import type { DeviceClient } from '../device/device-client.js';
import type { Clock } from '../engine/drive.js';
import type { People } from '../people/people.js';
import type { Wheel } from '../../domain/wheel/hold.js';
import type { PeopleState } from '../people/people-state.js';
import type { RunWheel } from '../wheel/wheel.js';

export interface AppAgentInput {
  /** Root of the run: its records and its device. */
  readonly run: string;
  readonly owner: string;
  readonly device: DeviceHandle;
  readonly request: string;
  readonly subtask: string;
  readonly message: readonly string[];
  readonly application: Application;
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly blackboard: Blackboard;
  readonly resolved: ResolvedRun;
  /** Those that are remembered for the run. */
  readonly approvals: readonly Approval[];
  /** Steps that the session made before; records continue its numbering. */
  readonly stepsBefore: number;
}

export interface AppAgentOutput {
  readonly result: AppAgentResult;
  readonly blackboard: Blackboard;
  readonly spent: Spent;
  readonly unknownOutcomes: number;
  readonly withoutEffect: number;
  /** With those that it was started with. */
  readonly approvals: readonly Approval[];
  /** The UI session that it saw last. */
  readonly uiSession?: string;
}

/** What an AppAgent carries over a continue-as-new. */
export interface AppAgentCarried {
  machine: AppAgentState;
  readonly people: PeopleState;
  readonly device: DeviceAccessState;
  wheel?: Wheel;
  typedKey?: string;
  seenBefore?: string;
}

export interface AppAgentShell {
  readonly input: AppAgentInput;
  readonly workflowId: string;
  readonly carried: AppAgentCarried;
  readonly people: People;
  readonly clock: Clock;
  readonly client: DeviceClient;
  readonly device: DeviceSupply;
  readonly wheel: RunWheel;
}

export function recordOf({ input, workflowId, carried }: AppAgentShell): RecordContext {
  return { run: input.run, agent: workflowId, step: input.stepsBefore + carried.machine.spent.steps };
}
