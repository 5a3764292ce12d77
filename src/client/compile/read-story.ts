// A recorded run of an agent as the story that a flow is made from (domain/compile/story.ts): from its cassette alone.
//
// read-story-1. An action is told with the list that it was performed on, and the look that came with its outcome. What became of one without an outcome,
//     the journal or the next decision's memory says; else nobody knows.
import { defined } from '../../domain/collections.js';
import { actionText, type AppDecision, type DecideAppInput } from '../../domain/agent/decision.js';
import { CompileError, type Deed, type DeedOutcome, type RunStory, type StoryScreen, type StoryStep } from '../../domain/compile/story.js';
import type { ActionOutcome, JournalVerdict, PerformInput, PerformResult } from '../../domain/device/device-work.js';
import { listOf, recordOf, textOf } from '../../domain/checks/read-stored.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import type { CallLook } from '../../domain/flow/flow-state.js';
import type { DecidedAction } from '../../domain/run/decided-action.js';
import { parseControlList } from '../../domain/ui/control-list.js';
import type { ArtifactRef, Observation } from '../../domain/ui/observation.js';
import { pngSize } from '../../domain/ui/png.js';
import { targetsOf, type UiAction } from '../../domain/ui/ui-action.js';
import { personActText } from '../../domain/take-over/person-act.js';
import { type ActivityCall, activityCalls, completedRun } from './activity-calls.js';

/** Throws a `CompileError` as `completedRun` does. */
export function readStory(cassette: Cassette): RunStory {
  const { input, end, cost } = completedRun(cassette);
  const reader = createReader(cassette, activityCalls(cassette));
  const rounds = listOf(end['rounds']).map((round) => textOf(round['request']));
  const results = listOf(recordOf(end['blackboard'])?.['results']).map((entry) => textOf(entry['result']));
  const subtasks = listOf(end['previousSubtasks']).map((entry) => textOf(entry['result']));
  const steps = reader.steps();
  const first = reader.firstScreen();
  return {
    ...{ run: cassette.run, steps, cost },
    request: rounds.filter((text) => text !== '').join('\n') || textOf(input?.['request']),
    result: (results.some((text) => text !== '') ? results : subtasks).filter((text) => text !== '').join('\n'),
    application: first?.url !== undefined && URL.canParse(first.url) ? originOf(first.url) : (first?.app ?? ''),
  };
}

/** What one agent did in a run of another engine: `agent` is its frame. Throws a `CompileError` where its screens were removed. */
export function agentSteps(cassette: Cassette, agent: string): readonly StoryStep[] {
  return createReader(cassette, activityCalls(cassette), agent).steps();
}

/** The screen of a look that was kept; undefined: its list was removed. */
export function keptScreen({ artifacts }: Cassette, { controls: ref, application, title }: CallLook): StoryScreen | undefined {
  const stored = artifacts[ref];
  if (stored === undefined) return undefined;
  const { controls, address } = parseControlList(JSON.parse(Buffer.from(stored, 'base64').toString('utf8')), ref);
  const url = application.url ?? address;
  return { application: application.id, app: application.name, title, controls, url };
}

function originOf(url: string): string {
  const { origin } = new URL(url);
  return origin === 'null' ? url : origin;
}

interface Decision {
  readonly action: DecidedAction;
  readonly thought: string;
  readonly comment: string;
  readonly step: string;
}

interface Reader {
  steps(): readonly StoryStep[];
  firstScreen(): StoryScreen | undefined;
}

/** `agent`: of that frame alone. */
function createReader(cassette: Cassette, calls: readonly ActivityCall[], agent?: string): Reader {
  const screens = createScreens(cassette, calls);
  const waiting = new Map<string, Decision[]>();
  const told = new Set<string>();
  return {
    firstScreen: () => screens.first(),
    steps: () =>
      calls.flatMap((call): readonly StoryStep[] => {
        if (agent !== undefined && call.frame !== agent) return [];
        if (call.type === 'decideApp' || call.type === 'decideHost') {
          const answered = answersIn(call.input as DecideAppInput, told);
          noteDecision(call, cassette.run, waiting);
          return answered;
        }
        if (call.type === 'personAct') return personActed(call);
        return call.type === 'perform' ? deedsOf(call, { screens, calls, waiting, run: cassette.run }) : [];
      }),
  };
}

