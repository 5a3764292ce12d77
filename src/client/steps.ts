// A run's records as steps: several records (`<agent>#<step>.<phase>`) make one step. Ignores what it does not know, because records outlive versions.
import { isStepEntry, type RunEntry, type StepEntry } from '../domain/run/entry.js';
import { actionWords, performedAction } from '../domain/run/action-words.js';
import { recoveryText, type Recovery } from '../domain/device/recovery.js';
import { approvalText, type GivenBefore } from '../domain/human/approvals.js';
import { listOf, numberOf, recordOf, refOf, textOf, textsOf, type Data } from '../domain/checks/recorded-data.js';
import type { Step, StepAction, StepScreenshots } from '../domain/run/step.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { Reset } from './reset.js';
import { withoutSuperseded } from './superseded.js';

export type { Step };

/** In the order in which they began. `reset`: of a run that may have been reset since it last decided. */
export function stepsOf(entries: readonly RunEntry[], reset?: Reset): readonly Step[] {
  const groups = new Map<string, StepEntry[]>();
  for (const record of withoutSuperseded(entries.filter(isStepEntry), reset)) {
    const key = keyOf(record);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  const lastKey = [...groups.keys()].at(-1);
  const lastSeen = new Map<string, ArtifactRef | undefined>();
  const untold = new Map<string, readonly string[]>();
  return [...groups].flatMap(([key, group]) => {
    const step = stepOf(key, group, { isLast: key === lastKey, before: lastSeen.get(agentOf(key)) });
    lastSeen.set(step.agent, leftByHand(group) ?? step.screenshots.after ?? step.screenshots.before);
    // An agent's first look at the screen belongs to no step; what it noticed is told with the next one.
    const notes = [...(untold.get(step.agent) ?? []), ...step.notes];
    const isStep = group.some(({ type }) => type !== 'observed') || step.recovery.length > 0;
    untold.set(step.agent, isStep ? [] : notes);
    return isStep ? [{ ...step, notes }] : [];
  });
}

function keyOf({ seq }: StepEntry): string | undefined {
  return /^(.+#\d+)\./.exec(seq)?.[1];
}

/** Nothing will be performed for it, so its decision is all that is recorded. What it asks is answered before the next step. */
function runsNothing({ status, actions }: Data): boolean {
  return status !== 'PENDING' && listOf(actions).length === 0;
}

function agentOf(key: string): string {
  return key.slice(0, key.lastIndexOf('#'));
}

function stepOf(
  key: string,
  records: readonly StepEntry[],
  { isLast, before }: { readonly isLast: boolean; readonly before: ArtifactRef | undefined },
): Step {
  const decided = dataOf(records, 'decided');
  const performed = records.filter(({ type }) => type === 'performed').map(({ data }) => data);
  const failed = records.filter(({ type }) => type === 'decide-failed').map(({ data }) => data);
  const about = decided ?? failed[0] ?? {};
  const byHand = records.filter(({ type }) => type === byPerson).map(({ data }) => actionByHand(data));
  return {
    key,
    agent: agentOf(key),
    step: Number(key.slice(key.lastIndexOf('#') + 1)),
    at: records[0]?.at ?? '',
    subtask: textOf(about['subtask']),
    thought: textOf(decided?.['thought']),
    status: textOf(decided?.['status']) || (byHand.length > 0 ? 'HELD' : ''),
    actions: [...actionsOf(decided, performed), ...byHand],
    comment: textOf(decided?.['comment']),
    result: textOf(decided?.['result']),
    questions: textsOf(decided?.['questions']),
    notes: [
      ...listOf(about['notes']).map((note) => textOf(note['text'])),
      ...performed.flatMap(approvalLine),
      ...records.filter(isLook).flatMap(({ data }) => textsOf(recordOf(data['observation'])?.['notices'])),
    ],
    failures: failed.map((data) => `${textOf(data['code'])}: ${textOf(data['message'])}`),
    recovery: records.flatMap(({ data }) => listOf(data['recovery']).flatMap(recoveryLine)),
    screenshots: screenshotsOf(records, before),
    ms: records.reduce((sum, { data }) => sum + numberOf(data['ms'] ?? data['milliseconds']), 0),
    complete: !isLast || performed.length > 0 || (decided !== undefined && runsNothing(decided)),
  };
}

/** A decision repeats the look that it was made on. */
function isLook({ type }: StepEntry): boolean {
  return type === 'performed' || type === 'observed';
}

/** Nobody was asked. */
function approvalLine({ approval }: Data): readonly string[] {
  const given = recordOf(approval);
  return given && typeof given['at'] === 'string' ? [`Nobody was asked: ${approvalText(given as unknown as GivenBefore)}.`] : [];
}

/** A record of another version may have another form: it is left out. */
function recoveryLine(data: Data): readonly string[] {
  if (typeof data['at'] !== 'string' || (data['kind'] !== 'work' && data['kind'] !== 'device')) return [];
  return [`${data['at'].slice(11, 19)} ${recoveryText(data as unknown as Recovery)}`];
}

/** The decided actions, each with its outcome; then those performed without a decision in this step, as after an approval. */
function actionsOf(decided: Data | undefined, performed: readonly Data[]): readonly StepAction[] {
  const left = performed.flatMap((data) => listOf(data['actions']));
  const actions = listOf(decided?.['actions']).map((action) => {
    const index = left.findIndex((candidate) => candidate['function'] === action['function']);
    const [run] = index < 0 ? [] : left.splice(index, 1);
    return { text: actionWords(action), ...outcomeOf(action, run) };
  });
  return [...actions, ...left.map((run) => ({ text: actionWords(performedAction(run)), ...outcomeOf({}, run) }))];
}

const byPerson = 'person-acted';

/** What the guard would have asked about is said: whoever did it approved it. */
function actionByHand({ actor, action, outcome, approved }: Data): StepAction {
  const told = outcomeOf({}, { outcome });
  const approval = textOf(recordOf(approved)?.['reason']);
  const message = [told.message, approval && `approved by doing it: ${approval}`].filter(Boolean).join('; ');
  return {
    text: textOf(action),
    by: textOf(actor).replace(/^person:/, ''),
    outcome: told.outcome,
    message: message === '' ? undefined : message,
  };
}

/** The screen as a person left it; what the agent's own action led to stays the end of its step. */
function leftByHand(records: readonly StepEntry[]): ArtifactRef | undefined {
  return refOf(records.findLast(({ type, data }) => type === byPerson && data['picture'] !== undefined)?.data['picture']);
}

function effectText(effect: Data | undefined): string {
  return effect?.['kind'] === 'nothing-visible' ? 'nothing visible changed' : textOf(effect?.['what']);
}

function outcomeOf(action: Data, run: Data | undefined): Pick<StepAction, 'outcome' | 'message'> {
  const invalid = recordOf(action['invalid']);
  if (invalid) return { outcome: 'invalid', message: textOf(invalid['message']) };
  const outcome = recordOf(run?.['outcome']);
  if (!outcome) return {};
  const unverified = textOf(outcome['unverified']);
  const told = [unverified && `not verified: ${unverified}`, effectText(recordOf(outcome['effect']))]
    .filter((part) => part !== '')
    .join('; ');
  const message = textOf(outcome['message']) || textOf(outcome['text']) || told;
  return { outcome: textOf(outcome['status']), message: message === '' ? undefined : message };
}

/** A step begins with what the one before it left on the screen. */
function screenshotsOf(records: readonly StepEntry[], before: ArtifactRef | undefined): StepScreenshots {
  const after = records.map(({ data }) => refOf(recordOf(data['observation'])?.['screenshot'])).findLast((found) => found !== undefined);
  const annotated = refOf(recordOf(dataOf(records, 'decided')?.['refs'])?.['annotated']);
  return { before: before || undefined, annotated: annotated || undefined, after: after || undefined };
}

function dataOf(records: readonly StepEntry[], type: string): Data | undefined {
  return records.findLast((candidate) => candidate.type === type)?.data;
}
