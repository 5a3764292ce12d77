// The hit test of toolkits that have one (`Toolkit.hitTests`).
import type { Point } from '../../domain/ui/geometry.js';
import type { AccessibleRef } from './accessible.js';
import { labelRefsOf, ofScreen, refOfAnswer } from './accessible-calls.js';
import { about, property, unlessUnanswered, type BusConnection, type Reference } from './bus-connection.js';

/** Objects within objects, between what is hit and what was aimed at. */
const deepest = 30;

/** Whether the object is what `window` tells to be at that point, or around that, or labelled by it. */
export async function isAt(
  connection: BusConnection,
  window: AccessibleRef,
  { point, ref }: { readonly point: Point; readonly ref: AccessibleRef },
): Promise<boolean> {
  const hit = await innermostAt(connection, window, point);
  if (hit === undefined) return false;
  const labels = await labelRefsOf(connection, ref).catch(unlessUnanswered);
  const wanted = new Set([ref, ...(labels ?? [])].map(({ path }) => path));
  for (let at = hit, steps = 0; steps < deepest; steps++) {
    if (wanted.has(at.path)) return true;
    const parent = (await property(connection, at, 'Accessible', 'Parent').catch(unlessUnanswered)) as Reference | undefined;
    const outer = parent && refOfAnswer(parent);
    if (outer === undefined || outer.path === window.path) return false;
    at = outer;
  }
  return false;
}

async function innermostAt(connection: BusConnection, window: AccessibleRef, { x, y }: Point): Promise<AccessibleRef | undefined> {
  let found: AccessibleRef | undefined;
  for (let at = window, steps = 0; steps < deepest; steps++) {
    const asked = { face: 'Component', member: 'GetAccessibleAtPoint', signature: 'iiu', body: [x, y, ofScreen] };
    const [answer] = (await about(connection, at, asked).catch(unlessUnanswered)) ?? [];
    const inner = answer === undefined ? undefined : refOfAnswer(answer as Reference);
    if (inner === undefined || inner.path === at.path) return found;
    found = at = inner;
  }
  return found;
}
