// What agents remember. Bounded, so that a continue-as-new input stays under 256 KB, with one rule for every list: the newest entries stay whole while they fit,
// older ones keep only the start of each text, the oldest are dropped. Sizes are bytes of UTF-8.
import { jsonBytes } from '../text/measures.js';
import { fitBytes } from '../text/fit-bytes.js';
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

/** Shared by host and AppAgents, kept across rounds. */
export interface Blackboard {
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
  readonly requests: readonly string[];
  readonly trajectories: readonly Trajectory[];
  readonly screenshots: readonly { readonly screenshot: ArtifactRef; readonly reason: string }[];
  readonly results: readonly { readonly subtask: string; readonly result: string }[];
  /** How many entries all the lists together have dropped. */
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

/** `bytes`: room for the entries that stay whole; the newest always does. */
interface CarriedLimit {
  readonly entries: number;
  readonly bytes: number;
}

const rooms = {
  questions: { entries: 40, bytes: 10_000 },
  requests: { entries: 40, bytes: 8_000 },
  trajectories: { entries: 40, bytes: 12_000 },
  screenshots: { entries: 20, bytes: 4_000 },
  results: { entries: 40, bytes: 20_000 },
  memory: { entries: 30, bytes: 12_000 },
  previousSubtasks: { entries: 40, bytes: 20_000 },
  rounds: { entries: 50, bytes: 6_000 },
  notes: { entries: 20, bytes: 8_000 },
} as const satisfies Readonly<Record<string, CarriedLimit>>;

const wholeText = 8_000;
const firstWords = 80;

/** Appends the entries and fits the list into its room. */
export function append<T>(room: keyof typeof rooms, list: readonly T[], ...entries: readonly T[]): readonly T[] {
  let used = 0;
  return [...list, ...entries.map((entry) => cutTexts(entry, wholeText))]
    .slice(-rooms[room].entries)
    .toReversed()
    .map((entry, age) => {
      if (used <= rooms[room].bytes) used += jsonBytes(entry);
      return age === 0 || used <= rooms[room].bytes ? entry : cutTexts(entry, firstWords);
    })
    .toReversed();
}

/** The first entries of a list of texts from a model, each truncated: a plan, questions. */
export function firstTexts(texts: readonly string[], entries: number): readonly string[] {
  return texts.slice(0, entries).map((text) => fitBytes(text, 500));
}

export function remember(memory: readonly MemoryItem[], item: MemoryItem): readonly MemoryItem[] {
  return append('memory', memory, cutTexts(item, 1_000));
}

type BlackboardList = Exclude<keyof Blackboard, 'dropped'>;

export function post<K extends BlackboardList>(blackboard: Blackboard, list: K, ...entries: readonly Blackboard[K][number][]): Blackboard {
  const before: readonly Blackboard[K][number][] = blackboard[list];
  const after = append(list, before, ...entries);
  return { ...blackboard, [list]: after, dropped: blackboard.dropped + before.length + entries.length - after.length };
}

/** Truncates every text inside, however deep, except artifact references. The casts claim that the shape is preserved, which holds for values without lists. */
function cutTexts<T>(value: T, limit: number): T {
  if (typeof value === 'string') return (value.length <= limit / 3 || value.startsWith('sha256:') ? value : fitBytes(value, limit)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, cutTexts(entry as unknown, limit)])) as T;
}

/** What other steps did: the blackboard's trajectories that `told`, an AppAgent's own memory, does not have anyway. */
export function othersSteps(
  trajectories: readonly Trajectory[],
  told: { readonly memory: readonly MemoryItem[]; readonly subtask?: string },
): readonly Trajectory[] {
  const remembered = new Set(told.memory.map(({ step }) => step));
  return trajectories.filter(({ subtask, step }) => subtask !== told.subtask || !remembered.has(step));
}

// ── Questions to a person, and what is stored of the answers (docs/design/agent.md R4) ──

type Answer = Blackboard['questions'][number];

const maxQuestions = 10;

/** What PENDING asks: the questions, or the comment if there are none. */
export function questionsOf({
  questions,
  comment,
}: {
  readonly questions: readonly string[];
  readonly comment: string;
}): readonly string[] {
  return firstTexts(questions.length > 0 ? questions : [comment || 'What should I do next?'], maxQuestions);
}

/** One answer per question, in order; a blank one stores nothing. */
export function givenAnswers(questions: readonly string[], answers: readonly string[]): readonly Answer[] {
  return answers
    .map((answer, index) => ({ question: questions[index] ?? questions[0] ?? '', answer: answer.trim() }))
    .filter(({ answer }) => answer !== '');
}

/** Stored when nobody is asked or nobody answers, so that later prompts say so. */
export function missingAnswers(questions: readonly string[], why: string): readonly Answer[] {
  return questions.map((question) => ({ question, answer: `No answer is available (${why}); use your best judgement.` }));
}
