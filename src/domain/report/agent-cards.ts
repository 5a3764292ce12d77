// The steps of agents as cards: several records (`<agent>#<step>.<phase>`) make one step. Ignores what it does not know, because records outlive versions.
import { listOf, numberOf, recordOf, refOf, textOf, textsOf, type Data } from '../checks/read-stored.js';
import { grouped } from '../collections.js';
import { recoveryText, type Recovery } from '../device/recovery.js';
import { approvalText, type EarlierApproval } from '../human/approvals.js';
import { actionWords, performedAction } from '../run/action-words.js';
import type { ActivityEntry, HistoryFact, StepEntry } from '../run/entry.js';
import { effectText } from '../ui/change.js';
import type { ArtifactRef } from '../ui/observation.js';
import { blankCard, cardId } from './card.js';
import { byTime, clock } from './iso-time.js';
import type { CardAction, CardFlag, EventRef, ReportCard } from './report.schema.js';

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
  /** Nothing more will be recorded for it. */
  readonly complete: boolean;
}

export interface Beside {
  /** Whose events the cards name. */
  readonly history?: readonly HistoryFact[];
  /** What a person did by hand has cards of its own (holds.ts). */
  readonly actsApart?: boolean;
}

/** In the order in which the steps began. `records`: those that are valid. */
export function agentCards(run: string, records: readonly StepEntry[], { history = [], actsApart = false }: Beside = {}) {
  const groups = grouped(
    records.filter(({ seq }) => stepOf(seq) !== undefined),
    ({ seq }) => stepOf(seq)?.key ?? '',
  );
  const lastKey = [...groups.keys()].at(-1);
  const left = new Map<string, ArtifactRef | undefined>();
  const untold = new Map<string, readonly string[]>();
  return [...groups].flatMap(([key, group]): readonly AgentCard[] => {
    const agent = stepOf(group[0]?.seq)?.agent ?? '';
    const own = group.filter(({ type }) => type !== byPerson);
    const acts = actsApart ? [] : group.filter(({ type }) => type === byPerson);
    const made = agentCard({ run, at: group[0]?.at ?? '', own, acts, before: left.get(agent), isLast: key === lastKey, history });
    const { pictures, recovery } = made.card;
    // A step begins with what the one before it left on the screen, or a person after it.
    left.set(agent, lastSeenByPerson(group) ?? refOf(pictures.after ?? pictures.before));
    // An agent's first look at the screen belongs to no step; what it noticed is told with the next one.
    const notes = [...(untold.get(agent) ?? []), ...made.card.notes];
    const isStep = own.some(({ type }) => type !== 'observed') || recovery.length > 0 || acts.length > 0;
    untold.set(agent, isStep ? [] : notes);
    return isStep ? [{ ...made, card: { ...made.card, notes } }] : [];
  });
}

