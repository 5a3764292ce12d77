// What the flow engine asks of workers, whether or not they hold its device: documents, models, judges and records. JSON only.
import type { ChainPlace, SettledRun } from '../run/settled-run.js';
import type { RunInput } from '../run/input.js';
import type { Usage } from '../budget/usage.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { TranscriptEntry, Broken, CallOutcome } from './flow-state.js';
import type { Target } from '../anchors/anchors.schema.js';
import type { Seen } from '../device/device-work.js';
import type { Recovery } from '../device/recovery.js';
import type { EffectCheckUse } from '../effect/effect-check.js';
import type { Leave } from '../guard/unsaved-page.js';
import type { Remembering } from '../human/approvals.js';
import type { Facts } from '../human/requests.js';
import type { Variables, Json } from '../run/json.js';
import type { UiAction } from '../ui/ui-action.js';
import type { StoppedWrite } from '../wire/stopped-write.js';
import type { WritePass } from '../wire/write-gate.js';
import type { NodeType } from './document.js';
import type { HealAnswer } from './heal.js';
import type { FlowRecord, RecordPlace } from './record.js';
import type { Overrides, ToolCall } from './tools.js';

/** The document itself, or its reference: over 1 MB it does not fit into a payload. */
export type GivenFlow = Readonly<Record<string, unknown>> | ArtifactRef;

export interface ResolveFlowInput {
  readonly flow: GivenFlow;
  /** Flows that nodes run, by name. */
  readonly flows: Readonly<Record<string, GivenFlow>>;
  readonly run: RunInput;
  /** Names of the variables that the run starts with. */
  readonly given: readonly string[];
  readonly chain: ChainPlace;
}

/** A document with its defaults, as ASCII JSON; fetched in slices that fit into payloads. */
export interface StoredFlow {
  readonly name: string;
  readonly document: ArtifactRef;
  readonly slices: number;
}

/** Settings of the run, written into history once. */
export interface ResolvedFlow extends StoredFlow {
  readonly resolved: SettledRun;
  /** Its guard, as an artifact. */
  readonly guard: ArtifactRef;
  /** Flows that nodes run, by name. */
  readonly flows: Readonly<Record<string, StoredFlow>>;
  readonly warnings: readonly string[];
  readonly agentModel: string;
  /** Absent: images go to the agent's model. */
  readonly visionModel?: string;
  /** Tool servers are configured. */
  readonly toolServers: boolean;
  /** Built-in tools that they replace; absent: none. */
  readonly overrides?: Overrides;
}

export interface ChooseNameInput {
  readonly run: string;
  readonly what: 'element' | 'app';
  readonly wanted: string;
  readonly candidates: readonly string[];
  readonly models: Readonly<Record<string, string>>;
}

export interface ThinkStepInput {
  readonly run: string;
  readonly prompt: string;
  readonly buttonText?: string;
  readonly templateImage?: string;
  /** Descriptions of the other servers' tools, as an artifact. */
  readonly otherTools?: ArtifactRef;
  readonly overrides?: Overrides;
  /** Undefined: all tools. */
  readonly allowedTools?: readonly string[];
  readonly transcript: readonly TranscriptEntry[];
  /** For a model that takes images itself. */
  readonly images: readonly ArtifactRef[];
  readonly models: Readonly<Record<string, string>>;
}

export interface WriteRecordsInput {
  readonly place: RecordPlace;
  readonly records: readonly FlowRecord[];
}

/** A node that does not find its place. */
export interface HealNodeInput {
  readonly run: string;
  readonly node: { readonly id: string; readonly name: string; readonly comment?: string; readonly does: string };
  /** What it looks for, its texts filled in. Absent: a screen alone. */
  readonly target?: Target;
  /** The same as the document has it, with references to variables. */
  readonly written?: Target;
  readonly broken: Broken;
  readonly variables: Variables;
  readonly models: Readonly<Record<string, string>>;
}

export interface HealedNode {
  readonly answer: HealAnswer;
  readonly usage: Usage;
}

// ── Of the host that holds its device, and the results ──

/** What a person approved, compared with the actual target when it runs. */
interface ApprovedTarget {
  readonly role: string;
  readonly name: string;
}

/** An action that waits for a person, and the screen that it was found on: an approval is for nothing else. */
export interface ActForApproval {
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
  /** Of what it was to send, and a person approved since. */
  readonly passes?: readonly WritePass[];
  /** What was approved; absent for a server's tool. */
  readonly forApproval?: ActForApproval;
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

export interface ListedTools {
  /** The descriptions, as an artifact. */
  readonly tools: ArtifactRef;
  /** Every server listed its tools. */
  readonly isWhole: boolean;
  readonly warnings: readonly string[];
}

/** A call that a person is asked about. */
export type HeldCall = Extract<CallToolResult, { readonly status: 'approval' }>;

export type CallToolResult =
  | Exclude<CallOutcome, { readonly status: 'unknown' }>
  /** It has happened, but for the leaving. */
  | { readonly status: 'stays'; readonly leave: Leave }
  /** The guard requires a person's approval first. Nothing ran, or nothing that it was to write has left: `writes`, which may leave once when approved. */
  | {
      readonly status: 'approval';
      readonly reason: string;
      readonly target?: { readonly label: string; readonly role: string; readonly name: string };
      readonly screenshot?: ArtifactRef;
      readonly forApproval?: ActForApproval;
      /** What it is for a person, where the call says too much. */
      readonly reported?: { readonly function: string; readonly args: Readonly<Record<string, Json>> };
      readonly writes?: readonly StoppedWrite[];
      readonly facts?: Facts;
      readonly remembering?: Remembering;
      /** Of the guard's rules. */
      readonly effectChecks?: readonly EffectCheckUse[];
    };
