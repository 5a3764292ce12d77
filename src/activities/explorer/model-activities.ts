// The explorer's decisions by a model: cached, checked, and falling back to stored advice where there is no answer (docs/design/explorer.md §4).
//
// deciding-1. The same question gets the cached answer, without a call; an answer that could not be used is never cached.
// deciding-2. The model's adapter asks once more for an answer that does not match its schema; if that fails too, the run goes on without one.
// deciding-3. A store that does not answer costs the cache, never the decision.
// deciding-4. The cache never returns an action that was tried while a safe one is untried; nor any action on a screen whose tried actions are not stored.
import { createHash } from 'node:crypto';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { noUsage, type Usage } from '../../domain/budget/usage.js';
import { cacheKey, lifetimes, mayBeKept, showsScreen, type ModelNode } from '../../domain/explorer/cache-keys.js';
import type { Answered, Answers, Result } from '../../domain/explorer/effects.js';
import { replySchemaOf } from '../../domain/explorer/replies.schema.js';
import type { AskExplorerInput, Perception } from '../../domain/explorer/requests.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { DecisionCache } from '../../ports/screen-graph.js';
import type { ModelErrorCode, Model } from '../../ports/model.js';
import { explorerPromptVersion, explorerSystemPrompt, explorerUserPrompt, type ShownScreen } from '../../prompts/explorer.js';
import { askModel } from '../model/ask-model.js';

export interface ExplorerModelPorts {
  readonly model: Model;
  readonly artifacts: ArtifactStore;
  readonly decisions: () => Promise<DecisionCache>;
  /** Name of the model that is asked unless a run names another. */
  readonly explorerModel: string | undefined;
}

const schemaVersion = 1;
const mostChanges = 12;

type Unanswered = Extract<Result, { readonly type: 'unanswered' }>;

export function createExplorerModelActivities({ model, artifacts, decisions, explorerModel }: ExplorerModelPorts) {
  return {
    /** Failures: the codes of `ModelError` that may pass; details `[{usage}]`. */
    async askExplorer(input: AskExplorerInput): Promise<Answered | Unanswered> {
      const { question, shown, bundle, models } = input;
      const { node, parts } = question;
      const override = models['explorer'];
      const notices = showsScreen(node) ? await refusalOfError(bundle) : [];
      const key = hashOf(
        cacheKey(node as ModelNode, parts as never, {
          model: override ?? explorerModel ?? '',
          promptVersion: explorerPromptVersion,
          schemaVersion,
          notices,
        }),
      );
      const schema = replySchemaOf(node as ModelNode, shown.length);
      const kept = schema.safeParse(await recall(key));
      if (kept.success && isKeepable(input, kept.data)) return answered(node, kept.data, noUsage, true);
      try {
        const reply = await askModel(model, {
          role: 'explorer',
          model: override,
          messages: [
            { role: 'system', text: explorerSystemPrompt(node) },
            { role: 'user', text: explorerUserPrompt(question, shown, await screenOf(bundle, notices)) },
          ],
          schema: { name: `explorer_${node.toLowerCase()}_v${explorerPromptVersion}`, zod: schema },
        });
        if (isKeepable(input, reply.value)) {
          await keep(key, reply.value, lifetimes[node]);
          const chosen = node === 'ChooseAction' ? shown[(reply.value as Answers['ChooseAction']).index]?.key : undefined;
          if (node === 'ChooseAction' && chosen !== undefined) await keep(adviceKey(parts.signature), chosen, lifetimes.ChooseAction);
        }
        return answered(node, reply.value, reply.usage, false);
      } catch (error) {
        if (!isInvalid(error)) throw error;
        const advice = node === 'ChooseAction' ? await recall(adviceKey(parts.signature)) : undefined;
        const usage = usageIn(error);
        return { type: 'unanswered', why: 'invalid', usage, advice: typeof advice === 'string' ? advice : undefined };
      }
    },
  };

  async function refusalOfError(bundle: AskExplorerInput['bundle']): Promise<readonly string[]> {
    return bundle?.notices === undefined ? [] : ((await perceived(bundle.actions)).notices ?? []);
  }

  async function screenOf(bundle: AskExplorerInput['bundle'], notices: readonly string[]): Promise<ShownScreen> {
    if (!bundle) return { title: '', notices };
    const { title } = bundle;
    if (bundle.before === undefined) return { title, notices };
    const [now, before] = await Promise.all([perceived(bundle.actions), perceived(bundle.before)]);
    const news = (of: Perception, other: Perception): readonly string[] =>
      Object.keys(of.tokens)
        .filter((token) => !Object.hasOwn(other.tokens, token))
        .slice(0, mostChanges);
    return { title, change: { appeared: news(now, before), vanished: news(before, now) }, notices };
  }

  async function perceived(ref: ArtifactRef): Promise<Perception> {
    return (await artifacts.getJson(ref)) as Perception;
  }

  async function recall(key: string): Promise<unknown> {
    return (
      (await decisions()
        .then((cache) => cache.get(key))
        .catch(lost)) ?? undefined
    );
  }

  async function keep(key: string, value: unknown, lifetimeMs: number): Promise<void> {
    await decisions()
      .then((cache) => cache.set(key, value, lifetimeMs))
      .catch(lost);
  }

  /** deciding-3. */
  function lost(error: unknown): undefined {
    Context.current().log.warn('The cache of decisions cannot be used', { error });
    return undefined;
  }
}

function answered(node: ModelNode, answer: Answers[ModelNode], usage: Answered['usage'], cacheHit: boolean): Answered {
  return { type: 'answered', node, answer, usage, cacheHit } as Answered;
}

/** deciding-4. */
function isKeepable({ question, shown, marked }: AskExplorerInput, answer: Answers[ModelNode]): boolean {
  return question.node !== 'ChooseAction' || (marked && mayBeKept(shown, (answer as Answers['ChooseAction']).index));
}

/** As `askModel` throws it. */
function isInvalid(error: unknown): error is ApplicationFailure {
  return error instanceof ApplicationFailure && error.type === ('model-invalid-reply' satisfies ModelErrorCode);
}

function usageIn({ details }: ApplicationFailure): Usage {
  return (details?.[0] as { readonly usage?: Usage } | undefined)?.usage ?? noUsage;
}

function adviceKey(signature: string): string {
  return hashOf(`advice ${signature}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
