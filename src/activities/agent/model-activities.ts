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
import type { Lexicon } from '../../domain/guard/lexicon.js';
import { evaluatorPromptVersion, evaluatorSystemPrompt, evaluatorUserPrompt } from '../../prompts/evaluator.js';
import type { Reviewed } from '../../domain/agent/next-in-list.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/images.js';
import type { Model } from '../../ports/model.js';
import type { RunRecords } from '../../ports/run-records.js';
import type { TypedTexts } from '../../ports/typed-texts.js';
import { type Decided, type Deciding, decideAsApp, decideAsHost } from './deciding.js';
import { reviewNext } from './review-next.js';
import { asFailure, askCounted, askModel } from '../model/decide-asking.js';
import { recordDecision, recordFailedDecision, type Asked } from './decide-record.js';
import { whileCarryingOn } from '../heartbeats.js';
import { stepSequence } from '../step-sequence.js';

export interface ModelActivityPorts {
  readonly model: Model;
  readonly artifacts: ArtifactStore;
  readonly records: RunRecords;
  readonly images: Images;
  readonly typed: TypedTexts;
  readonly lexicon: Lexicon;
  readonly now?: () => Date;
}

/** Failures: the codes of `ModelError`, `invalid-status`, `artifact-missing`; details `[{usage}]`. */
export function createModelActivities({ model, artifacts, records, images, typed, lexicon, now = () => new Date() }: ModelActivityPorts) {
  const desk = { records, now };
  const { computer } = model;
  const deciding: Deciding = {
    ask: (question) => askModel(model, question),
    computer: computer ? (question) => askCounted((signal) => computer.next({ ...question, signal })) : undefined,
    takesImages: (role) => model.takesImages(role),
    artifacts,
    images,
    typed,
    lexicon,
  };

  async function recorded<D extends AppDecision | HostDecision>(asked: Asked, decide: () => Promise<Decided<D>>): Promise<D> {
    const started = now().getTime();
    try {
      // Also while a store keeps it waiting.
      return await whileCarryingOn(async () => {
        const { decision, warnings } = await decide();
        await recordDecision(desk, asked, decision, { ms: now().getTime() - started, warnings });
        return decision;
      });
    } catch (error) {
      const failure = asFailure(error, noUsage);
      await recordFailedDecision(desk, asked, failure, { ms: now().getTime() - started, attempt: Context.current().info.attempt });
      throw failure;
    }
  }

  return {
    decideApp: (input: DecideAppInput): Promise<AppDecision> => recorded(input, () => decideAsApp(input, deciding)),

    /** No model is asked. Failures: `artifact-missing`. */
    reviewNext: (input: ReviewNextInput): Promise<Reviewed> => reviewNext(input, { artifacts, images, typed, lexicon }),

    decideHost: (input: DecideHostInput): Promise<HostDecision> => recorded({ ...input, subtask: '' }, () => decideAsHost(input, deciding)),

    /** Judges a finished round; its failure never changes the result. */
    async evaluate(input: EvaluateInput): Promise<Evaluation> {
      const override = input.models?.['verify'];
      const reply = await askModel(model, {
        role: 'verify',
        model: override,
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
