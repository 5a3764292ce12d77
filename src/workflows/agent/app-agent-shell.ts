// An AppAgent's frame: one subtask in one application (docs/design/agent.md §2).
import { startAppAgent, type AppAgentStart } from '../../domain/agent/app-agent-machine.js';
import type { AppAgentResult, AppAgentState } from '../../domain/agent/app-agent-state.js';
import type { Blackboard, PreviousSubtask } from '../../domain/agent/memory.js';
import type { Spent } from '../../domain/budget/budget.js';
import type { RecordContext } from '../../domain/device/device-work.js';
import type { Holding } from '../../domain/run/held.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Clock } from '../engine/drive.js';
import type { RunShell } from '../engine/run.js';
import type { FrameState } from '../engine/stack.js';

export interface AppFrame extends FrameState {
  readonly kind: 'app';
  readonly given: AppGiven;
  machine: AppAgentState;
}

/** What it works with, besides its machine. */
export interface AppGiven {
  /** Whose records it writes into. */
  readonly run: string;
  readonly request: string;
  readonly message: readonly string[];
  readonly application: Application;
  readonly previousSubtasks: readonly PreviousSubtask[];
  /** Steps that were made before; its records continue their numbering. */
  readonly stepsBefore: number;
}

export interface AppAgentOutput {
  readonly result: AppAgentResult;
  readonly blackboard: Blackboard;
  readonly spent: Spent;
  readonly unknownOutcomes: number;
  readonly withoutEffect: number;
}

export interface AppEnd {
  readonly kind: 'app';
  readonly name: string;
  readonly output: AppAgentOutput;
}

export interface AppAgentShell {
  readonly frame: AppFrame;
  readonly run: RunShell;
  readonly clock: Clock;
}

export function recordOf({ frame: { name, given, machine } }: AppAgentShell): RecordContext {
  return { run: given.run, agent: name, step: given.stepsBefore + machine.spent.steps };
}

export function startApp(name: string, given: AppGiven, start: Omit<AppAgentStart, 'stepsBefore'>): AppFrame {
  const { stepsBefore } = given;
  return { kind: 'app', name, begunAt: Date.now(), given, machine: startAppAgent({ ...start, stepsBefore }) };
}

/** What fills an agent. */
export function holdingOf({ spent, blackboard, memory }: Pick<AppAgentState, 'spent' | 'blackboard' | 'memory'>): Holding {
  return {
    done: `${spent.steps} steps`,
    parts: { memory, blackboard },
    instead: 'send less, or divide the request',
  };
}
