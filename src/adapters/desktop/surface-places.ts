// Places of toolkits that do not measure from the screen: GTK 4 does from its surfaces, and does not tell what is showing; Swing's bridge from parents.
//
// places-1. What has no place on the screen has an empty box: what is on a page that is not shown, scrolled away, or in a surface that no
// window of the display fits.
// places-2. Where the toolkit has a hit test, that tells whether an object is shown.
import { areaOf, commonOf, type Bounds, type Point } from '../../domain/ui/geometry.js';
import { placesToHit } from '../../domain/ui/layers.js';
import { idOf, meaningOf, type Accessible, type AccessibleRef, roles, type Toolkit } from './accessible.js';
import { boundsOf, facesOf, labelsOf, ofWindow, stateOf, type AccessibleState } from './accessible-calls.js';
import { stateOnSurface, toolkitOn, treeOfApplication, withoutClassNames, type ApplicationTree } from './accessible-tree.js';
import { processOf, unlessUnanswered, type BusConnection } from './bus-connection.js';
import type { Front, FrontWindows, WindowPlace } from './front-windows.js';
import { coverAt, isAt, objectAt, outwardsFrom, parentOf, type Aimed } from './hit-test.js';
import { onScreen, onSurface, placingOf, pointsAround, windowsOf, type Placing } from './surfaces.js';

export interface Places {
  treeOf(owner: string): Promise<ApplicationTree>;
  boundsOf(ref: AccessibleRef): Promise<Bounds>;
  stateOf(ref: AccessibleRef): Promise<AccessibleState>;
  labelsOf(ref: AccessibleRef): Promise<readonly string[]>;
  isAt(aimed: Aimed): Promise<boolean>;
  coverAt(aimed: Aimed): Promise<string | undefined>;
  /** The window of the display that it is in; undefined where that is not known. */
  windowOf(ref: AccessibleRef): Promise<number | undefined>;
}

interface Surface {
  readonly ref: AccessibleRef;
  /** Of the display. */
  readonly window: number;
}

interface Placed {
  readonly surface: Surface;
  readonly placing: Placing;
  /** Of the surface, as the toolkit tells it. */
  readonly area: Bounds;
}

/** By the ids of what is in them, themselves included. */
type Surfaces = ReadonlyMap<string, Surface>;

const nowhere: Bounds = { x: 0, y: 0, width: 0, height: 0 };

export function createPlaces(connection: BusConnection, front: Front): Places {
  const toolkitFor = toolkitsOn(connection);
  /** By application, since its tree was last read. */
  const known = new Map<string, Surfaces>();
  const openMenus = new Map<string, PopUps>();

  const ownToolkit = async (ref: AccessibleRef): Promise<Toolkit | undefined> => {
    const toolkit = await toolkitFor(ref);
    return toolkit.measures === 'from-surface' ? toolkit : undefined;
  };
  const treeOf = async (owner: string): Promise<ApplicationTree> => {
    const tree = await treeOfApplication(connection, owner);
    if (tree.toolkit.measures === 'from-parent') {
      const shown = popUpsOfEntries(tree.windows);
      openMenus.set(owner, shown);
      return { ...tree, windows: tree.windows.map((window) => withoutTwice(window, shown)) };
    }
    if (tree.toolkit.measures === 'from-surface') known.set(owner, await surfacesOf(connection, await front.windows(), tree.windows));
    return tree;
  };
  const surfaceOf = async (ref: AccessibleRef): Promise<Surface | undefined> => {
    if (!known.has(ref.bus)) await treeOf(ref.bus);
    const surfaces = known.get(ref.bus);
    // What came since is in something that was there.
    const around = surfaces?.has(idOf(ref)) ? [ref] : await outwardsFrom(connection, ref);
    return around.map((at) => surfaces?.get(idOf(at))).find((surface) => surface !== undefined);
  };
  const placedNow = sharing(async (surface: Surface): Promise<Placed | undefined> => {
    const display = await front.windows();
    const [area, place] = await Promise.all([boundsOf(connection, surface.ref, ofWindow), display.placeOf(surface.window)]);
    const placing = place && placingOf(area, place);
    return placing && { surface, placing, area };
  });
  const placed = async (ref: AccessibleRef): Promise<Placed | undefined> => {
    const surface = await surfaceOf(ref);
    return surface && placedNow(idOf(surface.ref), surface);
  };
  const shownBoundsOf = async (ref: AccessibleRef, { hitTests }: Toolkit): Promise<Bounds> => {
    const [at, box] = await Promise.all([placed(ref), boundsOf(connection, ref, ofWindow)]);
    if (at === undefined) return nowhere;
    const isSurface = at.surface.ref.path === ref.path;
    if (isSurface) return onScreen(at.placing, at.area);
    const shown = commonOf(at.area, box);
    if (areaOf(shown) < 1) return nowhere;
    const isThere = hitTests === 0 || (await isHitAmong(connection, { ref, window: at.surface.ref, box }, shown));
    return isThere ? onScreen(at.placing, box) : nowhere;
  };

  return {
    treeOf,
    async boundsOf(ref) {
      const toolkit = await toolkitFor(ref);
      if (toolkit.measures === 'from-surface') return shownBoundsOf(ref, toolkit);
      const popUp = toolkit.measures === 'from-parent' ? openMenus.get(ref.bus)?.get(idOf(ref)) : undefined;
      return popUp ? entryBoundsOf(connection, ref, popUp) : boundsOf(connection, ref);
    },
    async stateOf(ref) {
      const toolkit = await ownToolkit(ref);
      if (toolkit === undefined) return stateOf(connection, ref);
      const { states, ...state } = await stateOnSurface(connection, ref);
      const isShown = meaningOf(state.role).window === true || areaOf(await shownBoundsOf(ref, toolkit)) > 0;
      return { ...state, states: isShown ? states : new Set([...states].filter((told) => told !== 'showing')) };
    },
    async isAt(aimed) {
      if (!(await ownToolkit(aimed.ref))) return isAt(connection, aimed);
      const at = await placed(aimed.ref);
      if (at === undefined) return false;
      return isHitAround(connection, at, aimed);
    },
    async coverAt(aimed) {
      const at = (await ownToolkit(aimed.ref)) && (await placed(aimed.ref));
      return coverAt(connection, at ? within(at, aimed) : aimed);
    },
    async labelsOf(ref) {
      const labels = await labelsOf(connection, ref);
      return (await ownToolkit(ref)) ? labels.map(withoutClassNames).filter((label) => label !== '') : labels;
    },
    windowOf: async (ref) => ((await ownToolkit(ref)) ? (await surfaceOf(ref))?.window : undefined),
  };
}

