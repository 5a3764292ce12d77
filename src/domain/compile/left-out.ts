// Which actions of a run its flow repeats. Each that it does not is told, with why.
//
// left-out-1. What may have an effect elsewhere is never left out: an order, a message, a cart that the page does not show. Only what the guard found
//     harmless and what merely looks, fills a field or moves between screens can be, and only where the screens show that nothing came of it.
// left-out-2. An unknown outcome is kept where the screen shows that it was done; else the run is no flow.
import { doingOf, effectOf, movesOf } from '../action/actions.js';
import { isLooking, isLeaving } from '../guard/names.js';
import { pageAddressOf, destinationDigests } from '../explorer/address.js';
import { pageDigests } from '../explorer/actions.js';
import type { ControlRef } from '../ui/control.js';
import { targetsOf } from '../ui/ui-action.js';
import { CompileError, isDeed, type Deed, type StoryScreen, type StoryStep } from './story.js';
import { controlOf, hasDialog, isSameContent, placeOf, showsText, statesOf, valueOf } from './screens.js';

interface Kept {
  readonly steps: readonly StoryStep[];
  /** In sentences, in the order of the run. */
  readonly leftOut: readonly string[];
}

/** `relied`: texts of screens that the run's result says. Throws a `CompileError` for an outcome that nobody knows. */
export function keptSteps(steps: readonly StoryStep[], relied: readonly string[] = []): Kept {
  const why = new Map<Deed, string>();
  const left = (): readonly Deed[] => steps.filter(isDeed).filter((deed) => !why.has(deed));
  for (const deed of left()) note(why, deed, whyNotDone(deed));
  for (const deed of left()) if (effectOf(deed.action) === 'read') note(why, deed, 'it only looked');
  for (const deed of left()) note(why, deed, overwritten(deed, left()));
  for (const [one, other] of undone(left())) for (const deed of [one, other]) note(why, deed, 'it was undone');
  for (const loop of detours(left(), relied)) for (const deed of loop) note(why, deed, 'a detour: it led back to where it began');
  for (const deed of left()) note(why, deed, needless(deed, left(), relied));
  return {
    steps: steps.filter((step) => !isDeed(step) || !why.has(step)),
    leftOut: steps.flatMap((step) => (isDeed(step) && why.has(step) ? [sentence(step, why.get(step) ?? '')] : [])),
  };
}

function sentence({ step, words }: Deed, why: string): string {
  return `${step}, ${words}: ${why}`;
}

function note(why: Map<Deed, string>, deed: Deed, reason: string | undefined): void {
  if (reason !== undefined) why.set(deed, reason);
}

// ── Outcomes ──

function whyNotDone(deed: Deed): string | undefined {
  const { outcome } = deed;
  if (outcome.status === 'failed') return `it failed (${outcome.because})`;
  if (outcome.status === 'not-run') return 'it was not begun';
  if (outcome.status === 'done' || isShownDone(deed)) return undefined;
  throw new CompileError(
    'unknown-outcome',
    `Nobody knows whether ${deed.words} (${deed.step}) was done, and no later screen shows it: a flow would either repeat it or leave it out. Compile a run in which it is known.`,
  );
}

/** left-out-2. */
function isShownDone(deed: Deed): boolean {
  const { action, before, after } = deed;
  const ref = refOf(deed);
  const [was, is] = ref ? [controlOf(before, ref), controlOf(after, ref)] : [];
  if ('url' in action) return pageAddressOf(action.url)?.address === pageAddressOf(after.url ?? '')?.address;
  const doing = doingOf(action);
  switch (doing?.does) {
    case 'write':
      return is !== undefined && valueOf(is) === doing.text && was !== undefined && valueOf(was) !== doing.text;
    case 'choose':
      return is !== undefined && was !== undefined && valueOf(is) !== valueOf(was) && doing.values.some((value) => valueOf(is) === value);
    case 'press':
      return (was !== undefined && is !== undefined && statesOf(was) !== statesOf(is)) || placeOf(before) !== placeOf(after);
    default:
      return false;
  }
}

// ── Filled in again, pressed again ──

const toggles: ReadonlySet<string> = new Set(['checkbox', 'switch', 'menuitemcheckbox']);

function refOf({ action }: Deed): ControlRef | undefined {
  const [target] = targetsOf(action);
  return target && 'control' in target ? target.control : undefined;
}

function isSame(one: ControlRef | undefined, other: ControlRef | undefined): boolean {
  return one !== undefined && other !== undefined && one.path === other.path && one.role === other.role && one.name === other.name;
}

/** It sends nothing: a field of the screen is filled in. */
function isFilling({ action, isRisky, before }: Deed): boolean {
  if (isRisky) return false;
  const doing = doingOf(action);
  if (doing?.does === 'write') return !/[\r\n]/.test(doing.text);
  if (doing?.does === 'press') return 'control' in doing.at && toggles.has(doing.at.control.role);
  return (doing?.does === 'choose' || movesOf(action) === 'view') && before.controls.length > 0;
}

