// The hit test of toolkits that have one (`Toolkit.hitTests`).
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import { placesToHit } from '../../domain/ui/layers.js';
import { meaningOf, roles, type AccessibleRef } from './accessible.js';
import { boundsOf, facesOf, labelRefsOf, ofWindow, ofScreen, refOfAnswer, stateOf } from './accessible-calls.js';
import { about, property, unlessUnanswered, type BusConnection, type Reference } from './bus-connection.js';

/** Objects within objects. */
const deepest = 30;

export interface Aimed {
  /** In which it is. */
  readonly window: AccessibleRef;
  readonly ref: AccessibleRef;
  readonly point: Point;
  /** AT-SPI's coordinate type of the point; absent: of the screen. */
  readonly relativeTo?: number;
}

/** Whether the object is what its window tells to be at that point, or around that, or labelled by it. */
export async function isAt(connection: BusConnection, aimed: Aimed): Promise<boolean> {
  const { window, ref } = aimed;
  const hit = await innermostAt(connection, aimed);
  if (hit === undefined) return false;
  const labels = await labelRefsOf(connection, ref).catch(unlessUnanswered);
  const wanted = new Set([ref, ...(labels ?? [])].map(({ path }) => path));
  return (await outwardsFrom(connection, hit, window)).some(({ path }) => wanted.has(path)) || isSameCell(connection, ref, hit);
}

/** Some trees make another object of a cell each time. */
async function isSameCell(connection: BusConnection, one: AccessibleRef, other: AccessibleRef): Promise<boolean> {
  const told = await Promise.all(
    [one, other].map(async (ref) => ({ ...(await stateOf(connection, ref)), bounds: await boundsOf(connection, ref) })),
  ).catch(unlessUnanswered);
  const [cell, hit] = told ?? [];
  if (cell?.role !== roles.cell || hit?.role !== roles.cell || cell.name !== hit.name) return false;
  return (['x', 'y', 'width', 'height'] as const).every((side) => cell.bounds[side] === hit.bounds[side]);
}

/** What is hit instead, as errors call it; undefined when it is nothing, or what the object is in: there it is clipped. */
export async function coverAt(connection: BusConnection, aimed: Aimed): Promise<string | undefined> {
  const { window, ref } = aimed;
  const hit = await innermostAt(connection, aimed);
  if (hit === undefined || (await outwardsFrom(connection, ref, window)).some(({ path }) => path === hit.path)) return undefined;
  const around = await outwardsFrom(connection, hit, window);
  const states = await Promise.all(around.map((at) => stateOf(connection, at).catch(unlessUnanswered)));
  const named = states.flatMap((state) => (state && state.name !== '' ? [{ name: state.name, ...meaningOf(state.role) }] : []));
  // What is pressed there rather than its text.
  const cover = named.find(({ interactive }) => interactive) ?? named.find(({ role }) => role !== undefined);
  return cover ? `${cover.role ?? ''} "${cover.name}"` : 'something without a name';
}

async function innermostAt(connection: BusConnection, { window, ...place }: Omit<Aimed, 'ref'>): Promise<AccessibleRef | undefined> {
  let found: AccessibleRef | undefined;
  for (let at = window, steps = 0; steps < deepest; steps++) {
    const inner = await objectAt(connection, at, place).catch(unlessUnanswered);
    if (inner === undefined || inner.path === at.path) return found;
    found = at = inner;
  }
  return found;
}

/** What an object answers to be there, in it. */
export async function objectAt(
  connection: BusConnection,
  inside: AccessibleRef,
  { point: { x, y }, relativeTo = ofScreen }: Pick<Aimed, 'point' | 'relativeTo'>,
): Promise<AccessibleRef | undefined> {
  const asked = { face: 'Component', member: 'GetAccessibleAtPoint', signature: 'iiu', body: [x, y, relativeTo] };
  const [answer] = await about(connection, inside, asked);
  return answer === undefined ? undefined : refOfAnswer(answer as Reference);
}

