// What is left of a list of actions, seen anew after the one before: as if it had been decided alone, on the screen as it is now.
//
// list-1. It goes on only while nothing came or went that can be acted on, but for the choices of a list that closed.
// list-2. A control is the same element under the same role and name; a point and what has the focus are whatever is there now.
// list-3. The action is judged by this screen, not by the one that the list was decided on.
import { defined } from '../collections.js';
import { isSameControl, type LabelledControl } from '../ui/control-list.js';
import { type ControlRef, isScroller, type Control } from '../ui/control.js';
import { type Screen, called, matched } from '../ui/change.js';
import { targetsOf, withTargets } from '../ui/ui-action.js';
import type { AppAction } from './decision.js';
import { refOf } from '../action/call-references.js';

export interface SeenScreen extends Screen {
  readonly controls: readonly LabelledControl[];
}

export type Reviewed = { readonly action: AppAction } | { readonly because: string };

/** list-1 and list-2; for list-3 see activities/agent/review-next.ts. */
export function nextInList(action: AppAction, { before, now }: { readonly before: SeenScreen; readonly now: SeenScreen }): Reviewed {
  const changed = structureChange(before, now);
  if (changed !== undefined) return { because: changed };
  if (action.run.kind !== 'device') return { action };
  const refs = targetsOf(action.run.action).flatMap((target) => ('control' in target ? [target.control] : []));
  const gone = refs.find((ref) => found(ref, before, now) === undefined);
  if (gone) return { because: `${gone.role} "${gone.name}" is no longer what it was` };
  const aimed = (ref: ControlRef): ControlRef => found(ref, before, now) ?? ref;
  return {
    action: {
      ...action,
      ...defined({ target: action.target ? aimed(action.target) : undefined }),
      run: { kind: 'device', action: withTargets(action.run.action, aimed) },
    },
  };
}

/** list-2. An element that is gone may have been made anew: in the same place, under the same role and name, it reads the same to whoever decided. */
function found(ref: ControlRef, before: SeenScreen, now: SeenScreen): ControlRef | undefined {
  const was = before.controls.find((control) => isSameControl(control, ref));
  const is =
    now.controls.find(({ id }) => was !== undefined && id !== '' && id === was.id) ??
    now.controls.find((control) => isSameControl(control, ref));
  if (is?.label === undefined || is.role !== ref.role || is.name !== ref.name) return undefined;
  return refOf(is, is.label);
}

/**
 * What changed of what could be acted on, in words; undefined: nothing. A value, a state or a text that changed is none of it; a page, a dialog, a field that came or went is.
 */
export function structureChange(before: Screen, after: Screen): string | undefined {
  if (before.address !== after.address) return 'another page is shown';
  const [old, now] = [before.controls.filter(isPart), after.controls.filter(isPart)];
  const pairs = matched(old, now);
  const [stayed, known] = [new Set(pairs.map(({ was }) => was)), new Set(pairs.map(({ is }) => is))];
  const came = now.find((control) => !known.has(control));
  if (came) return `${called(came)} came`;
  // A list that stands open by itself closes nothing: what goes from it was taken away.
  const isClosed = pairs.some(({ was, is }) => hasState(was, 'expanded') && !hasState(is, 'expanded'));
  const went = old.find((control) => !stayed.has(control) && !(isClosed && choices.has(control.role)));
  return went && `${called(went)} went`;
}

const choices: ReadonlySet<string> = new Set(['listbox', 'option', 'menu', 'menuitem', 'menuitemcheckbox', 'menuitemradio']);

function hasState({ states = [] }: Control, state: string): boolean {
  return states.includes(state);
}

const messages: ReadonlySet<string> = new Set(['dialog', 'alertdialog', 'alert']);

/** What only scrolls out of sight is still there. */
function isPart(control: Control): boolean {
  const isThere = control.visible || control.beyond !== undefined;
  return isThere && !isScroller(control) && (control.interactive || messages.has(control.role));
}
