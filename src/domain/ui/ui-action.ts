// What can be done to a device. `T` is the form of a target: a `ControlRef` between decision and device, the `Control` itself at the device.
import { defined } from '../collections.js';
import type { Control, ControlRef } from './control.js';
import type { Point } from './geometry.js';

export type MouseButton = 'left' | 'right' | 'middle';
/** What is pressed at a point. */
export interface Over {
  readonly role: string;
  readonly name: string;
}
/**
 * Fractions of the screenshot's width and height, each 0..1 (as models give them), are converted to pixels at the device. `over`: what the action was judged by; a device that can ask what is there now acts on
 * nothing else. Absent: not judged.
 */
export interface PointTarget {
  readonly point: Point;
  readonly unit: 'px' | 'fraction';
  readonly over?: readonly Over[];
}
export type ActionTarget<T> = { readonly control: T } | PointTarget;

export type UiActionOf<T> =
  | { readonly type: 'click'; readonly target: ActionTarget<T>; readonly button: MouseButton; readonly clickCount: 1 | 2 | 3 }
  /** Over the target; nothing is pressed. */
  | { readonly type: 'hover'; readonly target: ActionTarget<T> }
  /** `hold`: stays pressed at `to`, for `move` and `release`; any other input lets go of it first, where it was pressed. */
  | {
      readonly type: 'drag';
      readonly from: ActionTarget<T>;
      readonly to: ActionTarget<T>;
      readonly via?: readonly PointTarget[];
      readonly button: MouseButton;
      readonly hold?: true;
    }
  /** Moves what is held. */
  | { readonly type: 'move'; readonly target: ActionTarget<T> }
  /** Lets go of what is held at `target`, where it was seen to be (`HeldPointer`). */
  | { readonly type: 'release'; readonly target: PointTarget; readonly pressed: PointTarget }
  /** A file input takes a path below the worker's upload folder. `{{secret:NAME}}` is resolved at the device, for allowed origins only. */
  | { readonly type: 'set-text'; readonly target: ActionTarget<T>; readonly text: string; readonly clear: boolean }
  /** `keys` in the syntax of domain/ui/keys.ts: `{ENTER}`, `^a`, plain text. Without a target: the focused control. `over`: what it was judged to press; a device that can ask presses nothing else with Enter or Space. */
  | { readonly type: 'press-keys'; readonly target?: ActionTarget<T>; readonly keys: string; readonly over?: readonly Over[] }
  /** Positive `deltaY` scrolls down; px. */
  | { readonly type: 'scroll'; readonly target?: ActionTarget<T>; readonly deltaX: number; readonly deltaY: number }
  | { readonly type: 'select-option'; readonly target: ActionTarget<T>; readonly values: readonly string[] }
  | { readonly type: 'read-text'; readonly target?: ActionTarget<T> }
  /** `answerMs`: how long its address may take to answer, unless as long as any. `leaves`: the browser's id of the document in front, which may be left though it asks and has unsaved input. `byPage`: the page itself leads there, as by a link of it. */
  | { readonly type: 'navigate'; readonly url: string; readonly answerMs?: number; readonly leaves?: string; readonly byPage?: true }
  | { readonly type: 'go-back'; readonly leaves?: string }
  | { readonly type: 'select-application'; readonly id: string }
  | { readonly type: 'launch-application'; readonly name: string; readonly answerMs?: number };

/** A mouse button that an earlier action has pressed; px of the screenshot. */
export interface PressedPointer {
  readonly pressed: Point;
  readonly at: Point;
}

/** px: a drag that ends nearer to its start is a click. */
export const shortestDrag = 8;

/** As decided and as stored in history. */
export type UiAction = UiActionOf<ControlRef>;
/** As a device performs it. */
export type DeviceAction = UiActionOf<Control>;
/** One of them. */
export type ActionOf<K, T = Control> = Extract<UiActionOf<T>, { readonly type: K }>;

/** The same action with other targets, asked for in the order of `targetsOf`. */
export function mapTargets<A, B>(action: UiActionOf<A>, of: (target: ActionTarget<A>) => ActionTarget<B>): UiActionOf<B> {
  if (action.type === 'drag') return { ...action, from: of(action.from), to: of(action.to) };
  // Both forms have the same members, and only the target differs; of a point, `of` makes a point.
  return ('target' in action && action.target ? { ...action, target: of(action.target) } : action) as UiActionOf<B>;
}

/** The same action with other forms of its controls. */
export function withTargets<A, B>(action: UiActionOf<A>, of: (control: A) => B): UiActionOf<B> {
  return mapTargets(action, (target) => ('control' in target ? { control: of(target.control) } : target));
}

/** The same action with other points, where it names any as fractions. */
export function withPoints<T>(action: UiActionOf<T>, of: (point: Point) => Point): UiActionOf<T> {
  const moved = <P extends ActionTarget<T>>(target: P): P =>
    'point' in target && target.unit === 'fraction' ? { ...target, point: of(target.point) } : target;
  const there = mapTargets(action, moved);
  return there.type === 'drag' ? { ...there, ...defined({ via: there.via?.map(moved) }) } : there;
}

/** Where it is aimed: of a drag its start, then its end. */
export function targetsOf<T>(action: UiActionOf<T>): readonly ActionTarget<T>[] {
  if (action.type === 'drag') return [action.from, action.to];
  return 'target' in action && action.target !== undefined ? [action.target] : [];
}

/** What it types, as text or as keys. */
export function typedText(action: UiActionOf<unknown>): string | undefined {
  return 'text' in action ? action.text : 'keys' in action ? action.keys : undefined;
}

/** The same action, where it types anything, with another text. */
export function withTyped<T>(action: UiActionOf<T>, text: string): UiActionOf<T> {
  if ('text' in action) return { ...action, text };
  return 'keys' in action ? { ...action, keys: text } : action;
}
