import { SteadyhandError } from '../domain/errors/errors.js';
import type { FlowDocument } from '../domain/flow/document.js';
import type { HealDecision } from '../domain/library/heals.js';
import type { Replay } from '../domain/library/replay.js';

/** A version of a flow in the library. Its document has that id, and that version where it was compiled. */
export interface LibraryFlow {
  readonly id: string;
  /** From 1. */
  readonly version: number;
  readonly document: FlowDocument;
}

export interface SaveOptions {
  /** Of the newest one, 0 where there must be none yet; another one is a `FlowConflictError`. By default the document becomes the next version of whatever is there. */
  readonly expectedVersion?: number;
}

/** `follows`: the version that it was made of. */
export interface NextVersion {
  readonly document: FlowDocument;
  readonly follows: number;
}

/** `first`: what somebody decided before, so that nothing was decided now. `saved`: the version with what was accepted. */
export interface HealsDecided {
  readonly first?: HealDecision;
  readonly saved?: LibraryFlow;
}

/** Flows that are kept, with all their versions, and what their runs came to. Errors: `FlowLibraryError`. */
export interface FlowLibrary {
  /** The newest version of each, by id. `unreadable`: files that hold no flow, and why. */
  list(): Promise<{ readonly flows: readonly LibraryFlow[]; readonly unreadable: readonly string[] }>;
  /** The newest version unless one is named. Undefined: there is none. */
  read(id: string, version?: number): Promise<LibraryFlow | undefined>;
  /** Oldest first. */
  versions(id: string): Promise<readonly number[]>;
  /** Under the id that `flowIdOf` gives it; it appears whole or not at all. The same document as the newest version is that version. */
  save(document: FlowDocument, options?: SaveOptions): Promise<LibraryFlow>;
  /** A run counts once, however often it is added. */
  addReplay(id: string, replay: Replay): Promise<void>;
  /** Oldest first. */
  replays(id: string): Promise<readonly Replay[]>;
  /**
   * Decides about heals, all of them or none: the first decision about a heal counts. With `next` they are accepted, and become that version; a
   * `FlowConflictError` when another one is there than the one that it follows, and nothing is decided. What was accepted and never written is accepted again.
   */
  decide(id: string, decisions: readonly HealDecision[], next?: NextVersion): Promise<HealsDecided>;
  decisions(id: string): Promise<readonly HealDecision[]>;
}

export class FlowLibraryError extends SteadyhandError {
  readonly code = 'library-unavailable';
  override readonly name = 'FlowLibraryError';
}

/** Somebody saved another version meanwhile. */
export class FlowConflictError extends SteadyhandError {
  readonly code = 'flow-conflict';
  override readonly name = 'FlowConflictError';

  constructor(
    readonly id: string,
    readonly expected: number,
    readonly found: number,
  ) {
    super(
      found === 0
        ? `There is no flow '${id}' whose version ${expected} could be followed: save it as a new one.`
        : expected === 0
          ? `There is a flow '${id}' already, in version ${found}: give this one another id, or save it as the next version.`
          : `'${id}' is in version ${found} by now, not in ${expected}: look at it again, and save what you mean then.`,
    );
  }
}
