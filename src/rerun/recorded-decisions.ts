// What agents decided in a recorded run: of each step that a model was asked about, the input of the activity and its result.
import { defaultPayloadConverter } from '@temporalio/common';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import type { temporal } from '@temporalio/proto';
import type { AppDecision, DecideAppInput, DecideHostInput, HostDecision } from '../domain/agent/decision.js';
import type { Cassette } from '../domain/rerun/cassette.schema.js';

type Payloads = temporal.api.common.v1.IPayloads | null | undefined;

export type RecordedDecision =
  | { readonly kind: 'app'; readonly input: DecideAppInput; readonly decision: AppDecision }
  | { readonly kind: 'host'; readonly input: DecideHostInput; readonly decision: HostDecision };

const kinds: Readonly<Record<string, RecordedDecision['kind']>> = { decideApp: 'app', decideHost: 'host' };

/** In the order of their histories. Steps whose model gave no answer are left out: there is nothing to compare. */
export function recordedDecisions({ executions }: Cassette): readonly RecordedDecision[] {
  return executions.flatMap(({ history }) => {
    const { events } = historyFromJSON(history);
    const asked = new Map<number, Pick<RecordedDecision, 'kind' | 'input'>>();
    return (events ?? []).flatMap((event): readonly RecordedDecision[] => {
      const scheduled = event.activityTaskScheduledEventAttributes;
      const kind = kinds[scheduled?.activityType?.name ?? ''];
      if (kind) asked.set(Number(event.eventId), { kind, input: first(scheduled?.input) } as Pick<RecordedDecision, 'kind' | 'input'>);
      const completed = event.activityTaskCompletedEventAttributes;
      const question = asked.get(Number(completed?.scheduledEventId ?? -1));
      return question ? [{ ...question, decision: first(completed?.result) } as RecordedDecision] : [];
    });
  });
}

function first(payloads: Payloads): unknown {
  const [payload] = payloads?.payloads ?? [];
  return payload && defaultPayloadConverter.fromPayload(payload);
}

/** `step 3 of app-1`. */
export function stepName({ input: { record } }: RecordedDecision): string {
  const agent = record.agent.startsWith(`${record.run}/`) ? record.agent.slice(record.run.length + 1) : 'the host agent';
  return `step ${record.step} of ${agent}`;
}
