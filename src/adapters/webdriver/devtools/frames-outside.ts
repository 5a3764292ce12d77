// Frames of a tab whose origin is not allowed, wherever they are: by the browser's own tree of them, so that none is missed for how its element stands in the page.
import { commonOf, type Bounds } from '../../../domain/ui/geometry.js';
import { PageChangedError } from '../errors.js';
import { frameNameOf } from '../fence.js';
import type { FrameSight } from '../page/frame-sight.js';
import type { FrameOutside } from '../session.js';
import type { FrameNow, FramePlace } from './frames.js';
import { callPage, evaluateOnOwner } from './page-calls.js';
import type { Tab } from './tab.js';

type TabFrame = FrameNow & FramePlace;

/** The outermost ones; none where the page itself is not allowed, which is left. */
export async function framesOutside(tab: Tab, isAllowed: (address: string) => boolean): Promise<readonly FrameOutside[]> {
  const frames = new Map((await tab.frames()).map((frame) => [frame.id, frame]));
  const isOutside = ({ origin, url }: FrameNow): boolean => !isAllowed(origin ?? url);
  const found = [...frames.values()].filter((frame) => isOutside(frame) && !around(frames, frame).some(isOutside));
  const placed = await Promise.all(found.filter(({ id }) => id !== tab.top.frame).map((frame) => seenFrom(tab, frames, frame)));
  return placed.filter((each) => each !== undefined);
}

type Frames = ReadonlyMap<string, TabFrame>;

/** Innermost first. */
function around(frames: Frames, { parent }: FrameNow): readonly TabFrame[] {
  const outer = parent === undefined ? undefined : frames.get(parent);
  return outer ? [outer, ...around(frames, outer)] : [];
}

/** Where the top page shows it. Undefined: nowhere. */
async function seenFrom(tab: Tab, frames: Frames, frame: TabFrame): Promise<FrameOutside | undefined> {
  let [bounds, open]: readonly [Bounds, readonly Bounds[]] = [frameBox, [frameBox]];
  let focused = true;
  let inner = frame;
  for (const outer of around(frames, frame)) {
    const sight = await sightOf(tab, outer, inner.id);
    if (!sight) return undefined;
    focused &&= sight.focused;
    if (inner === frame || sight.askew) [bounds, open] = [sight.shown, sight.open];
    else {
      const shownAt = outwardsBy(sight, await viewOf(tab, inner));
      bounds = commonOf(shownAt(bounds), sight.shown);
      open = open.flatMap((part) => sight.open.map((free) => commonOf(shownAt(part), free))).filter(hasArea);
    }
    if (!hasArea(bounds)) return undefined;
    inner = outer;
  }
  return { id: frame.id, name: frameNameOf(frame.origin ?? frame.url), bounds, open, focused };
}

const frameBox: Bounds = { x: 0, y: 0, width: 0, height: 0 };

function hasArea({ width, height }: Bounds): boolean {
  return width > 0 && height > 0;
}

function outwardsBy({ content }: FrameSight, view: { readonly width: number; readonly height: number }): (box: Bounds) => Bounds {
  const [x, y] = [content.width / (view.width || 1), content.height / (view.height || 1)];
  return (box) => ({ x: content.x + box.x * x, y: content.y + box.y * y, width: box.width * x, height: box.height * y });
}

async function viewOf(tab: Tab, place: FramePlace): Promise<{ readonly width: number; readonly height: number }> {
  const [, json] = await callPage(tab, place, 'viewport', null);
  return JSON.parse(json) as { readonly width: number; readonly height: number };
}

/** By its element in the document of `outer`. A frame that went away meanwhile is nowhere. */
async function sightOf(tab: Tab, outer: FramePlace, frame: string): Promise<FrameSight | undefined> {
  try {
    await callPage(tab, outer, 'viewport', null);
    return ((await evaluateOnOwner(tab, outer, frame, 'frameSight')) as FrameSight | null) ?? undefined;
  } catch (error) {
    if (!(error instanceof PageChangedError)) throw error;
    return undefined;
  }
}
