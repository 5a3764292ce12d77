// The calls of an AI step, or what an agent of a flow did, as nodes in the step's place.
//
// step-1. A call whose screen is in the record acts on its target there; what the calls led to is expected. Another finds by text, as the step did, and that is told.
import { actionBy, isActionNode, nodeWords } from '../action/actions.js';
import type { FlowNode, NodeOf, NodeTypeInput } from '../flow/document.js';
import type { FlowInputDocument } from '../flow/document.schema.js';
import { namesIn } from '../anchors/fill.js';
import { textsOf } from '../checks/read-stored.js';
import type { Json } from '../run/json.js';
import { mask } from '../ui/mask.js';
import type { UiAction } from '../ui/ui-action.js';
import { addedDraft, type Draft } from './drafts.js';
import { draftedSteps, screenAfter, type DraftedSteps } from './draft-steps.js';
import { nameOf } from './node-graph.js';
import { doneDeed, type Deed, type StoryScreen } from './story.js';
import { varyingNames, type Varying } from './screens.js';

export type NodeInput = FlowInputDocument['nodes'][number];

/** One call of an AI step. */
export interface StepCallMade {
  readonly name: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly outcome: 'done' | 'failed' | 'not-run' | 'unknown';
  readonly reads: boolean;
  /** The name of what it acted on. */
  readonly target?: string;
  /** What it did, and the screens around it; absent: the run did not keep them. */
  readonly act?: SeenCall;
}

export interface SeenCall {
  readonly action: UiAction;
  readonly before: StoryScreen;
  /** Absent: it could not be seen. */
  readonly after?: StoryScreen;
}

export type Fixed = { readonly nodes: readonly NodeInput[]; readonly notes: readonly string[] } | { readonly why: string };

/** `acts`: the calls that did something. */
export function stepNodes(step: NodeOf<'AiStep'>, acts: readonly StepCallMade[], unused: (name: string) => string): Fixed {
  const made = draftsOf(step, acts);
  if ('why' in made) return made;
  const named = made.drafts.map(({ draft, words }) => ({ draft, name: unused(`${step.name}: ${words}`) }));
  return { nodes: inPlaceOf(step, named, step.node_type.prompt), notes: made.notes };
}

interface NamedDraft {
  readonly draft: Pick<Draft, 'type' | 'comment'>;
  readonly name: string;
}

/** The first has the id of what they replace; the last its checks. */
export function inPlaceOf(replaced: FlowNode, made: readonly NamedDraft[], why: string): readonly NodeInput[] {
  const { expected_outcome: expected, checks, effect_check: effect, node_type: _, comment, ...rest } = replaced;
  return made.map(({ draft: { type, comment: own }, name }, index): NodeInput => {
    const isLast = index === made.length - 1;
    return {
      ...rest,
      ...{ id: index === 0 ? replaced.id : `${replaced.id}-${index + 1}`, name, node_type: type },
      comment: own === '' ? (comment ?? why) : own,
      effect_check: effect === undefined || type.type === 'Expect' || type.type === 'Read' ? undefined : effect,
      checks: isLast ? checks : [],
      expected_outcome: isLast && expected !== undefined ? expected : undefined,
    };
  });
}

interface Worded {
  readonly draft: Draft;
  readonly words: string;
}

function draftsOf(
  step: NodeOf<'AiStep'>,
  acts: readonly StepCallMade[],
): { readonly drafts: readonly Worded[]; readonly notes: readonly string[] } | { readonly why: string } {
  const seen = acts.map((call, index) => call.act && seenDeed(step, call, call.act, acts[index + 1]?.act));
  const varying = varyingNames(acts.flatMap(({ act }) => (act ? [act.before, ...(act.after ? [act.after] : [])] : [])));
  const drafts: Worded[] = [];
  const notes: string[] = [];
  for (const [index, call] of acts.entries()) {
    const deed = seen[index];
    const made = deed && seenDrafts(deed, seen[index - 1], varying);
    if (made) {
      drafts.push(...made.drafts.map((draft) => ({ draft, words: wordsOf(draft.type) })));
      notes.push(...made.notes);
      if (call.act?.after && !seen[index + 1]) {
        const draft = addedDraft({ type: 'Expect', screen: screenAfter(deed) });
        drafts.push({ draft, words: nameOf(draft.type) });
      }
      continue;
    }
    const type = nodeTypeOf(call);
    if (!type) return { why: `${callText(call)} is at a place that a node cannot name, or has a text that the record hides` };
    drafts.push({ draft: addedDraft(type), words: wordsOf(type) });
    if (actionBy('tools', call.name)?.screen === 'judged')
      notes.push(
        `"${step.name}", ${callText(call)}: found by its text alone${call.act ? '' : ', since the run keeps no list of controls of it'}`,
      );
  }
  return { drafts, notes };
}

function seenDeed({ name }: NodeOf<'AiStep'>, call: StepCallMade, { action, before, after }: SeenCall, next?: SeenCall): Deed {
  return doneDeed({ step: `"${name}"`, words: callText(call), action, isRisky: false, before, after: after ?? next?.before ?? before });
}

/** Undefined: no node can do it where it was done. */
function seenDrafts(deed: Deed, earlier: Deed | undefined, varying: Varying): DraftedSteps | undefined {
  const context = { said: [], varying };
  const alone = draftedSteps([deed], context);
  if (alone.drafts.some(({ type }) => type.type === 'AiStep')) return undefined;
  if (!earlier) return alone;
  const { drafts } = draftedSteps([earlier, deed], context);
  const from = drafts.findIndex(({ deeds }) => deeds.includes(earlier)) + 1;
  return { drafts: drafts.slice(from), notes: alone.notes };
}

function nodeTypeOf({ name, arguments: args, target = '' }: StepCallMade): NodeTypeInput | undefined {
  if (JSON.stringify(args).includes(mask) || namesIn(args).length > 0) return undefined;
  const [word] = Object.values(actionBy('tools', name)?.nodes ?? {});
  if (!word) return { type: 'McpToolCall', tool_name: name, arguments: { ...args } };
  return word.from({
    text: (key) => (typeof args[key] === 'string' ? args[key] : ''),
    number: (key) => (typeof args[key] === 'number' ? args[key] : undefined),
    texts: (key) => [...textsOf(args[key])],
    target,
  });
}

function wordsOf(type: NodeTypeInput): string {
  if (isActionNode(type)) return nodeWords[type.type].name(type);
  switch (type.type) {
    case 'McpToolCall':
      return type.tool_name;
    case 'Act':
      return nameOf(type).replace(/^./u, (first) => first.toLowerCase());
    default:
      return type.type.toLowerCase();
  }
}

export function callText(call: StepCallMade | undefined): string {
  return call ? `${call.name} ${JSON.stringify(call.arguments)}` : '';
}
