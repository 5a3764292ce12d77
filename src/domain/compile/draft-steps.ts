// The kept steps of a run as drafts of nodes, in order: with what has to come between them, and with what tells each screen.
import { defined } from '../collections.js';
import { expectedScreen, shows } from '../anchors/expected-screen.js';
import type { ExpectedScreen, Target } from '../anchors/anchors.schema.js';
import { makeTarget } from '../anchors/make-target.js';
import { addedDraft, draftOf, plainly, type Draft, type DraftContext } from './drafts.js';
import { arrivals, reliedOn, type Relied } from './expectations.js';
import { controlOf } from './screens.js';
import { isDeed, type Deed, type StoryScreen, type StoryStep } from './story.js';

export interface DraftedSteps {
  readonly drafts: readonly Draft[];
  /** In sentences: what the flow cannot do as the run did it. */
  readonly notes: readonly string[];
}

export function draftedSteps(steps: readonly StoryStep[], context: DraftContext): DraftedSteps {
  const drafts: Draft[] = [];
  const notes: string[] = [];
  const reliance = createReliance(steps, context);
  let before: Deed | undefined;
  for (const step of steps) {
    if (!isDeed(step)) {
      drafts.push(askDraft(step));
      if (step.kind === 'by-hand') notes.push(`${step.words}: a person did it on the screen; the flow asks a person for it`);
      continue;
    }
    const relied = reliance(step);
    const made = draftOf(step, context);
    const draft = withTexts(made.draft, [...arrivedTexts(made.draft, before), ...relied.texts]);
    drafts.push(...broughtToFront(before, step), ...relied.drafts);
    const joined = asOne(drafts.at(-1), draft);
    if (joined) drafts.splice(-1, 1, joined);
    else drafts.push(draft);
    notes.push(...made.notes);
    before = step;
  }
  return { drafts, notes };
}

/** Where the flow ends, or what it reads there. `texts`: facts that the result relied on. */
export function screenAfter(deed: Deed, texts: readonly string[] = []): ExpectedScreen {
  const facts = [...new Set([...arrivalsOf(deed), ...texts])].filter((text) => !text.includes('{{') && shows(deed.after.controls, text));
  return expectedScreen(deed.after, facts);
}

function askDraft(step: Exclude<StoryStep, Deed>): Draft {
  if (step.kind === 'answered')
    return addedDraft({ type: 'Ask', question: plainly(step.question) }, { comment: 'The agent asked it.', answer: step.answer });
  const confirmation = `By hand, as in the recorded run: ${plainly(step.words)}. Confirm when it is done.`;
  return addedDraft({ type: 'Ask', confirmation }, { comment: 'A person did it on the screen.' });
}

/** Another application came to the front by the agent's choice. */
function broughtToFront(before: Deed | undefined, { before: screen, action }: Deed): readonly Draft[] {
  const isThere = !before || before.after.application === screen.application;
  return isThere || action.type === 'select-application' || action.type === 'launch-application'
    ? []
    : [addedDraft({ type: 'FocusWindow', method: 'AppName', value: plainly(screen.app) })];
}

function arrivedTexts(draft: Draft, before: Deed | undefined): readonly string[] {
  return before ? arrivalsOf(before).filter((text) => draft.deeds.every((deed) => shows(deed.before.controls, text))) : [];
}

/**
 * What was pressed may send a form that was right as it stood. Each is looked at by a node of its own, before the first press and before the last; what
 * no two ways tell is a text that the screen must show.
 */
function createReliance(steps: readonly StoryStep[], { said, written = [] }: DraftContext) {
  const pressed = steps.filter(isDeed).filter(({ action }) => action.type === 'click');
  const found = new Map(pressed.map((deed) => [deed, reliedOn(deed.before, said, written)]));
  const last = new Map(pressed.flatMap((deed) => (found.get(deed) ?? []).map((relied) => [keyOf(relied), deed])));
  const looked = new Set<string>();
  return (deed: Deed): { readonly drafts: readonly Draft[]; readonly texts: readonly string[] } => {
    const drafts: Draft[] = [];
    const texts: string[] = [];
    for (const relied of found.get(deed) ?? []) {
      const { target, isUnsure } = makeTarget(deed.before.controls, relied.control);
      if (isUnsure) texts.push(relied.wanted.value ?? '');
      else if (!looked.has(keyOf(relied)) || last.get(keyOf(relied)) === deed) drafts.push(readDraft(relied, target, deed.before));
      looked.add(keyOf(relied));
    }
    return { drafts, texts: texts.filter((text) => text !== '') };
  };
}

function keyOf({ control: { role, name }, wanted }: Relied): string {
  return JSON.stringify([role, name, wanted]);
}

function readDraft({ control: { name, role }, wanted }: Relied, target: Target, screen: StoryScreen): Draft {
  const what = plainly(name.trim() === '' ? role : name);
  return addedDraft(
    { type: 'Read', target: { ...target, ...defined(wanted) }, screen: expectedScreen(screen) },
    {
      name: wanted.value === undefined ? `${what} is checked` : `${what} is "${plainly(wanted.value)}"`,
      comment: 'It was so already, as it was wanted.',
    },
  );
}

function withTexts(draft: Draft, found: readonly string[]): Draft {
  const { type } = draft;
  const texts = [...new Set(found)].filter((text) => !text.includes('{{'));
  if (type.type !== 'Act' || !type.screen || texts.length === 0) return draft;
  return { ...draft, type: { ...type, screen: { ...type.screen, texts } } };
}

/** Of the name and the row of what was clicked. */
function arrivalsOf({ action, before, after }: Deed): readonly string[] {
  if (action.type !== 'click' || !('control' in action.target)) return [];
  const control = controlOf(before, action.target.control);
  const { row = [] } = control ? makeTarget(before.controls, control).target : {};
  return arrivals([action.target.control.name, ...row], before, after);
}

/** Two AI steps, one right after the other. */
function asOne(one: Draft | undefined, other: Draft): Draft | undefined {
  if (one?.type.type !== 'AiStep' || other.type.type !== 'AiStep') return undefined;
  return { ...one, type: { ...one.type, prompt: `${one.type.prompt}. Then: ${other.type.prompt}` }, deeds: [...one.deeds, ...other.deeds] };
}
