// A report as its schema allows it, with one card unless a test says otherwise, and histories of workflows as they are read.
import type { EventRef, Report, ReportCard } from '../../src/domain/report/report.schema.js';
import type { ActivityEntry, ActivityFacts, HistoryFact, MessageEntry, MessageFacts } from '../../src/domain/run/entry.js';

/** `at('10:05')`. */
export const at = (time: string): string => `2026-11-26T10:${time}.000Z`;

export function event(type: string, id: number, time: string, workflow = 'run-1'): EventRef {
  return { type, workflow, execution: `${workflow}-x`, id, at: at(time) };
}

export function sampleCard(more: Partial<ReportCard> = {}): ReportCard {
  return {
    ...{ id: 'step-app-1-1', kind: 'step', agent: 'app-1', number: 1, at: at('00:05'), title: 'Click “Order”', status: 'CONTINUE' },
    ...{ subtask: 'Order a kettle', thought: 'The kettle is in the cart.', comment: '', result: '' },
    ...{ actions: [], questions: [], notes: [], failures: [], recovery: [], pictures: {}, frames: [] },
    ...{ phases: [{ name: 'deciding', ms: 120 }], details: [], flags: [], events: [] },
    ...more,
  };
}

export function sampleReport(more: Partial<Report> = {}): Report {
  return {
    ...{ version: 1, run: 'run-1', engine: 'agent', made: at('10:00') },
    head: {
      ...{
        request: 'Order a kettle',
        state: 'COMPLETED',
        outcome: 'completed',
        result: 'Ordered.',
        started: at('00:00'),
        ended: at('01:00'),
      },
      duration: { total: 60_000, active: 40_000, people: 15_000, devices: 5_000 },
      ...{ steps: 1, modelCalls: 1, inputTokens: 1_000, outputTokens: 100, costUsd: 0.02, models: ['m'], unknownOutcomes: 0 },
      ...{ facts: [], links: [] },
    },
    ...{ asks: [], holds: [], cards: [sampleCard()], recoveries: [], kills: [], checks: [], missing: [] },
    ...more,
  };
}

/** The entry of a fact that begins with this event. */
function fact<Type extends HistoryFact['type'], Facts>(type: Type, begun: EventRef, data: Facts) {
  return { seq: `${begun.execution}#${begun.id}`, at: begun.at, type, event: begun, data };
}

export function activity({
  scheduled = event('ActivityTaskScheduled', 10, '00:10'),
  ...more
}: Partial<ActivityFacts> & Pick<ActivityFacts, 'id' | 'name'> & { readonly scheduled?: EventRef }): ActivityEntry {
  return fact('activity', scheduled, {
    ...{ queue: 'steadyhand-host-perform', attempt: 1, identity: 'steadyhand-host' },
    ...{ started: event('ActivityTaskStarted', 11, '00:11') },
    ...more,
  });
}

export function message(begun: EventRef, data: MessageFacts): MessageEntry {
  return fact('message', begun, data);
}

export function state(name: string, begun: EventRef): HistoryFact {
  return fact('state', begun, { state: name });
}

export function asked(request: Readonly<Record<string, unknown>>, begun: EventRef): HistoryFact {
  return fact('asked', begun, request);
}

/** The history of one workflow. */
export function history({ workflow = 'run-1', entries = [], ended }: Told = {}): readonly HistoryFact[] {
  const begun = event('WorkflowExecutionStarted', 1, '00:00', workflow);
  return [
    fact('started', begun, { input: undefined, original: begun.execution }),
    ...entries,
    ...(ended === undefined ? [] : [fact('ended', event('WorkflowExecutionCompleted', 99, ended, workflow), {})]),
  ];
}

interface Told {
  readonly workflow?: string;
  readonly entries?: readonly HistoryFact[];
  /** `01:00` */
  readonly ended?: string;
}
