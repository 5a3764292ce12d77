// A recorded run of an agent as the story that a flow is made from (domain/compile/story.ts): from its cassette alone.
//
// read-story-1. An action is told with the list that it was performed on, and the look that came with its outcome. What became of one without an outcome,
//     the journal or the next decision's memory says; else nobody knows.
import { actionText, type AppDecision, type DecideAppInput } from '../../domain/agent/decision.js';
import { listOf, recordOf, textOf } from '../../domain/checks/read-stored.js';
import { own } from '../../domain/collections.js';
import { CompileError, type Deed, type DeedOutcome, type RunStory, type StoryScreen, type StoryStep } from '../../domain/compile/story.js';
import type { ActionOutcome, JournalVerdict, PerformInput, PerformResult } from '../../domain/device/device-work.js';
import type { CallLook } from '../../domain/flow/flow-state.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import type { DecidedAction } from '../../domain/run/decided-action.js';
import type { PersonAction } from '../../domain/take-over/person-action.js';
import { personActText } from '../../domain/take-over/person-act.js';
import { parseControlList } from '../../domain/ui/control-list.js';
import type { ArtifactRef, Observation } from '../../domain/ui/observation.js';
import { pngSize } from '../../domain/ui/png.js';
import { targetsOf, type UiAction } from '../../domain/ui/ui-action.js';
import { type ActivityCall, activityCalls, completedRun } from './activity-calls.js';

/** Throws a `CompileError` as `completedRun` does. */
export function readStory(cassette: Cassette): RunStory {
  const { input, end, cost } = completedRun(cassette);
  const reading = createReading(cassette);
  return {
    ...{ run: cassette.run, steps: stepsIn(reading, reading.calls), cost },
    request: linesOf(end['rounds'], 'request') || textOf(input?.['request']),
    result: linesOf(recordOf(end['blackboard'])?.['results'], 'result') || linesOf(end['previousSubtasks'], 'result'),
    application: beginOf(reading),
  };
}

/** What one agent did in a run of another engine: `agent` is its frame. Throws a `CompileError` where its screens were removed. */
export function agentSteps(cassette: Cassette, agent: string): readonly StoryStep[] {
  const reading = createReading(cassette);
  return stepsIn(
    reading,
    reading.calls.filter(({ frame }) => frame === agent),
  );
}

/** The screen of a look that was kept; undefined: its list was removed. */
export function keptScreen({ artifacts }: Cassette, { controls: ref, application, title }: CallLook): StoryScreen | undefined {
  const stored = artifacts[ref];
  if (stored === undefined) return undefined;
  const { controls, address } = parseControlList(JSON.parse(Buffer.from(stored, 'base64').toString('utf8')), ref);
  const url = application.url ?? address;
  return { application: application.id, app: application.name, title, controls, url };
}

function linesOf(entries: unknown, key: string): string {
  return listOf(entries)
    .map((entry) => textOf(entry[key]))
    .filter((text) => text !== '')
    .join('\n');
}

/** Origin or application of the first screen that was kept. */
function beginOf({ looks, screenOf }: Reading): string {
  const screen = looks.map(({ observation }) => screenOf(observation.controls)).find((one) => one !== undefined);
  if (screen?.url === undefined || !URL.canParse(screen.url)) return screen?.app ?? '';
  const { origin } = new URL(screen.url);
  return origin === 'null' ? screen.url : origin;
}

// ── What the record holds, and what was read of it so far ──

interface Reading {
  readonly run: string;
  readonly calls: readonly ActivityCall[];
  readonly looks: readonly Look[];
  /** Undefined: its list was removed, or no look of the run had it. */
  screenOf(controls: ArtifactRef): StoryScreen | undefined;
  /** By frame: of its last decision, what was not performed yet. */
  readonly decided: Map<string, Decision[]>;
  /** Questions that are told, with their answers. */
  readonly told: Set<string>;
}

interface Look {
  readonly call: ActivityCall;
  readonly observation: Observation;
}

interface Decision extends Pick<Deed, 'step' | 'thought' | 'comment'> {
  readonly action: DecidedAction;
}

function createReading(cassette: Cassette): Reading {
  const calls = activityCalls(cassette);
  const looks = calls.flatMap((call): readonly Look[] => {
    const observation = observationOf(call);
    return observation ? [{ call, observation }] : [];
  });
  const known = new Map<ArtifactRef, StoryScreen | undefined>();
  return {
    ...{ run: cassette.run, calls, looks, decided: new Map(), told: new Set() },
    screenOf(controls) {
      if (!known.has(controls))
        known.set(
          controls,
          screenIn(
            cassette,
            looks.find((look) => look.observation.controls === controls),
          ),
        );
      return known.get(controls);
    },
  };
}

function observationOf({ type, result }: ActivityCall): Observation | undefined {
  if (type === 'observe') return result as Observation | undefined;
  return type === 'perform' ? (result as PerformResult | undefined)?.observation : undefined;
}

function screenIn(cassette: Cassette, look: Look | undefined): StoryScreen | undefined {
  const screen = look && keptScreen(cassette, look.observation);
  const png = look && cassette.artifacts[look.observation.screenshot];
  return screen && { ...screen, size: png === undefined ? undefined : pngSize(Buffer.from(png, 'base64')) };
}

// ── What each activity adds to the story ──

const readers: Readonly<Record<string, (call: ActivityCall, reading: Reading) => readonly StoryStep[]>> = {
  decideHost: decided,
  decideApp: decided,
  perform: performed,
  personAct: actedByHand,
};

