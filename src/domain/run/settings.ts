import type { ReuseMode } from '../library/reuse.js';
import type { PictureSetting } from '../agent/pictures.js';

/** Settings of an agent run (docs/design/agent.md §5). The worker's configuration gives the defaults, the input may change them; `resolveSettings` writes the result into history. */
export interface AgentSettings {
  readonly maxStep: number;
  /** Rounds of one session; none: unlimited. */
  readonly maxRound?: number;
  /** Off: confirmations that the *model* requests are skipped. For those of guard rules there is `guard.off`, in the configuration. */
  readonly safeGuard: boolean;
  readonly askQuestion: boolean;
  /** Whether a HostAgent asks its model also where there is nothing to choose. */
  readonly host: 'always' | 'when-needed';
  readonly actionSequence: boolean;
  readonly pictures: PictureSetting;
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
  /** ms for which a person may have taken over. */
  readonly holdTimeout: number;
  /** What a client does before it starts the agent. Absent: `never`. */
  readonly reuse?: ReuseMode;
}

/** ms */
export const defaultHeldTimeout = 30 * 60_000;

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
  host: 'when-needed',
  actionSequence: true,
  pictures: 'when-needed',
  includeLastScreenshot: false,
  onFail: 'retry',
  maxSubtaskRetries: 2,
  onError: 'end-session',
  continueOnFail: false,
  controlRoles: defaultControlRoles,
  releaseDeviceAfter: 15 * 60_000,
  evaluate: false,
  holdTimeout: defaultHeldTimeout,
};

/** Ids of configured applications that are not open: no device gives such an id to one that runs. */
const mark = 'app:';

export function configuredId(name: string): string {
  return `${mark}${name}`;
}

export function isConfiguredId(id: string): boolean {
  return id.startsWith(mark);
}