/** Each question once. */
function answersIn({ blackboard }: DecideAppInput, told: Set<string>): readonly StoryStep[] {
  return blackboard.questions.flatMap(({ question, answer }): readonly StoryStep[] => {
    const key = JSON.stringify([question, answer]);
    if (told.has(key)) return [];
    told.add(key);
    return [{ kind: 'answered', question, answer }];
  });
}

function personActed({ input, result }: ActivityCall): readonly StoryStep[] {
  const action = recordOf(input)?.['action'];
  return action === undefined || result === undefined
    ? []
    : [{ kind: 'by-hand', words: personActText(action as Parameters<typeof personActText>[0]) }];
}

function noteDecision({ input, result, frame }: ActivityCall, run: string, waiting: Map<string, Decision[]>): void {
  if (result === undefined) return;
  const { actions, thought, comment } = result as AppDecision;
  const { record } = input as DecideAppInput;
  const agent = record.agent.startsWith(`${run}/`) ? record.agent.slice(run.length + 1) : 'the host agent';
  const step = `step ${record.step} of ${agent}`;
  waiting.set(
    frame,
    actions.map((action) => ({ action, thought, comment, step })),
  );
}

interface Sources {
  readonly screens: Screens;
  readonly calls: readonly ActivityCall[];
  readonly waiting: Map<string, Decision[]>;
  readonly run: string;
}

function deedsOf(call: ActivityCall, { screens, calls, waiting, run }: Sources): readonly Deed[] {
  const input = call.input as PerformInput;
  const result = call.result as PerformResult | undefined;
  const before = screens.of(input.observation.controls);
  if (!before)
    throw new CompileError(
      'no-records',
      `The run '${run}' can be no flow: what its screens showed was removed (\`steadyhand gc\`), or the file was written without it.`,
    );
  const after = (result && screens.of(result.observation.controls)) ?? screens.nextAfter(call) ?? before;
  const screenshot = screens.pictureOf(input.observation.controls, call);
  const outcomes = outcomesOf(call, input, calls);
  return input.actions.map(({ function: name, action }, index): Deed => {
    const decision = takeDecision(waiting.get(call.frame) ?? [], name, action);
    const applicationName = action.type === 'select-application' ? screens.nameOf(action.id) : undefined;
    const target = decision?.action.target;
    const isAtPoint = targetsOf(action).some((one) => 'point' in one);
    return {
      kind: 'deed',
      step: decision?.step ?? `step ${input.record?.step ?? 0}`,
      words: wordsOf(name, action, decision),
      thought: decision?.thought ?? '',
      comment: decision?.comment ?? '',
      action,
      aimed: isAtPoint && target ? target : undefined,
      applicationName,
      isRisky: decision?.action.activation === undefined ? targetsOf(action).length > 0 : decision.action.activation.risks.length > 0,
      outcome: outcomes[index] ?? { status: 'unknown' },
      before,
      screenshot,
      after: index === input.actions.length - 1 ? after : before,
    };
  });
}

function wordsOf(name: string, action: UiAction, decision: Decision | undefined): string {
  const [target] = targetsOf(action);
  const control = target && 'control' in target ? target.control : decision?.action.target;
  const args = decision?.action.args ?? {};
  return actionText({ function: name, args, target: control ? { ...control, label: '' } : undefined });
}

/** The first of those waiting that is this one; approvals find its control under another label. */
function takeDecision(waiting: Decision[], name: string, action: UiAction): Decision | undefined {
  const sameAs = (one: UiAction): string =>
    JSON.stringify(one, (key, value: unknown) => (key === 'label' || key === 'over' ? undefined : value));
  const wanted = sameAs(action);
  const exact = waiting.findIndex(
    ({ action: each }) => each.function === name && each.run.kind === 'device' && sameAs(each.run.action) === wanted,
  );
  const at = exact >= 0 ? exact : waiting.findIndex(({ action: each }) => each.function === name);
  return at < 0 ? undefined : waiting.splice(at, 1)[0];
}

