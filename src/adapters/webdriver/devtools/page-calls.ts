// Calls of our functions in our world of a frame.
import { ActionFailedError } from '../../../ports/device-errors.js';
import { PageChangedError } from '../errors.js';
import { loadPageScript } from '../page-script.js';
import type { FrameElement } from '../session.js';
import type { FramePlace } from './frames.js';
import type { Tab } from './tab.js';

/** Address, value as JSON, and how many elements were found. */
export type Answer = readonly [url: string, json: string, found: number];

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

/** What the expression gives, as DevTools refers to it. */
export async function evaluateObject(tab: Tab, place: FramePlace, expression: string): Promise<string> {
  const { objectId } = await evaluate(tab, place, expression, false);
  if (objectId === undefined) throw new PageChangedError('The document is being replaced.');
  return objectId;
}

export interface FoundElement {
  readonly frame: FrameElement;
  /** It holds a closed shadow root that our functions can enter from now on. */
  readonly opened: boolean;
}

interface Described {
  readonly node: {
    readonly frameId?: string;
    readonly shadowRoots?: readonly { readonly backendNodeId: number; readonly shadowRootType?: string }[];
  };
}

/** The same, as what a frame is entered by. A closed shadow root in it is opened for our functions; the page sees nothing of that. */
export async function foundElement(tab: Tab, place: FramePlace, index: number): Promise<FoundElement> {
  const host = await foundObject(tab, place, index);
  const { node } = await tab.devtools.send<Described>('DOM.describeNode', { objectId: host }, place.session);
  const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
  return { frame: { frame: node.frameId ?? '' }, opened: closed !== undefined && (await openRoot(tab, place, host, closed.backendNodeId)) };
}

/** False: it was open to us already. */
async function openRoot(tab: Tab, place: FramePlace, host: string, backendNodeId: number): Promise<boolean> {
  const executionContextId = await tab.worlds.idIn(place);
  const { object } = await tab.devtools.send<{ readonly object: { readonly objectId?: string } }>(
    'DOM.resolveNode',
    { backendNodeId, executionContextId },
    place.session,
  );
  const { result } = await tab.devtools.send<Evaluated>(
    'Runtime.callFunctionOn',
    {
      functionDeclaration: 'function (host) { return steadyhandPage.openClosed(host, this); }',
      objectId: object.objectId,
      arguments: [{ objectId: host }],
      returnByValue: true,
    },
    place.session,
  );
  return result.value === true;
}

/** What our function of that name tells of the element that shows a frame, by the browser's own word of which that is. @param place - of the document around it */
export async function evaluateOnOwner(tab: Tab, place: FramePlace, frame: string, name: 'frameSight'): Promise<unknown> {
  const { send } = tab.devtools;
  const { backendNodeId } = await send<{ readonly backendNodeId: number }>('DOM.getFrameOwner', { frameId: frame }, place.session);
  const executionContextId = await tab.worlds.idIn(place);
  const { object } = await send<{ readonly object: { readonly objectId?: string } }>(
    'DOM.resolveNode',
    { backendNodeId, executionContextId },
    place.session,
  );
  const { result, exceptionDetails: failure } = await send<Evaluated>(
    'Runtime.callFunctionOn',
    { functionDeclaration: `function () { return steadyhandPage.${name}(this); }`, objectId: object.objectId, returnByValue: true },
    place.session,
  );
  if (failure) throw new ActionFailedError('action-failed', (failure.exception?.description ?? failure.text).split('\n')[0] ?? '');
  return result.value;
}

async function evaluate(tab: Tab, place: FramePlace, expression: string, returnByValue = true): Promise<Evaluated['result']> {
  const uniqueContextId = await tab.worlds.in(place);
  const { result, exceptionDetails: failure } = await tab.devtools.send<Evaluated>(
    'Runtime.evaluate',
    { expression, uniqueContextId, returnByValue },
    place.session,
  );
  if (failure) throw new ActionFailedError('action-failed', (failure.exception?.description ?? failure.text).split('\n')[0] ?? '');
  return result;
}
