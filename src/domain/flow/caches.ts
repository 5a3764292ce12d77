// What a run has found out about names, so that no model is asked twice; evicted by node type before a retry (docs/design/flow.md §2).
import { defined } from '../collections.js';
import type { FlowNode } from './document.js';
import type { ToolCall, WindowRef } from './tool-call.js';

export interface Caches {
  /** By the name in the document. */
  readonly apps: Readonly<Record<string, { readonly name: string; readonly pid?: number }>>;
  /** By `elementKey`. */
  readonly elements: Readonly<Record<string, string>>;
  readonly focusedApp?: string;
  /** Its window, by id: pages change their titles. */
  readonly focusedWindow?: WindowRef;
}

export const noCaches: Caches = { apps: {}, elements: {} };

export function elementKey(target: string, app: string | undefined): string {
  return JSON.stringify([target, app ?? null]);
}

/** Forgets what a retry of that node must look up again. */
export function evict(caches: Caches, { node_type: type }: FlowNode): Caches {
  switch (type.type) {
    case 'FocusWindow':
      return { ...withoutFocus(caches), apps: without(caches.apps, type.value) };
    case 'TakeScreenshot':
      return type.target === undefined ? caches : { ...caches, apps: without(caches.apps, type.target) };
    case 'Click':
      return type.target === undefined ? caches : withoutElement(caches, type.target, caches.focusedApp);
    case 'FindText':
      return withoutElement(caches, type.search_text, type.scope ?? caches.focusedApp);
    case 'McpToolCall': {
      const text = type.arguments['text'];
      const app = type.arguments['app_name'];
      if (type.tool_name !== 'find_text' || typeof text !== 'string') return caches;
      return withoutElement(caches, text, typeof app === 'string' ? app : caches.focusedApp);
    }
    default:
      return caches;
  }
}

/** After a call that brought a window to the front. `app`: the name that the tool returned; a launched application may be called something else than requested. */
export function withFocus(
  caches: Caches,
  { name, arguments: args }: ToolCall,
  { app, window }: { readonly app?: string; readonly window?: WindowRef },
): Caches {
  const { app_name: asked, mode } = args;
  const focuses = name === 'focus_window' || (name === 'take_screenshot' && mode === 'window' && asked !== undefined);
  if (!focuses && name !== 'launch_app') return caches;
  const focused = app ?? (focuses ? asked : undefined);
  if (typeof focused !== 'string') return withoutFocus(caches);
  return { ...withoutFocus(caches), focusedApp: focused, ...defined({ focusedWindow: window }) };
}

function withoutFocus({ focusedApp: _app, focusedWindow: _window, ...rest }: Caches): Caches {
  return rest;
}

function withoutElement(caches: Caches, target: string, app: string | undefined): Caches {
  return { ...caches, elements: without(caches.elements, elementKey(target, app)) };
}

function without<T>(entries: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...rest } = entries;
  return rest;
}