/** read-story-1. */
function outcomesOf(call: ActivityCall, input: PerformInput, calls: readonly ActivityCall[]): readonly DeedOutcome[] {
  if (call.result !== undefined) return (call.result as PerformResult).outcomes.map(outcomeOf);
  const verdicts = calls.find(({ type, input: asked }) => type === 'outcomeOf' && textOf(recordOf(asked)?.['key']).endsWith(`:${call.id}`))
    ?.result as readonly JournalVerdict[] | undefined;
  const remembered = memoryOf(call, input, calls);
  return input.actions.map((_, index): DeedOutcome => {
    const verdict = verdicts?.[index];
    if (verdict?.verdict === 'done') return outcomeOf(verdict.outcome);
    if (verdict?.verdict === 'fenced') return { status: 'not-run' };
    if (input.actions.length === 1 && remembered.startsWith('done')) return { status: 'done' };
    return { status: 'unknown' };
  });
}

/** What the next decision was told of that step. */
function memoryOf(call: ActivityCall, { record }: PerformInput, calls: readonly ActivityCall[]): string {
  const next = calls.find(({ type, frame, asked }) => type === 'decideApp' && frame === call.frame && asked >= call.ended);
  const memory = next ? (next.input as DecideAppInput).memory : [];
  return memory.findLast(({ step }) => step === record?.step)?.result ?? '';
}

function outcomeOf(outcome: ActionOutcome): DeedOutcome {
  switch (outcome.status) {
    case 'done':
      return { status: 'done', text: outcome.text };
    case 'failed':
      return { status: 'failed', because: `${outcome.code}: ${outcome.message}` };
    case 'skipped':
      return { status: 'not-run' };
    case 'unknown':
      return { status: 'unknown' };
  }
}

// ── Looks ──

interface Screens {
  of(controls: ArtifactRef): StoryScreen | undefined;
  nextAfter(call: ActivityCall): StoryScreen | undefined;
  nameOf(application: string): string | undefined;
  /** Of the last look before it that had this list. */
  pictureOf(controls: ArtifactRef, before: ActivityCall): ArtifactRef | undefined;
  first(): StoryScreen | undefined;
}

function createScreens(cassette: Cassette, calls: readonly ActivityCall[]): Screens {
  const looks = calls.flatMap((call) => {
    const observation = observationOf(call);
    return observation ? [{ call, observation }] : [];
  });
  const known = new Map<ArtifactRef, StoryScreen | undefined>();
  const of = (ref: ArtifactRef): StoryScreen | undefined => {
    if (!known.has(ref))
      known.set(ref, screenOf(cassette, ref, looks.find(({ observation }) => observation.controls === ref)?.observation));
    return known.get(ref);
  };
  return {
    of,
    first: () => looks.map(({ observation }) => of(observation.controls)).find((screen) => screen !== undefined),
    nextAfter({ ended, frame }) {
      const next = looks.find(({ call }) => call.frame === frame && call.asked >= ended);
      return next && of(next.observation.controls);
    },
    pictureOf: (ref, { asked }) =>
      looks.findLast(({ call, observation }) => observation.controls === ref && call.ended <= asked)?.observation.screenshot,
    nameOf: (id) => looks.flatMap(({ observation: { applications = [] } }) => applications).find((one) => one.id === id)?.name,
  };
}

function observationOf({ type, result }: ActivityCall): Observation | undefined {
  if (type === 'observe') return result as Observation | undefined;
  return type === 'perform' ? (result as PerformResult | undefined)?.observation : undefined;
}

function screenOf(cassette: Cassette, ref: ArtifactRef, observation: Observation | undefined): StoryScreen | undefined {
  if (!observation) return undefined;
  const { application, title, screenshot } = observation;
  const screen = keptScreen(cassette, { controls: ref, application, title });
  const png = cassette.artifacts[screenshot];
  const size = png === undefined ? undefined : pngSize(Buffer.from(png, 'base64'));
  return screen && { ...screen, ...defined({ size }) };
}
