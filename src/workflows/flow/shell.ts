// What the parts of the flow's workflow share.
import type { FlowNode } from '../../domain/flow/document.js';
import type { FlowState } from '../../domain/flow/flow-state.js';
import type { FlowGraph } from '../../domain/flow/graph.js';
import type { FlowInput } from '../../domain/flow/input.js';
import { readyNode } from '../../domain/flow/walk-mend.js';
import type { RecordPlace } from '../../domain/flow/record.js';
import type { ResolvedFlow } from '../../domain/flow/requests.js';
import type { Leave } from '../../domain/guard/unsaved-page.js';
import type { Ask } from '../../domain/human/requests.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { DeviceSupply } from '../device/device-access.js';
import type { DeviceClient } from '../device/device-client.js';
import type { People } from '../people/people.js';
import type { Reply } from '../people/people-state.js';
import type { ParentState } from '../engine/doors.js';
import type { Clock } from '../engine/drive.js';
import type { FlowResult } from './flow-result.js';
import type { OpenWheel } from '../wheel/open-wheel.js';

export type SettledFlow = ResolvedFlow & { readonly records: RecordPlace };

/** What a flow carries over a continue-as-new. */
export interface FlowCarried extends ParentState {
  settled?: SettledFlow;
  state?: FlowState;
  /** How many agents and flows were started; it numbers the next one. */
  children: number;
  /** LK77: all that is left of the call that is being made. */
  leave?: Leave;
  /** Set when a node of another flow runs this one: the flow that lends its device, and what it has resolved for this one. */
  readonly parent?: {
    readonly workflowId: string;
    readonly resolved: ResolvedFlow;
    /** The flow that a person started. */ readonly root?: string;
  };
  /** Tools of other servers; known from the first AI step on. */
  otherTools?: ArtifactRef | null;
  /** Set while some servers are missing from the list: the visit and attempt that it is valid for. */
  otherToolsOf?: string;
}

/** The workflow itself, for a node that runs another flow. */
export type FlowWorkflow = (input: unknown, carried?: FlowCarried) => Promise<FlowResult>;

export interface FlowTime {
  /** Runs one effect; what it waits for does not count towards its node's time limit. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Time left for the current attempt, ms; undefined: it has no limit. */
  leftMs(): number | undefined;
  /** Opens a device that was not seen yet, or was given back, before the time of the node that needs it starts to count. Resolves with the reason when there is none. */
  opened(): Promise<{ readonly code: string; readonly message: string } | undefined>;
  /** Waits for a person; undefined: the workflow has to continue as new before there is an answer. */
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
  readonly wheel: OpenWheel;
  /** Something that people are shown has changed. */
  changed(): void;
}

export function stateOf({ state }: FlowCarried): FlowState {
  if (!state) throw new TypeError('the flow is not loaded yet');
  return state;
}

/** The current node as it runs: healed, its variables filled in. The walk has seen that it can be. */
export function nodeNow({ graph, carried }: Pick<FlowShell, 'graph' | 'carried'>): FlowNode {
  const ready = readyNode(graph, stateOf(carried));
  if ('problem' in ready) throw new TypeError(ready.problem);
  return ready.value;
}

/** What a node is told when its device is not the same one as before. */
export const deviceReset = { code: 'device-reset', message: 'the interface was opened again: what was entered in it may be lost' } as const;
