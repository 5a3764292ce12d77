// What an action may do that needs a person, and the reason that the person reads: of several the first.

export const riskReasons = {
  deletes: 'deletes something',
  pays: 'pays or orders something',
  sends: 'sends or publishes something',
  configures: "changes the system's configuration",
  agrees: 'agrees to a contract',
  transfers: 'transfers rights',
  runs: 'runs a command',
  exposes: 'puts a secret into an address',
  unclear: 'presses something that has no name',
} as const;

export type RiskKind = keyof typeof riskReasons;
