// What records need of a place that is not a folder: a bucket of an S3 API, or tables of a database.

export interface StoredObject {
  readonly bytes: Buffer;
}

/** Keys are below the place's own prefix. Errors: `StoreUnavailableError`. */
export interface Objects {
  /** For people: where that is. */
  addressOf(key: string): string;
  get(key: string): Promise<StoredObject | undefined>;
  /** Replaces what is there. */
  put(key: string, bytes: Uint8Array, options?: { readonly mediaType?: string }): Promise<unknown>;
  /** False: there is no such object. */
  copy(from: string, to: string): Promise<boolean>;
  /** Names of what is directly below, lines included; those of folders end with a slash. `below` ends with one. */
  names(below: string): Promise<readonly string[]>;
}

/** Lines that are only ever added. One may be there twice, when an answer was lost: readers let the first of its name count. */
export interface Lines {
  /** Resolves once they are stored. */
  append(prefix: string, lines: readonly string[]): Promise<void>;
  /** The values of all lines, oldest first. */
  read(prefix: string): Promise<readonly unknown[]>;
}
