// What Temporal's history of one workflow tells a report, in plain data. An adapter of Temporal's form fills it; nothing here knows that form.
import type { EventRef } from './report.schema.js';

export interface WorkflowStory {
  readonly workflow: string;
  /** Run ids of the chain, oldest first. */
  readonly executions: readonly string[];
  readonly type: string;
  readonly started: EventRef;
  /** Absent: it is open. */
  readonly ended?: EventRef;
  readonly activities: readonly ToldActivity[];
  readonly messages: readonly ToldMessage[];
  /** Values of `SteadyhandState`, as they came. */
  readonly states: readonly { readonly state: string; readonly event: EventRef }[];
  /** What it asked people, as it told its parent or its history. */
  readonly asks: readonly { readonly body: unknown; readonly event: EventRef }[];
  /** Workflow tasks that failed or timed out, resets. */
  readonly troubles: readonly { readonly text: string; readonly event: EventRef }[];
}

export interface ToldActivity {
  readonly id: string;
  readonly execution: string;
  /** `perform`. */
  readonly name: string;
  readonly summary?: string;
  readonly queue: string;
  readonly scheduled: EventRef;
  readonly started?: EventRef;
  /** Of the worker that began it. */
  readonly identity?: string;
  readonly attempt: number;
  readonly lastFailure?: string;
  readonly ended?: EventRef;
  readonly end?: 'completed' | 'failed' | 'timed-out' | 'cancelled';
  readonly timeout?: 'heartbeat' | 'start-to-close' | 'schedule-to-start' | 'schedule-to-close';
  readonly heartbeatMs?: number;
  readonly message?: string;
  readonly code?: string;
  /** Outcomes that a host's journal told, of `outcomeOf`. */
  readonly verdicts?: readonly string[];
}

export interface ToldMessage {
  readonly name: string;
  readonly through: 'signal' | 'update';
  readonly body: unknown;
  readonly event: EventRef;
  /** Client that sent it; undefined: another workflow did. */
  readonly sentBy?: string;
  /** Of an update that was answered. */
  readonly reply?: unknown;
  readonly replied?: EventRef;
}
