interface Closable {
  close(): Promise<void>;
}

/** What a worker has opened so far: all of it is closed, whether the start fails or the worker ends. */
export interface Opened {
  /** Returns the thing itself. */
  add<T extends Closable>(thing: T): T;
  /** Last first. One that cannot be closed does not keep the others open; rejects with the first such error. */
  close(): Promise<void>;
}

export function createOpened(): Opened {
  const things: Closable[] = [];
  return {
    add(thing) {
      things.push(thing);
      return thing;
    },
    async close() {
      const errors: unknown[] = [];
      for (let thing = things.pop(); thing; thing = things.pop()) await thing.close().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },
  };
}
