// A step of an agent, as `show`, reports and other programs have it.
import type { ArtifactRef } from '../ui/observation.js';

export interface Step {
  /** `<agent>#<step>` */
  readonly key: string;
  readonly agent: string;
  readonly step: number;
  readonly at: string;
  readonly subtask: string;
  readonly thought: string;
  readonly status: string;
  readonly actions: readonly StepAction[];
  readonly comment: string;
  readonly result: string;
  readonly questions: readonly string[];
  /** What happened to the run before this step: answers, approvals, resets; what the looks at the screen noticed in it. */
  readonly notes: readonly string[];
  /** Attempts at a decision that failed, one text each. */
  readonly failures: readonly string[];
  /** Calls that did not simply return from a host, and what was done about them. */
  readonly recovery: readonly string[];
  readonly screenshots: StepScreenshots;
  readonly ms: number;
  /** Nothing more will be recorded for it. */
  readonly complete: boolean;
}

export interface StepAction {
  readonly text: string;
  /** Whoever had the wheel; absent: the agent. */
  readonly by?: string;
  /** done, failed, skipped or unknown; absent until it has run. */
  readonly outcome?: string;
  readonly message?: string;
}

/** What the model saw, with its labels, and what the actions led to. */
export interface StepScreenshots {
  readonly before?: ArtifactRef;
  readonly annotated?: ArtifactRef;
  readonly after?: ArtifactRef;
}
