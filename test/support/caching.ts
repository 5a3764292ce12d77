export interface Caching {
  readonly env: Readonly<Record<string, string>>;
  /** For tests that create a Worker themselves. */
  readonly options: { readonly maxCachedWorkflows?: number };
}

/** For `describe.each`, in the suite of sessions: a worker that caches workflows, and one that replays the history from the start at every task. Everything else is cached on the command line, in browsers and in the demo. */
export const cachedAndReplayed: readonly (readonly [name: string, caching: Caching])[] = [
  ['cached', { env: {}, options: {} }],
  ['replayed from the start at every task', { env: { STEADYHAND_MAX_CACHED_WORKFLOWS: '0' }, options: { maxCachedWorkflows: 0 } }],
];

/**
 * For `describe.each`, in the other suites of an engine: the stricter way alone. Command line, browsers, desktops and demo exercise cached workflows
 * all the time (docs/decisions/0036-three-lanes-and-the-slow-suites.md).
 */
export const onlyReplayed = cachedAndReplayed.slice(-1);
