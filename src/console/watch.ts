// What browsers are kept up to date about: one reading for all who look, none while nobody looks.
//
// watch-1. A thing is read at most once a second, however many look, and by one reader at a time.
// watch-2. Who begins to look gets what is known at once; after that, only what differs from the last.

export interface Watch<T> {
  /** Calls `tell` with each new state until the function that it returns is called. */
  look(tell: (seen: Seen<T>) => void): () => void;
  /** Reads soon, because something was done. */
  poke(): void;
}

/** What was read, or why it could not be. */
export type Seen<T> = { readonly value: T } | { readonly error: { readonly code: string; readonly message: string } };

export interface WatchOptions<T> {
  readonly read: () => Promise<Seen<T>>;
  /** At least `shortestMs`. */
  readonly everyMs: number;
  /** Nobody looks any more. */
  readonly left?: () => void;
}

export const shortestMs = 1_000;

export function createWatch<T>({ read, everyMs, left }: WatchOptions<T>): Watch<T> {
  const viewers = new Set<(seen: Seen<T>) => void>();
  let last: { readonly seen: Seen<T>; readonly text: string } | undefined;
  let readAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;

  function plan(afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void turn(), Math.max(0, afterMs));
  }

  async function turn(): Promise<void> {
    if (isReading) return;
    isReading = true;
    readAt = Date.now();
    const seen = await read();
    isReading = false;
    if (viewers.size === 0) return;
    const text = JSON.stringify(seen);
    if (text !== last?.text) {
      last = { seen, text };
      for (const tell of viewers) tell(seen);
    }
    plan(readAt + Math.max(shortestMs, everyMs) - Date.now());
  }

  return {
    look(tell) {
      viewers.add(tell);
      if (last) tell(last.seen);
      if (viewers.size === 1) plan(readAt + shortestMs - Date.now());
      return () => {
        viewers.delete(tell);
        if (viewers.size > 0) return;
        clearTimeout(timer);
        last = undefined;
        left?.();
      };
    },
    poke() {
      if (viewers.size > 0 && !isReading) plan(readAt + shortestMs - Date.now());
    },
  };
}
