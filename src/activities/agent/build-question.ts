// What a model is asked and what its answer means, without Temporal: what `decideApp` and `decideHost` do, and what is done again on a recorded run. The prompt is built from references.
import {
  type AppAction,
  type AppDecision,
  type DecideAppInput,
  type DecideHostInput,
  type HostDecision,
  appAgentStatuses,
  hostAgentStatuses,
  parseStatus,
  unknownStatus,
  type AppAgentStatus,
  type HostAgentStatus,
} from '../../domain/agent/decision.js';
import {
  appReplySchema,
  appSequenceReplySchema,
  hostReplySchema,
  type AppReply,
  type AppSequenceReply,
  type HostReply,
} from '../../domain/agent/replies.schema.js';
import { findApplication } from '../../domain/action/call-references.js';
import { createJudgement, judgedScreenOf } from '../../domain/guard/judge.js';
import type { Lexicon } from '../../domain/guard/lexicon.js';
import type { LabelledControl } from '../../domain/ui/control-list.js';
import type { Size } from '../../domain/ui/geometry.js';
import { observationText } from '../../domain/ui/observation-text.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/pictures.js';
import type { ModelReply, ModelRole } from '../../ports/model.js';
import type { TypedTexts } from '../../ports/tokens.js';
import { appPromptVersion, appSystemPrompt, appUserPrompt } from '../../prompts/app-agent.js';
import { hostPromptVersion, hostSystemPrompt, hostUserPrompt } from '../../prompts/host-agent.js';
import type { Question } from '../model/ask-model.js';
import { aimsAtPoint, decideAction, slipIn, withActivation, withinTurn } from './decide-action.js';
import { decideByComputer, type AskComputer } from './decide-computer.js';
import { appPictures, changedByPerson, framedEach, loadControls, noPictures, screenSize, type Pictures } from './decide-screen.js';
import { maskedText, passwordsTyped, withoutPasswords } from './seal-typed.js';

export interface Deciding {
  ask<T>(question: Question<T>): Promise<ModelReply<T>>;
  /** In place of `ask`, for AppAgents. */
  readonly computer?: AskComputer;
  takesImages(role: ModelRole): boolean;
  readonly artifacts: ArtifactStore;
  readonly images: Images;
  readonly typed: TypedTexts;
  /** The guard's words. */
  readonly lexicon: Lexicon;
}

export interface Decided<D> {
  readonly decision: D;
  readonly warnings: readonly string[];
}

export async function decideAsApp(input: DecideAppInput, deciding: Deciding): Promise<Decided<AppDecision>> {
  return deciding.computer ? decideByComputer(input, deciding.computer, deciding) : decideByLabels(input, deciding);
}

// ── By labels: the model answers with calls of functions ─────────────────────

type AppReplies = AppReply | AppSequenceReply;
type Seen = Pick<DecideAppInput['observation'], 'application' | 'title' | 'pressed'>;

async function decideByLabels(input: DecideAppInput, deciding: Deciding): Promise<Decided<AppDecision>> {
  const { artifacts, images, typed, lexicon } = deciding;
  const { observation } = input;
  const { pressed, screenshot } = observation;
  const controls = await loadControls(artifacts, observation.controls);
  const pictures = deciding.takesImages('app') ? await appPictures(input, controls, { artifacts, images }) : noPictures;
  const size = pressed || controls.length > manyControls ? await screenSize(artifacts, screenshot) : undefined;
  const before = input.before ? await loadControls(artifacts, input.before) : [];
  const changed = await changedByPerson(artifacts, input, controls);
  const question = appQuestion(input, controls, pictures, { before, size, changed });
  const reply = await deciding.ask({ ...question, stored: (text, value) => maskedText(text, passwordsIn(value, controls)) });
  const screen = size ?? (callsOf(reply.value).some(aimsAtPoint) ? await screenSize(artifacts, screenshot) : undefined);
  const decision = appDecision(reply, controls, pictures, { observation, screen, lexicon, typed });
  const actions = await framedEach(decision.actions, controls, screenshot, { artifacts, images });
  return { decision: { ...decision, actions }, warnings: [...pictures.warnings, ...reply.warnings] };
}

/** Of fewer, all that can be seen has room. */
const manyControls = 200;

/** `before`: what the prompt before told; `changed`: while a person had the screen; `size`: of the screenshot, where something is held or there is much. */
function appQuestion(
  input: DecideAppInput,
  controls: readonly LabelledControl[],
  pictures: Pictures,
  told: { readonly before: readonly LabelledControl[]; readonly size: Size | undefined; readonly changed: string | undefined },
): Question<AppReplies> {
  const { actionSequence, observation } = input;
  const { before, size, changed } = told;
  const browser = observation.application.url !== undefined;
  const facts = {
    input,
    screen: observationText(controls, { before, height: size?.height, task: `${input.request} ${input.subtask}` }),
    images: pictures.images.length > 0,
    size,
    changed,
  };
  return {
    role: 'app',
    model: input.models?.['app'],
    messages: [
      { role: 'system', text: appSystemPrompt({ actionSequence, browser }) },
      { role: 'user', text: appUserPrompt(facts) },
    ],
    images: pictures.images,
    schema: {
      name: `app_agent_reply_v${appPromptVersion}`,
      zod: actionSequence ? appSequenceReplySchema : appReplySchema,
      isMeant: (value) => unknownStatus(statusWords(value), appAgentStatuses) === undefined,
    },
    statuses: { allowed: appAgentStatuses, in: statusWords },
  };
}

