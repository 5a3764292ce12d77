// Which actions of a run its flow repeats. Each that it does not is told, with why.
//
// left-out-1. What may have an effect elsewhere is never left out: an order, a message, a cart that the page does not show. Only what the guard found
//     harmless and what merely looks, fills a field or moves between screens can be, and only where the screens show that nothing came of it.
// left-out-2. An unknown outcome is kept where the screen shows that it was done; else the run is no flow.
// left-out-3. The rules are applied one after another, each to every action in turn. A rule sees what the run did after that action, as far as it is still kept.
import { doingOf, effectOf, movesOf } from '../action/actions.js';
import { own } from '../collections.js';
import { pageDigests } from '../explorer/actions.js';
import { destinationDigests, pageAddressOf } from '../explorer/address.js';
import { isLeaving, isLooking } from '../guard/names.js';
import { isSameControl } from '../ui/control-list.js';
import { isToggle, type Control, type ControlRef } from '../ui/control.js';
import { targetsOf } from '../ui/ui-action.js';
import { controlOf, hasDialog, isSameContent, placeOf, showsText, statesOf, valueOf } from './screens.js';
import { CompileError, isDeed, type Deed, type StoryScreen, type StoryStep } from './story.js';

interface Kept {
  readonly steps: readonly StoryStep[];
  /** In sentences, in the order of the run. */
  readonly leftOut: readonly string[];
}

interface Omission {
  readonly why: string;
  /** What is left out together with the action that the rule was applied to. */
  readonly others?: readonly Deed[];
}

type Rule = (deed: Deed, later: readonly Deed[], relied: readonly string[]) => Omission | undefined;

/** left-out-3. */
const rules: readonly Rule[] = [notDone, onlyLooked, overwritten, undone, detour, needless];

/** `relied`: texts of screens that the run's result says. Throws a `CompileError` for an outcome that nobody knows. */
export function keptSteps(steps: readonly StoryStep[], relied: readonly string[] = []): Kept {
  const deeds = steps.filter(isDeed);
  const why = new Map<StoryStep, string>();
  const isKept = (step: StoryStep): boolean => !why.has(step);
  for (const rule of rules)
    for (const [index, deed] of deeds.entries()) {
      const omission = isKept(deed) ? rule(deed, deeds.slice(index + 1).filter(isKept), relied) : undefined;
      if (omission) for (const each of [deed, ...(omission.others ?? [])]) why.set(each, omission.why);
    }
  return {
    steps: steps.filter(isKept),
    leftOut: deeds.filter((deed) => !isKept(deed)).map((deed) => `${deed.step}, ${deed.words}: ${why.get(deed)}`),
  };
}

// ── Outcomes ──

function notDone(deed: Deed): Omission | undefined {
  const { outcome, step, words } = deed;
  if (outcome.status === 'failed') return { why: `it failed (${outcome.because})` };
  if (outcome.status === 'not-run') return { why: 'it was not begun' };
  if (outcome.status === 'done' || isShownDone(deed)) return undefined;
  throw new CompileError(
    'unknown-outcome',
    `Nobody knows whether ${words} (${step}) was done, and no later screen shows it: a flow would either repeat it or leave it out. Compile a run in which it is known.`,
  );
}

/** left-out-2. */
function isShownDone(deed: Deed): boolean {
  const { action, before, after } = deed;
  if ('url' in action) return pageAddressOf(action.url)?.address === pageAddressOf(after.url ?? '')?.address;
  const doing = doingOf(action);
  if (doing?.does === 'press' && placeOf(before) !== placeOf(after)) return true;
  const [was, is] = [aimOn(before, deed), aimOn(after, deed)];
  if (!was || !is) return false;
  switch (doing?.does) {
    case 'write':
      return valueOf(was) !== doing.text && valueOf(is) === doing.text;
    case 'choose':
      return valueOf(was) !== valueOf(is) && doing.values.includes(valueOf(is));
    case 'press':
      return statesOf(was) !== statesOf(is);
    default:
      return false;
  }
}

function onlyLooked({ action }: Deed): Omission | undefined {
  return effectOf(action) === 'read' ? { why: 'it only looked' } : undefined;
}

function aimOf({ action }: Deed): ControlRef | undefined {
  const [target] = targetsOf(action);
  return target && 'control' in target ? target.control : undefined;
}

/** What it acted on, as that screen shows it. */
function aimOn(screen: StoryScreen, deed: Deed): Control | undefined {
  const aim = aimOf(deed);
  return aim && controlOf(screen, aim);
}

// ── Filled in again, pressed again ──

function overwritten(deed: Deed, later: readonly Deed[]): Omission | undefined {
  const again = deed.action.type === 'set-text' ? doneAgain(deed, later)?.action : undefined;
  return again?.type === 'set-text' && again.clear ? { why: 'another text was typed over it' } : undefined;
}

