// One kept action as a node on the screen that it was decided on. What has no place there is left to an AI step.
import { deedOf } from '../action/actions.js';
import { expectedScreen } from '../anchors/expected-screen.js';
import { namesIn } from '../anchors/fill.js';
import { isKnownByPicture } from '../anchors/agreement.js';
import { isChecked } from '../anchors/find-target.js';
import { makeTarget, type MadeTarget } from '../anchors/make-target.js';
import type { NodeTypeInput } from '../flow/document.js';
import { targetText } from '../flow/one-line.js';
import { isScroller, isToggle, type Control } from '../ui/control.js';
import { isIn } from '../ui/geometry.js';
import { mask } from '../ui/mask.js';
import { targetsOf, type ActionTarget } from '../ui/ui-action.js';
import { says, identifierOf, type Value } from './values.js';
import type { Reading } from './readings.js';
import { controlOf, wishedTexts, isVarying, type Varying } from './screens.js';
import type { Deed, RunStory, StoryScreen } from './story.js';

export type ActInput = Extract<NodeTypeInput, { readonly type: 'Act' }>;
export type DeedInput = ActInput['deed'];

export interface Draft {
  readonly type: NodeTypeInput;
  /** Absent: its words are made from its type. */
  readonly name?: string;
  readonly comment: string;
  /** Of the field or choice: what its value is called. */
  readonly field?: string;
  /** What it stands for. */
  readonly deeds: readonly Deed[];
  /** What a person answered. */
  readonly answer?: string;
  /** No other node has its name. */
  readonly isNamed?: true;
  /** What nodes after it may refer to. */
  readonly gives?: Value;
  /** What it reads of the result. */
  readonly reading?: Reading;
}

/** What nothing was done for: it comes between, asks, looks or reads. */
export function addedDraft(type: NodeTypeInput, more: Omit<Partial<Draft>, 'type'> = {}): Draft {
  return { comment: '', deeds: [], ...more, type };
}

interface Drafted {
  readonly draft: Draft;
  /** As those of `DraftedSteps`. */
  readonly notes: readonly string[];
}

export interface DraftContext {
  /** The request and the answers of people. */
  readonly said: readonly string[];
  /** What the run wrote, chose or pressed anywhere, also where that was left out. */
  readonly written?: readonly string[];
  readonly varying: Varying;
  readonly pictures?: RunStory['pictures'];
}

export function draftOf(deed: Deed, context: DraftContext): Drafted {
  const drafted = draftedDeed(deed, context);
  // What the application wrote would be taken for a reference.
  return namesIn(drafted.draft.type).length > 0 ? aiStep(deed, "a text there has '{{var:' in it") : drafted;
}

function draftedDeed(deed: Deed, context: DraftContext): Drafted {
  const { action, before, step } = deed;
  if (action.type === 'press-keys' && action.keys.includes(mask)) return aiStep(deed, 'the record hides the keys');
  const made = nodeOf(deed);
  if (made === undefined) return aiStep(deed, 'it was done at a place that has no name');
  const common = { comment: commentOf(deed), deeds: [deed] };
  if (made.type === 'FocusWindow') return { draft: { ...common, type: made }, notes: [] };
  const aims = aimsOf(deed);
  const controls = aims.filter((control) => control !== undefined);
  if (controls.length < aims.length) return aiStep(deed, 'what it acted on is not on the recorded screen, or has no name');
  const targets = controls.map((control) => targetOf(before, control, context));
  const [target, to] = targets.map((one) => one.target);
  const [aim] = controls;
  const hidden = hiddenText(made, aim);
  // find-6 of find-target.ts.
  const checked = made.type === 'Click' && aim && isToggle(aim) ? isChecked(aim) : undefined;
  return {
    draft: {
      ...common,
      type: {
        type: 'Act',
        deed: hidden?.deed ?? (made.type === 'Drag' && to ? { type: 'Drag', to } : made),
        screen: expectedScreen(before),
        target: target && { ...target, checked },
      },
      field: aim?.name,
    },
    notes: [
      ...targets.flatMap((one) =>
        one.isUnsure
          ? `${step}, ${targetText(one.target)}: no two ways tell it on its screen, so that the node halts there or asks for healing`
          : [],
      ),
      ...(hidden ? [`${step}: ${hidden.note}`] : []),
    ],
  };
}

