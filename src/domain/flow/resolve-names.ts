// Maps names in a document to names on the screen. What a run has found out about them is kept, so that no model is asked twice, and evicted by node type
// before a retry (docs/design/flow.md §2).
import { defined, own } from '../collections.js';
import type { FlowNode } from './document.js';
import type { Caches, FlowEffect, FlowEvent } from './flow-state.js';
import { toolCallOf, type ToolCall, type WindowRef } from './tools.js';

export const noCaches: Caches = { apps: {}, elements: {} };

export function elementKey(target: string, app: string | undefined): string {
  return JSON.stringify([target, app ?? null]);
}

/** Undefined for a node that is not a tool call. */
export function resolvedCall(node: FlowNode, { apps, elements, focusedApp, focusedWindow }: Caches): ToolCall | undefined {
  const { node_type: type } = node;
  const app = wantedApp(node);
  const scope = type.type === 'FindText' ? (type.scope ?? focusedApp) : focusedApp;
  const text = type.type === 'FindText' ? type.search_text : wantedElement(node);
  return toolCallOf(node, {
    element: text === undefined ? undefined : elements[elementKey(text, scope)],
    app: app === undefined ? undefined : own(apps, app)?.name,
    focusedApp,
    focusedWindow,
  });
}

// ── What a model is asked ──

type Choice = Extract<FlowEffect, { readonly type: 'choose' }>;

/** A model is asked only if there are candidates. */
export function choiceFor(node: FlowNode, candidates: readonly string[] = []): Choice | undefined {
  if (candidates.length === 0) return undefined;
  const element = wantedElement(node);
  if (element !== undefined) return { type: 'choose', what: 'element', wanted: element, candidates };
  const app = wantedApp(node);
  return app === undefined ? undefined : { type: 'choose', what: 'app', wanted: app, candidates };
}

/** The name that the model chose, if it is a candidate; otherwise the problem. */
export function nameOf(
  { wanted, candidates }: Choice,
  answer: Extract<FlowEvent, { readonly type: 'chosen' | 'failed' }>,
): { readonly name: string } | { readonly problem: string } {
  const isNot = (why: string) => ({ problem: `"${wanted}" is not there, and ${why}; there are: ${candidates.slice(0, 20).join(', ')}` });
  if (answer.type === 'failed') return isNot(`no model could say what is meant (${answer.code}: ${answer.message})`);
  const { name: named } = answer;
  if (named === undefined) return isNot('nothing that may be meant');
  return candidates.includes(named) ? { name: named } : isNot(`the model named "${named.slice(0, 200)}", which is not there either`);
}

/** A text that is not found is a valid result for a FindText, but leaves a Click without a target. */
function wantedElement({ node_type: type }: FlowNode): string | undefined {
  return type.type === 'Click' ? type.target : undefined;
}

function wantedApp({ node_type: type }: FlowNode): string | undefined {
  if (type.type === 'FocusWindow' && type.method === 'AppName') return type.value;
  return type.type === 'TakeScreenshot' && type.mode === 'Window' ? type.target : undefined;
}

// ── What is remembered, and forgotten ──

export function withChosen(caches: Caches, { what, wanted }: Choice, name: string): Caches {
  return what === 'app'
    ? { ...caches, apps: { ...caches.apps, [wanted]: { name } } }
    : { ...caches, elements: { ...caches.elements, [elementKey(wanted, caches.focusedApp)]: name } };
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
      const { text, app_name: app } = type.arguments;
      if (type.tool_name !== 'find_text' || typeof text !== 'string') return caches;
      return withoutElement(caches, text, typeof app === 'string' ? app : caches.focusedApp);
    }
    default:
      return caches;
  }
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
