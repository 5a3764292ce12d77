// A step as a card of the report's form (EV3).
import type { Step } from '../client/steps.js';
import type { CardFlag, ReportCard } from '../domain/report/report.schema.js';

export function cardOf(step: Step): ReportCard {
  const { key, agent, at, thought, status, comment, result, questions, notes, failures, recovery, subtask, screenshots } = step;
  const before = screenshots.before ?? screenshots.annotated;
  return {
    id: `step-${key.replaceAll(/[^A-Za-z0-9]+/g, '-')}-${Date.parse(at) || 0}`,
    kind: 'step',
    agent: agent.slice(agent.lastIndexOf('/') + 1),
    number: step.step,
    at,
    title: titleOf(step),
    ...{ status, subtask, thought, comment, result, questions, notes, failures, recovery },
    actions: step.actions.map(({ text, outcome, message }) => ({
      text,
      ...(outcome === undefined ? {} : { outcome }),
      ...(message === undefined ? {} : { effect: message }),
    })),
    pictures: { ...(before ? { before } : {}), ...(screenshots.after ? { after: screenshots.after } : {}) },
    frames: [],
    phases: step.ms > 0 ? [{ name: 'took', ms: step.ms }] : [],
    details: [],
    flags: flagsOf(step),
    events: [],
  };
}

function titleOf({ actions, questions, result, comment, status }: Step): string {
  return actions[0]?.text ?? questions[0] ?? ([result, comment].find((text) => text !== '') || status);
}

function flagsOf({ actions, failures, recovery, status }: Step): readonly CardFlag[] {
  const has = (outcome: string): boolean => actions.some((action) => action.outcome === outcome);
  return [
    ...(has('failed') || failures.length > 0 ? (['failed'] as const) : []),
    ...(status === 'PENDING' || status === 'CONFIRM' ? (['asked'] as const) : []),
    ...(recovery.length > 0 ? (['recovered'] as const) : []),
    ...(has('unknown') ? (['unknown'] as const) : []),
  ];
}
