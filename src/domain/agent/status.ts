/** The seven states of an AppAgent, and the words a model answers with (docs/design/agent.md §2). */
export const appAgentStatuses = ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'] as const;
export type AppAgentStatus = (typeof appAgentStatuses)[number];

/** A HostAgent's (§3). */
export const hostAgentStatuses = ['CONTINUE', 'ASSIGN', 'PENDING', 'CONFIRM', 'FINISH', 'FAIL', 'ERROR'] as const;
export type HostAgentStatus = (typeof hostAgentStatuses)[number];

/** Trimmed and case-insensitive (R6); undefined for any other word. */
export function parseStatus<T extends string>(statuses: readonly T[], word: string): T | undefined {
  const wanted = word.trim().toUpperCase();
  return statuses.find((status) => status === wanted);
}
