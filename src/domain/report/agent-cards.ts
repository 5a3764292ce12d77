// A step of an agent as a card, from its records.
import type { Step } from '../run/step.js';
import { performedAction } from '../run/action-words.js';
import { listOf, numberOf, recordOf, refOf, textOf, type Data } from '../checks/recorded-data.js';
import { byTime } from './iso-time.js';
import type { CardFlag, EventRef, ReportCard } from './report.schema.js';
import type { RecordedRecovery } from './recoveries.js';
import type { ToldActivity, WorkflowStory } from './workflow-story.js';

export interface StepRecord {
  readonly seq: string;
  readonly at: string;
  readonly type: string;
  readonly data: Data;
}

/** What was aimed at, and the list of controls that it stands in. */
export interface Aim {
  readonly controls: string;
  readonly target: Data;
  /** The list is of another look than the decision: its labels may be others. */
  readonly isLater?: true;
}

export interface AgentCard {
  readonly card: ReportCard;
  readonly aims: readonly Aim[];
  readonly recoveries: readonly RecordedRecovery[];
}

export function agentCard(run: string, step: Step, records: readonly StepRecord[], stories: readonly WorkflowStory[]): AgentCard {
  const decided = records.findLast(({ type }) => type === 'decided')?.data;
  const performed = records.filter(({ type }) => type === 'performed');
  const agent = agentName(run, step.agent);
  const id = cardId(agent, step.step);
  const recoveries = records.flatMap(({ data }) => listOf(data['recovery'])).map((data) => ({ card: id, agent: step.agent, data }));
  const actions = step.actions.map(({ text, by, outcome, message }) => ({
    text: by === undefined ? text : `${by}, by hand: ${text}`,
    outcome,
    effect: message,
  }));
  const guard = guardOf(decided, performed.length > 0);
  const { before, after } = step.screenshots;
  const refs = recordOf(decided?.['refs']);
  const [prompt, reply] = [refOf(refs?.['prompt']), refOf(refs?.['reply'])];
  const tokens = tokensOf(decided);
  const { at, subtask, thought, status, comment, result, questions, notes, failures, recovery } = step;
  const card: ReportCard = {
    ...{
      id,
      kind: 'step',
      agent,
      number: step.step,
      at,
      title: titleOf(step),
      status,
      subtask,
      thought,
      comment,
      result,
    },
    ...{ actions, questions, notes, failures, recovery },
    guard,
    pictures: { before, after },
    frames: [],
    tokens,
    phases: phasesOf(records),
    prompt,
    reply,
    details: [],
    flags: flagsOf(step),
    events: eventsOf(records, recoveries, stories),
  };
  const acted = refOf(recordOf(performed[0]?.data['before'])?.['controls']);
  // Where the call was lost, nothing is performed: a later look tells, if the screen was the same.
  const looked = records.findLast(({ type }) => type === 'observed')?.data['observation'];
  const controls = acted ?? (before === after ? refOf(recordOf(looked)?.['controls']) : undefined);
  const told = listOf(decided?.['actions']);
  const targets = (told.length > 0 ? told : performedActions(records))
    .map(({ target }) => recordOf(target))
    .filter((target) => target !== undefined);
  return {
    card,
    aims: controls === undefined ? [] : targets.map((target) => ({ controls, target, isLater: acted ? undefined : (true as const) })),
    recoveries,
  };
}

/** `app-1`, `step-2/app-1`; the run itself is `host`. */
export function agentName(run: string, agent: string): string {
  return agent === run ? 'host' : agent.startsWith(`${run}/`) ? agent.slice(run.length + 1) : agent;
}

export function cardId(name: string, number: number): string {
  return `step-${name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${number}`;
}

