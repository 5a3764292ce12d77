import type { PageDigests } from '../domain/explorer/actions.js';
import type { EnumeratedAction, GivenUp, PersistResult, Ranking, StopReason } from '../domain/explorer/agent-state.js';
import type { RunSights } from '../domain/explorer/run-diff.js';
import type { LookedStep, Looks } from '../domain/explorer/screen-map.js';
import type { Policy } from '../domain/explorer/policies.js';
import type { ScreenFacts } from '../domain/explorer/screen-names.js';
import type { ArtifactRef } from '../domain/ui/observation.js';

/** An observed screen: hashes, labels, headings and references, never pixels or typed text. */
export interface SeenScreenEntry extends ScreenFacts {
  readonly key: string;
  readonly variant: string;
  readonly title: string;
  readonly screenshot: ArtifactRef;
  readonly actions: readonly SeenAction[];
  /** Screens at one place with similar structures (`isAlike`) are one entry, under the key that was seen first. */
  readonly place: string;
  readonly structure: readonly string[];
  /** Digest of `addressWords`; absent: it has no address. */
  readonly at?: string;
  /** Its own address. */
  readonly page?: PageDigests;
  /** What the browser told of its pages since the look before; absent: nothing. */
  readonly notices?: readonly string[];
}

export interface SeenAction extends EnumeratedAction {
  /** Role of the control; absent: the action applies to the whole screen. */
  readonly role?: string;
  /** An entry of a menu: it disappears with the menu. */
  readonly fleeting: boolean;
  /** `kindOf` the control. */
  readonly kind?: string;
  /** Where a link leads in the application. */
  readonly page?: PageDigests;
  /** `likenessOf` it. */
  readonly like?: string;
}

/** Asks what a run would do on a screen. */
export interface RankingQuery {
  readonly app: string;
  /** The asking run, to distinguish it from others that explore the application now. */
  readonly run: string;
  readonly policy: Policy;
  readonly goal: string;
  /** 0..1, excluding 1. */
  readonly draw: number;
  /** Unsafe actions count as open. */
  readonly allowUnsafe: boolean;
}

/** The current screen of a run. */
export interface RankingPlace {
  readonly screen: string;
  /** Keys of the present actions, in order of importance. */
  readonly present: readonly string[];
  /** Those that were not there before the last action, although the screen is the same. */
  readonly appeared: readonly string[];
}

export interface StepEntry {
  readonly app: string;
  readonly run: string;
  readonly loop: number;
  /** Absent: the step began outside the application. */
  readonly from?: { readonly key: string; readonly variant: string };
  readonly action?: string;
  /** Absent: the screen could not be observed; `outside`: not in the application. */
  readonly to?: SeenScreenEntry | 'outside';
  /** It is not known whether the action happened. */
  readonly unknown: boolean;
  /** What failed or was refused: counts as tried. */
  readonly givenUp: readonly GivenUp[];
  /** Absent: what was there before it was not seen. */
  readonly looks?: Looks;
  /** Actions, or what actions have in common, that made rows vanish: from now on they are unsafe. */
  readonly removers?: readonly string[];
}

interface RunEntry {
  readonly run: string;
  readonly app: string;
  readonly policy: Policy;
  readonly seed: number;
}

export interface StoredScreen {
  readonly key: string;
  readonly title: string;
  /** Of its content, whatever its variant. */
  readonly headings: readonly string[];
  /** Path and route: `/orders/:id`, `/#/orders`. Empty: it has none. */
  readonly address: string;
  /** Something lies on top: a dialog, a menu. */
  readonly layered: boolean;
  readonly found: number;
  /** The run that found it. */
  readonly run: string;
  readonly screenshot: ArtifactRef;
  readonly variants: number;
  /** Pictures of its other variants. */
  readonly pictures: readonly ArtifactRef[];
  readonly actions: readonly StoredAction[];
  /** What the browser told when runs looked at it, in that order, at most twenty texts a run; absent: nothing. */
  readonly notices?: readonly StoredNotice[];
}

/** Errors of scripts, requests that failed, downloads: texts of a page, masked and shortened. */
interface StoredNotice {
  readonly run: string;
  readonly text: string;
}

interface StoredAction extends EnumeratedAction {
  readonly tries: number;
  /** Role of the control; empty: the action applies to the whole screen. */
  readonly role: string;
}

export interface StoredEdge {
  readonly from: string;
  readonly action: string;
  /** Key of a screen, or `outside`. */
  readonly to: string;
  readonly seen: number;
  readonly run: string;
  /** Keys, in order, of what the run had done on `from` since arriving and may have needed: what it filled in, what revealed the action. */
  readonly before: readonly string[];
  /** The last time that a run took it and all of it was seen: the same as `before`, then the action itself. Absent: never. */
  readonly taken?: readonly LookedStep[];
}

/** What it saw is absent where a worker of an earlier version ran it, or has read the map. */
export interface StoredRun extends Partial<RunSights> {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Null: it is still running, or was ended from outside. */
  readonly stopReason: string | null;
  /** Its transitions from screen to screen. `at`: when they were entered, ISO 8601, UTC; absent: a worker of an earlier version has read the map. */
  readonly edges: readonly { readonly from: string; readonly action: string; readonly to: string; readonly at?: string }[];
  /** Its actions that did not leave the screen. */
  readonly stays: readonly { readonly from: string; readonly action: string }[];
}

export interface StoredGraph {
  readonly app: string;
  /** Oldest first. */
  readonly runs: readonly StoredRun[];
  readonly screens: readonly StoredScreen[];
  readonly edges: readonly StoredEdge[];
}

/** What people call each screen: unique within the map (`screenNames`). */
export interface NamedScreen extends StoredScreen {
  readonly name: string;
}

export interface NamedGraph extends StoredGraph {
  readonly screens: readonly NamedScreen[];
}

export interface Coverage {
  readonly screens: number;
  readonly variants: number;
  readonly edges: number;
  /** Actions that are safe or allowed, and how many of them were tried. */
  readonly actions: number;
  readonly tried: number;
}

/**
 * The map of applications: several runs, in several processes, may write it concurrently. Every adapter passes
 * test/conformance/screen-graph-conformance.ts. Throws `ScreensUnavailableError`; repeating the call is then safe.
 */
export interface ScreenGraph {
  beginRun(run: RunEntry): Promise<void>;
  endRun(run: string, reason: StopReason, summary: unknown): Promise<void>;
  /** Enters the screen that a run looks at. `added`: 1 if it is new. */
  enter(app: string, run: string, screen: SeenScreenEntry): Promise<{ readonly added: number }>;
  /** One step of one loop. Idempotent: repeating it changes nothing and returns the same. */
  persist(step: StepEntry): Promise<PersistResult>;
  /** What the policy would do. */
  rank(query: RankingQuery, place: RankingPlace): Promise<Ranking>;
  coverage(app: string, allowUnsafe: boolean): Promise<Coverage>;
  /** Names of the applications that have screens. */
  applications(): Promise<readonly string[]>;
  read(app: string): Promise<StoredGraph>;
  close(): Promise<void>;
}

/** Caches answers of models by the hash of everything they depend on. */
export interface DecisionCache {
  /** Undefined: missing or expired. */
  get(key: string): Promise<unknown>;
  /** Expires `lifetimeMs` from now. */
  set(key: string, value: unknown, lifetimeMs: number): Promise<void>;
}
