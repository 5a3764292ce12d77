// What a model is asked and what its answer means, without Temporal: what `decideApp` and `decideHost` do, and what is done again on a recorded run.
import type { AppDecision, DecideAppInput, DecideHostInput, HostDecision } from '../../domain/agent/decision.js';
import { pageOf } from '../../domain/guard/judged-page.js';
import type { Lexicon } from '../../domain/guard/lexicon.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/images.js';
import type { ModelReply, ModelRole } from '../../ports/model.js';
import type { TypedTexts } from '../../ports/typed-texts.js';
import type { Question } from '../model/decide-asking.js';
import { decideByComputer, type AskComputer } from './decide-computer.js';
import { changedByHand } from './changed-by-hand.js';
import { aboutOf, appDecision, appQuestion, namesPlaces, passwordsIn, wordsOf } from './decide-app.js';
import { appPictures, loadControls, noPictures, screenSize } from './decide-screen.js';
import { framedEach } from './framed-action.js';
import { maskedText, withoutPasswords } from './seal-typed.js';
import { findApplication } from '../../domain/agent/scene.js';
import { hostReplySchema, type HostReply } from '../../domain/agent/replies.schema.js';
import { hostAgentStatuses, parseStatus, type AppAgentStatus, type HostAgentStatus } from '../../domain/agent/status.js';
import { hostPromptVersion, hostSystemPrompt, hostUserPrompt } from '../../prompts/host-agent.js';
import { decideAction } from './decide-action.js';

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

async function decideByLabels(input: DecideAppInput, deciding: Deciding): Promise<Decided<AppDecision>> {
  const { artifacts, images, typed, lexicon } = deciding;
  const controls = await loadControls(artifacts, input.observation.controls);
  const pictures = deciding.takesImages('app') ? await appPictures(input, controls, { artifacts, images }) : noPictures;
  const { held, screenshot } = input.observation;
  const size = held && (await screenSize(artifacts, screenshot));
  const before = input.before ? await loadControls(artifacts, input.before) : [];
  const changed =
    input.beforeHand &&
    changedByHand(input.beforeHand, await loadControls(artifacts, input.beforeHand.controls), input.observation, controls);
  const question = appQuestion(input, controls, pictures, { before, size, changed: changed || undefined });
  const reply = await deciding.ask({ ...question, stored: (text, value) => maskedText(text, passwordsIn(value, controls)) });
  const screen = size ?? (namesPlaces(reply) ? await screenSize(artifacts, screenshot) : undefined);
  const decision = appDecision(reply, controls, pictures, {
    screen,
    about: aboutOf(input.observation),
    page: pageOf(input.observation.application),
    lexicon,
    held,
  });
  const hidden = withoutPasswords(decision, controls, typed);
  const actions = await framedEach(hidden.actions, controls, screenshot, { artifacts, images });
  return { decision: { ...hidden, actions }, warnings: [...pictures.warnings, ...reply.warnings] };
}

export async function decideAsHost(input: DecideHostInput, deciding: Deciding): Promise<Decided<HostDecision>> {
  const reply = await deciding.ask(hostQuestion(input, deciding.takesImages('host')));
  return { decision: hostDecision(reply, input), warnings: reply.warnings };
}

// A HostAgent's step: which application, which subtask. It sees the list of applications and, where its model takes images, the screen.

function hostQuestion(input: DecideHostInput, takesImages: boolean): Question<HostReply> {
  const model = input.models?.['host'];
  return {
    role: 'host',
    model,
    messages: [
      { role: 'system', text: hostSystemPrompt() },
      { role: 'user', text: hostUserPrompt(input) },
    ],
    images: takesImages ? [{ caption: 'The screen now:', ref: input.observation.screenshot }] : [],
    schema: { name: `host_agent_reply_v${hostPromptVersion}`, zod: hostReplySchema },
    statuses: { allowed: hostAgentStatuses, in: ({ Status }) => [Status] },
  };
}

function hostDecision({ value, usage, model, refs }: ModelReply<HostReply>, { applications }: DecideHostInput): HostDecision {
  const status = statusOf(value.Status);
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

// An action's own status only matters when it is held back; an AppAgent has no ASSIGN.
function actionStatus(status: HostAgentStatus): AppAgentStatus {
  return status === 'ASSIGN' ? 'CONTINUE' : status;
}

function statusOf(word: string): HostAgentStatus {
  const status = parseStatus(hostAgentStatuses, word);
  if (!status) throw new TypeError(`'${word}' is not a status of a HostAgent`);
  return status;
}
