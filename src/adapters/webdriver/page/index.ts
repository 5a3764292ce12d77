/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The part of the browser device that runs in the page: bundled to dist/page-script.js, installed once per document and world. One call is one
// round trip. It returns JSON text, because the driver serialises objects slowly, together with the elements that the device must reference.
import { quietness, watchActivity, watchRequests, expect, heard, leaveAlone, watchInput } from './activity.js';
import { encodeLook, type FramePlace } from './messages.js';
import { focus, readText, scaleNow, setExactly, source, fieldNow, hideFocused, holdsSecret } from './edit.js';
import { choose, findOption } from './options.js';
import { look } from './look.js';
import type { Point, Size } from '../../../domain/ui/geometry.js';
import { hitAt, focusedNow, type Key } from './hit.js';
import { frameSight } from './frame-sight.js';
import { learnHearing, setHearing } from './hearing.js';
import { openClosed } from './dom.js';
import { fileFieldNow, find, leaveFrame, prepare } from './target.js';

watchActivity();
watchInput();
watchTyped();

/** Each takes one parameter and returns JSON. */
const functions = {
  look: (place: FramePlace) => {
    const { look: seen, frames, hosts } = look(place);
    foundNow = [...frames, ...hosts];
    return encodeLook(seen);
  },
  /** The element itself, as `elements[0]`. */
  find: (id: string) => {
    const element = find(id);
    foundNow = element ? [element] : [];
    return null;
  },
  quietness,
  prepare,
  leaveFrame,
  focus,
  setExactly,
  scaleNow,
  choose,
  findOption,
  readText,
  source,
  /** What a pointer would hit, as `elements[0]`. */
  hit: (point: Point & { readonly shown?: Size }) => {
    const { hit, element } = hitAt(point);
    foundNow = element ? [element] : [];
    return hit;
  },
  /** What a key would press; a frame that only the device can enter as `elements[0]`. */
  pressedBy: (key: Key) => {
    const { focused, element } = focusedNow(key);
    foundNow = 'frame' in focused && element ? [element] : [];
    return focused;
  },
  /** A frame that only the device can enter as `elements[0]`. */
  fieldNow: (id: string | null) => {
    const { field, element } = fieldNow(id);
    foundNow = element ? [element] : [];
    return field;
  },
  /** A frame that only the device can enter as `elements[0]`. */
  hideFocused: (_: null) => {
    const { hidden, element } = hideFocused();
    foundNow = element ? [element] : [];
    return hidden;
  },
  holdsSecret,
  expect,
  heard,
  /** Which of these nodes are new. */
  hearing: (numbers: readonly number[]) => setHearing(numbers),
  viewport: () => ({ width: innerWidth, height: innerHeight }),
  leadOn: (url: string) => location.assign(url),
  /** Of the frame's document. */
  origin: () => window.origin,
};

export type PageFunctions = typeof functions;
export type PageFunction = keyof PageFunctions;

export interface Answer {
  readonly url: string;
  readonly json: string;
  readonly elements: readonly Element[];
}

/** Calls with which something is done to the page. */
const begins: ReadonlySet<PageFunction> = new Set(['prepare', 'focus', 'expect', 'setExactly', 'choose', 'leadOn']);

/** Elements returned with the answer, as references that only the driver can make. */
let foundNow: readonly Element[] = [];

export function call<Name extends PageFunction>(name: Name, parameter: Parameters<PageFunctions[Name]>[0]): Answer {
  foundNow = [];
  const run = functions[name] as (parameter: unknown) => unknown;
  const json = JSON.stringify(run(parameter) ?? null);
  if (name === 'look' || begins.has(name)) leaveAlone(name === 'look');
  return { url: location.href, json, elements: foundNow };
}

/** The same for DevTools, which fetches each element by its number. */
export function answer<Name extends PageFunction>(
  name: Name,
  parameter: Parameters<PageFunctions[Name]>[0],
): readonly [string, string, number] {
  const { url, json, elements } = call(name, parameter);
  return [url, json, elements.length];
}

export function found(index: number): Element | undefined {
  return foundNow[index];
}

export { fileFieldNow, frameSight, learnHearing, openClosed, watchRequests };

// Says at once that somebody has put something into this document, by events that the browser made: a page that asks before it is left answers nothing. What we put there, the device knows by itself.
declare global {
  /** Of our world alone, by `typedBinding` of devtools/leaving.ts. Absent: nobody listens. */
  var steadyhandTyped: ((text: string) => void) | undefined;
}

function watchTyped(): void {
  addEventListener('input', ({ isTrusted }) => void (isTrusted && globalThis.steadyhandTyped?.('')), { capture: true, passive: true });
}
