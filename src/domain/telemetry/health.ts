// When a worker is alive, and when it is ready. Alive: nothing but a restart would help. Ready: a task that it takes can be done.

export interface WorkerFacts {
  /** Of each Temporal Worker, in the SDK's words. */
  readonly states: readonly string[];
  /** ms; undefined: it does not drain. */
  readonly drainingMs: number | undefined;
}

/** ms. A drain is forced to end after 40 s. */
const longestDrainMs = 60_000;

/** Undefined: it is alive. */
export function whyNotAlive({ states, drainingMs = 0 }: WorkerFacts): string | undefined {
  if (states.includes('FAILED')) return 'a Temporal Worker has failed';
  return drainingMs > longestDrainMs ? 'draining takes too long' : undefined;
}

/** Undefined: it polls. */
export function whyNotPolling({ states, drainingMs }: WorkerFacts): string | undefined {
  if (drainingMs !== undefined) return 'draining';
  return states.length > 0 && states.every((state) => state === 'RUNNING') ? undefined : 'not polling';
}

/** Kinds that are configured and cannot be opened here are told by name. */
export function whyNoDevice(configured: readonly string[], usable: readonly string[]): string | undefined {
  const missing = configured.filter((kind) => !usable.includes(kind));
  return missing.length === 0 ? undefined : `cannot be opened: ${missing.join(', ')}`;
}