/** Each application is asked once. */
function toolkitsOn(connection: BusConnection): (ref: AccessibleRef) => Promise<Toolkit> {
  const toolkits = new Map<string, Promise<Toolkit>>();
  return ({ bus }) => {
    const asked = toolkits.get(bus) ?? toolkitOn(connection, bus);
    toolkits.set(bus, asked);
    asked.catch(() => toolkits.delete(bus));
    return asked;
  };
}

/** Calls while one is under way get its answer. */
function sharing<Asked, Answer>(ask: (asked: Asked) => Promise<Answer>): (key: string, asked: Asked) => Promise<Answer> {
  const pending = new Map<string, Promise<Answer>>();
  return (key, asked) => {
    const answer = pending.get(key) ?? ask(asked).finally(() => pending.delete(key));
    pending.set(key, answer);
    return answer;
  };
}

function within({ surface, placing }: Placed, aimed: Aimed): Aimed {
  return { ...aimed, window: surface.ref, point: onSurface(placing, aimed.point), relativeTo: ofWindow };
}

async function isHitAround(connection: BusConnection, { surface, placing }: Placed, { ref, point }: Aimed): Promise<boolean> {
  const shown = { ref, window: surface.ref, box: await boundsOf(connection, ref, ofWindow) };
  const hits = pointsAround(point, placing).map((each) => isHit(connection, shown, onSurface(placing, each)));
  return (await Promise.all(hits)).every(Boolean);
}

async function surfacesOf(connection: BusConnection, display: FrontWindows, windows: readonly Accessible[]): Promise<Surfaces> {
  const [top] = windows;
  if (top === undefined) return new Map();
  const ids = await display.ofProcess(await processOf(connection, top.ref.bus));
  const popUps = windows.flatMap(popUpsIn);
  const [forWindows, forPopUps] = await Promise.all([
    matched(connection, display, { parts: windows, seen: ids }),
    matched(connection, display, { parts: popUps, seen: popUps.length === 0 ? [] : await display.popups(ids) }),
  ]);
  const own = new Map<string, Surface | undefined>([...forWindows, ...forPopUps]);
  const surfaces = new Map<string, Surface>();
  const enter = (object: Accessible, around: Surface | undefined): void => {
    const surface = own.has(idOf(object.ref)) ? own.get(idOf(object.ref)) : around;
    if (surface) surfaces.set(idOf(object.ref), surface);
    for (const child of object.children) enter(child, surface);
  };
  for (const window of windows) enter(window, undefined);
  return surfaces;
}

