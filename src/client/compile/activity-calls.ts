// The activities of a recorded run in the order in which they were asked for, over all its workflows.
import { defaultPayloadConverter } from '@temporalio/common';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import type { temporal } from '@temporalio/proto';
import { frameOf } from '../../domain/run/frame-of.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import { maskSealed } from '../../domain/ui/mask.js';
import { CompileError, type RunCost } from '../../domain/compile/story.js';
import { type Data, numberOf, recordOf, textOf } from '../../domain/checks/read-stored.js';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

export interface ActivityCall {
  /** Of the run that asked for it. */
  readonly frame: string;
  readonly type: string;
  /** As workflows name it. */
  readonly id: string;
  readonly input: unknown;
  /** Absent: it did not complete. */
  readonly result?: unknown;
  /** ms since 1970. */
  readonly asked: number;
  readonly ended: number;
}

export function activityCalls({ executions }: Cassette): readonly ActivityCall[] {
  return executions
    .flatMap(({ workflow, history }) => callsIn(workflow, historyFromJSON(history).events ?? []))
    .sort((one, other) => one.asked - other.asked || one.ended - other.ended);
}

function callsIn(workflow: string, events: readonly HistoryEvent[]): readonly ActivityCall[] {
  const calls = new Map<number, ActivityCall>();
  for (const event of events) {
    const at = timeOf(event);
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) {
      const input = first(scheduled.input);
      const named = { frame: frameOf(input, workflow), type: scheduled.activityType?.name ?? '', id: scheduled.activityId ?? '' };
      calls.set(Number(event.eventId), { ...named, input, asked: at, ended: at });
    }
    const completed = event.activityTaskCompletedEventAttributes;
    const call = completed && calls.get(Number(completed.scheduledEventId));
    if (call) calls.set(Number(completed.scheduledEventId), { ...call, result: first(completed.result), ended: at });
  }
  return [...calls.values()];
}

/** What the first execution of the run was started with, and what its last came to. */
export function endsOf({ executions, run }: Cassette): {
  readonly type: string;
  readonly input: unknown;
  readonly result: unknown;
  readonly hasEnded: boolean;
  /** From the first event to the last. */
  readonly ms: number;
} {
  const own = executions.filter(({ workflow }) => workflow === run).map(({ history }) => historyFromJSON(history).events ?? []);
  const [begin, end] = [own[0]?.[0], own.at(-1)?.at(-1)];
  const completed = end?.workflowExecutionCompletedEventAttributes;
  return {
    type: executions.find(({ workflow }) => workflow === run)?.type ?? '',
    input: first(begin?.workflowExecutionStartedEventAttributes?.input),
    result: first(completed?.result),
    hasEnded: isEnd(end),
    ms: begin && end ? Math.max(0, timeOf(end) - timeOf(begin)) : 0,
  };
}

function isEnd(event: HistoryEvent | undefined): boolean {
  return [
    event?.workflowExecutionCompletedEventAttributes,
    event?.workflowExecutionFailedEventAttributes,
    event?.workflowExecutionCanceledEventAttributes,
    event?.workflowExecutionTerminatedEventAttributes,
    event?.workflowExecutionTimedOutEventAttributes,
  ].some((attributes) => attributes !== null && attributes !== undefined);
}

function first(payloads: temporal.api.common.v1.IPayloads | null | undefined): unknown {
  const [payload] = payloads?.payloads ?? [];
  return payload && withoutSeals(defaultPayloadConverter.fromPayload(payload));
}

/** What was typed and hidden is hidden here too. */
function withoutSeals(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_, inner: unknown) =>
    typeof inner === 'string' ? maskSealed(inner) : inner,
  ) as unknown;
}

function timeOf({ eventTime }: HistoryEvent): number {
  return Number(eventTime?.seconds ?? 0) * 1_000 + Number(eventTime?.nanos ?? 0) / 1_000_000;
}

// The end of a recorded run that a flow may be made from.

interface CompletedRun {
  readonly input: Data | undefined;
  readonly end: Data;
  readonly cost: RunCost;
}

/** Throws a `CompileError` for a run that has not ended, or did not complete with its checks passed. */
export function completedRun(cassette: Cassette): CompletedRun {
  const { run } = cassette;
  const { input, result, hasEnded, ms } = endsOf(cassette);
  if (!hasEnded) throw new CompileError('not-ended', `The run '${run}' has not ended: a flow is made from a run that has.`);
  const end = recordOf(result) ?? {};
  const outcome = textOf(end['outcome']) || 'failed';
  if (outcome !== 'completed' || end['verdict'] === 'failed')
    throw new CompileError(
      'not-completed',
      `The run '${run}' ended as '${outcome === 'completed' ? 'completed, with failed checks' : outcome}': a flow is made from a run that reached its goal.`,
    );
  const usage = recordOf(end['usage']);
  return {
    input: recordOf(input),
    end,
    cost: {
      usd: numberOf(usage?.['costUsd']),
      calls: numberOf(usage?.['modelCalls']),
      tokens: numberOf(usage?.['inputTokens']) + numberOf(usage?.['outputTokens']),
      ms: Math.round(ms),
    },
  };
}