/** Of `<agent>#<step>.<phase>`; undefined: it is no part of a step. */
export function stepOf(seq = ''): { readonly key: string; readonly agent: string; readonly step: number } | undefined {
  const [, key, agent, step] = /^((.+)#(\d+))\./.exec(seq) ?? [];
  return key === undefined || agent === undefined ? undefined : { key, agent, step: Number(step) };
}

/** `app-1`, `step-2/app-1`; the run itself is `host`. */
export function agentName(run: string, agent: string): string {
  return agent === run ? 'host' : agent.startsWith(`${run}/`) ? agent.slice(run.length + 1) : agent;
}

interface Group {
  readonly run: string;
  readonly at: string;
  readonly own: readonly StepEntry[];
  /** What a person did by hand meanwhile. */
  readonly acts: readonly StepEntry[];
  readonly before: ArtifactRef | undefined;
  readonly isLast: boolean;
  readonly history: readonly HistoryFact[];
}

function agentCard({ run, at, own, acts, before, isLast, history }: Group): AgentCard {
  const { agent: path, step: number } = stepOf([...own, ...acts][0]?.seq) ?? { agent: '', step: 0 };
  const agent = agentName(run, path);
  const of = (wanted: StepEntry['type']): readonly Data[] => own.filter(({ type }) => type === wanted).map(({ data }) => data);
  const decided = of('decided').at(-1);
  const [performed, failed] = [of('performed'), of('decide-failed')];
  const refs = recordOf(decided?.['refs']);
  const ownActions = actionsOf(decided, performed);
  const after = own.map(({ data }) => refOf(recordOf(data['observation'])?.['screenshot'])).findLast((found) => found !== undefined);
  const recoveries = own.flatMap(({ data }) => listOf(data['recovery']));
  const facts = {
    status: textOf(decided?.['status']) || (acts.length > 0 ? 'HELD' : ''),
    thought: textOf(decided?.['thought']),
    comment: textOf(decided?.['comment']),
    questions: textsOf(decided?.['questions']),
    actions: [...ownActions, ...acts.map(({ data }) => actionByPerson(data))],
    failures: failed.map((data) => `${textOf(data['code'])}: ${textOf(data['message'])}`),
    recovery: recoveries.flatMap(recoveryLine),
  };
  const card: ReportCard = {
    ...blankCard,
    ...{ id: cardId(agent, number), kind: 'step', agent, number, at, title: titleOf(facts, ownActions, acts) },
    ...facts,
    subtask: textOf((decided ?? failed[0])?.['subtask']),
    result: textOf(decided?.['result']),
    notes: [
      ...listOf((decided ?? failed[0])?.['notes']).map((note) => textOf(note['text'])),
      ...performed.flatMap(approvalLine),
      ...own.filter(isLook).flatMap(({ data }) => textsOf(recordOf(data['observation'])?.['notices'])),
    ],
    guard: guardOf(decided, performed.length > 0),
    pictures: { before, after },
    tokens: tokensOf(decided),
    phases: phasesOf(own),
    prompt: refOf(refs?.['prompt']),
    reply: refOf(refs?.['reply']),
    flags: flagsOf(facts),
    events: eventsOf(own, recoveries, { agent: path, history }),
  };
  const complete = !isLast || performed.length > 0 || (decided !== undefined && runsNothing(decided));
  return { card, aims: aimsOf(own, before === after), complete };
}

/** The decided actions, each with its outcome; then those performed without a decision in this step, as after an approval. */
function actionsOf(decided: Data | undefined, performed: readonly Data[]): readonly CardAction[] {
  const left = performed.flatMap((data) => listOf(data['actions']));
  const actions = listOf(decided?.['actions']).map((action) => {
    const index = left.findIndex((candidate) => candidate['function'] === action['function']);
    const [run] = index < 0 ? [] : left.splice(index, 1);
    return { text: actionWords(action), ...outcomeOf(action, run) };
  });
  return [...actions, ...left.map((run) => ({ text: actionWords(performedAction(run)), ...outcomeOf({}, run) }))];
}

function outcomeOf(action: Data, run: Data | undefined): Pick<CardAction, 'outcome' | 'effect'> {
  const invalid = recordOf(action['invalid']);
  if (invalid) return { outcome: 'invalid', effect: textOf(invalid['message']) };
  const outcome = recordOf(run?.['outcome']);
  if (!outcome) return {};
  const unverified = textOf(outcome['unverified']);
  const seen = [unverified && `not verified: ${unverified}`, effectOf(recordOf(outcome['effect']))].filter(Boolean).join('; ');
  return { outcome: textOf(outcome['status']), effect: textOf(outcome['message']) || textOf(outcome['text']) || seen || undefined };
}

function effectOf(effect: Data | undefined): string {
  if (effect?.['kind'] !== 'nothing-visible') return textOf(effect?.['what']);
  return effectText({ kind: 'nothing-visible', but: textOf(effect['but']) || undefined });
}

const byPerson = 'person-acted';

/** What the guard would have asked about is said: whoever did it approved it. */
function actionByPerson({ actor, action, outcome, approved }: Data): CardAction {
  const known = outcomeOf({}, { outcome });
  const approval = textOf(recordOf(approved)?.['reason']);
  const effect = [known.effect, approval && `approved by doing it: ${approval}`].filter(Boolean).join('; ');
  return { text: `${nameOf(actor)}, by hand: ${textOf(action)}`, outcome: known.outcome, effect: effect || undefined };
}

function nameOf(actor: unknown): string {
  return textOf(actor).replace(/^person:/, '');
}

/** The screen as a person left it; what the agent's own action led to stays the end of its step. */
function lastSeenByPerson(records: readonly StepEntry[]): ArtifactRef | undefined {
  return refOf(records.findLast(({ type, data }) => type === byPerson && data['picture'] !== undefined)?.data['picture']);
}

/** A decision repeats the look that it was made on. */
function isLook({ type }: StepEntry): boolean {
  return type === 'performed' || type === 'observed';
}

/** Nobody was asked. */
function approvalLine({ approval }: Data): readonly string[] {
  const given = recordOf(approval);
  return given && typeof given['at'] === 'string' ? [`Nobody was asked: ${approvalText(given as unknown as EarlierApproval)}.`] : [];
}

/** A record of another version may have another form: it is left out. */
function recoveryLine(data: Data): readonly string[] {
  if (typeof data['at'] !== 'string' || (data['kind'] !== 'work' && data['kind'] !== 'device')) return [];
  return [`${clock(data['at'])} ${recoveryText(data as unknown as Recovery)}`];
}

/** Nothing will be performed for it, so its decision is all that is recorded. What it asks is answered before the next step. */
function runsNothing({ status, actions }: Data): boolean {
  return status !== 'PENDING' && listOf(actions).length === 0;
}

type Facts = Pick<ReportCard, 'status' | 'thought' | 'comment' | 'questions' | 'actions' | 'failures' | 'recovery'>;

function titleOf({ questions, comment, thought, status, recovery }: Facts, own: readonly CardAction[], acts: readonly StepEntry[]): string {
  const [question] = questions;
  if (question !== undefined) return question;
  if (own.length > 0) return own.map(({ text }) => text).join(', then ');
  const [act] = acts;
  if (act) return `${nameOf(act.data['actor'])} did it by hand`;
  return comment || thought || (recovery.length > 0 ? 'Find out what happened' : status || 'A step');
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
  return { input, output, costUsd: numberOf(usage['costUsd']), model: textOf(decided?.['model']) || undefined };
}

const phaseNames: Readonly<Record<string, string>> = {
  decided: 'deciding',
  'decide-failed': 'failed attempts',
  performed: 'acting',
  observed: 'looking',
};

function phasesOf(records: readonly StepEntry[]): ReportCard['phases'] {
  const sums = new Map<string, number>();
  for (const { type, data } of records) {
    const name = phaseNames[type];
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + numberOf(data['ms'] ?? data['milliseconds']));
  }
  return [...sums].map(([name, ms]) => ({ name, ms }));
}

