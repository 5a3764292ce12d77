// What workflows ask models. Input and result are small and without pixels: prompts are built here from references, and stored as artifacts.
import { Context, ApplicationFailure } from '@temporalio/activity';
import {
  type AppDecision,
  type DecideAppInput,
  type DecideHostInput,
  type EvaluateInput,
  type Evaluation,
  type HostDecision,
  type ReviewNextInput,
  type RunNote,
  actionText,
} from '../../domain/agent/decision.js';
import { evaluationReplySchema } from '../../domain/agent/replies.schema.js';
import { noUsage } from '../../domain/budget/usage.js';
import type { Lexicon } from '../../domain/guard/lexicon.js';
import { evaluatorPromptVersion, evaluatorSystemPrompt, evaluatorUserPrompt } from '../../prompts/evaluator.js';
import type { Reviewed } from '../../domain/agent/next-in-list.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/pictures.js';
import type { Model } from '../../ports/model.js';
import type { RunRecords } from '../../ports/run-records.js';
import type { TypedTexts } from '../../ports/tokens.js';
import { type Decided, type Deciding, decideAsApp, decideAsHost } from './build-question.js';
import { reviewNext } from './review-next.js';
import { asFailure, askCounted, askModel } from '../model/ask-model.js';
import { whileCarryingOn } from '../heartbeats.js';
import { stepSequence } from '../step-sequence.js';
import type { RecordContext } from '../../domain/device/device-work.js';
import type { StepEntry } from '../../domain/run/entry.js';

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

  /** `part`: of the step. */
  function write(record: RecordContext, part: string, type: StepEntry['type'], data: StepEntry['data']): Promise<void> {
    const seq = stepSequence(record, part, Context.current().info);
    return records.append(record.run, [{ seq, at: now().toISOString(), type, data }]);
  }

  async function recorded<D extends AppDecision | HostDecision>(asked: Asked, decide: () => Promise<Decided<D>>): Promise<D> {
    const started = now().getTime();
    const { record, subtask, notes } = asked;
    try {
      // Also while a store keeps it waiting.
      return await whileCarryingOn(async () => {
        const { decision, warnings } = await decide();
        await write(record, '1-decide', 'decided', decidedData(asked, decision, now().getTime() - started, warnings));
        return decision;
      });
    } catch (error) {
      const failure = asFailure(error, noUsage);
      const { attempt } = Context.current().info;
      const data = {
        agent: record.agent,
        step: record.step,
        subtask,
        ...failureOf(failure),
        ms: now().getTime() - started,
        attempt,
        notes,
      };
      // A line an attempt: a step that failed twice and then worked shows all three. The failure itself matters more than its record.
      await write(record, `1-decide-failed-${String(attempt).padStart(3, '0')}`, 'decide-failed', data).catch(() => undefined);
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
      const reply = await askModel(model, {
        role: 'verify',
        model: input.models?.['verify'],
        messages: [
          { role: 'system', text: evaluatorSystemPrompt() },
          { role: 'user', text: evaluatorUserPrompt(input) },
        ],
        images: input.screenshot && model.takesImages('verify') ? [{ caption: 'The screen at the end:', ref: input.screenshot }] : [],
        schema: { name: `evaluation_v${evaluatorPromptVersion}`, zod: evaluationReplySchema },
      });
      const { complete, subScores, reason } = reply.value;
      const evaluation = { complete, subScores, reason, usage: reply.usage };
      await write(input.record, '5-evaluate', 'evaluated', { ...evaluation, refs: reply.refs });
      return evaluation;
    },
  };
}

// ── The lines of a step in the run record: one whichever attempt wrote it, since the same step has the same `seq` ──

interface Asked {
  readonly record: RecordContext;
  readonly subtask: string;
  readonly notes: readonly RunNote[];
}

function decidedData(
  { record, subtask, notes }: Asked,
  decision: AppDecision | HostDecision,
  ms: number,
  warnings: readonly string[],
): StepEntry['data'] {
  const { observation, thought, plan, questions, status, comment, result, usage, model, refs, actions } = decision;
  return {
    agent: record.agent,
    step: record.step,
    subtask,
    observation,
    thought,
    plan,
    action: actions.map(actionText).join('; '),
    actions: actions.map(({ function: name, args, status: own, target, checks, run }) => ({
      function: name,
      args,
      status: own,
      target,
      checks,
      invalid: run.kind === 'invalid' ? { code: run.code, message: run.message } : undefined,
    })),
    status,
    comment,
    questions,
    result,
    application: 'application' in decision && decision.application ? decision.application.name : undefined,
    model,
    usage,
    ms,
    refs,
    notes,
    warnings,
  };
}

function failureOf(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof ApplicationFailure)
    return { code: error.type ?? 'unknown', message: error.message, ...(error.details?.[0] as object | undefined) };
  return { code: 'unexpected', message: error instanceof Error ? error.message : String(error) };
}
