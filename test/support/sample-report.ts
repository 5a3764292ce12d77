// A report as its schema allows it, with one card unless a test says otherwise, and stories of workflows as Temporal would tell them.
import type { EventRef, Report, ReportCard } from '../../src/domain/report/report.schema.js';
import type { ToldActivity, WorkflowStory } from '../../src/domain/report/workflow-story.js';

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

export function activity(more: Partial<ToldActivity> & Pick<ToldActivity, 'id' | 'name'>): ToldActivity {
  return {
    ...{ execution: 'run-1-x', queue: 'steadyhand-host-perform', attempt: 1, identity: 'steadyhand-host' },
    ...{ scheduled: event('ActivityTaskScheduled', 10, '00:10'), started: event('ActivityTaskStarted', 11, '00:11') },
    ...more,
  };
}

export function story(more: Partial<WorkflowStory> = {}): WorkflowStory {
  return {
    ...{ workflow: 'run-1', executions: ['run-1-x'], type: 'hostAgent', started: event('WorkflowExecutionStarted', 1, '00:00') },
    ...{ activities: [], messages: [], states: [], asks: [], troubles: [] },
    ...more,
  };
}
