// Where the entries of an open menu stand, for a toolkit that tells them twice, and measures them from the menu (Swing's bridge).
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import { idOf, roles, type Accessible, type AccessibleRef } from './accessible.js';
import { boundsOf } from './accessible-calls.js';
import type { BusConnection } from './bus-connection.js';
import { parentOf } from './hit-test.js';

/** By the ids of the entries in them. */
export type PopUps = ReadonlyMap<string, AccessibleRef>;

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
export async function entryBoundsOf(connection: BusConnection, ref: AccessibleRef, popUp: AccessibleRef): Promise<Bounds> {
  const menu = await parentOf(connection, ref);
  const [box, from, to] = await Promise.all([boundsOf(connection, ref), boundsOf(connection, menu ?? popUp), boundsOf(connection, popUp)]);
  return asFarFrom(to, box, from);
}

/** The box, which is told with the corner of another, where it is as far from this one. */
export function asFarFrom(corner: Point, box: Bounds, told: Point): Bounds {
  return { ...box, x: box.x - told.x + corner.x, y: box.y - told.y + corner.y };
}
