import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';

/** What hosts share besides artifacts: files in a folder, or the objects below a prefix. Paths have slashes and are relative to it. */
export interface StoredFiles {
  /** For messages and people. */
  readonly place: string;
  /** Undefined: there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Names directly below; those of folders end with a slash. Empty for what is not there. `folder` ends with a slash, or is empty. */
  names(folder: string): Promise<readonly string[]>;
  /** Writes what is not there yet, whole, for one of all who try, on any machines. False: it is there already. */
  claim(path: string, content: string): Promise<boolean>;
  /** Whole or not at all. */
  replace(path: string, content: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
  /** More lines of a file `<name>.jsonl`, all in one piece. `sync`: they survive a power cut. */
  addLines(path: string, lines: readonly string[], options: { readonly sync: boolean }): Promise<void>;
  /** The values of the lines of such a file, oldest first; what is torn is left out. */
  lines(path: string): Promise<readonly unknown[]>;
  /** An artifact as a file of its own, by a link where that is possible. Throws `ArtifactMissingError` if neither is there. */
  keep(path: string, ref: ArtifactRef, artifacts: ArtifactStore): Promise<void>;
  /** Where writers can take turns, they do: it saves them attempts, and decides nothing. */
  inTurn<T>(folder: string, work: () => Promise<T>): Promise<T>;
}
