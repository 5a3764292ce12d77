// What lists of runs name: engines by their workflow types, and states.

/** Workflow types that a person starts. */
export const typeOfEngine = { agent: 'hostAgent', flow: 'flow', explorer: 'explorer', procedure: 'procedure' } as const;
export type RunEngine = keyof typeof typeOfEngine;
export const runEngines = Object.keys(typeOfEngine) as readonly RunEngine[];

/** Of another workflow, its type. */
export function engineOf(type: string): string {
  return runEngines.find((engine) => typeOfEngine[engine] === type) ?? type;
}

const openStates = ['RUNNING', 'PENDING', 'CONFIRM', 'HELD'] as const;
const endedStates = ['COMPLETED', 'FAILED', 'CANCELED', 'TERMINATED', 'TIMED_OUT'] as const;
export type RunState = (typeof openStates)[number] | (typeof endedStates)[number];
export const runStates: readonly RunState[] = [...openStates, ...endedStates];