interface DecidingCalls extends Pick<Deciding, 'lexicon' | 'typed'> {
  readonly observation: Seen;
  /** Size of the screenshot, where a call names a place. */
  readonly screen?: Size | undefined;
}

export function appDecision(
  { value, usage, model, refs }: ModelReply<AppReplies>,
  controls: readonly LabelledControl[],
  { annotated, part, drawn }: Pick<Pictures, 'annotated' | 'part' | 'drawn'>,
  { observation, screen, lexicon, typed }: DecidingCalls,
): AppDecision {
  const judge = createJudgement(judgedScreenOf(observation, controls, screen), lexicon);
  const { pressed } = observation;
  const named = callsOf(value).flatMap((call) => {
    const action = decideAction(call, controls, { agent: 'app', status: appStatusOf(call.Status), screen, pressed, part });
    return action ? [{ action, slip: slipIn(call, controls) }] : [];
  });
  const actions = withinTurn(named.map(({ action }) => action)).map((action) => withActivation(action, judge));
  const hidden = withoutPasswords(
    {
      ...wordsOf(value),
      status: statusOfReply(value, actions),
      needsHands: value.NeedsHands ? true : undefined,
      actions,
      saveScreenshot: value.SaveScreenshot.save ? { reason: value.SaveScreenshot.reason } : undefined,
      drawn,
      usage,
      model,
      refs: { ...refs, annotated },
    },
    controls,
    typed,
  );
  // What is refused would have typed a password all the same: it is hidden before.
  const withSlip = ({ activation: _, ...action }: AppAction, at: number): AppAction | undefined => {
    const run = named[at]?.slip;
    return run && { ...action, run };
  };
  return { ...hidden, actions: hidden.actions.map((action, at) => withSlip(action, at) ?? action) };
}

/** What the reply would type into password fields; its status may be none. */
function passwordsIn(value: AppReplies, controls: readonly LabelledControl[]): readonly string[] {
  const actions = callsOf(value).flatMap((call) => decideAction(call, controls, { agent: 'app', status: 'CONTINUE' }) ?? []);
  return passwordsTyped(actions, controls);
}

function callsOf(value: AppReplies): readonly (AppReply | AppSequenceReply['Actions'][number])[] {
  return 'Actions' in value ? value.Actions : [value];
}

/** For a list it is that of the last action, provided that all succeed; only `perform` knows which did. */
function statusOfReply(value: AppReplies, actions: readonly AppAction[]): AppAgentStatus {
  return 'Actions' in value ? (actions.at(-1)?.status ?? appStatusOf(value.Status)) : appStatusOf(value.Status);
}

/** The status beside a list counts only when the list is empty; models leave it out otherwise. */
function statusWords(value: AppReplies): readonly string[] {
  return 'Actions' in value && value.Actions.length > 0 ? value.Actions.map(({ Status }) => Status) : [value.Status];
}

// ── A HostAgent's step: which application, which subtask. It sees the list of applications and, where its model takes images, the screen ──

export async function decideAsHost(input: DecideHostInput, deciding: Deciding): Promise<Decided<HostDecision>> {
  const reply = await deciding.ask(hostQuestion(input, deciding.takesImages('host')));
  return { decision: hostDecision(reply, input), warnings: reply.warnings };
}

function hostQuestion(input: DecideHostInput, takesImages: boolean): Question<HostReply> {
  return {
    role: 'host',
    model: input.models?.['host'],
    messages: [
      { role: 'system', text: hostSystemPrompt() },
      { role: 'user', text: hostUserPrompt(input) },
    ],
    images: takesImages ? [{ caption: 'The screen now:', ref: input.observation.screenshot }] : [],
    schema: {
      name: `host_agent_reply_v${hostPromptVersion}`,
      zod: hostReplySchema,
      isMeant: ({ Status }) => unknownStatus([Status], hostAgentStatuses) === undefined,
    },
    statuses: { allowed: hostAgentStatuses, in: ({ Status }) => [Status] },
  };
}

function hostDecision({ value, usage, model, refs }: ModelReply<HostReply>, { applications }: DecideHostInput): HostDecision {
  const status = statusOf(hostAgentStatuses, value.Status);
  const action = decideAction({ ...value, ControlLabel: '' }, [], { agent: 'host', status: actionStatus(status), applications });
  const application = findApplication(applications, value.ControlLabel, value.ControlText);
  return {
    ...wordsOf(value),
    status,
    subtask: value.CurrentSubtask.trim(),
    message: value.Message,
    application,
    actions: action ? [action] : [],
    usage,
    model,
    refs,
  };
}

/** An action's own status only matters when it is held back; an AppAgent has no ASSIGN. */
function actionStatus(status: HostAgentStatus): AppAgentStatus {
  return status === 'ASSIGN' ? 'CONTINUE' : status;
}

// ── What both say ────────────────────────────────────────────────────────────

/** What a reply says beside what it does, an AppAgent's or the HostAgent's. */
function wordsOf(reply: Pick<HostReply, 'Observation' | 'Thought' | 'Plan' | 'Questions' | 'Comment' | 'Result'>) {
  return {
    observation: reply.Observation,
    thought: reply.Thought,
    plan: reply.Plan,
    questions: reply.Questions,
    comment: reply.Comment,
    result: reply.Result === '' ? undefined : reply.Result,
  };
}

function appStatusOf(word: string): AppAgentStatus {
  return statusOf(appAgentStatuses, word);
}

function statusOf<T extends string>(statuses: readonly T[], word: string): T {
  const status = parseStatus(statuses, word);
  if (!status) throw new TypeError(`'${word}' is none of ${statuses.join(', ')}`);
  return status;
}
