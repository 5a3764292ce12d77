// Places of a toolkit that measures from its surfaces, and does not tell what is showing: GTK 4.
//
// places-1. What has no place on the screen has an empty box: what is on a page that is not shown, scrolled away, or in a surface that no
// window of the display fits.
// places-2. Where the toolkit has a hit test, that tells whether an object is shown.

import { areaOf, commonOf, type Bounds } from '../../domain/ui/geometry.js';
import { idOf, meaningOf, type AccessibleRef } from './accessible.js';
import { boundsOf, labelsOf, ofWindow, type AccessibleState } from './accessible-calls.js';
import { stateOnSurface, treeOfApplication, withoutClassNames, type ApplicationTree } from './accessible-tree.js';
import type { BusConnection } from './bus-connection.js';
import type { Front } from './front-windows.js';
import { coverAt, isHit, isHitAmong, outwardsFrom, type Aimed } from './hit-test.js';
import { onScreen, onSurface, placingOf, pointsAround, surfacesOf, type Placing, type Surface, type Surfaces } from './surfaces.js';

interface Placed {
  readonly surface: Surface;
  readonly placing: Placing;
  /** Of the surface, as the toolkit tells it. */
  readonly area: Bounds;
}

/** An application since its tree was last read. */
interface Known {
  readonly surfaces: Surfaces;
  readonly hasHitTest: boolean;
}

const nowhere: Bounds = { x: 0, y: 0, width: 0, height: 0 };

export function fromSurfaces(connection: BusConnection, front: Front) {
  const applications = new Map<string, Known>();
  const remember = async (owner: string, { toolkit, windows }: ApplicationTree): Promise<Known> => {
    const known = { surfaces: await surfacesOf(connection, await front.windows(), windows), hasHitTest: toolkit.hitTests > 0 };
    applications.set(owner, known);
    return known;
  };
  const knownOf = async (owner: string): Promise<Known> =>
    applications.get(owner) ?? remember(owner, await treeOfApplication(connection, owner));

  const surfaceOf = async (ref: AccessibleRef): Promise<Surface | undefined> => {
    const { surfaces } = await knownOf(ref.bus);
    // What came since is in something that was there.
    const around = surfaces.has(idOf(ref)) ? [ref] : await outwardsFrom(connection, ref);
    return around.map((at) => surfaces.get(idOf(at))).find((surface) => surface !== undefined);
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
  const shownBoundsOf = async (ref: AccessibleRef): Promise<Bounds> => {
    const [at, box] = await Promise.all([placed(ref), boundsOf(connection, ref, ofWindow)]);
    if (at === undefined) return nowhere;
    if (at.surface.ref.path === ref.path) return onScreen(at.placing, at.area);
    const shown = commonOf(at.area, box);
    if (areaOf(shown) < 1) return nowhere;
    const { hasHitTest } = await knownOf(ref.bus);
    const isThere = !hasHitTest || (await isHitAmong(connection, { ref, window: at.surface.ref, box }, shown));
    return isThere ? onScreen(at.placing, box) : nowhere;
  };

  return {
    async read(owner: string, tree: ApplicationTree): Promise<ApplicationTree> {
      await remember(owner, tree);
      return tree;
    },
    boundsOf: shownBoundsOf,
    async stateOf(ref: AccessibleRef): Promise<AccessibleState> {
      const { states, ...state } = await stateOnSurface(connection, ref);
      const isShown = meaningOf(state.role).window === true || areaOf(await shownBoundsOf(ref)) > 0;
      return { ...state, states: isShown ? states : new Set([...states].filter((told) => told !== 'showing')) };
    },
    labelsOf: async (ref: AccessibleRef) => (await labelsOf(connection, ref)).map(withoutClassNames).filter((label) => label !== ''),
    async isAt(aimed: Aimed): Promise<boolean> {
      const at = await placed(aimed.ref);
      return at !== undefined && isHitAround(connection, at, aimed);
    },
    async coverAt(aimed: Aimed): Promise<string | undefined> {
      const at = await placed(aimed.ref);
      const within = at && { window: at.surface.ref, point: onSurface(at.placing, aimed.point), relativeTo: ofWindow };
      return coverAt(connection, { ...aimed, ...within });
    },
    windowOf: async (ref: AccessibleRef) => (await surfaceOf(ref))?.window,
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

async function isHitAround(connection: BusConnection, { surface, placing }: Placed, { ref, point }: Aimed): Promise<boolean> {
  const shown = { ref, window: surface.ref, box: await boundsOf(connection, ref, ofWindow) };
  const hits = pointsAround(point, placing).map((each) => isHit(connection, shown, onSurface(placing, each)));
  return (await Promise.all(hits)).every(Boolean);
}
