// Tells our world of a document which of its elements hear presses: scripts cannot ask that, and pages cannot hide it from the browser.
import { ActionFailedError } from '../../../ports/device-errors.js';
import { PageChangedError } from '../errors.js';
import { callPage, evaluateObject } from './page-calls.js';
import type { FramePlace } from './frames.js';
import type { Tab } from './tab.js';

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

export async function hearPresses(tab: Tab, place: FramePlace): Promise<void> {
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
  const own = await evaluateObject(tab, place, 'document');
  const { node } = await tab.devtools.send<{ readonly node: { readonly backendNodeId: number } }>(
    'DOM.describeNode',
    { objectId: own },
    place.session,
  );
  const found = await tab.devtools.send<Resolved>('DOM.resolveNode', { backendNodeId: node.backendNodeId }, place.session);
  const id = found.object.objectId;
  if (id === undefined) throw new PageChangedError('The document is being replaced.');
  // Few documents of a tab live at once.
  documents.set(tab, new Map([...(documents.get(tab) ?? []), [world, id] as const].slice(-mostDocuments)));
  return id;
}
