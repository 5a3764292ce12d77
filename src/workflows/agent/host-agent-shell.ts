// What the parts of the session's workflow share.
import type { HostAgentState, RoundOutcome, RoundResult } from '../../domain/agent/host-agent-state.js';
import type { Blackboard, PreviousSubtask } from '../../domain/agent/memory.js';
import type { Usage } from '../../domain/budget/usage.js';
import type { RecordContext } from '../../domain/device/device-work.js';
import type { ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { DeviceSupply } from '../device/device-access.js';
import type { DeviceClient } from '../device/device-client.js';
import type { ParentState } from '../engine/doors.js';
import type { Clock } from '../engine/drive.js';
import type { People } from '../people/people.js';
import type { RunWheel } from '../wheel/wheel.js';

export interface HostAgentResult {
  readonly outcome: RoundOutcome;
  readonly rounds: readonly RoundResult[];
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly blackboard: Blackboard;
  readonly usage: Usage;
  readonly steps: number;
  readonly unknownOutcomes: number;
  /** How often an action was done the third time or more in a row with nothing visible coming of it (HE5). */
  readonly withoutEffect: number;
}

/** What a session carries over a continue-as-new. */
export interface HostAgentCarried extends ParentState {
  resolved?: ResolvedRun;
  machine?: HostAgentState;
  /** Requests that came before the settings were resolved. */
  readonly early: string[];
}

export interface HostAgentShell {
  readonly workflowId: string;
  readonly carried: HostAgentCarried;
  readonly resolved: ResolvedRun;
  readonly people: People;
  readonly clock: Clock;
  readonly client: DeviceClient;
  readonly device: DeviceSupply;
  readonly wheel: RunWheel;
  /** Something that people are shown has changed. */
  changed(): void;
}

export function machineOf({ machine }: HostAgentCarried): HostAgentState {
  if (!machine) throw new TypeError('the settings are not resolved yet');
  return machine;
}

export function recordOf({ workflowId, carried }: HostAgentShell): RecordContext {
  return { run: workflowId, agent: workflowId, step: machineOf(carried).spent.steps };
}
