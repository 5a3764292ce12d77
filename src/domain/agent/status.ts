/** The seven states of an AppAgent, which are also the statuses a model answers with (docs/design/agent.md §2). */
export const appAgentStatuses = ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'] as const;
export type AppAgentStatus = (typeof appAgentStatuses)[number];

/** The states of a HostAgent (§3). */
export const hostAgentStatuses = ['CONTINUE', 'ASSIGN', 'PENDING', 'CONFIRM', 'FINISH', 'FAIL', 'ERROR'] as const;
export type HostAgentStatus = (typeof hostAgentStatuses)[number];

/** Trimmed and case-insensitive (R6); undefined for anything else. */
export function parseStatus<T extends string>(statuses: readonly T[], word: string): T | undefined {
  const wanted = word.trim().toUpperCase();
  return statuses.find((status) => status === wanted);
}
