/** What a library of flows is kept in: a folder, or the objects below a prefix. Paths have slashes and are relative to it. */
export interface LibraryFiles {
  /** For messages. */
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
  /** A line more of a file `<name>.jsonl`. */
  addLine(path: string, line: string): Promise<void>;
  /** The values of the lines of such a file, oldest first; what is torn is left out. */
  lines(path: string): Promise<readonly unknown[]>;
  /** Where writers can take turns, they do: it saves them attempts, and decides nothing. */
  inTurn<T>(folder: string, work: () => Promise<T>): Promise<T>;
}
