// Maps names in a document to names on the screen: what the caches know, what a model may be asked, and what is remembered of its answer.
import { elementKey, type Caches } from './caches.js';
import type { FlowNode } from './document.js';
import type { FlowEffect, FlowEvent } from './flow-state.js';
import { own } from '../collections.js';
import { toolCallOf, type ToolCall } from './tool-call.js';

export type Choice = Extract<FlowEffect, { readonly type: 'choose' }>;

/** Undefined for a node that is not a tool call. */
export function resolvedCall(node: FlowNode, { apps, elements, focusedApp, focusedWindow }: Caches): ToolCall | undefined {
  const { node_type: type } = node;
  const app = wantedApp(node);
  const known = app === undefined ? undefined : own(apps, app)?.name;
  const scope = type.type === 'FindText' ? (type.scope ?? focusedApp) : focusedApp;
  const text = type.type === 'FindText' ? type.search_text : wantedElement(node);
  const element = text === undefined ? undefined : elements[elementKey(text, scope)];
  return toolCallOf(node, {
    element,
    app: known,
    focusedApp,
    focusedWindow,
  });
}

/** A model is asked only if there are candidates. */
export function choiceFor(node: FlowNode, candidates: readonly string[] = []): Choice | undefined {
  if (candidates.length === 0) return undefined;
  const element = wantedElement(node);
  if (element !== undefined) return { type: 'choose', what: 'element', wanted: element, candidates };
  const app = wantedApp(node);
  return app === undefined ? undefined : { type: 'choose', what: 'app', wanted: app, candidates };
}

export function withChosen(caches: Caches, { what, wanted }: Choice, name: string): Caches {
  return what === 'app'
    ? { ...caches, apps: { ...caches.apps, [wanted]: { name } } }
    : { ...caches, elements: { ...caches.elements, [elementKey(wanted, caches.focusedApp)]: name } };
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
