// Finds the flow of the library that does what a request asks.
//
// matchflow-1. A request that is the same up to its values costs nothing. Only where one is near, a model is asked: once, yes or no.
// matchflow-2. A model's word is doubted where the request says other deeds than the recorded one, or a "not": its flow is offered, and not taken unasked.
// matchflow-3. A flow is none where its application is another one, where it lacks a value, and for a session that stays open or has a plan.
import { noUsage, type Usage } from '../../domain/budget/usage.js';
import { applicationNamed, applicationOf } from '../../domain/library/flow-id.js';
import { matchRequest, checkedValues, nearRequests, otherDeeds } from '../../domain/library/match-request.js';
import { isSuccess, type Replay } from '../../domain/library/replay.js';
import type { FlowMatch } from '../../domain/library/reuse.js';
import { sameRequestSchema } from '../../domain/library/same-request.schema.js';
import type { AgentInput } from '../../domain/run/program-input.js';
import type { LibraryFlow } from '../../ports/flow-library.js';
import { ModelError, type Model } from '../../ports/model.js';
import { reusePromptVersion, reuseSystemPrompt, reuseUserPrompt } from '../../prompts/reuse.js';
import type { ClientContext } from '../context.js';

export interface MatchFound {
  readonly match?: FlowMatch;
  /** What asking a model took, whatever it said. */
  readonly matchUsage: Usage;
  /** Why no model could be asked. */
  readonly unasked?: string;
}

export async function matchFlow(
  context: ClientContext,
  { request = '', plan, keepOpen = false, device = {} }: AgentInput,
): Promise<MatchFound> {
  if (request.trim() === '' || plan || keepOpen) return { matchUsage: noUsage };
  const application = applicationOf(device, context.config().apps);
  if (application === '') return { matchUsage: noUsage };
  const { flows } = await context.library().list();
  const own = flows.filter(({ document: { compiled } }) => compiled && applicationNamed(compiled.application) === application);
  const found = own.flatMap((flow) => {
    const variables = matchRequest(request, flow.document);
    return variables ? [{ flow, variables, how: 'same' as const, matchUsage: noUsage }] : [];
  });
  if (found.length > 0) return { match: await best(context, found), matchUsage: noUsage };
  const near = nearRequests(
    request,
    own.map(({ document }) => document),
  );
  return near.length === 0
    ? { matchUsage: noUsage }
    : askAbout(
        context,
        request,
        near.flatMap((document) => own.find((each) => each.document === document) ?? []),
      );
}

interface Found extends Pick<FlowMatch, 'variables' | 'how' | 'matchUsage' | 'doubt'> {
  readonly flow: LibraryFlow;
}

/** Of several that do the same: the one that came to its end most often. */
async function best(context: ClientContext, found: readonly Found[]): Promise<FlowMatch> {
  const known = await Promise.all(found.map(async (each) => ({ ...each, replays: await replaysOf(context, each.flow) })));
  const successes = ({ replays }: { readonly replays: readonly Replay[] }): number => replays.filter(isSuccess).length;
  const [first] = known.toSorted((one, other) => successes(other) - successes(one));
  if (!first) throw new TypeError('there is none to choose from');
  const { flow, variables, how, matchUsage, doubt, replays } = first;
  const last = replays.at(-1);
  const { name, compiled } = flow.document;
  return {
    ...{ flow: flow.id, version: flow.version, name, request: compiled?.request ?? '', variables, how, matchUsage },
    first: compiled?.cost ? compiled.cost : undefined,
    doubt: last !== undefined && !isSuccess(last) ? 'Its last run did not come to its end by itself.' : doubt,
  };
}

/** Of that version. */
async function replaysOf(context: ClientContext, { id, version }: LibraryFlow): Promise<readonly Replay[]> {
  return (await context.library().replays(id)).filter((replay) => replay.version === version);
}

/** matchflow-1. A model that cannot be asked makes no match: the agent does it then, as if there were no flow. */
async function askAbout(context: ClientContext, request: string, near: readonly LibraryFlow[]): Promise<MatchFound> {
  try {
    const model = await openModel(context);
    const { value, usage } = await model.complete({
      role: 'host',
      messages: [
        { role: 'system', text: reuseSystemPrompt() },
        {
          role: 'user',
          text: reuseUserPrompt(
            request,
            near.map(({ document }) => document),
          ),
        },
      ],
      schema: { name: `same_request_v${reusePromptVersion}`, zod: sameRequestSchema },
      signal: AbortSignal.any([]),
    });
    const flow = value.same ? near[value.number - 1] : undefined;
    const variables =
      flow && checkedValues(request, flow.document, Object.fromEntries(value.values.map((each) => [each.name, each.value])));
    if (!flow || !variables) return { matchUsage: usage };
    const { readLexicon } = await import('../../adapters/guard-words/read-lexicon.js');
    const others = otherDeeds(request, flow.document, readLexicon());
    const doubt = others.length === 0 ? undefined : `The request ${others.join(' and ')}, which the first one did not.`;
    return { match: await best(context, [{ flow, variables, how: 'model', matchUsage: usage, doubt }]), matchUsage: usage };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { matchUsage: error.options.usage ?? noUsage, unasked: error.message };
  }
}

/** Imported here: it would slow down every other command. */
async function openModel(context: ClientContext): Promise<Model> {
  const [{ configuredModel }, { createSharpImages }] = await Promise.all([
    import('../configured-model.js'),
    import('../../adapters/sharp/sharp-images.js'),
  ]);
  return configuredModel(context.config(), { artifacts: context.artifacts(), images: createSharpImages() });
}
