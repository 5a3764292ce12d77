// A frame whose origin is not allowed: one line on the list, blank in pictures, and no place for a pointer or for keys.
import type { Control } from '../ui/control.js';
import { isIn, type Point } from '../ui/geometry.js';

/** A frame that was not read for another reason is shown, and an approval lets a click into it. */
export function isRefusedFrame({ role, masked }: Pick<Control, 'role' | 'masked'>): boolean {
  return role === 'iframe' && masked === true;
}

/** A pointer at that point reaches it. */
export function takesPointer({ open, bounds }: Pick<Control, 'open' | 'bounds'>, point: Point): boolean {
  return (open ?? [bounds]).some((box) => isIn(box, point));
}

export function refusedFrameName(host: string): string {
  return `a frame of ${host}`;
}

/** @param name - as the list tells it */
export function refusedFrameText(name: string): string {
  return `What is there is ${name}, which is outside the allowed origins: nothing in it is read, shown, pressed or typed into.`;
}
