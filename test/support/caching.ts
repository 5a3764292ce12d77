export interface Caching {
  readonly env: Readonly<Record<string, string>>;
  /** For tests that create a Worker themselves. */
  readonly options: { readonly maxCachedWorkflows?: number };
}

/** For `describe.each`, where both matter: a worker that replays the history from the start at every task, and one that caches workflows. */
export const replayedAndCached: readonly (readonly [name: string, caching: Caching])[] = [
  ['replayed from the start at every task', { env: { STEADYHAND_MAX_CACHED_WORKFLOWS: '0' }, options: { maxCachedWorkflows: 0 } }],
  ['cached', { env: {}, options: {} }],
];

/**
 * For `describe.each`, in one suite of each engine: the strictest way, which also answers queries from a replay. The others cache; when all tests are
 * done their histories are replayed (replay-all.mjs).
 */
export const onlyReplayed = replayedAndCached.slice(0, 1);
