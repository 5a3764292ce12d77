// The state of a HostAgent, its effects, and the events that answer them. The machine (host-agent-machine.ts) leads from one to the other.
import type { Budget, LimitOutcome, Spent } from '../budget/budget.js';
import type { Usage } from '../budget/usage.js';
import type { ActionOutcome } from '../device/device-work.js';
import type { Guard } from '../guard/guard.js';
import type { Application, Observation } from '../ui/observation.js';
import type { AppAgentResult, Ask } from './app-agent-state.js';
import type { AppAction, HostDecision, RunNote } from './decision.js';
import type { Blackboard, MemoryItem, Phase, PreviousSubtask } from './memory.js';
import type { AgentSettings } from '../run/settings.js';
import type { HostAgentStatus } from './status.js';
import type { Returned } from '../wheel/hold.js';

export interface HostAgentState {
  readonly status: HostAgentStatus;
  readonly next: HostAgentEffect;
  readonly settings: AgentSettings;
  readonly guard: Guard;
  readonly budget: Budget;
  readonly keepOpen: boolean;
  /** The run says what it starts with. Absent: not. */
  readonly named?: boolean;
  readonly spent: Spent;
  readonly unknownOutcomes: number;
  readonly withoutEffect: number;
  readonly plan: readonly string[];
  readonly memory: readonly MemoryItem[];
  readonly blackboard: Blackboard;
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly rounds: readonly RoundResult[];
  readonly notes: readonly RunNote[];
  readonly observation?: Observation;
  readonly applications: readonly Application[];
  /** Queued requests and plan steps. */
  readonly queue: readonly QueuedRequest[];
  readonly round: Round;
  /** For `maxRound`: rounds begun, plan steps not counted. */
  readonly roundsUsed: number;
  readonly held?: { readonly action: AppAction };
  readonly subtasks: number;
  readonly outcome?: RoundOutcome;
}

export interface QueuedRequest {
  readonly text: string;
  /** A step of a follower plan; only the first has `object`. */
  readonly follower?: { readonly object?: string };
}

interface Round {
  readonly request: string;
  readonly follower: boolean;
  readonly object?: string;
  readonly stepsBefore: number;
  readonly fails: number;
  /** ASSIGN without a known application, or refusals: how often in a row. */
  readonly strikes: number;
  /** How often the plan's object was opened. */
  readonly launches: number;
}

export type RoundOutcome = 'completed' | 'failed' | 'error' | LimitOutcome;

export interface RoundResult {
  readonly request: string;
  readonly outcome: RoundOutcome;
  readonly steps: number;
  readonly evaluation?: string;
}

export type HostAgentEffect =
  | { readonly type: 'observe' }
  | { readonly type: 'decide' }
  | { readonly type: 'perform'; readonly actions: readonly AppAction[] }
  | { readonly type: 'assign'; readonly subtask: string; readonly application: Application; readonly message: readonly string[] }
  | { readonly type: 'ask'; readonly ask: Ask }
  | { readonly type: 'evaluate' }
  /** Waits for a further request (`keepOpen`). */
  | { readonly type: 'idle' }
  | { readonly type: 'end' };

export type HostAgentEvent =
  | { readonly type: 'observed'; readonly observation: Observation; readonly activeMs: number }
  | { readonly type: 'decided'; readonly decision: HostDecision; readonly activeMs: number }
  | {
      readonly type: 'performed';
      readonly outcomes: readonly ActionOutcome[];
      readonly observation?: Observation;
      readonly activeMs: number;
    }
  | { readonly type: 'refused'; readonly code: string; readonly message: string; readonly activeMs: number }
  | { readonly type: 'device-reset'; readonly activeMs: number }
  | {
      readonly type: 'subtask-ended';
      readonly result: AppAgentResult;
      readonly blackboard: Blackboard;
      readonly spent: Spent;
      readonly unknownOutcomes: number;
      readonly withoutEffect: number;
    }
  | { readonly type: 'answered'; readonly answers: readonly string[] }
  | { readonly type: 'confirmed'; readonly approved: boolean; readonly note: string }
  | { readonly type: 'timed-out' }
  | { readonly type: 'evaluated'; readonly verdict: string; readonly usage: Usage }
  | { readonly type: 'requested' }
  /** A person had the screen; nothing of the pending effect has run, but a request may be pending. */
  | { readonly type: 'handed-back'; readonly returned: Returned }
  | {
      readonly type: 'failed';
      readonly phase: Phase;
      readonly error: { readonly type: string; readonly message: string };
      readonly usage?: Usage;
      readonly activeMs: number;
    };
