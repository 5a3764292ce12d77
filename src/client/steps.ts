// A run's records as steps: several records (`<agent>#<step>.<phase>`) make one step. Ignores what it does not know, because records outlive versions.
import type { RunRecord } from '../ports/run-records.js';
import { recoveryText, type Recovery } from '../domain/device/recovery.js';
import { approvalText, type GivenBefore } from '../domain/human/approvals.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { Reset } from './reset.js';
import { withoutSuperseded } from './superseded.js';

export interface Step {
  /** `<agent>#<step>` */
  readonly key: string;
  readonly agent: string;
  readonly step: number;
  readonly at: string;
  readonly subtask: string;
  readonly thought: string;
  readonly status: string;
  readonly actions: readonly StepAction[];
  readonly comment: string;
  readonly result: string;
  readonly questions: readonly string[];
  /** What happened to the run before this step: answers, approvals, resets. */
  readonly notes: readonly string[];
  /** Attempts at a decision that failed, one text each. */
  readonly failures: readonly string[];
  /** Calls that did not simply return from a host, and what was done about them. */
  readonly recovery: readonly string[];
  readonly screenshots: StepScreenshots;
  readonly ms: number;
  /** Nothing more will be recorded for it. */
  readonly complete: boolean;
}

export interface StepAction {
  readonly text: string;
  /** done, failed, skipped or unknown; absent until it has run. */
  readonly outcome?: string;
  readonly message?: string;
}

/** What the model saw, with its labels, and what the actions led to. */
export interface StepScreenshots {
  readonly before?: ArtifactRef;
  readonly annotated?: ArtifactRef;
  readonly after?: ArtifactRef;
}

type Data = Readonly<Record<string, unknown>>;

