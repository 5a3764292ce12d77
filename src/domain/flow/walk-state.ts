// A walk under way: its state, the visit of its present node with the time that it has left, and its records (walk-5 of walk.ts).
//
// time-1. Waiting for people, and for a device to be opened before the node can start, does not count.
// time-2. A node that has succeeded is in time: looking at the screen afterwards, for its checks, has no limit.
import { nothingSpent } from '../budget/budget.js';
import { defined } from '../collections.js';
import { approvalText } from '../human/approvals.js';
import type { Variables } from '../run/json.js';
import type { FlowNode } from './document.js';
import type { CallOutcome, FlowEffect, FlowRules, FlowState, Visit } from './flow-state.js';
import type { FlowGraph } from './graph.js';
import type { FlowEventType, FlowRecord } from './record.js';
import { noCaches } from './resolve-names.js';

/** One transition. It replaces `state` step by step; the states themselves are immutable. */
export interface Walk {
  readonly graph: FlowGraph;
  readonly rules: FlowRules;
  readonly now: number;
  state: FlowState;
}

/** The state that a walk begins in. */
export function startFlow(
  { entries: [entry], flow: { form = [] } }: FlowGraph,
  variables: Variables,
  about: {
    readonly workflowId: string;
    readonly agent: string;
    readonly vlm?: string;
    /** Whoever calls it may have done something before. */
    readonly isCalled?: boolean;
  },
  now: number,
): FlowState {
  const defaults = Object.fromEntries(form.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])));
  const state: FlowState = {
    next: { type: 'advance' },
    at: entry?.id,
    variables: { ...defaults, ...variables },
    counters: {},
    caches: noCaches,
    visits: 0,
    visitsOf: {},
    visited: [],
    taken: {},
    spent: nothingSpent,
    unknownOutcomes: 0,
    evidence: [],
    verdicts: [],
    records: [],
    seq: 0,
    ...(about.isCalled && { aside: [] }),
  };
  const payload = { workflow_id: about.workflowId, agent: about.agent, vlm: about.vlm };
  return withRecord(state, { at: now, type: 'workflow_started', payload });
}

export function setNext(walk: Walk, next: FlowEffect): void {
  walk.state = { ...walk.state, next };
}

// ── The present node, and its visit ──

interface Present {
  readonly graph: FlowGraph;
  readonly state: Pick<FlowState, 'visit'>;
}

export function presentNode({ graph: { nodes }, state: { visit } }: Present): FlowNode {
  const node = visit && nodes.get(visit.node);
  if (!node) throw new TypeError('no node is running');
  return node;
}

export function presentVisit({ state: { visit } }: Pick<Present, 'state'>): Visit {
  if (!visit) throw new TypeError('no node is running');
  return visit;
}

export function setVisit(walk: Walk, change: Partial<Visit>): void {
  walk.state = { ...walk.state, visit: { ...presentVisit(walk), ...defined(change) } };
}

/** `matters`: the outcome of something that acted is not known. */
export function countUnknown(walk: Walk, outcomes: number, matters: boolean): void {
  walk.state = { ...walk.state, unknownOutcomes: walk.state.unknownOutcomes + outcomes };
  if (matters) setVisit(walk, { unknown: true });
}

/** ms; an AI step's own parameter takes precedence over the node's. */
export function timeLimitOf({ node_type: type, timeout_ms: ofNode }: FlowNode): number | undefined {
  return type.type === 'AiStep' ? (type.timeout_ms ?? ofNode) : ofNode;
}

/** ms that the attempt has left at `now`, at least 0; undefined: no limit (docs/design/flow.md §2: `timeout_ms` holds for every node). */
export function timeLeft(node: FlowNode, visit: Pick<Visit, 'startedAt' | 'looking'>, now: number): number | undefined {
  const limit = timeLimitOf(node);
  return limit === undefined || visit.looking ? undefined : Math.max(0, visit.startedAt + limit - now);
}

/** time-1: as if the attempt had begun that much later. */
export function paused(state: FlowState, ms: number): FlowState {
  const { visit } = state;
  return visit && ms > 0 ? { ...state, visit: { ...visit, startedAt: visit.startedAt + ms } } : state;
}

// ── Records ──

const longestText = 2_000;

/** About the present node; without one, about the run. */
export function log(
  walk: Walk,
  type: FlowEventType,
  payload: FlowRecord['payload'],
  more: Pick<FlowRecord, 'node' | 'artifacts'> = {},
): void {
  const { node = walk.state.visit?.visit, artifacts } = more;
  walk.state = withRecord(walk.state, { at: walk.now, type, payload, node, artifacts });
}

export function logWarnings(walk: Walk, warnings: readonly string[] = []): void {
  for (const message of warnings) log(walk, 'warning', { message });
}

/** One record per `tool_call`, even if its outcome is unknown. */
export function logResult(walk: Walk, node: FlowNode, outcome: CallOutcome): void {
  const { approval } = outcome;
  if (approval) log(walk, 'approved_before', { ...approval, message: `nobody was asked: ${approvalText(approval)}` });
  if (outcome.status === 'unknown')
    return log(walk, 'tool_result', { text: (outcome.message ?? '').slice(0, longestText), image_count: 0, error: 'outcome-unknown' });
  if (outcome.status === 'done' && outcome.target) log(walk, 'target_resolved', outcome.target);
  logWarnings(walk, outcome.warnings);
  for (const message of outcome.notices ?? []) log(walk, 'noticed', { message });
  if (outcome.status === 'failed')
    return log(walk, 'tool_result', { text: outcome.message.slice(0, longestText), image_count: 0, error: outcome.code });
  const { text, images, isError } = outcome;
  const payload = { text: text.slice(0, longestText), image_count: images.length, error: isError ? 'tool-error' : undefined };
  log(walk, 'tool_result', payload, { artifacts: artifactsOf(walk.state, node, outcome) });
}

function artifactsOf(
  { seq }: FlowState,
  { trace_level: trace }: FlowNode,
  { images, files = [], screen }: Extract<CallOutcome, { status: 'done' }>,
): FlowRecord['artifacts'] {
  if (trace === 'Off') return undefined;
  const after = trace === 'Full' && screen ? [{ name: 'after.png', ref: screen.screenshot }] : [];
  const all = [...images.map((ref, index) => ({ name: `${seq + 1}-${index + 1}.png`, ref })), ...files, ...after];
  return all.length === 0 ? undefined : all;
}

export function withRecord(state: FlowState, record: Omit<FlowRecord, 'seq'>): FlowState {
  const seq = state.seq + 1;
  return { ...state, seq, records: [...state.records, { seq, ...record }] };
}

/** Drops records that have been written. */
export function withoutRecords(state: FlowState, upTo: number): FlowState {
  return { ...state, records: state.records.filter(({ seq }) => seq > upTo) };
}
