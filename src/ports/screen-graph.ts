import type { EnumeratedAction, GivenUp, PersistResult, Ranking, StopReason } from '../domain/explorer/agent-state.js';
import type { Policy } from '../domain/explorer/policies.js';
import type { ArtifactRef } from '../domain/ui/observation.js';

/** A screen as it was seen: hashes, labels and references, never pixels or texts that were typed. */
export interface SeenScreenEntry {
  readonly key: string;
  readonly variant: string;
  readonly title: string;
  readonly screenshot: ArtifactRef;
  readonly actions: readonly SeenAction[];
  /** Screens of one place whose structures are alike (`isAlike`) are entered as one, under the key that was seen first. */
  readonly place: string;
  readonly structure: readonly string[];
}

export interface SeenAction extends EnumeratedAction {
  /** Of the control; absent: it is done to the whole screen. */
  readonly role?: string;
  /** An entry of a menu: it goes with it. */
  readonly fleeting: boolean;
}

/** What a run would do on a screen. */
export interface RankingQuery {
  readonly app: string;
  /** Who asks: others that explore the application now are told from it. */
  readonly run: string;
  readonly policy: Policy;
  readonly goal: string;
  /** 0..1, without 1. */
  readonly draw: number;
  /** Unsafe actions count as open. */
  readonly allowUnsafe: boolean;
}

/** The screen that a run is on, as it is now. */
export interface RankingPlace {
  readonly screen: string;
  /** Keys of the actions that are there, in the order in which they matter. */
  readonly present: readonly string[];
  /** Those of them that were not there before the last action, though the place is the same. */
  readonly appeared: readonly string[];
}

export interface StepEntry {
  readonly app: string;
  readonly run: string;
  readonly loop: number;
  /** Absent: it began outside the application. */
  readonly from?: { readonly key: string; readonly variant: string };
  readonly action?: string;
  /** Absent: nobody could look; `outside`: not in the application. */
  readonly to?: SeenScreenEntry | 'outside';
  /** Whether the action happened is not known. */
  readonly unknown: boolean;
  /** What failed or was refused: it counts as tried. */
  readonly givenUp: readonly GivenUp[];
}

export interface RunEntry {
  readonly run: string;
  readonly app: string;
  readonly policy: Policy;
  readonly seed: number;
}

export interface StoredScreen {
  readonly key: string;
  readonly title: string;
  readonly found: number;
  /** Of the run that found it. */
  readonly run: string;
  readonly screenshot: ArtifactRef;
  readonly variants: number;
  /** Of its other variants. */
  readonly pictures: readonly ArtifactRef[];
  readonly actions: readonly StoredAction[];
}

export interface StoredAction extends EnumeratedAction {
  readonly tries: number;
  /** Of the control; empty: it is done to the whole screen, or was entered when roles were not kept yet. */
  readonly role: string;
}

export interface StoredEdge {
  readonly from: string;
  readonly action: string;
  /** Key of a screen, or `outside`. */
  readonly to: string;
  readonly seen: number;
  readonly run: string;
  /** Keys of what that run had done on `from` since it came there and may have needed: what it filled in, and what revealed the action. In order. */
  readonly before: readonly string[];
}

export interface StoredRun {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Null: it goes on, or was ended from outside. */
  readonly stopReason: string | null;
  /** What it went through, from screen to screen. */
  readonly edges: readonly { readonly from: string; readonly action: string; readonly to: string }[];
  /** What it did without leaving the screen. */
  readonly stays: readonly { readonly from: string; readonly action: string }[];
}

export interface StoredGraph {
  readonly app: string;
  /** Oldest first. */
  readonly runs: readonly StoredRun[];
  readonly screens: readonly StoredScreen[];
  readonly edges: readonly StoredEdge[];
}

export interface Coverage {
  readonly screens: number;
  readonly variants: number;
  readonly edges: number;
  /** Actions that are safe or allowed, and those of them that were tried. */
  readonly actions: number;
  readonly tried: number;
}

/** The map of applications: several runs, in several processes, may write it at once. Every adapter passes test/conformance/screen-graph-conformance.ts. Throws `StoreUnavailableError`; to do the same again is then no error. */
export interface ScreenGraph {
  beginRun(run: RunEntry): Promise<void>;
  endRun(run: string, reason: StopReason, summary: unknown): Promise<void>;
  /** Enters a screen that a run looks at. `added`: 1 when nobody had seen it. */
  enter(app: string, run: string, screen: SeenScreenEntry): Promise<{ readonly added: number }>;
  /** One step of one loop: repeated, it changes nothing and reports the same. */
  persist(step: StepEntry): Promise<PersistResult>;
  /** What the policy would do. */
  rank(query: RankingQuery, place: RankingPlace): Promise<Ranking>;
  coverage(app: string, allowUnsafe: boolean): Promise<Coverage>;
  /** Names of those that have screens. */
  applications(): Promise<readonly string[]>;
  read(app: string): Promise<StoredGraph>;
  close(): Promise<void>;
}