function titleOf({ questions, actions, comment, thought, status, recovery }: Step): string {
  const [question] = questions;
  if (question !== undefined) return question;
  const own = actions.filter(({ by }) => by === undefined);
  if (own.length > 0) return own.map(({ text }) => text).join(', then ');
  const [byHand] = actions;
  if (byHand) return `${byHand.by} did it by hand`;
  return comment || thought || (recovery.length > 0 ? 'Find out what happened' : status || 'A step');
}

function performedActions(records: readonly StepRecord[]): readonly Data[] {
  return records.filter(({ type }) => type === 'performed').flatMap(({ data }) => listOf(data['actions']).map(performedAction));
}

function guardOf(decided: Data | undefined, ran: boolean): ReportCard['guard'] {
  const actions = listOf(decided?.['actions']);
  const refused = actions.map((action) => recordOf(action['invalid'])).find((invalid) => /refused/.test(textOf(invalid?.['code'])));
  if (refused) return { verdict: 'refused', reason: textOf(refused['message']) };
  return actions.length > 0 && ran ? { verdict: 'allowed', reason: '' } : undefined;
}

function tokensOf(decided: Data | undefined): ReportCard['tokens'] {
  const usage = recordOf(decided?.['usage']);
  if (!usage) return undefined;
  const [input, output] = [numberOf(usage['inputTokens']), numberOf(usage['outputTokens'])];
  const model = textOf(decided?.['model']);
  return { input, output, costUsd: numberOf(usage['costUsd']), model: model === '' ? undefined : model };
}

const phaseNames: Readonly<Record<string, string>> = {
  decided: 'deciding',
  'decide-failed': 'failed attempts',
  performed: 'acting',
  observed: 'looking',
};

function phasesOf(records: readonly StepRecord[]): ReportCard['phases'] {
  const sums = new Map<string, number>();
  for (const { type, data } of records) {
    const name = phaseNames[type];
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + numberOf(data['ms'] ?? data['milliseconds']));
  }
  return [...sums].map(([name, ms]) => ({ name, ms }));
}

function flagsOf({ status, actions, failures, questions, recovery }: Step): readonly CardFlag[] {
  const outcomes = actions.map(({ outcome }) => outcome);
  const isFailed = failures.length > 0 || outcomes.some((one) => one === 'failed' || one === 'invalid') || /^(FAIL|ERROR)/.test(status);
  return [
    ...(isFailed ? (['failed'] as const) : []),
    ...(questions.length > 0 || status === 'CONFIRM' || status === 'PENDING' ? (['asked'] as const) : []),
    ...(recovery.length > 0 ? (['recovered'] as const) : []),
    ...(outcomes.includes('unknown') ? (['unknown'] as const) : []),
  ];
}

/** `agent-1/app-1#000004.1-decide.3f9a12-7`: the activity that wrote it. */
const written = /^.+#\d+\..*\.([^.-]+)-([^.]*)$/;

function eventsOf(
  records: readonly StepRecord[],
  recoveries: readonly RecordedRecovery[],
  stories: readonly WorkflowStory[],
): readonly EventRef[] {
  const activities = stories.flatMap((story) => story.activities.map((activity) => ({ activity, workflow: story.workflow })));
  const own = records.flatMap(({ seq }) => {
    const [, execution, id] = written.exec(seq) ?? [];
    if (execution === undefined) return [];
    return activities.filter(({ activity }) => activity.id === id && activity.execution.endsWith(execution));
  });
  const lost = recoveries.flatMap(({ agent, data }) => {
    const work = textOf(recordOf(data)?.['work']);
    return activities.filter(({ activity, workflow }) => workflow === agent && activity.id === work);
  });
  const events = [...own, ...lost].flatMap(({ activity }) => eventsOfActivity(activity));
  return [...new Map(events.map((event) => [`${event.execution} ${event.id}`, event])).values()].sort((a, b) => byTime(a.at, b.at));
}

function eventsOfActivity({ scheduled, started, ended }: ToldActivity): readonly EventRef[] {
  return [scheduled, started, ended].filter((event) => event !== undefined);
}
