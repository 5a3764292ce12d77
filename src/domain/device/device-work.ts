// What workflows ask of the host that holds a device, and the results. JSON only; docs/at-most-once.md explains each field.
import type { ControlRef } from '../ui/control.js';
import type { DeviceSpec } from './device-spec.js';
import type { EarlierApproval } from '../human/approvals.js';
import type { Recovery } from './recovery.js';
import type { ArtifactRef, Download, MissedDownload, Observation } from '../ui/observation.js';
import type { Effect } from '../ui/change.js';
import type { Leave, Stays } from '../guard/unsaved-page.js';
import type { SentRequest } from '../wire/sent-request.js';
import type { StoppedAct } from '../wire/stopped-write.js';
import type { WritePermit } from '../wire/write-gate.js';
import type { UiAction } from '../ui/ui-action.js';
import type { GuardRule } from '../guard/guard.js';
import type { PersonAction } from '../take-over/person-action.js';

/** Whose run record a step belongs to. `run` is the root run's workflow id (the HostAgent's), `agent` the asking workflow's id. */
export interface RecordContext {
  readonly run: string;
  readonly agent: string;
  readonly step: number;
  /** Nobody was asked about what is performed: an approval that was given before let it run. */
  readonly approval?: EarlierApproval;
}

export interface LeaseDeviceInput {
  readonly sessionId: string;
  readonly sessionRunId: string;
  readonly ownerWorkflowId: string;
  /** The owner is alive if and only if it is RUNNING and this is the first run of its chain. */
  readonly ownerFirstRunId: string;
  /** Sealed where the owner's settings were resolved (activities/run-seals.ts). */
  readonly ticket: string;
  readonly deviceId: string;
  readonly epoch: number;
  readonly spec: DeviceSpec;
  /** Allowed origins; empty: any. Compared by `new URL(…).origin`. */
  readonly origins: readonly string[];
}

/** A look that is kept: its `ControlList` and its screenshot. */
export interface Seen {
  readonly controls: ArtifactRef;
  readonly screenshot: ArtifactRef;
}

export interface ObserveOptions {
  readonly controlRoles: readonly string[];
  /** Label only these. */
  readonly reannotate?: readonly ControlRef[];
  /** An approved action, and the look that it was approved on: whether it still fits (`Observation.bound`). */
  readonly bound?: { readonly action: UiAction } & Seen;
  readonly applications?: boolean;
  readonly source?: boolean;
}

export interface ObserveInput {
  readonly deviceId: string;
  readonly epoch: number;
  readonly options: ObserveOptions;
  /** Brought to the front before observing, if another application is in front (never launched). */
  readonly application?: string;
  readonly record?: RecordContext;
  /** For the record: recoveries since the last request. */
  readonly recovery?: readonly Recovery[];
}

export interface RequestedAction {
  /** The function's name as the model knows it, for the log: `click_input`. */
  readonly function: string;
  readonly action: UiAction;
}

export interface PerformInput {
  readonly deviceId: string;
  readonly epoch: number;
  readonly observation: { readonly generation: number; readonly controls: ArtifactRef };
  /** In order; after the first failure the rest are `skipped`. Never empty. */
  readonly actions: readonly RequestedAction[];
  /** What they may send. Absent: whatever they send goes through. */
  readonly writes?: WritePermit;
  readonly options: ObserveOptions;
  readonly record?: RecordContext;
  readonly recovery?: readonly Recovery[];
}

export type ActionOutcome =
  /**
   * `text` at most 8 KB, else `textRef`. `effect`: of the last action before the look that tells it, and what a field made of the text typed into it; absent
   * where no earlier look is known. `unverified`: why nobody can tell whether the field holds what was typed. `witness`: who knows that it ran, where its
   * own answer was lost. `stays`: the page that it was to lead away from.
   */
  | {
      readonly status: 'done';
      readonly text?: string;
      readonly textRef?: ArtifactRef;
      readonly effect?: Effect;
      readonly unverified?: string;
      readonly witness?: string;
      readonly stays?: Stays;
    }
  /**
   * It ran and did not work, or could not be started for a reason the model should know.
   * `code`: `control-changed`, `control-gone`, `origin-refused`, `action-failed`, `not-supported`, …; `stopped`: it ran, and `stopping` is what it was to send.
   */
  | { readonly status: 'failed'; readonly code: string; readonly message: string; readonly stopping?: StoppedAct }
  | { readonly status: 'skipped' }
  /** May have been dispatched; never sent again. `witness`: what was found out about it. */
  | { readonly status: 'unknown'; readonly witness?: string };

/** The page stayed, and only leaving it is left to do. */
export function leaveDue(outcome: ActionOutcome | undefined): Leave | undefined {
  return outcome?.status === 'done' ? outcome.stays?.leave : undefined;
}

export interface PerformResult {
  readonly outcomes: readonly ActionOutcome[];
  readonly observation: Observation;
}

export interface OutcomeOfInput {
  readonly deviceId: string;
  /** The epoch of the UI session in question. */
  readonly epoch: number;
  /** `runId:activityId` of the `perform` in question; the journal adds `:index`. */
  readonly key: string;
  readonly count: number;
}

/**
 * Per action of that `perform`: what the journal proves. `fenced`: it had not begun, and now never will. `unseen`: the driver accepted it, and its UI session ended
 * before the run had seen the result. `witness`: what its interface heard, where the journal has no outcome.
 */
export type JournalVerdict =
  /** `settled`: the interface has become quiet since. */
  | { readonly verdict: 'done'; readonly outcome: ActionOutcome; readonly witness?: string; readonly settled?: true }
  | { readonly verdict: 'fenced' }
  /** `sent`: what is known to have left. */
  | { readonly verdict: 'unknown'; readonly sent?: readonly SentRequest[] }
  | { readonly verdict: 'unseen' };

export interface CloseDeviceInput {
  readonly deviceId: string;
  readonly epoch: number;
  /** ms that downloads under way are waited for, and answers to what was sent for a third of it. Absent: they are given up. */
  readonly awaitMs?: number;
}

/** Of the UI session that was closed. */
export interface ClosedDevice {
  readonly downloads: RunDownloads;
  /** What was sent, and nobody has seen an answer to. */
  readonly unanswered: readonly SentRequest[];
}

/** What a run has downloaded, each once. */
export type RunDownloads = readonly (Download | MissedDownload)[];

// ── For a person who has taken over ──────────────────────────────────────────────

export interface PersonLookInput {
  readonly deviceId: string;
  readonly epoch: number;
  /** Origins beyond those of the run. */
  readonly admits: readonly string[];
}

export interface PersonActInput extends PersonLookInput {
  readonly by: string;
  readonly action: PersonAction;
  /** Those of the configuration and the input; the built-in ones hold as well. */
  readonly rules: readonly GuardRule[];
  readonly off: boolean;
  readonly record: RecordContext;
  readonly recovery?: readonly Recovery[];
}
