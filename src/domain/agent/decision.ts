// What `decideApp` and `decideHost` take and return: a prompt's facts in, a validated decision out. Prompts are built inside the activity, so none is in history.
import type { Usage } from '../budget/usage.js';
import type { SafetyCheck } from '../computer/computer-turn.js';
import type { RecordContext, ActionOutcome } from '../device/device-work.js';
import type { StoppedWrite } from '../wire/stopped-write.js';
import type { DecidedAction } from '../run/decided-action.js';
import type { Application, ArtifactRef, Observation } from '../ui/observation.js';
import type { Blackboard, MemoryItem, PreviousSubtask } from './memory.js';
import type { PictureSetting } from './pictures.js';
import { staysText } from '../guard/unsaved-page.js';
import { effectText } from '../ui/change.js';
import type { Bounds } from '../ui/geometry.js';
import { shorten } from '../text/fit-bytes.js';

/** The seven states of an AppAgent, which are also the statuses a model answers with (docs/design/agent.md §2). */
export const appAgentStatuses = ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'] as const;
export type AppAgentStatus = (typeof appAgentStatuses)[number];

/** The states of a HostAgent (§3). */
export const hostAgentStatuses = ['CONTINUE', 'ASSIGN', 'PENDING', 'CONFIRM', 'FINISH', 'FAIL', 'ERROR'] as const;
export type HostAgentStatus = (typeof hostAgentStatuses)[number];

/** The first that is none; undefined: all are. */
export function unknownStatus(words: readonly string[], allowed: readonly string[]): string | undefined {
  return words.find((word) => !allowed.includes(word.trim().toUpperCase()));
}

/** Trimmed and case-insensitive (R6); undefined for anything else. */
export function parseStatus<T extends string>(statuses: readonly T[], word: string): T | undefined {
  const wanted = word.trim().toUpperCase();
  return statuses.find((status) => status === wanted);
}

/** One function call of an AppAgent's reply. */
export interface AppAction extends DecidedAction {
  /** Status of this entry in a list (`Actions[]`), otherwise of the reply. */
  readonly status: AppAgentStatus;
  /** What the model's provider wants a person to approve before it runs. */
  readonly checks?: readonly SafetyCheck[];
  /** It ran, and this was stopped before it left. `again`: it is to run once more if a person approves; else the model is told. */
  readonly stopped?: { readonly writes: readonly StoppedWrite[]; readonly again: boolean };
}

interface DecisionBase {
  readonly observation: string;
  readonly thought: string;
  readonly plan: readonly string[];
  readonly questions: readonly string[];
  readonly comment: string;
  readonly result?: string;
  readonly usage: Usage;
  readonly model: string;
  readonly refs: { readonly prompt: ArtifactRef; readonly reply: ArtifactRef; readonly annotated?: ArtifactRef };
}

export interface AppDecision extends DecisionBase {
  readonly status: AppAgentStatus;
  /** With PENDING: a person has to do it on the screen. */
  readonly needsHands?: true;
  /** Empty: no `perform`. More than one only with `actionSequence`. */
  readonly actions: readonly AppAction[];
  readonly saveScreenshot?: { readonly reason: string };
  /** What the screenshot shows beside its background, px, where the model was sent it: what it was cut by, for whoever decides again without the picture. */
  readonly drawn?: Bounds | undefined;
  /** The turn of a computer tool, which the next picture answers. */
  readonly turn?: ArtifactRef;
}

export interface HostDecision extends DecisionBase {
  readonly status: HostAgentStatus;
  readonly subtask: string;
  readonly message: readonly string[];
  /** The chosen application, if the reply named one on the list. */
  readonly application?: Application;
  readonly actions: readonly AppAction[];
}

/** Something that happened to the run between two decisions: shown to the model, and written to the run record. */
export interface RunNote {
  readonly type: 'answered' | 'confirmed' | 'rejected' | 'refused' | 'unknown-outcome' | 'device-reset' | 'no-application' | 'info';
  readonly text: string;
}

interface DecideBase {
  readonly record: RecordContext;
  readonly request: string;
  readonly plan: readonly string[];
  readonly memory: readonly MemoryItem[];
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly blackboard: Blackboard;
  readonly observation: Observation;
  readonly notes: readonly RunNote[];
  /** Model names by role from the run's input; they override the configuration's. */
  readonly models?: Readonly<Record<string, string>>;
}