interface Sides {
  readonly parts: readonly Accessible[];
  readonly seen: readonly number[];
}

async function matched(
  connection: BusConnection,
  display: FrontWindows,
  { parts, seen }: Sides,
): Promise<ReadonlyMap<string, Surface | undefined>> {
  const [boxes, places] = await Promise.all([
    Promise.all(parts.map(async ({ ref }) => (await boundsOf(connection, ref, ofWindow).catch(unlessUnanswered)) ?? nowhere)),
    Promise.all(seen.map(async (id) => [id, await display.placeOf(id)] as const)),
  ]);
  const there = new Map(places.filter((each): each is readonly [number, WindowPlace] => each[1] !== undefined));
  const told = parts.map(({ name }, index) => ({ name, box: boxes[index] ?? nowhere }));
  const found = windowsOf(told, there);
  return new Map(
    parts.map(({ ref }, index) => {
      const window = found[index];
      return [idOf(ref), window === undefined ? undefined : { ref, window }];
    }),
  );
}

/** Within its windows. */
function popUpsIn({ children }: Accessible): readonly Accessible[] {
  return children.flatMap((child) => [...(child.states.has('modal') ? [child] : []), ...popUpsIn(child)]);
}

/** As its toolkit measures. */
interface Shown {
  readonly ref: AccessibleRef;
  readonly window: AccessibleRef;
  readonly box: Bounds;
}

/** Whether a pointer hits it, or something in it, anywhere. What is insensitive is never hit: what is around it is. */
async function isHitAmong(connection: BusConnection, shown: Shown, { x, y, width, height }: Bounds): Promise<boolean> {
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

async function isHit(connection: BusConnection, shown: Shown, point: Point): Promise<boolean> {
  return isIt(connection, shown, await hitAt(connection, shown, point), point);
}

/** What is picked there: the innermost, if its toolkit tells of it. */
async function hitAt(connection: BusConnection, { window }: Shown, { x, y }: Point): Promise<AccessibleRef | undefined> {
  return objectAt(connection, window, { point: { x, y }, relativeTo: ofWindow }).catch(unlessUnanswered);
}

async function isIt(connection: BusConnection, shown: Shown, hit: AccessibleRef | undefined, point: Point): Promise<boolean> {
  return hit ? isWithin(connection, hit, shown) : isUntoldAt(connection, shown, point);
}

async function isWithin(connection: BusConnection, hit: AccessibleRef, { ref, window }: Shown): Promise<boolean> {
  let at: AccessibleRef | undefined = hit;
  for (let steps = 0; steps < deepest && at !== undefined && at.path !== window.path; steps++) {
    if (at.path === ref.path) return true;
    at = await parentOf(connection, at);
  }
  return false;
}

/**
 * Icons and what is typed into are nothing that GTK 4 tells of. Where nothing told of is hit, that is the object if on both sides at that
 * height the next that is hit is the object, or beyond the ends of a field what the field is in.
 */
async function isUntoldAt(connection: BusConnection, shown: Shown, { x, y }: Point): Promise<boolean> {
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
/** Objects within objects. */
const deepest = 40;

// Where the entries of an open menu stand, for a toolkit that tells them twice, and measures them from the menu (Swing's bridge).

/** By the ids of the entries in them. */
type PopUps = ReadonlyMap<string, AccessibleRef>;

export function popUpsOfEntries(objects: readonly Accessible[]): PopUps {
  return new Map(
    objects.flatMap(({ ref, role, children }) => [
      ...(role === roles.popUpMenu ? children.map((entry) => [idOf(entry.ref), ref] as const) : []),
      ...popUpsOfEntries(children),
    ]),
  );
}

/** The entries of an open menu are told twice. */
export function withoutTwice(object: Accessible, shown: PopUps): Accessible {
  const children = object.role === roles.menu ? object.children.filter(({ ref }) => !shown.has(idOf(ref))) : object.children;
  return { ...object, children: children.map((child) => withoutTwice(child, shown)) };
}

/** It is as far from its pop-up as it is told to be from its menu. */
async function entryBoundsOf(connection: BusConnection, ref: AccessibleRef, popUp: AccessibleRef): Promise<Bounds> {
  const menu = await parentOf(connection, ref);
  const [box, from, to] = await Promise.all([boundsOf(connection, ref), boundsOf(connection, menu ?? popUp), boundsOf(connection, popUp)]);
  return asFarFrom(to, box, from);
}

/** The box, which is told with the corner of another, where it is as far from this one. */
export function asFarFrom(corner: Point, box: Bounds, told: Point): Bounds {
  return { ...box, x: box.x - told.x + corner.x, y: box.y - told.y + corner.y };
}
