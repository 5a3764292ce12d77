// Queries and actions on one object of the accessibility bus. All throw `UnansweredError`.
import type { Bounds } from '../../domain/ui/geometry.js';
import type { NumberRange } from '../../domain/ui/read-back.js';
import { relations, statesOf, type AccessibleRef, type State } from './accessible.js';
import { about, prefix, property, setProperty, unlessRefused, type BusConnection, type Reference } from './bus-connection.js';

/** The path that AT-SPI uses for "no object". */
const nothing = '/org/a11y/atspi/null';
/** AT-SPI's coordinate types: relative to the screen, or to the window. */
export const [ofScreen, ofWindow] = [0, 1];
/** AT-SPI's layer of pop-ups. */
const popUpLayer = 5;
/** AT-SPI's scroll type: wherever it is seen. */
const anywhere = 6;

export interface AccessibleState {
  readonly name: string;
  readonly role: number;
  readonly states: ReadonlySet<State>;
}

export async function boundsOf(connection: BusConnection, ref: AccessibleRef, relativeTo = ofScreen): Promise<Bounds> {
  const [box] = await about(connection, ref, { face: 'Component', member: 'GetExtents', signature: 'u', body: [relativeTo] });
  const [x = 0, y = 0, width = 0, height = 0] = (box ?? []) as readonly number[];
  return { x, y, width, height };
}

export async function stateOf(connection: BusConnection, ref: AccessibleRef): Promise<AccessibleState> {
  const [name, [role], [bits]] = await Promise.all([
    property(connection, ref, 'Accessible', 'Name'),
    about(connection, ref, { face: 'Accessible', member: 'GetRole' }),
    about(connection, ref, { face: 'Accessible', member: 'GetState' }),
  ]);
  return { name: String(name ?? ''), role: Number(role), states: statesOf((bits ?? []) as readonly number[]) };
}

export async function isPopUp(connection: BusConnection, ref: AccessibleRef): Promise<boolean> {
  const [layer] = await about(connection, ref, { face: 'Component', member: 'GetLayer' });
  return layer === popUpLayer;
}

export async function facesOf(connection: BusConnection, ref: AccessibleRef): Promise<readonly string[]> {
  const [faces] = await about(connection, ref, { face: 'Accessible', member: 'GetInterfaces' });
  return ((faces ?? []) as readonly string[]).map(shortFace);
}

export async function valueOf(connection: BusConnection, ref: AccessibleRef): Promise<number> {
  return Number(await property(connection, ref, 'Value', 'CurrentValue'));
}

/** Limits and step of a number; absent where they say nothing. */
export async function rangeOf(connection: BusConnection, ref: AccessibleRef): Promise<NumberRange> {
  const ask = async (name: string): Promise<number> => Number(await property(connection, ref, 'Value', name));
  const [min, max, step] = await Promise.all([ask('MinimumValue'), ask('MaximumValue'), ask('MinimumIncrement')]);
  return { min, max, step };
}

export async function labelsOf(connection: BusConnection, ref: AccessibleRef): Promise<readonly string[]> {
  const labels = await labelRefsOf(connection, ref);
  const names = await Promise.all(labels.map((label) => property(connection, label, 'Accessible', 'Name')));
  return names.map((name) => String(name ?? ''));
}

export async function labelRefsOf(connection: BusConnection, ref: AccessibleRef): Promise<readonly AccessibleRef[]> {
  const [all] = await about(connection, ref, { face: 'Accessible', member: 'GetRelationSet' });
  return ((all ?? []) as readonly (readonly [number, readonly Reference[]])[])
    .filter(([kind]) => kind === relations.labelledBy)
    .flatMap(([, targets]) => targets)
    .map(([bus, path]) => ({ bus, path }));
}

export async function childrenOf(connection: BusConnection, ref: AccessibleRef): Promise<readonly AccessibleRef[]> {
  const [children] = await about(connection, ref, { face: 'Accessible', member: 'GetChildren' });
  return ((children ?? []) as readonly Reference[]).flatMap((child) => refOfAnswer(child) ?? []);
}

export async function setValue(connection: BusConnection, ref: AccessibleRef, value: number): Promise<void> {
  const { Variant } = await import('@jellybrick/dbus-next');
  await setProperty(connection, ref, { face: 'Value', name: 'CurrentValue', value: new Variant('d', value) });
}

export async function selectChild(connection: BusConnection, ref: AccessibleRef, index: number): Promise<boolean> {
  const [done] = await about(connection, ref, { face: 'Selection', member: 'SelectChild', signature: 'i', body: [index] });
  return done === true;
}

/** False where the application does not offer it. */
export async function scrollTo(connection: BusConnection, ref: AccessibleRef): Promise<boolean> {
  const asked = { face: 'Component', member: 'ScrollTo', signature: 'u', body: [anywhere] };
  const [done] = await about(connection, ref, asked).catch((error: unknown) => [unlessRefused(error)]);
  return done === true;
}

export async function focus(connection: BusConnection, ref: AccessibleRef): Promise<boolean> {
  const [done] = await about(connection, ref, { face: 'Component', member: 'GrabFocus' });
  return done === true;
}

/** Undefined when the application answered that there is no such object. */
export function refOfAnswer([bus, path]: Reference): AccessibleRef | undefined {
  return path === nothing ? undefined : { bus, path };
}

/** The interface name without the common prefix. */
export function shortFace(face: string): string {
  return face.startsWith(prefix) ? face.slice(prefix.length) : face;
}
