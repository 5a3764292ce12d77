// Adds records to a run (walk-5 of walk.ts).
import { approvalText } from '../human/approvals.js';
import type { FlowNode } from './document.js';
import type { CallOutcome, FlowState } from './flow-state.js';
import type { FlowEventType, FlowRecord, NodeVisit } from './record.js';

const longestText = 2_000;

/** One record per `tool_call`, even if its outcome is unknown. */
export function logResult(before: FlowState, now: number, node: FlowNode, outcome: CallOutcome): FlowState {
  const state = logBeside(logApproval(before, now, outcome), now, outcome);
  switch (outcome.status) {
    case 'done': {
      const { text, images, isError } = outcome;
      const payload = { text: text.slice(0, longestText), image_count: images.length, error: isError ? 'tool-error' : undefined };
      return logNode(state, now, 'tool_result', payload, artifactsOf(state, node, outcome));
    }
    case 'failed':
      return logNode(state, now, 'tool_result', { text: outcome.message.slice(0, longestText), image_count: 0, error: outcome.code });
    case 'unknown':
      return logNode(state, now, 'tool_result', {
        text: (outcome.message ?? '').slice(0, longestText),
        image_count: 0,
        error: 'outcome-unknown',
      });
  }
}

function logApproval(state: FlowState, now: number, { approval }: CallOutcome): FlowState {
  return approval ? logNode(state, now, 'approved_before', { ...approval, message: `nobody was asked: ${approvalText(approval)}` }) : state;
}

function logBeside(state: FlowState, now: number, outcome: CallOutcome): FlowState {
  if (outcome.status === 'unknown') return state;
  const target = outcome.status === 'done' ? outcome.target : undefined;
  const warned = logWarnings(target ? logNode(state, now, 'target_resolved', target) : state, now, outcome.warnings);
  return (outcome.notices ?? []).reduce((logged, message) => logNode(logged, now, 'noticed', { message }), warned);
}

export function logWarnings(state: FlowState, now: number, warnings: readonly string[] = []): FlowState {
  return warnings.reduce((logged, message) => logNode(logged, now, 'warning', { message }), state);
}

function artifactsOf(
  { seq }: FlowState,
  { trace_level: trace }: FlowNode,
  { images, files = [], screen }: Extract<CallOutcome, { status: 'done' }>,
): NonNullable<FlowRecord['artifacts']> {
  if (trace === 'Off') return [];
  const after = trace === 'Full' && screen ? [{ name: 'after.png', ref: screen.screenshot }] : [];
  return [...images.map((ref, index) => ({ name: `${seq + 1}-${index + 1}.png`, ref })), ...files, ...after];
}

export function logNode(
  state: FlowState,
  now: number,
  type: FlowEventType,
  payload: FlowRecord['payload'],
  artifacts: FlowRecord['artifacts'] = [],
): FlowState {
  return log(state, now, type, payload, state.visit?.visit, artifacts);
}

export function log(
  state: FlowState,
  now: number,
  type: FlowEventType,
  payload: FlowRecord['payload'],
  node?: NodeVisit,
  artifacts: FlowRecord['artifacts'] = [],
): FlowState {
  const about = { node, artifacts: artifacts.length === 0 ? undefined : artifacts };
  const record: FlowRecord = { seq: state.seq + 1, at: now, type, payload, ...about };
  return { ...state, seq: record.seq, records: [...state.records, record] };
}

/** Drops records that have been written. */
export function withoutRecords(state: FlowState, upTo: number): FlowState {
  return { ...state, records: state.records.filter(({ seq }) => seq > upTo) };
}
