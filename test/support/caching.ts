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
 * For `describe.each`, in the other suites of an engine: the stricter way alone. Command line, browsers, desktops and demo exercise cached workflows
 * all the time (docs/decisions/0036-three-lanes-and-the-slow-suites.md).
 */
export const onlyReplayed = replayedAndCached.slice(0, 1);
