// Calls of our functions in our world of a frame.

import { ActionFailedError } from '../../../ports/device.js';
import { PageChangedError, loadPageScript, type FrameElement, type FrameOutside } from '../session.js';
import type { FramePlace, FrameNow } from './frames.js';
import type { Tab } from './tab.js';
import { commonOf, type Bounds } from '../../../domain/ui/geometry.js';
import { frameNameOf } from '../fence.js';
import type { FrameSight } from '../page/frame-sight.js';

/** Address, value as JSON, and how many elements were found. */
type Answer = readonly [url: string, json: string, found: number];

interface Evaluated {
  readonly result: { readonly value?: unknown; readonly objectId?: string; readonly subtype?: string };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

export async function callPage(tab: Tab, place: FramePlace, name: string, parameter: unknown): Promise<Answer> {
  const script = loadPageScript();
  const given = [name, parameter ?? null].map((value) => JSON.stringify(value)).join(', ');
  const call = `globalThis.steadyhandPage?.version === '${script.version}' ? steadyhandPage.answer(${given}) : null`;
  const first = (await evaluate(tab, place, call)).value as Answer | null;
  if (first !== null) return first;
  await evaluate(tab, place, script.source('isolated'));
  const second = (await evaluate(tab, place, call)).value as Answer | null;
  if (second === null) throw new PageChangedError('The page script could not be installed.');
  return second;
}

/** One of the elements that the last call found, as DevTools refers to it. */
export async function foundObject(tab: Tab, place: FramePlace, index: number): Promise<string> {
  const { objectId, subtype } = await evaluate(tab, place, `steadyhandPage.found(${index})`, false);
  if (objectId === undefined || subtype !== 'node') throw new PageChangedError('The element is no longer there.');
  return objectId;
}

interface FoundElement {
  readonly frame: FrameElement;
  /** It holds a closed shadow root that our functions can enter from now on. */
  readonly opened: boolean;
}

interface Described {
  readonly node: {
    readonly frameId?: string;
    readonly shadowRoots?: readonly (Node & { readonly shadowRootType?: string })[];
  };
}

/** The same, as what a frame is entered by. A closed shadow root in it is opened for our functions; the page sees nothing of that. */
export async function foundElement(tab: Tab, place: FramePlace, index: number): Promise<FoundElement> {
  const host = await foundObject(tab, place, index);
  const { node } = await tab.devtools.send<Described>('DOM.describeNode', { objectId: host }, place.session);
  const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed' || shadowRootType === 'user-agent');
  return { frame: { frame: node.frameId ?? '' }, opened: closed !== undefined && (await openRoot(tab, place, host, closed.backendNodeId)) };
}

/** False: it was open to us already. */
async function openRoot(tab: Tab, place: FramePlace, host: string, backendNodeId: number): Promise<boolean> {
  const root = await nodeIn(tab, place, backendNodeId);
  const open = 'function (host) { return steadyhandPage.openClosed(host, this); }';
  return (await callOn(tab, place, root, open, [{ objectId: host }])) === true;
}

/** What our function `frameSight` tells of the element that shows a frame, by the browser's own word of which that is. @param place - of the document around it */
async function sightOfOwner(tab: Tab, place: FramePlace, frame: string): Promise<FrameSight | null> {
  const owner = await tab.devtools.send<Node>('DOM.getFrameOwner', { frameId: frame }, place.session);
  const element = await nodeIn(tab, place, owner.backendNodeId);
  return (await callOn(tab, place, element, 'function () { return steadyhandPage.frameSight(this); }')) as FrameSight | null;
}

interface Node {
  readonly backendNodeId: number;
}

/** As DevTools refers to it in our world. */
export async function nodeIn(tab: Tab, place: FramePlace, backendNodeId: number): Promise<string | undefined> {
  const node = { backendNodeId, executionContextId: await tab.worlds.idIn(place) };
  return (await tab.devtools.send<Resolved>('DOM.resolveNode', node, place.session)).object.objectId;
}

/** @param on - what is `this` in the function */
export async function callOn(
  tab: Tab,
  { session }: FramePlace,
  on: string | undefined,
  functionDeclaration: string,
  args?: readonly object[],
): Promise<unknown> {
  const call = { functionDeclaration, objectId: on, arguments: args, returnByValue: true };
  return resultOf(await tab.devtools.send<Evaluated>('Runtime.callFunctionOn', call, session)).value;
}

async function evaluate(tab: Tab, place: FramePlace, expression: string, returnByValue = true): Promise<Evaluated['result']> {
  const asked = { expression, uniqueContextId: await tab.worlds.in(place), returnByValue };
  return resultOf(await tab.devtools.send<Evaluated>('Runtime.evaluate', asked, place.session));
}

function resultOf({ result, exceptionDetails: failure }: Evaluated): Evaluated['result'] {
  if (failure) throw new ActionFailedError('action-failed', (failure.exception?.description ?? failure.text).split('\n')[0] ?? '');
  return result;
}

// Tells our world of a document which of its elements hear presses: scripts cannot ask that, and pages cannot hide it from the browser.

interface Listeners {
  readonly listeners: readonly { readonly type: string; readonly backendNodeId?: number }[];
}

interface Resolved {
  readonly object: { readonly objectId?: string };
}

const presses = new Set([
  'click',
  'dblclick',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'dragstart',
  'contextmenu',
]);
/** More than can be listed. */
const mostHearing = 2_000;
const mostDocuments = 50;
const group = 'steadyhand-hearing';

export async function findPressListeners(tab: Tab, place: FramePlace): Promise<void> {
  const [, json] = await callPage(tab, place, 'hearing', await hearing(tab, place));
  const unknown = JSON.parse(json) as readonly number[];
  if (unknown.length > 0) await tell(tab, place, unknown);
}

/** Numbers of the nodes that hear presses. */
async function hearing(tab: Tab, place: FramePlace): Promise<readonly number[]> {
  const everywhere = { objectId: await documentIn(tab, place), depth: -1, pierce: true };
  const { listeners } = await tab.devtools
    .send<Listeners>('DOMDebugger.getEventListeners', everywhere, place.session)
    .catch((error: unknown) => {
      // The document may have been put aside and have come back, with its objects forgotten.
      documents.delete(tab);
      throw error instanceof ActionFailedError ? new PageChangedError(error.message) : error;
    });
  const heard = listeners.flatMap(({ type, backendNodeId }) => (presses.has(type) && backendNodeId !== undefined ? [backendNodeId] : []));
  return [...new Set(heard)].slice(0, mostHearing);
}

async function tell(tab: Tab, place: FramePlace, numbers: readonly number[]): Promise<void> {
  const { devtools } = tab;
  const executionContextId = await tab.worlds.idIn(place);
  const nodes = numbers.map(async (backendNodeId) => {
    const node = { backendNodeId, executionContextId, objectGroup: group };
    // What is gone by now hears nothing.
    const found = await devtools.send<Resolved>('DOM.resolveNode', node, place.session).catch(() => undefined);
    return { backendNodeId, objectId: found?.object.objectId };
  });
  const there = (await Promise.all(nodes)).filter(({ objectId }) => objectId !== undefined);
  const call = {
    functionDeclaration: 'function (numbers, ...nodes) { steadyhandPage.learnHearing(numbers, nodes); }',
    executionContextId,
    arguments: [{ value: there.map(({ backendNodeId }) => backendNodeId) }, ...there.map(({ objectId }) => ({ objectId }))],
  };
  await devtools.send('Runtime.callFunctionOn', call, place.session);
  await devtools.send('Runtime.releaseObjectGroup', { objectGroup: group }, place.session);
}

/** Of each tab, by our world in the document. */
const documents = new WeakMap<Tab, Map<string, string>>();

/**
 * As DevTools refers to it in the page's own world, where the listeners are. Asked for them in ours, Chromium mixes the worlds up, and our world's
 * root element is no element any more.
 */
async function documentIn(tab: Tab, place: FramePlace): Promise<string> {
  const world = await tab.worlds.in(place);
  const known = documents.get(tab)?.get(world);
  if (known !== undefined) return known;
  const { objectId: own } = await evaluate(tab, place, 'document', false);
  if (own === undefined) throw new PageChangedError('The document is being replaced.');
  const { node } = await tab.devtools.send<{ readonly node: Node }>('DOM.describeNode', { objectId: own }, place.session);
  const { backendNodeId } = node;
  const id = (await tab.devtools.send<Resolved>('DOM.resolveNode', { backendNodeId }, place.session)).object.objectId;
  if (id === undefined) throw new PageChangedError('The document is being replaced.');
  // Few documents of a tab live at once.
  documents.set(tab, new Map([...(documents.get(tab) ?? []), [world, id] as const].slice(-mostDocuments)));
  return id;
}

// Frames of a tab whose origin is not allowed, wherever they are: by the browser's own tree of them, so that none is missed for how its element stands in the page.

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
    return (await sightOfOwner(tab, outer, frame)) ?? undefined;
  } catch (error) {
    if (!(error instanceof PageChangedError)) throw error;
    return undefined;
  }
}