function overwritten(deed: Deed, deeds: readonly Deed[]): string | undefined {
  if (deed.action.type !== 'set-text' || !isFilling(deed)) return undefined;
  for (const later of deeds.slice(deeds.indexOf(deed) + 1)) {
    if (placeOf(later.before) !== placeOf(deed.before) || !isFilling(later)) return undefined;
    if (later.action.type === 'set-text' && isSame(refOf(later), refOf(deed)))
      return later.action.clear ? 'another text was typed over it' : undefined;
  }
  return undefined;
}

/** A toggle that is pressed, and pressed again before anything is sent. */
function undone(deeds: readonly Deed[]): readonly (readonly [Deed, Deed])[] {
  const pairs: (readonly [Deed, Deed])[] = [];
  const taken = new Set<Deed>();
  for (const [index, deed] of deeds.entries()) {
    if (taken.has(deed) || !isToggling(deed)) continue;
    for (const later of deeds.slice(index + 1)) {
      if (placeOf(later.before) !== placeOf(deed.before) || !isFilling(later)) break;
      if (!isToggling(later) || !isSame(refOf(later), refOf(deed))) continue;
      if (stateIn(deed.before, deed) === stateIn(later.after, later) && stateIn(deed.before, deed) !== stateIn(deed.after, deed)) {
        pairs.push([deed, later]);
        taken.add(deed).add(later);
      }
      break;
    }
  }
  return pairs;
}

function isToggling({ action, isRisky }: Deed): boolean {
  return action.type === 'click' && !isRisky && 'control' in action.target && toggles.has(action.target.control.role);
}

function stateIn(screen: StoryScreen, deed: Deed): string | undefined {
  const ref = refOf(deed);
  const control = ref && controlOf(screen, ref);
  return control && statesOf(control);
}

// ── Detours ──

/** Longest first: from a screen away to another and back to it, with nothing but moving about in between. */
function detours(deeds: readonly Deed[], relied: readonly string[]): readonly (readonly Deed[])[] {
  const found: (readonly Deed[])[] = [];
  for (let from = 0; from < deeds.length; from++) {
    const end = lastOfDetour(deeds, from, relied);
    if (end === undefined) continue;
    found.push(deeds.slice(from, end + 1));
    from = end;
  }
  return found;
}

function lastOfDetour(deeds: readonly Deed[], from: number, relied: readonly string[]): number | undefined {
  const first = deeds[from];
  if (!first || !isMoving(first)) return undefined;
  const last = deeds.at(-1)?.after;
  const onlyThere = relied.filter((text) => last && !showsText(last, text));
  let end: number | undefined;
  for (let at = from + 1; at < deeds.length; at++) {
    const deed = deeds[at];
    if (!deed || !isMoving(deed) || onlyThere.some((text) => showsText(deed.before, text))) break;
    const inner = deeds.slice(from + 1, at + 1).map(({ before }) => before);
    if (isSameContent(first.before, deed.after) && inner.some((screen) => !isSameContent(first.before, screen))) end = at;
  }
  return end;
}

/** left-out-1. */
function isMoving(deed: Deed): boolean {
  const { action, isRisky } = deed;
  if (isRisky) return false;
  if (movesOf(action)) return !('url' in action) || !hasQuery(action.url);
  if (action.type === 'press-keys') return /^\{ESC(?:APE)?\}$/i.test(action.keys);
  if (action.type !== 'click' || action.button !== 'left' || action.clickCount !== 1) return false;
  return 'control' in action.target && isWay(deed, action.target.control);
}

function isWay({ before, after }: Deed, ref: ControlRef): boolean {
  const control = controlOf(before, ref);
  if (!control) return false;
  const { states = [] } = control;
  switch (control.role) {
    case 'tab':
    case 'summary':
      return true;
    case 'link':
      return after.url !== undefined && !hasQuery(after.url) && leadsTo(control.destination, after.url);
    case 'button':
      return (
        (hasDialog(before) && isLeaving(control.name)) ||
        isLooking(control.name) ||
        states.includes('expanded') ||
        states.includes('collapsed')
      );
    default:
      return false;
  }
}

/** What an address carries may be an order to do something. */
function hasQuery(url: string): boolean {
  return pageAddressOf(url)?.address.includes('?') ?? true;
}

/** The page is the one that the link names: nothing sent it elsewhere, as after something was done. */
function leadsTo(destination: string | undefined, url: string): boolean {
  const [wanted, there] = [pageDigests(destination), pageDigests(destinationDigests(url))];
  return wanted !== undefined && there !== undefined && wanted.address === there.address;
}

// ── Scrolled, pointed at ──

/** The next target was there before, and nothing that the run relied on came with it. */
function needless(deed: Deed, deeds: readonly Deed[], relied: readonly string[]): string | undefined {
  const { action, before, after } = deed;
  if (movesOf(action) !== 'view') return undefined;
  if (relied.some((text) => showsText(after, text) && !showsText(before, text))) return undefined;
  const next = deeds.slice(deeds.indexOf(deed) + 1).find((later) => movesOf(later.action) !== 'view');
  if (next === undefined) return 'nothing was done after it that needs it';
  const ref = refOf(next);
  if (ref === undefined) return undefined;
  return controlOf(before, ref)?.visible === true ? `what came next (${next.words}) was in sight before it` : undefined;
}
