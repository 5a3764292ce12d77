// What the flow engine asks of workers, whether or not they hold its device: documents, models, judges and records. JSON only.
import type { ResolvedRun } from '../run/resolve-settings.js';
import type { RunInput } from '../run/input.js';
import type { Usage } from '../budget/usage.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { StepReply, TranscriptEntry } from './ai-step-state.js';
import type { Target } from '../anchors/anchors.schema.js';
import type { Broken, CheckVerdict, NodeEvidence } from './flow-state.js';
import type { HealAnswer } from './heal.js';
import type { Overrides } from './overrides.js';
import type { FlowRecord, RecordPlace } from './record.js';
import type { Replay } from '../library/replay.js';
import type { Variables } from '../run/json.js';

/** The document itself, or its reference: over 1 MB it does not fit into a payload. */
export type GivenFlow = Readonly<Record<string, unknown>> | ArtifactRef;

export interface ResolveFlowInput {
  readonly flow: GivenFlow;
  /** Flows that nodes run, by name. */
  readonly flows: Readonly<Record<string, GivenFlow>>;
  readonly run: RunInput;
  /** Names of the variables that the run starts with. */
  readonly given: readonly string[];
}

/** A document with its defaults, as ASCII JSON; fetched in slices that fit into payloads. */
export interface StoredFlow {
  readonly name: string;
  readonly document: ArtifactRef;
  readonly slices: number;
}

/** Settings of the run, written into history once. */
export interface ResolvedFlow extends StoredFlow {
  readonly resolved: ResolvedRun;
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

export interface LoadFlowInput {
  readonly document: ArtifactRef;
  /** From 0. */
  readonly slice: number;
}

export interface ChooseNameInput {
  readonly run: string;
  readonly what: 'element' | 'app';
  readonly wanted: string;
  readonly candidates: readonly string[];
  readonly models: Readonly<Record<string, string>>;
}

export interface ChosenName {
  /** Null: none of them. */
  readonly name: string | null;
  readonly usage: Usage;
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

export interface ThoughtStep {
  readonly reply: StepReply;
  readonly usage: Usage;
}

export interface DescribeImagesInput {
  readonly run: string;
  readonly prompt: string;
  readonly images: readonly ArtifactRef[];
  readonly models: Readonly<Record<string, string>>;
}

export interface KeepVariablesInput {
  readonly variables: Variables;
}

export interface JudgeChecksInput {
  readonly evidence: readonly NodeEvidence[];
}

export interface JudgeOutcomeInput {
  readonly run: string;
  readonly evidence: NodeEvidence;
  readonly models: Readonly<Record<string, string>>;
}

export interface JudgedOutcome {
  readonly verdict: CheckVerdict;
  readonly usage: Usage;
}

export interface RecordReplayInput {
  /** Id in the library. */
  readonly flow: string;
  readonly replay: Replay;
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
