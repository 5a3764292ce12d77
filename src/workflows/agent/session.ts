// What a session carries, and what it returns.
import type { RoundOutcome, RoundResult } from '../../domain/agent/host-agent-state.js';
import type { Blackboard, PreviousSubtask } from '../../domain/agent/memory.js';
import type { Usage } from '../../domain/budget/usage.js';
import type { RunState } from '../engine/run.js';
import type { AppFrame } from './app-agent-shell.js';
import type { HostFrame } from './host-agent-shell.js';

export interface HostAgentResult {
  readonly outcome: RoundOutcome;
  readonly rounds: readonly RoundResult[];
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly blackboard: Blackboard;
  readonly usage: Usage;
  readonly steps: number;
  readonly unknownOutcomes: number;
  /** How often an action was done the third time or more in a row with nothing visible coming of it. */
  readonly withoutEffect: number;
}

/** Over a continue-as-new. */
export interface HostAgentCarried extends RunState {
  /** Empty until the settings are resolved; then the HostAgent, and the AppAgent that works for it. */
  readonly frames: (HostFrame | AppFrame)[];
  /** Requests that came before. */
  readonly early: string[];
}

export function hostOf({ frames: [frame] }: HostAgentCarried): HostFrame | undefined {
  return frame?.kind === 'host' ? frame : undefined;
}
