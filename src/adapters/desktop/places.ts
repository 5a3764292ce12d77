// Where objects of applications stand on the screen, and what is in front of them, by what their toolkits measure from (`Toolkit.measures`).

import type { Bounds, Point } from '../../domain/ui/geometry.js';
import { idOf, roles, type Accessible, type AccessibleRef, type Toolkit } from './accessible.js';
import { boundsOf, labelsOf, stateOf, type AccessibleState } from './accessible-calls.js';
import { toolkitOn, treeOfApplication, type ApplicationTree } from './accessible-tree.js';
import type { BusConnection } from './bus-connection.js';
import type { Front } from './front-windows.js';
import { coverAt, isAt, parentOf, type Aimed } from './hit-test.js';
import { fromSurfaces } from './surface-places.js';

/** All throw `UnansweredError`. */
export interface Places {
  boundsOf(ref: AccessibleRef): Promise<Bounds>;
  stateOf(ref: AccessibleRef): Promise<AccessibleState>;
  /** Names of the objects that label it. */
  labelsOf(ref: AccessibleRef): Promise<readonly string[]>;
  /** Whether a pointer would hit it, and what it would hit instead: hit-test.ts. */
  isAt(aimed: Aimed): Promise<boolean>;
  coverAt(aimed: Aimed): Promise<string | undefined>;
  /** The window of the display that it is in; undefined where that is told by titles alone. */
  windowOf(ref: AccessibleRef): Promise<number | undefined>;
}

/** How the objects of one toolkit are placed. */
export interface Placement extends Places {
  /** The tree of an application that has just been read; what is kept of it places its objects. */
  read(owner: string, tree: ApplicationTree): Promise<ApplicationTree>;
}

export function createPlaces(connection: BusConnection, front: Front) {
  const placements: Readonly<Record<Toolkit['measures'], Placement>> = {
    'from-screen': fromScreen(connection),
    'from-surface': fromSurfaces(connection, front),
    'from-parent': fromParents(connection),
  };
  const toolkits = new Map<string, Promise<Toolkit>>();
  /** Each application is asked once. */
  const placementOf = async ({ bus }: AccessibleRef): Promise<Placement> => {
    const asked = toolkits.get(bus) ?? toolkitOn(connection, bus);
    toolkits.set(bus, asked);
    asked.catch(() => toolkits.delete(bus));
    return placements[(await asked).measures];
  };
  const places: Places = {
    boundsOf: async (ref) => (await placementOf(ref)).boundsOf(ref),
    stateOf: async (ref) => (await placementOf(ref)).stateOf(ref),
    labelsOf: async (ref) => (await placementOf(ref)).labelsOf(ref),
    isAt: async (aimed) => (await placementOf(aimed.ref)).isAt(aimed),
    coverAt: async (aimed) => (await placementOf(aimed.ref)).coverAt(aimed),
    windowOf: async (ref) => (await placementOf(ref)).windowOf(ref),
  };
  return {
    ...places,
    /** Its windows with everything in them. Throws `UnansweredError` when the application does not answer in time. */
    async treeOf(owner: string): Promise<ApplicationTree> {
      const tree = await treeOfApplication(connection, owner);
      return placements[tree.toolkit.measures].read(owner, tree);
    },
  };
}

function fromScreen(connection: BusConnection): Placement {
  return {
    read: async (_owner, tree) => tree,
    boundsOf: (ref) => boundsOf(connection, ref),
    stateOf: (ref) => stateOf(connection, ref),
    labelsOf: (ref) => labelsOf(connection, ref),
    isAt: (aimed) => isAt(connection, aimed),
    coverAt: (aimed) => coverAt(connection, aimed),
    windowOf: async () => undefined,
  };
}

/** Swing's bridge tells the entries of an open menu twice, and measures them from the menu, not from the pop-up that shows them. */
function fromParents(connection: BusConnection): Placement {
  /** By application. */
  const shown = new Map<string, PopUps>();
  return {
    ...fromScreen(connection),
    async read(owner, tree) {
      const popUps = popUpsOfEntries(tree.windows);
      shown.set(owner, popUps);
      return { ...tree, windows: tree.windows.map((window) => withoutTwice(window, popUps)) };
    },
    async boundsOf(ref) {
      const popUp = shown.get(ref.bus)?.get(idOf(ref));
      if (!popUp) return boundsOf(connection, ref);
      // It is as far from its pop-up as it is told to be from its menu.
      const menu = (await parentOf(connection, ref)) ?? popUp;
      const [box, from, to] = await Promise.all([ref, menu, popUp].map((each) => boundsOf(connection, each)));
      return box && from && to ? asFarFrom(to, box, from) : boundsOf(connection, ref);
    },
  };
}

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

/** The box, which is told with the corner of another, where it is as far from this one. */
export function asFarFrom(corner: Point, box: Bounds, told: Point): Bounds {
  return { ...box, x: box.x - told.x + corner.x, y: box.y - told.y + corner.y };
}
