// What the flow engine asks of the host that holds its device, and the results. JSON only.
import type { Seen } from '../device/device-work.js';
import type { EffectCheckUse } from '../effect/effect-check.js';
import type { Leave } from '../guard/unsaved-page.js';
import type { Remembering } from '../human/approvals.js';
import type { Facts } from '../human/facts.js';
import type { Recovery } from '../device/recovery.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { UiAction } from '../ui/ui-action.js';
import type { Json } from '../run/json.js';
import type { ToolCall } from './tool-call.js';
import type { NodeType } from './document.js';
import type { CallOutcome } from './flow-state.js';

/** What a person approved, compared with the actual target when it runs. */
export interface ApprovedTarget {
  readonly role: string;
  readonly name: string;
}

/** An action that waits for a person, and the screen that it was found on: an approval is for nothing else. */
export interface HeldAct {
  readonly action: UiAction;
  readonly seen: Seen;
  /** Of the page, where the device has addresses. */
  readonly address?: string;
}

export interface CallToolInput {
  readonly deviceId: string;
  readonly epoch: number;
  /** The root run: its tool servers live as long as it does. */
  readonly run: string;
  readonly call: ToolCall;
  /** The node whose variables the result becomes. */
  readonly node: { readonly name: string; readonly type: NodeType['type'] };
  /** A `Guard`, stored as an artifact: its rules in every input would fill the history. */
  readonly guard: ArtifactRef;
  /** `null`: approved without a target. */
  readonly approved?: ApprovedTarget | null;
  /** What was approved; absent for a server's tool. */
  readonly held?: HeldAct;
  /** All that is left of the call. */
  readonly leave?: Leave;
  /** ms */
  readonly timeoutMs?: number;
  /** Includes the controls with these roles. */
  readonly wantsScreen?: { readonly controlRoles: readonly string[] };
  /** Also keeps a screenshot from before the action. */
  readonly wantsBefore: boolean;
  readonly recovery?: readonly Recovery[];
}

export interface ListToolsInput {
  readonly deviceId: string;
  readonly epoch: number;
  /** ms */
  readonly timeoutMs?: number;
}

export interface ListedTools {
  /** The descriptions, as an artifact. */
  readonly tools: ArtifactRef;
  /** Every server listed its tools. */
  readonly isWhole: boolean;
  readonly warnings: readonly string[];
}

/** What the journal has for a server's tool: its result as JSON. */
export interface RecallResultInput {
  readonly node: CallToolInput['node'];
  readonly text?: string;
  readonly textRef?: ArtifactRef;
}

export type CallToolResult =
  | Exclude<CallOutcome, { readonly status: 'unknown' }>
  /** It has happened, but for the leaving. */
  | { readonly status: 'stays'; readonly leave: Leave }
  /** The guard requires a person's approval first; nothing ran. */
  | {
      readonly status: 'approval';
      readonly reason: string;
      readonly target?: { readonly label: string; readonly role: string; readonly name: string };
      readonly screenshot?: ArtifactRef;
      readonly held?: HeldAct;
      /** What it is for a person, where the call says too much. */
      readonly told?: { readonly function: string; readonly args: Readonly<Record<string, Json>> };
      readonly facts?: Facts;
      readonly remembering?: Remembering;
      /** Of the guard's rules. */
      readonly effectChecks?: readonly EffectCheckUse[];
    };
