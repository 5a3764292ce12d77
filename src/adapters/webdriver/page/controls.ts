// Reports one control of a known role: finds its name, state, box and whether a person can see it.
import type { Bounds } from '../../../domain/ui/geometry.js';
import { boxesOf, isShown } from './geometry.js';
import type { PageControl } from './messages.js';
import { nameOf, optionsOf, statesOf, valueOf } from './names.js';
import { newRoots } from './paths.js';
import { isReachable, isSeen, ownReach, rounded } from './reach.js';
import { isMasked, register } from './registry.js';
import { roleOf } from './roles.js';
import type { ElementStyle } from './styles.js';
import { flush } from './texts.js';
import type { Context, Walk } from './walk.js';
import { activeIn, own } from './own.js';

interface Found {
  readonly element: HTMLElement;
  readonly role: string;
  readonly context: Context;
  readonly path: string;
}

export function addControl(walk: Walk, found: Found, style: ElementStyle): void {
  const { element, context } = found;
  flush(walk);
  const shown = isShown(element);
  const stand = standInOf(element, !shown);
  const { bounds, hit } = boxesOf(stand);
  const visible =
    (shown || (isBox(element) && isShown(stand))) && !context.inert && isReachable(element, stand, hit, ownReach(context.reaches, style));
  push(walk, found, { bounds, visible, interactive: true });
}

/** Not laid out, but usable through its label. */
export function addLabelled(walk: Walk, element: HTMLElement, context: Context, path: string): void {
  if (!isBox(element)) return;
  const stand = standInOf(element, false);
  if (stand === element) return;
  const { bounds, hit } = boxesOf(stand);
  flush(walk);
  const visible = !context.inert && isReachable(stand, stand, hit, context.reaches.flow);
  push(walk, { element, role: roleOf(element), context, path }, { bounds, visible, interactive: true });
}

/** Not interactive, but worth reporting. */
export function addPicture(walk: Walk, found: Found, style: ElementStyle): void {
  const { element, role, context } = found;
  if (context.mute || context.inert || !isShown(element)) return;
  const { bounds, hit } = boxesOf(element);
  if (role === 'img' && nameOf(element) === '') return;
  if (!isSeen(element, element, hit, ownReach(context.reaches, style))) return;
  flush(walk);
  push(walk, found, { bounds, visible: true, interactive: false });
}

/** Check boxes, radio buttons and file inputs are often hidden behind a styled label, which a person then uses. */
export function standInOf(element: HTMLElement, transparent: boolean): Element {
  if (!isBox(element)) return element;
  const rect = own.box(element);
  if (!transparent && rect.width > 1 && rect.height > 1) return element;
  return [...((element as HTMLInputElement).labels ?? [])].find((label) => own.box(label).width > 1) ?? element;
}

export function isBox(element: HTMLElement): boolean {
  if (own.tag(element) !== 'input') return false;
  const { type } = element as HTMLInputElement;
  return type === 'checkbox' || type === 'radio' || type === 'file';
}

interface Sight {
  readonly bounds: Bounds;
  readonly visible: boolean;
  readonly interactive: boolean;
}

function push(walk: Walk, { element, role, context, path }: Found, { bounds, visible, interactive }: Sight): void {
  const control: PageControl = {
    id: register(element),
    role,
    name: nameOf(element),
    bounds: rounded(bounds, context.offset),
    enabled: !context.inert && !own.matches(element, ':disabled') && own.closest(element, '[aria-disabled=true]') === null,
    visible,
    interactive,
    path,
  };
  const roots = newRoots(path, walk.roots);
  walk.controls.push(withExtras(roots ? { ...control, roots } : control, element));
}

/** Most controls have none. */
function withExtras(control: PageControl, element: HTMLElement): PageControl {
  const value = valueOf(element, control.role) ?? '';
  const states = statesOf(element, control.role, activeIn(own.root(element)));
  const options = optionsOf(element);
  const masked = isMasked(element);
  if (value === '' && states.length === 0 && options === undefined && !masked) return control;
  return {
    ...control,
    ...(value !== '' && { value }),
    ...(states.length > 0 && { states }),
    ...(options && { options }),
    ...(masked && { masked }),
  };
}
