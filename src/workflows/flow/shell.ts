// What the parts of a flow's frame share.
import { workflowInfo } from '@temporalio/workflow';
import type { Budget } from '../../domain/budget/budget.js';
import type { FlowNode } from '../../domain/flow/document.js';
import type { FlowState } from '../../domain/flow/flow-state.js';
import type { FlowGraph } from '../../domain/flow/graph.js';
import type { FlowInput } from '../../domain/flow/input.js';
import { runName, type RecordPlace } from '../../domain/flow/record.js';
import type { HeldCall, ResolvedFlow, StoredFlow } from '../../domain/flow/requests.js';
import { readyNode } from '../../domain/flow/compiled-node.js';
import type { Leave } from '../../domain/guard/unsaved-page.js';
import type { Ask } from '../../domain/human/requests.js';
import type { Variables } from '../../domain/run/json.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Clock } from '../engine/drive.js';
import type { RunShell } from '../engine/run.js';
import type { FrameState } from '../engine/stack.js';
import type { Reply } from '../people/people-state.js';
import { resultOf, type FlowResult } from './flow-result.js';

export type SettledFlow = ResolvedFlow & { readonly records: RecordPlace };

/** A flow as a frame of a run: the run's own, or one that a node of another flow runs. */
export interface FlowFrame extends FrameState {
  readonly kind: 'flow';
  readonly document: StoredFlow;
  readonly records: RecordPlace;
  readonly variables: Variables;
  /** What its node gives it; absent: what the run has. */
  readonly budget?: Budget;
  /** Absent until its document is loaded. */
  state?: FlowState;
  /** How many frames it has begun; it numbers the next one. */
  begun: number;
  /** All that is left of the call that is being made. */
  leave?: Leave;
  /** It was done, and what it was to send is asked about. */
  stopped?: HeldCall;
  /** ms that a node goes on waiting for its place. */
  waitMs?: number;
  /** Tools of other servers; known from the first AI step on. */
  otherTools?: ArtifactRef | null;
  /** Set while some servers are missing from the list: the visit and attempt that it is valid for. */
  otherToolsOf?: string;
}

/** What a run of flows has resolved, for all of them. */
export interface FlowRun extends RunShell {
  readonly given: Pick<FlowInput, 'heal' | 'fallback'>;
  readonly settled: ResolvedFlow;
}

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
  readonly frame: FlowFrame;
  readonly run: FlowRun;
  readonly graph: FlowGraph;
  readonly settled: SettledFlow;
  readonly clock: Clock;
  readonly time: FlowTime;
}

export function startFlowFrame(name: string, document: StoredFlow, given: Pick<FlowFrame, 'variables' | 'budget'>): FlowFrame {
  const { firstExecutionRunId } = workflowInfo();
  const begunAt = Date.now();
  const records = { id: name, flow: document.name, run: runName(new Date(begunAt).toISOString(), firstExecutionRunId) };
  return { kind: 'flow', name, begunAt, document, records, ...given, begun: 0 };
}

export function stateOf({ state }: FlowFrame): FlowState {
  if (!state) throw new TypeError('the flow is not loaded yet');
  return state;
}

/** The current node as it runs: healed, its variables filled in. The walk has seen that it can be. */
export function nodeNow({ graph, frame }: Pick<FlowShell, 'graph' | 'frame'>): FlowNode {
  const ready = readyNode({ graph, state: stateOf(frame) });
  if ('problem' in ready) throw new TypeError(ready.problem);
  return ready.value;
}

/** What a worker reads or writes in a moment. */
export const quickly = { startToCloseTimeout: '30 seconds', retry: { maximumAttempts: 10 } } as const;

/** What is left of a time limit, ms, for what takes no limit of 0. Undefined: there is none. */
export function atLeastOne(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.max(1, ms);
}

/** What a node is told when its device is not the same one as before. */
export const deviceReset = { code: 'device-reset', message: 'the interface was opened again: what was entered in it may be lost' } as const;

/** However the flow ended. */
export function endOf({ graph, frame, settled, run }: FlowShell): FlowResult {
  return resultOf(graph, stateOf(frame), { records: settled.records, uiSession: run.carried.device.seen });
}
