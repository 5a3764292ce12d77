// What workflows ask models. Input and result are small and without pixels: prompts are built here from references, and stored as artifacts.
import { Context } from '@temporalio/activity';
import type {
  AppDecision,
  DecideAppInput,
  DecideHostInput,
  EvaluateInput,
  Evaluation,
  HostDecision,
  ReviewNextInput,
} from '../../domain/agent/decision.js';
import { evaluationReplySchema } from '../../domain/agent/replies.schema.js';
import { noUsage } from '../../domain/budget/usage.js';
import { evaluatorPromptVersion, evaluatorSystemPrompt, evaluatorUserPrompt } from '../../prompts/evaluator.js';
import type { Reviewed } from '../../domain/agent/next-in-list.js';
import { pageOf } from '../../domain/guard/remembering.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/images.js';
import type { Model } from '../../ports/model.js';
import type { RunRecords } from '../../ports/run-records.js';
import type { TypedTexts } from '../../ports/typed-texts.js';
import { aboutOf, appDecision, appQuestion, namesPlaces, passwordsIn } from './decide-app.js';
import { changedByHand } from './changed-by-hand.js';
import { framed } from './framed-action.js';
import { reviewNext } from './review-next.js';
import { asFailure, askModel } from '../model/decide-asking.js';
import { hostDecision, hostQuestion } from './decide-host.js';
import { recordDecision, recordFailedDecision, type Asked } from './decide-record.js';
import { appPictures, loadControls, noPictures, screenSize } from './decide-screen.js';
import { maskedText, withoutPasswords } from './seal-typed.js';
import { stepSequence } from '../step-sequence.js';

export interface ModelActivityPorts {
  readonly model: Model;
  readonly artifacts: ArtifactStore;
  readonly records: RunRecords;
  readonly images: Images;
  readonly typed: TypedTexts;
  readonly now?: () => Date;
}

interface Decided<D> {
  readonly decision: D;
  readonly warnings: readonly string[];
}

/** Failures: the codes of `ModelError`, `invalid-status`, `artifact-missing`; details `[{usage}]`. */
export function createModelActivities({ model, artifacts, records, images, typed, now = () => new Date() }: ModelActivityPorts) {
  const desk = { records, now };

  async function recorded<D extends AppDecision | HostDecision>(asked: Asked, decide: () => Promise<Decided<D>>): Promise<D> {
    const started = now().getTime();
    try {
      const { decision, warnings } = await decide();
      await recordDecision(desk, asked, decision, { ms: now().getTime() - started, warnings });
      return decision;
    } catch (error) {
      const failure = asFailure(error, noUsage);
      await recordFailedDecision(desk, asked, failure, { ms: now().getTime() - started, attempt: Context.current().info.attempt });
      throw failure;
    }
  }

  return {
    async decideApp(input: DecideAppInput): Promise<AppDecision> {
      return recorded(input, async () => {
        const controls = await loadControls(artifacts, input.observation.controls);
        const pictures = model.takesImages('app') ? await appPictures(input, controls, { artifacts, images }) : noPictures;
        const { held, screenshot } = input.observation;
        const size = held && (await screenSize(artifacts, screenshot));
        const before = input.before ? await loadControls(artifacts, input.before) : [];
        const changed =
          input.beforeHand &&
          changedByHand(input.beforeHand, await loadControls(artifacts, input.beforeHand.controls), input.observation, controls);
        const question = appQuestion(input, controls, pictures, { before, ...(size ? { size } : {}), ...(changed ? { changed } : {}) });
        const reply = await askModel(model, { ...question, stored: (text, value) => maskedText(text, passwordsIn(value, controls)) });
        const screen = size ?? (namesPlaces(reply) ? await screenSize(artifacts, screenshot) : undefined);
        const decision = appDecision(reply, controls, pictures, {
          screen,
          about: aboutOf(input.observation),
          page: pageOf(input.observation.application),
          ...(held && { held }),
        });
        const hidden = withoutPasswords(decision, controls, typed);
        const actions = hidden.actions.map((action) => framed(action, controls, screenshot, { artifacts, images }));
        return { decision: { ...hidden, actions: await Promise.all(actions) }, warnings: [...pictures.warnings, ...reply.warnings] };
      });
    },

    /** HE12: no model is asked. Failures: `artifact-missing`. */
    reviewNext: (input: ReviewNextInput): Promise<Reviewed> => reviewNext(input, { artifacts, images, typed }),

    async decideHost(input: DecideHostInput): Promise<HostDecision> {
      return recorded({ ...input, subtask: '' }, async () => {
        const reply = await askModel(model, hostQuestion(input, model.takesImages('host')));
        return { decision: hostDecision(reply, input), warnings: reply.warnings };
      });
    },

    /** Judges a finished round; its failure never changes the result (A63). */
    async evaluate(input: EvaluateInput): Promise<Evaluation> {
      const override = input.models?.['verify'];
      const reply = await askModel(model, {
        role: 'verify',
        ...(override === undefined ? {} : { model: override }),
        messages: [
          { role: 'system', text: evaluatorSystemPrompt() },
          { role: 'user', text: evaluatorUserPrompt(input) },
        ],
        images: input.screenshot && model.takesImages('verify') ? [{ caption: 'The screen at the end:', ref: input.screenshot }] : [],
        schema: { name: `evaluation_v${evaluatorPromptVersion}`, zod: evaluationReplySchema },
      });
      const { complete, subScores, reason } = reply.value;
      const evaluation = { complete, subScores, reason, usage: reply.usage };
      await records.append(input.record.run, [
        {
          seq: stepSequence(input.record, '5-evaluate', Context.current().info),
          at: now().toISOString(),
          type: 'evaluated',
          data: { ...evaluation, refs: reply.refs },
        },
      ]);
      return evaluation;
    },
  };
}
