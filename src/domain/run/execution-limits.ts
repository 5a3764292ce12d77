// What Temporal takes in one execution of a workflow. Beyond its Updates and signals it refuses what people send, for good; beyond its events it ends the run.
export interface InExecution {
  /** Accepted Updates, whatever their handlers said. */
  readonly updates: number;
  readonly signals: number;
  readonly events: number;
}

export const mostInExecution = { updates: 2_000, signals: 10_000, events: 51_200 } as const satisfies InExecution;

/** So that what comes in while a run is at one effect still has a place. */
const used = 0.75;

export function isNearLimit(counted: InExecution): boolean {
  return (['updates', 'signals', 'events'] as const).some((name) => counted[name] >= used * mostInExecution[name]);
}