/** Undefined: it needs a place that a flow cannot name. */
function nodeOf({ action, applicationName }: Deed): DeedInput | Extract<NodeTypeInput, { readonly type: 'FocusWindow' }> | undefined {
  if (action.type !== 'select-application') return deedOf(action);
  return applicationName === undefined ? undefined : { type: 'FocusWindow', method: 'AppName', value: applicationName };
}

/** Controls that it acted on and that only a picture can tell. */
export function wordlessAims(deed: Deed): readonly Control[] {
  const aims = aimsOf(deed).filter((control) => control !== undefined);
  return aims.filter((control) => isKnownByPicture(makeTarget(deed.before.controls, control).target));
}

/** In the order of the action's targets; undefined: not known. A scroll over a place is one of the page. */
function aimsOf(deed: Deed): readonly (Control | undefined)[] {
  const { action, before } = deed;
  if (action.type === 'scroll') {
    const over = action.target && 'control' in action.target ? controlOf(before, action.target.control) : undefined;
    return over === undefined || isScroller(over) ? [] : [over];
  }
  // What was judged at a point is the first of them.
  return targetsOf(action).map((target, index) => controlAt(target, index === 0 ? deed : { ...deed, aimed: undefined }));
}

function controlAt(
  target: ActionTarget<{ label: string; role: string; name: string; path: string }>,
  deed: Omit<Deed, 'aimed'> & { readonly aimed?: Deed['aimed'] | undefined },
): Control | undefined {
  const { before, aimed } = deed;
  if ('control' in target) return controlOf(before, target.control);
  const judged = aimed && controlOf(before, aimed);
  if (judged && judged.name.trim() !== '') return judged;
  const { size } = before;
  const at = target.unit === 'px' ? target.point : size && { x: target.point.x * size.width, y: target.point.y * size.height };
  if (at === undefined) return undefined;
  const area = ({ bounds }: Control): number => bounds.width * bounds.height;
  return before.controls
    .filter((control) => control.visible && !isScroller(control) && control.name.trim() !== '' && isIn(control.bounds, at))
    .sort((one, other) => Number(other.interactive) - Number(one.interactive) || area(one) - area(other))[0];
}

function targetOf({ controls }: StoryScreen, control: Control, { said, varying, pictures }: DraftContext): MadeTarget {
  // Digits that somebody said tell it from others.
  const digitsVary = isVarying(varying, control) && !said.some((one) => says(one, control.name));
  return makeTarget(controls, control, { rowTexts: wishedTexts(controls, said), digitsVary, picture: pictures?.get(control) });
}

/** values-1. */
function hiddenText(made: DeedInput, field: Control | undefined): { readonly deed: DeedInput; readonly note: string } | undefined {
  if (made.type !== 'SetText' || !made.text.includes(mask)) return undefined;
  const name = identifierOf(field?.name ?? 'text').toUpperCase();
  return {
    deed: { ...made, text: `{{secret:${name}}}` },
    note: `the record hides what was typed into "${field?.name ?? ''}": the flow takes the secret ${name} there, which has to be configured`,
  };
}

function aiStep(deed: Deed, why: string): Drafted {
  const { step, words, thought, comment } = deed;
  const prompt = plainly([words, thought.trim() || comment.trim()].filter((text) => text !== '').join('. '));
  return {
    draft: { type: { type: 'AiStep', prompt, must_act: true }, comment: commentOf(deed), deeds: [deed] },
    notes: [`${step}, ${words}: ${why}; an AI step does it`],
  };
}

function commentOf({ thought, comment }: Deed): string {
  return plainly(thought.trim() || comment.trim());
}

/** What it types or chooses. */
export function enteredIn(deed: DeedInput): readonly string[] {
  if (deed.type === 'SetText') return [deed.text];
  return deed.type === 'Select' ? deed.values : [];
}

/** With other texts where it types or chooses any. */
export function withEntered(deed: DeedInput, of: (text: string) => string): DeedInput {
  if (deed.type === 'SetText') return { ...deed, text: of(deed.text) };
  return deed.type === 'Select' ? { ...deed, values: deed.values.map(of) } : deed;
}

/** Words for people: nothing in them is filled in, and what is hidden says so. */
export function plainly(text: string): string {
  return text.replaceAll('{{var:', '{ {var:').replaceAll(mask, '(hidden)');
}