function flagsOf({ status, actions, failures, questions, recovery }: Facts): readonly CardFlag[] {
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

/** Of the activities that wrote the records, and of those that were lost. */
function eventsOf(records: readonly StepEntry[], recoveries: readonly Data[], { agent, history }: OfAgent): readonly EventRef[] {
  const activities = history.filter((entry) => entry.type === 'activity');
  const own = records.flatMap(({ seq }) => {
    const [, execution, id] = written.exec(seq) ?? [];
    if (execution === undefined) return [];
    return activities.filter(({ data, event }) => data.id === id && event.execution.endsWith(execution));
  });
  const workflow = workflowOf({ agent, history });
  const lost = recoveries.flatMap(({ work }) => activities.filter(({ data, event }) => event.workflow === workflow && data.id === work));
  const events = [...own, ...lost].flatMap(eventsOfActivity);
  return [...new Map(events.map((event) => [`${event.execution} ${event.id}`, event])).values()].sort((a, b) => byTime(a.at, b.at));
}

interface OfAgent {
  /** As records name it: `agent-1/app-2`. */
  readonly agent: string;
  readonly history: readonly HistoryFact[];
}

/** The workflow that an agent works in: its own, or the run of which it is a frame. */
export function workflowOf({ agent, history }: OfAgent): string | undefined {
  const workflows = history.filter(({ type }) => type === 'started').map(({ event }) => event.workflow);
  return workflows.filter((workflow) => `${agent}/`.startsWith(`${workflow}/`)).sort((one, other) => other.length - one.length)[0];
}

export function eventsOfActivity({ event, data: { started, ended } }: ActivityEntry): readonly EventRef[] {
  return [event, started, ended].filter((ref) => ref !== undefined);
}

function aimsOf(records: readonly StepEntry[], isSameScreen: boolean): readonly Aim[] {
  const performed = records.filter(({ type }) => type === 'performed').map(({ data }) => data);
  const acted = refOf(recordOf(performed[0]?.['before'])?.['controls']);
  // Where the call was lost, nothing is performed: a later look tells, if the screen was the same.
  const looked = records.findLast(({ type }) => type === 'observed')?.data['observation'];
  const controls = acted ?? (isSameScreen ? refOf(recordOf(looked)?.['controls']) : undefined);
  if (controls === undefined) return [];
  const decided = listOf(records.findLast(({ type }) => type === 'decided')?.data['actions']);
  const actions = decided.length > 0 ? decided : performed.flatMap((data) => listOf(data['actions']).map(performedAction));
  return actions.flatMap(({ target }) => {
    const found = recordOf(target);
    return found ? [{ controls, target: found, isLater: acted ? undefined : (true as const) }] : [];
  });
}