/** `calls`: those of the reading that are told. */
function stepsIn(reading: Reading, calls: readonly ActivityCall[]): readonly StoryStep[] {
  return calls.flatMap((call) => own(readers, call.type)?.(call, reading) ?? []);
}

/** The answers that it knew, each once; what it decided is told when it is performed. */
function decided({ input, result, frame }: ActivityCall, reading: Reading): readonly StoryStep[] {
  const { blackboard, record } = input as DecideAppInput;
  if (result !== undefined) {
    const { actions, thought, comment } = result as AppDecision;
    const agent = record.agent.startsWith(`${reading.run}/`) ? record.agent.slice(reading.run.length + 1) : 'the host agent';
    const step = `step ${record.step} of ${agent}`;
    reading.decided.set(
      frame,
      actions.map((action) => ({ action, thought, comment, step })),
    );
  }
  return blackboard.questions.flatMap(({ question, answer }): readonly StoryStep[] => {
    const key = JSON.stringify([question, answer]);
    if (reading.told.has(key)) return [];
    reading.told.add(key);
    return [{ kind: 'answered', question, answer }];
  });
}

function actedByHand({ input, result }: ActivityCall): readonly StoryStep[] {
  const action = recordOf(input)?.['action'];
  return action === undefined || result === undefined ? [] : [{ kind: 'by-hand', words: personActText(action as PersonAction) }];
}

function performed(call: ActivityCall, reading: Reading): readonly Deed[] {
  const { looks, screenOf } = reading;
  const { actions, observation, record } = call.input as PerformInput;
  const before = screenOf(observation.controls);
  if (!before)
    throw new CompileError(
      'no-records',
      `The run '${reading.run}' can be no flow: what its screens showed was removed (\`steadyhand gc\`), or the file was written without it.`,
    );
  const shown = observationOf(call);
  const next = looks.find((look) => look.call.frame === call.frame && look.call.asked >= call.ended)?.observation;
  const after = (shown && screenOf(shown.controls)) ?? (next && screenOf(next.controls)) ?? before;
  const seen = looks.findLast((look) => look.observation.controls === observation.controls && look.call.ended <= call.asked)?.observation;
  return actions.map(({ function: name, action }, index): Deed => {
    const decision = takeDecision(reading.decided.get(call.frame) ?? [], name, action);
    const { args = {}, activation, target } = decision?.action ?? {};
    const targets = targetsOf(action);
    const [first] = targets;
    const control = first && 'control' in first ? first.control : target;
    return {
      kind: 'deed',
      step: decision?.step ?? `step ${record?.step ?? 0}`,
      words: actionText({ function: name, args, target: control && { ...control, label: '' } }),
      thought: decision?.thought ?? '',
      comment: decision?.comment ?? '',
      action,
      aimed: targets.some((one) => 'point' in one) ? target : undefined,
      applicationName: action.type === 'select-application' ? nameOf(action.id, looks) : undefined,
      isRisky: activation === undefined ? targets.length > 0 : activation.risks.length > 0,
      outcome: outcomeAt(call, index, reading.calls),
      before,
      screenshot: seen?.screenshot,
      after: index === actions.length - 1 ? after : before,
    };
  });
}

function nameOf(application: string, looks: readonly Look[]): string | undefined {
  return looks.flatMap(({ observation: { applications = [] } }) => applications).find(({ id }) => id === application)?.name;
}

/** The first of those decided that is this one; approvals find its control under another label. */
function takeDecision(decisions: Decision[], name: string, action: UiAction): Decision | undefined {
  const text = (one: UiAction): string =>
    JSON.stringify(one, (key, value: unknown) => (key === 'label' || key === 'over' ? undefined : value));
  const wanted = text(action);
  const named = decisions.filter((decision) => decision.action.function === name);
  const taken = named.find(({ action: { run } }) => run.kind === 'device' && text(run.action) === wanted) ?? named[0];
  if (taken) decisions.splice(decisions.indexOf(taken), 1);
  return taken;
}

// ── What became of it (read-story-1) ──

function outcomeAt(call: ActivityCall, index: number, calls: readonly ActivityCall[]): DeedOutcome {
  if (call.result !== undefined) return toldAs((call.result as PerformResult).outcomes[index]);
  const journal = calls.find(({ type, input }) => type === 'outcomeOf' && textOf(recordOf(input)?.['key']).endsWith(`:${call.id}`));
  const verdict = (journal?.result as readonly JournalVerdict[] | undefined)?.[index];
  if (verdict?.verdict === 'done') return toldAs(verdict.outcome);
  if (verdict?.verdict === 'fenced') return { status: 'not-run' };
  return { status: isRemembered(call, calls) ? 'done' : 'unknown' };
}

function toldAs(outcome: ActionOutcome | undefined): DeedOutcome {
  switch (outcome?.status) {
    case 'done':
      return { status: 'done' };
    case 'failed':
      return { status: 'failed', because: `${outcome.code}: ${outcome.message}` };
    case 'skipped':
      return { status: 'not-run' };
    case 'unknown':
    case undefined:
      return { status: 'unknown' };
  }
}

/** The next decision was told that it was done; of several actions at once, that does not say which. */
function isRemembered({ input, frame, ended }: ActivityCall, calls: readonly ActivityCall[]): boolean {
  const { actions, record } = input as PerformInput;
  const next = calls.find((call) => call.type === 'decideApp' && call.frame === frame && call.asked >= ended);
  const memory = next ? (next.input as DecideAppInput).memory : [];
  return actions.length === 1 && memory.findLast(({ step }) => step === record?.step)?.result.startsWith('done') === true;
}
