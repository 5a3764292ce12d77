// The sixteen nodes of the explorer, and where each may lead (docs/design/explorer.md §1). A transition that is not in the table does not compile: `NextOf` has no name for it.

/** In the order of a loop. `asks`: it asks a model, always with a fallback. */
export const nodes = {
  EnsureDevice: { ok: ['ProvisionApp'], error: ['Stop'] },
  ProvisionApp: { ok: ['LaunchOrAttach'], error: ['Stop'] },
  LaunchOrAttach: { ok: ['WaitIdle'], error: ['RestartApp'] },
  WaitIdle: { ok: ['Perceive'], error: ['Perceive'] },
  Perceive: { ok: ['EnumerateActions'], error: ['RecoverFromError'] },
  /** `error`: there is nothing to do here. */
  EnumerateActions: { ok: ['ChooseAction'], error: ['ShouldContinue'] },
  ChooseAction: { ok: ['Act'], error: [], asks: true },
  Act: { ok: ['Verify'], error: ['RecoverFromError'] },
  Verify: { ok: ['Persist'], error: ['Persist'], asks: true },
  Persist: { ok: ['DetectProgress'], error: ['RecoverFromError'] },
  DetectProgress: { ok: ['ShouldContinue'], error: [], asks: true },
  ShouldContinue: { ok: ['Perceive', 'SwitchPolicy', 'RestartApp', 'Stop'], error: [], asks: true },
  SwitchPolicy: { ok: ['Perceive'], error: [], asks: true },
  RestartApp: { ok: ['WaitIdle'], error: ['Stop'] },
  RecoverFromError: { ok: ['EnumerateActions', 'ChooseAction', 'RestartApp', 'Stop'], error: [] },
  Stop: { ok: [], error: [] },
} as const;

export type NodeName = keyof typeof nodes;
export type NextOf<N extends NodeName> = (typeof nodes)[N]['ok' | 'error'][number];

/** Whether the table has that transition. */
export function leadsTo(from: NodeName, to: NodeName): boolean {
  const { ok, error } = nodes[from];
  return [...ok, ...error].some((next) => next === to);
}
