// The inputs of runs as programs write them. What is left out has its default; each engine's own parser judges the rest.
import type { GuardInput } from '../agent/input.js';
import type { AgentSettings } from './settings.js';
import type { Budget } from '../budget/budget.js';
import type { DeviceSpec } from '../device/device-spec.js';
import type { Plane } from '../explorer/input.js';
import type { Policy } from '../explorer/policies.js';
import type { FlowInputDocument } from '../flow/document.schema.js';
import type { Variables } from '../flow/variables.js';
import type { ArtifactRef } from '../ui/observation.js';

/** What every engine takes. */
export interface GivenRun {
  /** A `web` device when none is named. */
  readonly device?: Partial<DeviceSpec>;
  readonly budget?: Budget;
  readonly guard?: GuardInput;
  readonly settings?: Partial<AgentSettings>;
  /** Names of models by role, before the configuration's. */
  readonly models?: Readonly<Record<string, string>>;
}

/** Either a request or a plan; or `keepOpen`, with requests that follow. */
export interface GivenAgent extends GivenRun {
  /** What to do, in a sentence. */
  readonly request?: string;
  readonly plan?: { readonly task?: string; readonly object?: string; readonly steps: readonly string[] };
  /** The session waits for further requests instead of ending. */
  readonly keepOpen?: boolean;
}

/** Either a document or the reference of one that is stored. */
export interface GivenFlowRun extends GivenRun {
  readonly flow?: FlowInputDocument;
  readonly flowRef?: ArtifactRef;
  /** Flows that its nodes run, by name. */
  readonly flows?: Readonly<Record<string, FlowInputDocument | ArtifactRef>>;
  readonly variables?: Variables;
}

export interface GivenExplorer extends GivenRun {
  /** Name of the application in the graph; its origin or its own name when none is given. */
  readonly appId?: string;
  readonly goal?: string;
  readonly policy?: Policy;
  readonly decisionPlane?: Plane;
  readonly seed?: number;
  readonly allowDestructive?: boolean;
  readonly sensitive?: boolean;
  readonly tokensPerLoop?: number;
  readonly timePerLoopMs?: number;
  readonly restartLimit?: number;
}