/** The object, then what it is in, up to its window, or to the outermost. */
export async function outwardsFrom(
  connection: BusConnection,
  from: AccessibleRef,
  window?: AccessibleRef,
): Promise<readonly AccessibleRef[]> {
  const found: AccessibleRef[] = [];
  for (let at: AccessibleRef | undefined = from; at !== undefined && at.path !== window?.path && found.length < deepest;) {
    found.push(at);
    at = await parentOf(connection, at);
  }
  return found;
}

export async function parentOf(connection: BusConnection, ref: AccessibleRef): Promise<AccessibleRef | undefined> {
  const parent = (await property(connection, ref, 'Accessible', 'Parent').catch(unlessUnanswered)) as Reference | undefined;
  return parent && refOfAnswer(parent);
}

// The same of a toolkit that measures from its surfaces (surface-places.ts).

/** As its toolkit measures, from its surface. */
export interface OnSurface {
  readonly ref: AccessibleRef;
  readonly window: AccessibleRef;
  readonly box: Bounds;
}

/** Whether a pointer hits it, or something in it, anywhere. What is insensitive is never hit: what is around it is. */
export async function isHitAmong(connection: BusConnection, shown: OnSurface, { x, y, width, height }: Bounds): Promise<boolean> {
  const met = new Set<string>();
  for (const place of placesToHit) {
    const point = { x: Math.floor(x + width * place.x), y: Math.floor(y + height * place.y) };
    const hit = await hitAt(connection, shown, point);
    const path = hit?.path ?? '';
    if (met.has(path)) continue;
    if (await isIt(connection, shown, hit, point)) return true;
    met.add(path);
  }
  if ((await stateOf(connection, shown.ref)).states.has('sensitive')) return false;
  return (await outwardsFrom(connection, shown.ref, shown.window)).some(({ path }) => met.has(path));
}

export async function isHit(connection: BusConnection, shown: OnSurface, point: Point): Promise<boolean> {
  return isIt(connection, shown, await hitAt(connection, shown, point), point);
}

/** What is picked there: the innermost, if its toolkit tells of it. */
async function hitAt(connection: BusConnection, { window }: OnSurface, { x, y }: Point): Promise<AccessibleRef | undefined> {
  return objectAt(connection, window, { point: { x, y }, relativeTo: ofWindow }).catch(unlessUnanswered);
}

async function isIt(connection: BusConnection, shown: OnSurface, hit: AccessibleRef | undefined, point: Point): Promise<boolean> {
  return hit ? isWithin(connection, hit, shown) : isUntoldAt(connection, shown, point);
}

async function isWithin(connection: BusConnection, hit: AccessibleRef, { ref, window }: OnSurface): Promise<boolean> {
  let at: AccessibleRef | undefined = hit;
  for (let steps = 0; steps < deepestOnSurface && at !== undefined && at.path !== window.path; steps++) {
    if (at.path === ref.path) return true;
    at = await parentOf(connection, at);
  }
  return false;
}

/**
 * Icons and what is typed into are nothing that GTK 4 tells of. Where nothing told of is hit, that is the object if on both sides at that
 * height the next that is hit is the object, or beyond the ends of a field what the field is in.
 */
async function isUntoldAt(connection: BusConnection, shown: OnSurface, { x, y }: Point): Promise<boolean> {
  const { ref, window, box } = shown;
  const around = (await facesOf(connection, ref)).includes('EditableText') ? await outwardsFrom(connection, ref, window) : [];
  const isBeside = async (end: number, outwards: number): Promise<boolean> => {
    const inside = fractions.map((part) => Math.round(x + (end - x) * part));
    const places = [...inside, ...margins.map((margin) => end + outwards * margin)];
    const hits = await Promise.all(places.map((at) => hitAt(connection, shown, { x: at, y })));
    const next = hits.findIndex((hit) => hit !== undefined);
    const hit = hits[next];
    if (hit === undefined) return false;
    return (next >= inside.length && around.some(({ path }) => path === hit.path)) || isWithin(connection, hit, shown);
  };
  return (await Promise.all([isBeside(box.x, -1), isBeside(box.x + box.width - 1, 1)])).every(Boolean);
}

/** Of the way from a point to the end of its object. */
const fractions = [0.1, 0.25, 0.5, 0.75, 1];
/** px beyond it, through its padding. */
const margins = [1, 3, 6, 9];
const deepestOnSurface = 40;