export interface DecideAppInput extends DecideBase {
  readonly subtask: string;
  readonly hostMessage: readonly string[];
  readonly actionSequence: boolean;
  readonly pictures: PictureSetting;
  /** The model asked for a picture. */
  readonly seesAfresh?: boolean;
  /** Nothing visible came of the last action, it failed, or its outcome is not known. */
  readonly isUnclear?: boolean;
  /** The controls that the prompt before told; absent: none, or all are to be told in full. */
  readonly before?: ArtifactRef;
  /** The last look before a person had the screen. */
  readonly beforeTakeOver?: Pick<Observation, 'controls' | 'title' | 'application'>;
  /** The last turn of a computer tool, and whether a person approved what its safety checks asked about. */
  readonly turn?: { readonly reply: ArtifactRef; readonly approved: boolean };
  /** Of the previous step, when `includeLastScreenshot` and another page came. */
  readonly lastScreenshot?: ArtifactRef;
}

/** What is left of a list, after the action before it. */
export interface ReviewNextInput {
  readonly action: AppAction;
  readonly before: Observation;
  readonly now: Observation;
}

export interface DecideHostInput extends DecideBase {
  readonly applications: readonly Application[];
}

export interface EvaluateInput {
  readonly record: RecordContext;
  readonly request: string;
  readonly blackboard: Blackboard;
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly screenshot?: ArtifactRef;
  readonly models?: Readonly<Record<string, string>>;
}

export interface Evaluation {
  readonly complete: 'yes' | 'no' | 'unsure';
  readonly subScores: readonly { readonly name: string; readonly score: 'yes' | 'no' | 'unsure' }[];
  readonly reason: string;
  readonly usage: Usage;
}

// ── Whether a prompt may tell long texts by their beginnings, because the one before told this page ──

/** Steps after which a page is told in full again. */
const fullEvery = 5;

type Shown = Pick<Observation, 'title' | 'application'>;

/** `step`: of the prompt, from 1. */
export function isShownBefore(told: Shown, now: Shown, step: number): boolean {
  return (step - 1) % fullEvery !== 0 && !isAnotherPage(told, now);
}

export function isAnotherPage({ title, application }: Shown, now: Shown): boolean {
  return title !== now.title || application.url !== now.application.url;
}

// ── An action as a log line, for summaries, memory and people: `click_input "Export" [12]` ──

export function actionText({ function: name, args, target }: Pick<DecidedAction, 'function' | 'args' | 'target'>): string {
  // At a point, a control may have no label.
  const aimed = target ? ` "${shorten(target.name, 60)}"${target.label === '' ? '' : ` [${target.label}]`}` : '';
  const given = Object.entries(args).filter(([argument, value]) => !isUsual(argument, value));
  // The main argument comes first, modifiers last: `set_edit_text "Name" [5] "Ada", clear_current_text`.
  const values = [
    ...given.filter(([, value]) => value !== true).map(([, value]) => JSON.stringify(value)),
    ...given.filter(([, value]) => value === true).map(([argument]) => argument),
  ];
  return `${name}${aimed}${values.length > 0 ? ` ${shorten(values.join(', '), 80)}` : ''}`;
}

/** Not worth showing: absent, or the function's default. */
function isUsual(argument: string, value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false || (argument === 'button' && value === 'left');
}

export function outcomeText(outcome: ActionOutcome): string {
  switch (outcome.status) {
    case 'done':
      return outcome.text ? `done: ${outcome.text}` : outcome.textRef ? 'done: text kept as an artifact' : doneText(outcome);
    case 'failed':
      return `failed (${outcome.code}): ${outcome.message}`;
    case 'skipped':
      return 'skipped: the list stopped before it';
    case 'unknown':
      return `unknown: it may or may not have happened; it is not repeated, look at the screen${outcome.witness === undefined ? '' : ` (${outcome.witness})`}`;
  }
}

function doneText({ effect, unverified, witness, stays }: Extract<ActionOutcome, { readonly status: 'done' }>): string {
  if (witness !== undefined) return `done, though its answer was lost: ${witness}`;
  const told = unverified === undefined ? 'done' : `done, not verified (${unverified})`;
  if (stays !== undefined) return `${told}, but ${staysText}`;
  if (effect === undefined) return told;
  return `${told}${effect.kind === 'changed' ? ':' : ', but'} ${effectText(effect)}`;
}

/** What a provider asks about, in its own words, which are data. */
export function checksText(checks: readonly SafetyCheck[]): string {
  return checks.map(({ code, message }) => shorten([code, message].filter(Boolean).join(': ') || 'a safety check', 500)).join('; ');
}
