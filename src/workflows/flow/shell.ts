// What the parts of the flow's workflow share.
import type { FlowState } from '../../domain/flow/flow-state.js';
import type { FlowGraph } from '../../domain/flow/graph.js';
import type { FlowInput } from '../../domain/flow/input.js';
import type { RecordPlace } from '../../domain/flow/record.js';
import type { ResolvedFlow } from '../../domain/flow/requests.js';
import type { Ask } from '../../domain/human/requests.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { DeviceSupply } from '../device/device-access.js';
import type { DeviceClient } from '../device/device-client.js';
import type { People } from '../people/people.js';
import type { Reply } from '../people/people-state.js';
import type { ParentState } from '../engine/doors.js';
import type { Clock } from '../engine/drive.js';
import type { FlowResult } from './flow-result.js';

export type SettledFlow = ResolvedFlow & { readonly records: RecordPlace };

/** What a flow carries over a continue-as-new. */
export interface FlowCarried extends ParentState {
  settled?: SettledFlow;
  state?: FlowState;
  /** Agents and flows that were started: each has a number of its own. */
  children: number;
  /** Of a flow that a node of another one runs: whose device it borrows, and what that one has resolved for it. */
  readonly parent?: { readonly workflowId: string; readonly resolved: ResolvedFlow };
  /** What other servers' tools there are; known from the first AI step on. */
  otherTools?: ArtifactRef | null;
  /** A list without all servers is good for that visit and attempt only. */
  otherToolsOf?: string;
}

/** The workflow itself, for a node that runs another flow. */
export type FlowWorkflow = (input: unknown, carried?: FlowCarried) => Promise<FlowResult>;

export interface FlowTime {
  /** One effect: its node has so much longer as was waited. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Of the attempt at work, ms; undefined: it has no limit. */
  leftMs(): number | undefined;
  /** A device that was not seen yet, or that was given back, is opened before the time of a node that needs it goes by. Why there is none. */
  opened(): Promise<{ readonly code: string; readonly message: string } | undefined>;
  /** For a person; undefined: not answered yet, but the workflow is to continue as new. */
  wait(ask: Ask, screenshot: ArtifactRef | undefined, timeoutMs: number | undefined): Promise<Reply | undefined>;
}

export interface FlowShell {
  readonly given: FlowInput;
  readonly workflowId: string;
  readonly carried: FlowCarried;
  readonly people: People;
  readonly graph: FlowGraph;
  readonly settled: SettledFlow;
  readonly client: DeviceClient;
  readonly device: DeviceSupply;
  readonly clock: Clock;
  readonly time: FlowTime;
  /** There is news to be shown. */
  changed(): void;
}

export function stateOf({ state }: FlowCarried): FlowState {
  if (!state) throw new TypeError('the flow is not loaded yet');
  return state;
}

/** What a node hears whose device is another one than before. */
export const deviceReset = { code: 'device-reset', message: 'the interface was opened again: what was entered in it may be lost' } as const;
