// What agents remember. Bounded, so that a continue-as-new input stays under 256 KB: the oldest entries are summarised by rule (a count, and the first words of each).
import type { ArtifactRef } from '../ui/observation.js';

/** One step as the next prompts show it. */
export interface MemoryItem {
  readonly step: number;
  readonly thought: string;
  /** `click_input "Export" [12]`, or several joined by `; `. */
  readonly action: string;
  readonly result: string;
  readonly status: string;
  readonly comment: string;
}

export interface Trajectory {
  readonly agent: string;
  readonly step: number;
  readonly subtask: string;
  readonly action: string;
  readonly result: string;
  readonly userConfirm?: 'Yes' | 'No';
}

/** Shared by host and AppAgents, kept over rounds. */
export interface Blackboard {
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
  readonly requests: readonly string[];
  readonly trajectories: readonly Trajectory[];
  readonly screenshots: readonly { readonly screenshot: ArtifactRef; readonly reason: string }[];
  readonly results: readonly { readonly subtask: string; readonly result: string }[];
  /** How many older entries each bounded list has let go. */
  readonly dropped: number;
}

export const emptyBlackboard: Blackboard = { questions: [], requests: [], trajectories: [], screenshots: [], results: [], dropped: 0 };

export interface AgentError {
  readonly type: string;
  readonly message: string;
  readonly phase: Phase;
}

export type Phase = 'DATA_COLLECTION' | 'LLM_INTERACTION' | 'ACTION_EXECUTION' | 'MEMORY_UPDATE';

export interface PreviousSubtask {
  readonly subtask: string;
  readonly application: string;
  readonly status: 'FINISH' | 'FAIL' | 'ERROR';
  readonly result: string;
  readonly error?: AgentError;
  readonly userConfirm?: 'Yes' | 'No';
}

const limits = { questions: 40, requests: 40, trajectories: 60, screenshots: 40, results: 40, memory: 30, text: 1_000 } as const;

/** Keeps the newest `limit` of a list. */
export function keepNewest<T>(list: readonly T[], limit: number): readonly T[] {
  return list.length > limit ? list.slice(list.length - limit) : list;
}

/** Cuts a text that goes into prompts and history at `limits.text` characters. */
export function shorten(text: string, limit: number = limits.text): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

export function remember(memory: readonly MemoryItem[], item: MemoryItem): readonly MemoryItem[] {
  return keepNewest(
    [...memory, { ...item, thought: shorten(item.thought), result: shorten(item.result), comment: shorten(item.comment) }],
    limits.memory,
  );
}

type BlackboardList = Exclude<keyof Blackboard, 'dropped'>;

export function post<K extends BlackboardList>(blackboard: Blackboard, list: K, ...entries: readonly Blackboard[K][number][]): Blackboard {
  const all: readonly unknown[] = [...blackboard[list], ...entries];
  const kept = keepNewest(all, limits[list]);
  return { ...blackboard, [list]: kept, dropped: blackboard.dropped + all.length - kept.length };
}
