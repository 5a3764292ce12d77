/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The part of the browser device that runs in the page: bundled to dist/page-script.js, installed once per document. One call is one round trip; what it answers is JSON
// text, because the driver copies objects slowly, and beside it the elements that the driver must know as such.
import { quietness, watchActivity } from './activity.js';
import { choose, findOption, focus, readText, setExactly, source } from './edit.js';
import { look } from './look.js';
import type { FramePlace } from './messages.js';
import { find, leaveFrame, markMasked, prepare } from './target.js';

watchActivity();

const functions = {
  look: (place: FramePlace) => look(place).look,
  quietness,
  prepare,
  leaveFrame,
  find: (_id: string) => undefined,
  markMasked,
  focus,
  setExactly,
  choose,
  findOption,
  readText,
  source,
  viewport: () => ({ width: innerWidth, height: innerHeight }),
  origin: () => undefined,
};

export type PageFunctions = typeof functions;
export type PageFunction = keyof PageFunctions;

export interface Answer {
  readonly url: string;
  readonly json: string;
  readonly elements: readonly Element[];
}

export function call<Name extends PageFunction>(name: Name, parameter: Parameters<PageFunctions[Name]>[0]): Answer {
  const url = location.href;
  if (name === 'look') {
    const { look: value, frames } = look(parameter as FramePlace);
    return { url, json: JSON.stringify(value), elements: frames };
  }
  if (name === 'find') {
    const element = find(parameter as string);
    return { url, json: 'null', elements: element ? [element] : [] };
  }
  const run = functions[name] as (parameter: unknown) => unknown;
  return { url, json: JSON.stringify(run(parameter)) ?? 'null', elements: [] };
}