/** A toggle that is pressed, and pressed again. */
function undone(deed: Deed, later: readonly Deed[]): Omission | undefined {
  const again = deed.action.type === 'click' ? doneAgain(deed, later) : undefined;
  if (!again) return undefined;
  const stateOn = (screen: StoryScreen): string | undefined => {
    const control = aimOn(screen, deed);
    return control && statesOf(control);
  };
  const was = stateOn(deed.before);
  return stateOn(again.after) === was && stateOn(deed.after) !== was ? { why: 'it was undone', others: [again] } : undefined;
}

/** The next action of its kind at the same control, where nothing but filling in the same page comes between. */
function doneAgain(deed: Deed, later: readonly Deed[]): Deed | undefined {
  const aim = aimOf(deed);
  if (!aim || !isFilling(deed)) return undefined;
  return leading(later, (other) => placeOf(other.before) === placeOf(deed.before) && isFilling(other)).find((other) => {
    const otherAim = other.action.type === deed.action.type ? aimOf(other) : undefined;
    return otherAim !== undefined && isSameControl(otherAim, aim);
  });
}

/** It sends nothing: a field of the screen is filled in. */
function isFilling({ action, isRisky, before }: Deed): boolean {
  if (isRisky) return false;
  const doing = doingOf(action);
  if (doing?.does === 'write') return !/[\r\n]/.test(doing.text);
  if (doing?.does === 'press') return 'control' in doing.at && isToggle(doing.at.control);
  return (doing?.does === 'choose' || movesOf(action) === 'view') && before.controls.length > 0;
}

/** Those before the first that is otherwise. */
function leading(deeds: readonly Deed[], is: (deed: Deed) => boolean): readonly Deed[] {
  const end = deeds.findIndex((deed) => !is(deed));
  return end < 0 ? deeds : deeds.slice(0, end);
}

// ── Detours ──

/** The longest way from a screen to another and back to it, with nothing but moving about in between. */
function detour(deed: Deed, later: readonly Deed[], relied: readonly string[]): Omission | undefined {
  const last = later.at(-1)?.after;
  if (!last || !isMoving(deed)) return undefined;
  const onlyThere = relied.filter((text) => !showsText(last, text));
  const moves = leading(later, (move) => isMoving(move) && !onlyThere.some((text) => showsText(move.before, text)));
  const isBegin = (screen: StoryScreen): boolean => isSameContent(deed.before, screen);
  const away = moves.findIndex(({ before }) => !isBegin(before));
  const back = moves.findLastIndex(({ after }) => isBegin(after));
  return away < 0 || back < away ? undefined : { why: 'a detour: it led back to where it began', others: moves.slice(0, back + 1) };
}

/** left-out-1. */
function isMoving(deed: Deed): boolean {
  const { action, isRisky, before } = deed;
  if (isRisky) return false;
  if (movesOf(action)) return !('url' in action) || !hasQuery(action.url);
  if (action.type === 'press-keys') return /^\{ESC(?:APE)?\}$/i.test(action.keys);
  if (action.type !== 'click' || action.button !== 'left' || action.clickCount !== 1 || !('control' in action.target)) return false;
  const control = controlOf(before, action.target.control);
  return control !== undefined && own(ways, control.role)?.(control, deed) === true;
}

/** By the role of what is clicked: whether that only leads to another screen, or shows more of this one. */
const ways: Readonly<Record<string, (control: Control, deed: Deed) => boolean>> = {
  tab: () => true,
  summary: () => true,
  link: ({ destination }, { after: { url } }) => url !== undefined && !hasQuery(url) && leadsTo(destination, url),
  button: ({ name, states = [] }, { before }) =>
    (hasDialog(before) && isLeaving(name)) || isLooking(name) || states.includes('expanded') || states.includes('collapsed'),
};

/** What an address carries may be an order to do something. */
function hasQuery(url: string): boolean {
  return pageAddressOf(url)?.address.includes('?') ?? true;
}

/** The page is the one that the link names: nothing sent it elsewhere, as after something was done. */
function leadsTo(destination: string | undefined, url: string): boolean {
  const wanted = pageDigests(destination);
  return wanted !== undefined && wanted.address === pageDigests(destinationDigests(url))?.address;
}

// ── Scrolled, pointed at ──

/** The next target was there before, and nothing that the run relied on came with it. */
function needless({ action, before, after }: Deed, later: readonly Deed[], relied: readonly string[]): Omission | undefined {
  if (movesOf(action) !== 'view' || relied.some((text) => showsText(after, text) && !showsText(before, text))) return undefined;
  const next = later.find((other) => movesOf(other.action) !== 'view');
  if (!next) return { why: 'nothing was done after it that needs it' };
  return aimOn(before, next)?.visible === true ? { why: `what came next (${next.words}) was in sight before it` } : undefined;
}
