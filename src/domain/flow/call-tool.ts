// What the flow engine asks of the host that holds its device, and what comes back. JSON only.
import type { Recovery } from '../device/recovery.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { ToolCall } from './tool-call.js';
import type { NodeType } from './document.js';
import type { CallOutcome } from './flow-state.js';

/** What a person approved, to be compared with what is there when it runs. */
export interface ApprovedTarget {
  readonly role: string;
  readonly name: string;
}

export interface CallToolInput {
  readonly deviceId: string;
  readonly epoch: number;
  /** Root of the run: its tool servers live as long. */
  readonly run: string;
  readonly call: ToolCall;
  /** Whose variables the result becomes. */
  readonly node: { readonly name: string; readonly type: NodeType['type'] };
  /** A stored `Guard`: its rules in every input would fill the history. */
  readonly guard: ArtifactRef;
  /** `null`: approved without a target. */
  readonly approved?: ApprovedTarget | null;
  /** ms */
  readonly timeoutMs?: number;
  /** With controls of these roles. */
  readonly wantsScreen?: { readonly controlRoles: readonly string[] };
  /** Keeps a picture of the screen from before the action, too. */
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
  /** Stored descriptions. */
  readonly tools: ArtifactRef;
  /** Every server said what it offers. */
  readonly isWhole: boolean;
  readonly warnings: readonly string[];
}

/** What the journal has of a server's tool: its result as JSON. */
export interface RecallResultInput {
  readonly node: CallToolInput['node'];
  readonly text?: string;
  readonly textRef?: ArtifactRef;
}

export type CallToolResult =
  | Exclude<CallOutcome, { readonly status: 'unknown' }>
  /** The guard wants a person's word first; nothing ran. */
  | {
      readonly status: 'approval';
      readonly reason: string;
      readonly target?: { readonly label: string; readonly role: string; readonly name: string };
      readonly screenshot?: ArtifactRef;
    };