/** In the order in which they began. `reset`: of a run that may have been reset since it last decided. */
export function stepsOf(records: readonly RunRecord[], reset?: Reset): readonly Step[] {
  const groups = new Map<string, RunRecord[]>();
  for (const record of withoutSuperseded(records, reset)) {
    const key = keyOf(record);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  const lastKey = [...groups.keys()].at(-1);
  const lastSeen = new Map<string, ArtifactRef | undefined>();
  return [...groups].flatMap(([key, group]) => {
    const step = stepOf(key, group, { isLast: key === lastKey, before: lastSeen.get(agentOf(key)) });
    lastSeen.set(step.agent, step.screenshots.after ?? step.screenshots.before);
    // An agent's first look at the screen belongs to no step.
    return group.some(({ type }) => type !== 'observed') || step.recovery.length > 0 ? [step] : [];
  });
}

function keyOf({ seq }: RunRecord): string | undefined {
  return /^(.+#\d+)\./.exec(seq)?.[1];
}

/** Nothing will be performed for it, so its decision is all that is recorded. */
function runsNothing({ status, actions }: Data): boolean {
  return status === 'PENDING' || list(actions).length === 0;
}

function agentOf(key: string): string {
  return key.slice(0, key.lastIndexOf('#'));
}

function stepOf(
  key: string,
  records: readonly RunRecord[],
  { isLast, before }: { readonly isLast: boolean; readonly before: ArtifactRef | undefined },
): Step {
  const decided = dataOf(records, 'decided');
  const performed = records.filter(({ type }) => type === 'performed').map(({ data }) => data);
  const failed = records.filter(({ type }) => type === 'decide-failed').map(({ data }) => data);
  const about = decided ?? failed[0] ?? {};
  return {
    key,
    agent: agentOf(key),
    step: Number(key.slice(key.lastIndexOf('#') + 1)),
    at: records[0]?.at ?? '',
    subtask: text(about['subtask']),
    thought: text(decided?.['thought']),
    status: text(decided?.['status']),
    actions: actionsOf(decided, performed),
    comment: text(decided?.['comment']),
    result: text(decided?.['result']),
    questions: texts(decided?.['questions']),
    notes: [...list(about['notes']).map((note) => text(note['text'])), ...performed.flatMap(approvalLine)],
    failures: failed.map((data) => `${text(data['code'])}: ${text(data['message'])}`),
    recovery: records.flatMap(({ data }) => list(data['recovery']).flatMap(recoveryLine)),
    screenshots: screenshotsOf(records, before),
    ms: records.reduce((sum, { data }) => sum + number(data['ms'] ?? data['milliseconds']), 0),
    complete: !isLast || performed.length > 0 || (decided !== undefined && runsNothing(decided)),
  };
}

/** HE42: nobody was asked. */
function approvalLine({ approval }: Data): readonly string[] {
  const given = record(approval);
  return given && typeof given['at'] === 'string' ? [`Nobody was asked: ${approvalText(given as unknown as GivenBefore)}.`] : [];
}

/** A record of another version may have another form: it is left out. */
function recoveryLine(data: Data): readonly string[] {
  if (typeof data['at'] !== 'string' || (data['kind'] !== 'work' && data['kind'] !== 'device')) return [];
  return [`${data['at'].slice(11, 19)} ${recoveryText(data as unknown as Recovery)}`];
}

/** The decided actions, each with its outcome; then those performed without a decision in this step, as after an approval. */
function actionsOf(decided: Data | undefined, performed: readonly Data[]): readonly StepAction[] {
  const left = performed.flatMap((data) => list(data['actions']));
  const actions = list(decided?.['actions']).map((action) => {
    const index = left.findIndex((candidate) => candidate['function'] === action['function']);
    const [run] = index < 0 ? [] : left.splice(index, 1);
    return { text: decidedLine(action), ...outcomeOf(action, run) };
  });
  return [...actions, ...left.map((run) => ({ text: performedLine(run), ...outcomeOf({}, run) }))];
}

/** HE3. */
function effectText(effect: Data | undefined): string {
  return effect?.['kind'] === 'nothing-visible' ? 'nothing visible changed' : text(effect?.['what']);
}

function outcomeOf(action: Data, run: Data | undefined): Pick<StepAction, 'outcome' | 'message'> {
  const invalid = record(action['invalid']);
  if (invalid) return { outcome: 'invalid', message: text(invalid['message']) };
  const outcome = record(run?.['outcome']);
  if (!outcome) return {};
  const unverified = text(outcome['unverified']);
  const told = [unverified && `not verified: ${unverified}`, effectText(record(outcome['effect']))]
    .filter((part) => part !== '')
    .join('; ');
  const message = text(outcome['message']) || text(outcome['text']) || told;
  return { outcome: text(outcome['status']), ...(message === '' ? {} : { message }) };
}

/** `set_edit_text "Name" [7] {"text":"Ann"}` */
function decidedLine(action: Data): string {
  const args = Object.entries(record(action['args']) ?? {}).filter(
    ([name, value]) => value !== false && value !== '' && value !== null && !(name === 'button' && value === 'left'),
  );
  return actionLine(text(action['function']), record(action['target']), args.length > 0 ? JSON.stringify(Object.fromEntries(args)) : '');
}

function performedLine(run: Data): string {
  return actionLine(text(run['function']), record(record(record(run['action'])?.['target'])?.['control']), '');
}

function actionLine(name: string, target: Data | undefined, args: string): string {
  const aim = target ? ` "${text(target['name'])}" [${text(target['label'])}]` : '';
  return `${name}${aim}${args === '' ? '' : ` ${args}`}`;
}

/** A step begins with what the one before it left on the screen. */
function screenshotsOf(records: readonly RunRecord[], before: ArtifactRef | undefined): StepScreenshots {
  const after = records.map(({ data }) => reference(record(data['observation'])?.['screenshot'])).findLast((found) => found !== undefined);
  const annotated = reference(record(dataOf(records, 'decided')?.['refs'])?.['annotated']);
  return { ...(before ? { before } : {}), ...(annotated ? { annotated } : {}), ...(after ? { after } : {}) };
}

function dataOf(records: readonly RunRecord[], type: string): Data | undefined {
  return records.findLast((candidate) => candidate.type === type)?.data;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function list(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map((entry) => record(entry) ?? {}) : [];
}

function record(value: unknown): Data | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : undefined;
}

function reference(value: unknown): ArtifactRef | undefined {
  return typeof value === 'string' && value.startsWith('sha256:') ? (value as ArtifactRef) : undefined;
}
