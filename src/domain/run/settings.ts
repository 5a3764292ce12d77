/** Settings of an agent run (docs/design/agent.md §5). The worker's configuration gives the defaults, the input may change them; `resolveSettings` writes the result into history. */
export interface AgentSettings {
  readonly maxStep: number;
  /** Rounds of one session; none: unlimited. */
  readonly maxRound?: number;
  /** Off: confirmations that the *model* requests are skipped. For those of guard rules there is `guard.off`, in the configuration. */
  readonly safeGuard: boolean;
  readonly askQuestion: boolean;
  readonly actionSequence: boolean;
  readonly includeLastScreenshot: boolean;
  readonly onFail: 'retry' | 'finish';
  readonly maxSubtaskRetries: number;
  readonly onError: 'end-session' | 'next-request';
  readonly continueOnFail: boolean;
  /** ms; absent: waits indefinitely. */
  readonly pendingTimeout?: number;
  readonly confirmTimeout?: number;
  readonly controlRoles: readonly string[];
  /** ms of waiting for a person after which the device is given back. */
  readonly releaseDeviceAfter: number;
  readonly evaluate: boolean;
}

export const defaultControlRoles = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'password',
  'combobox',
  'listbox',
  'option',
  'checkbox',
  'radio',
  'switch',
  'slider',
  'spinbutton',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'tab',
  'treeitem',
  'file',
  'gridcell',
  'row',
  'columnheader',
  'generic',
  'img',
  'summary',
  'date',
  'color',
  'scrollarea',
] as const;

export const defaultAgentSettings: AgentSettings = {
  maxStep: 50,
  safeGuard: true,
  askQuestion: true,
  actionSequence: false,
  includeLastScreenshot: true,
  onFail: 'retry',
  maxSubtaskRetries: 2,
  onError: 'end-session',
  continueOnFail: false,
  controlRoles: defaultControlRoles,
  releaseDeviceAfter: 15 * 60_000,
  evaluate: false,
};
