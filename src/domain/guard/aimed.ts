// Which controls an action means: by their path, or by what is at a point.
import type { Control, ControlRef } from '../ui/control.js';
import { middleOf, type Point, type Size } from '../ui/geometry.js';
import { targetsOf, type ActionTarget, type PointTarget, type UiActionOf } from '../ui/ui-action.js';
import { pressesAtOnce } from './key-presses.js';
import { isRefusedFrame } from './refused-frame.js';
import type { GuardedScreen } from './screen.js';

export type Named = Pick<ControlRef, 'path' | 'role' | 'name'>;

export interface AimedScreen {
  readonly screen: GuardedScreen;
  /** Of the screenshot that fractions refer to, px. */
  readonly size: Size | undefined;
}

export function aimedAt({ screen, size }: AimedScreen, target: ActionTarget<Named>): readonly Control[] {
  if ('point' in target) return pointOf(target, size) === undefined ? [] : screen.at(pointOf(target, size) as Point);
  const { path, role, name } = target.control;
  return [screen.find({ path, role, name }) ?? unseen(role, name, path)];
}

/** No longer listed: judged by what it was. */
function unseen(role: string, name: string, path: string): Control {
  return {
    id: '',
    role,
    name,
    path,
    bounds: { x: 0, y: 0, width: 0, height: 0 },
    enabled: true,
    visible: true,
    interactive: true,
    source: 'tree',
  };
}

function pointOf({ point: { x, y }, unit }: PointTarget, size: AimedScreen['size']): Point | undefined {
  if (unit === 'px') return { x, y };
  return size && { x: x * size.width, y: y * size.height };
}

/** The middle of a control. */
export function placeOf({ screen, size }: AimedScreen, target: ActionTarget<Named>): Point | undefined {
  if ('point' in target) return pointOf(target, size);
  const control = screen.find(target.control);
  return control && middleOf(control.bounds);
}

/** A frame whose origin is not allowed, where the action would reach it. */
export function refusedFrameIn(judging: AimedScreen, action: UiActionOf<Named>): Control | undefined {
  const targets = action.type === 'scroll' && !action.target ? [middle] : targetsOf(action);
  const aimed = targets.flatMap((target) => aimedAt(judging, target)).find(isRefusedFrame);
  if (aimed || action.type !== 'press-keys' || action.target || !pressesAtOnce(action.keys)) return aimed;
  return judging.screen.controls.find((control) => isRefusedFrame(control) && control.states?.includes('focused'));
}

/** The wheel turns there if no place is named. */
const middle = { point: { x: 0.5, y: 0.5 }, unit: 'fraction' } as const;
