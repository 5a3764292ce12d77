// Another model on the screens of a recorded run, step by step: each question as it stood there, whatever that model said before.
import { askWithStatus } from '../activities/model/ask-model.js';
import { readLexicon } from '../adapters/guard-words/read-lexicon.js';
import { actionText, type AppDecision, type HostDecision } from '../domain/agent/decision.js';
import { addUsage, noUsage, type Usage } from '../domain/budget/usage.js';
import type { Cassette } from '../domain/rerun/cassette.schema.js';
import { ModelError, type Model } from '../ports/model.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { Images } from '../ports/pictures.js';
import { decided, recordedPrompt } from './decide-again.js';
import { recordedDecisions, stepName, type RecordedDecision, recordedArtifacts, recordedTexts } from './recorded.js';

/** The prompts of this version, or those that were sent then. */
export type PromptVersion = 'now' | 'recorded';

export interface Asked {
  readonly step: string;
  readonly prompt: PromptVersion;
  /** What is done, and the status: `click_input "Save" [3] · CONTINUE`. */
  readonly recorded: string;
  readonly now: string;
  readonly agrees: boolean;
}

export interface Comparison {
  readonly run: string;
  readonly model: string;
  readonly steps: readonly Asked[];
  /** `now`: of all prompts together. */
  readonly usage: { readonly recorded: Usage; readonly now: Usage };
}

export interface AskAnotherOptions {
  readonly model: string;
  /** Each step is asked with each of them. */
  readonly prompts: readonly PromptVersion[];
  readonly images: Images;
  /** Over the artifacts of the cassette. */
  open(artifacts: ArtifactStore): Model;
  onStep?(step: Asked): void;
}

/** Rejects with what the model's server refuses for good: a wrong key, an unknown name. A single answer that cannot be used is a difference. */
export async function askAnother(
  cassette: Cassette,
  { model: name, prompts, images, open, onStep }: AskAnotherOptions,
): Promise<Comparison> {
  const artifacts = recordedArtifacts(cassette);
  const model = open(artifacts);
  const endless = new AbortController().signal;
  const lexicon = readLexicon();
  const steps: Asked[] = [];
  let [before, now] = [noUsage, noUsage];
  const answerOf = (recorded: RecordedDecision, prompt: PromptVersion): Promise<string> =>
    decided(recorded, {
      ask: async (question) => {
        const messages = prompt === 'recorded' ? (await recordedPrompt(recorded, artifacts)).messages : question.messages;
        const reply = await askWithStatus(model, { ...question, messages, model: name }, endless);
        now = addUsage(now, reply.usage);
        return reply;
      },
      takesImages: (role) => model.takesImages(role),
      artifacts,
      images,
      typed: recordedTexts,
      lexicon,
    }).then(doing, (error: unknown) => {
      if (error instanceof ModelError && unusable.has(error.code)) return `(${error.message})`;
      throw error;
    });
  for (const recorded of recordedDecisions(cassette)) {
    before = addUsage(before, recorded.decision.usage);
    for (const prompt of prompts) {
      const [was, answer] = [doing(recorded.decision), await answerOf(recorded, prompt)];
      const step = { step: stepName(recorded), prompt, recorded: was, now: answer, agrees: was === answer };
      steps.push(step);
      onStep?.(step);
    }
  }
  return { run: cassette.run, model: name, steps, usage: { recorded: before, now } };
}

const unusable: ReadonlySet<ModelError['code']> = new Set(['model-invalid-reply', 'model-refused']);

/** What comes of a decision: words do not count. */
function doing(decision: AppDecision | HostDecision): string {
  const does = decision.actions.map(actionText).join('; ') || '(nothing)';
  const where = 'application' in decision && decision.application ? ` · ${decision.application.name}` : '';
  return `${does}${where} · ${decision.status}`;
}
