// Phase 2 of an AppAgent's step: builds the prompt from references, and turns the reply into a decision.
import type { AppDecision, DecideAppInput, AppAction } from '../../domain/agent/decision.js';
import {
  appReplySchema,
  appSequenceReplySchema,
  type AppReply,
  type AppSequenceReply,
  type HostReply,
} from '../../domain/agent/replies.schema.js';
import { isOnScreen } from '../../domain/action/actions.js';
import { createJudgement } from '../../domain/guard/judge.js';
import type { JudgedPage } from '../../domain/guard/judged-page.js';
import type { Lexicon } from '../../domain/guard/lexicon.js';
import { appAgentStatuses, parseStatus, type AppAgentStatus } from '../../domain/agent/status.js';
import { withinTurn } from '../../domain/agent/turn-length.js';
import type { LabelledControl } from '../../domain/ui/control-list.js';
import type { HeldPointer } from '../../domain/ui/ui-action.js';
import { observationText } from '../../domain/ui/observation-text.js';
import { appPromptVersion, appSystemPrompt, appUserPrompt } from '../../prompts/app-agent.js';
import type { ModelReply } from '../../ports/model.js';
import { aimsAtPoint, decideAction, type ScreenSize } from './decide-action.js';
import type { Question } from '../model/decide-asking.js';
import type { Pictures } from './decide-screen.js';
import { passwordsTyped } from './seal-typed.js';

type AppReplies = AppReply | AppSequenceReply;

/** `before`: what the prompt before told; `changed`: while a person had the screen; `size`: of the screenshot, where something is held. */
export function appQuestion(
  input: DecideAppInput,
  controls: readonly LabelledControl[],
  pictures: Pictures,
  {
    before = [],
    size,
    changed,
  }: {
    readonly before?: readonly LabelledControl[];
    readonly size?: ScreenSize;
    readonly changed?: string;
  } = {},
): Question<AppReplies> {
  const browser = input.observation.application.url !== undefined;
  const facts = {
    input,
    screen: observationText(controls, { before }),
    images: pictures.images.length > 0,
    size,
    changed,
  };
  const model = input.models?.['app'];
  return {
    role: 'app',
    model,
    messages: [
      { role: 'system', text: appSystemPrompt({ actionSequence: input.actionSequence, browser }) },
      { role: 'user', text: appUserPrompt(facts) },
    ],
    images: pictures.images,
    schema: {
      name: `app_agent_reply_v${appPromptVersion}`,
      zod: input.actionSequence ? appSequenceReplySchema : appReplySchema,
    },
    statuses: { allowed: appAgentStatuses, in: statusWords },
  };
}

/** What is in front, for the guard: a terminal tells by its name. */
export function aboutOf({ application: { name, title }, title: shown }: DecideAppInput['observation']): readonly string[] {
  return [name, title ?? '', shown];
}

/** What an answer is judged by, beside its controls. */
interface JudgedOn {
  readonly screen: ScreenSize | undefined;
  readonly about: readonly string[];
  readonly page: JudgedPage;
  readonly lexicon: Lexicon;
  readonly held?: HeldPointer;
}

export function appDecision(
  { value, usage, model, refs }: ModelReply<AppReplies>,
  controls: readonly LabelledControl[],
  { annotated, part }: Pictures,
  { screen, about, page, lexicon, held }: JudgedOn,
): AppDecision {
  const judge = createJudgement({ controls, about, page, size: screen }, lexicon);
  const named = callsOf(value)
    .map((call) =>
      decideAction(call, controls, {
        agent: 'app',
        status: statusOf(call.Status),
        screen,
        held,
        part,
      }),
    )
    .filter((action) => action !== undefined);
  const actions = withinTurn(named).map((action) => withActivation(action, judge));
  return {
    ...wordsOf(value),
    status: statusOfReply(value, actions),
    needsHands: value.NeedsHands ? true : undefined,
    actions,
    saveScreenshot: value.SaveScreenshot.save ? { reason: value.SaveScreenshot.reason } : undefined,
    usage,
    model,
    refs: { ...refs, annotated: annotated || undefined },
  };
}

/** What the reply would type into password fields; its status may be none. */
export function passwordsIn(value: AppReplies, controls: readonly LabelledControl[]): readonly string[] {
  const actions = callsOf(value).map((call) => decideAction(call, controls, { agent: 'app', status: 'CONTINUE' }));
  return passwordsTyped(
    actions.filter((action) => action !== undefined),
    controls,
  );
}

function callsOf(value: AppReplies): readonly (AppReply | AppSequenceReply['Actions'][number])[] {
  return 'Actions' in value ? value.Actions : [value];
}

/** What it would set going, by all the controls of the observation, labelled or not: the workflow's guard has no screen (domain/guard/activation.ts). */
export function withActivation(action: AppAction, judge: ReturnType<typeof createJudgement>): AppAction {
  const { run } = action;
  return run.kind === 'device' && isOnScreen(run.action)
    ? { ...action, activation: judge(run.action, action.status === 'CONFIRM') }
    : action;
}

/** Whether the size of the screen has to be known. */
export function namesPlaces({ value }: ModelReply<AppReplies>): boolean {
  return ('Actions' in value ? value.Actions : [value]).some(aimsAtPoint);
}

/** What a reply says beside what it does, an AppAgent's or the HostAgent's. */
export function wordsOf({
  Observation,
  Thought,
  Plan,
  Questions,
  Comment,
  Result,
}: Pick<HostReply, 'Observation' | 'Thought' | 'Plan' | 'Questions' | 'Comment' | 'Result'>) {
  return {
    observation: Observation,
    thought: Thought,
    plan: Plan,
    questions: Questions,
    comment: Comment,
    result: Result === '' ? undefined : Result,
  };
}

// For a list it is that of the last action, provided that all succeed; only `perform` knows which did.
function statusOfReply(value: AppReplies, actions: readonly AppAction[]): AppAgentStatus {
  return 'Actions' in value ? (actions.at(-1)?.status ?? statusOf(value.Status)) : statusOf(value.Status);
}

// The status beside a list counts only when the list is empty; models leave it out otherwise.
function statusWords(value: AppReplies): readonly string[] {
  return 'Actions' in value && value.Actions.length > 0 ? value.Actions.map(({ Status }) => Status) : [value.Status];
}

function statusOf(word: string): AppAgentStatus {
  const status = parseStatus(appAgentStatuses, word);
  if (!status) throw new TypeError(`'${word}' is not a status of an AppAgent`);
  return status;
}
