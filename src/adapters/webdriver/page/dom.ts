// The DOM's own properties and methods. A field named `id`, `title` or `getAttribute` hides that property of its form, a picture or form so named that
// of the document, in every world: what may be a form or a document is read through the prototypes.

import { seenText } from '../../../domain/text/visible-text.js';

/** A property's getter, as the DOM defines it. */
function reads<Owner, Name extends keyof Owner>(type: { readonly prototype: Owner }, name: Name): (of: Owner) => Owner[Name] {
  const get = Object.getOwnPropertyDescriptor(type.prototype, name)?.get as () => Owner[Name];
  return (of) => get.call(of);
}

/** The same of an HTML element; of any other kind of element, which has no named properties, directly. */
function readsOfHtml<Name extends keyof HTMLElement>(name: Name): (of: HTMLElement) => HTMLElement[Name] {
  const read = reads(HTMLElement, name);
  return (of) => {
    try {
      return read(of);
    } catch {
      return of[name];
    }
  };
}

type Method<Owner, Name extends keyof Owner> = Owner[Name] extends (...given: infer Given) => infer Result
  ? (of: Owner, ...given: Given) => Result
  : never;

/** A method, as the DOM defines it. */
function calls<Owner, Name extends keyof Owner>(type: { readonly prototype: Owner }, name: Name): Method<Owner, Name> {
  const method = type.prototype[name] as (...given: readonly unknown[]) => unknown;
  return ((of: Owner, ...given: readonly unknown[]) => method.apply(of, given as unknown[])) as Method<Owner, Name>;
}

const openRoot = reads(Element, 'shadowRoot');
/** Closed shadow roots, by their hosts: only the browser can show them to us. */
const closedRoots = new WeakMap<Element, ShadowRoot>();

/** Whether it was new. */
export function openClosed(host: Element, root: ShadowRoot): boolean {
  const isNew = closedRoots.get(host) !== root;
  closedRoots.set(host, root);
  return isNew;
}

const elementsOf = reads(HTMLFormElement, 'elements');

export const own = {
  // Of any node.
  type: reads(Node, 'nodeType'),
  parent: reads(Node, 'parentNode'),
  parentElement: reads(Node, 'parentElement'),
  first: reads(Node, 'firstChild'),
  last: reads(Node, 'lastChild'),
  next: reads(Node, 'nextSibling'),
  previous: reads(Node, 'previousSibling'),
  text: reads(Node, 'textContent'),
  base: reads(Node, 'baseURI'),
  document: reads(Node, 'ownerDocument') as (of: Element) => Document,
  isConnected: reads(Node, 'isConnected'),
  root: calls(Node, 'getRootNode'),
  contains: calls(Node, 'contains'),
  // Of any element.
  clientLeft: reads(Element, 'clientLeft'),
  clientTop: reads(Element, 'clientTop'),
  clientWidth: reads(Element, 'clientWidth'),
  clientHeight: reads(Element, 'clientHeight'),
  tag: reads(Element, 'localName'),
  id: reads(Element, 'id'),
  shadow: (of: Element): ShadowRoot | null => openRoot(of) ?? closedRoots.get(of) ?? null,
  firstElement: reads(Element, 'firstElementChild'),
  attributes: reads(Element, 'attributes'),
  slot: reads(Element, 'assignedSlot'),
  attribute: calls(Element, 'getAttribute'),
  hasAttribute: calls(Element, 'hasAttribute'),
  matches: calls(Element, 'matches'),
  closest: calls(Element, 'closest'),
  query: calls(Element, 'querySelector'),
  queryAll: calls(Element, 'querySelectorAll'),
  box: calls(Element, 'getBoundingClientRect'),
  boxes: calls(Element, 'getClientRects'),
  isShown: calls(Element, 'checkVisibility'),
  /** Of a form. */
  elements: (of: HTMLFormElement): readonly Element[] => [...elementsOf(of)],
  isInert: readsOfHtml('inert'),
  tabIndex: readsOfHtml('tabIndex'),
  isEditable: readsOfHtml('isContentEditable'),
  innerText: readsOfHtml('innerText'),
  offsetWidth: readsOfHtml('offsetWidth'),
  offsetHeight: readsOfHtml('offsetHeight'),
} as const;

/** `childNodes` would be a live list that the browser must maintain. */
export function childrenOf(parent: Node): readonly Node[] {
  const children: Node[] = [];
  for (let node = own.first(parent); node !== null; node = own.next(node)) children.push(node);
  return children;
}

/** The window of an element's document. */
export function windowOf(element: Element): Window & typeof globalThis {
  return ofDocument.view(own.document(element)) ?? window;
}

/** What has the focus in that document or shadow root. */
export function activeIn(root: Node): Element | null {
  return own.type(root) === Node.DOCUMENT_NODE
    ? ofDocument.active(root as Document)
    : ((root as Partial<ShadowRoot>).activeElement ?? null);
}

export const ofDocument = {
  body: reads(Document, 'body'),
  element: reads(Document, 'documentElement'),
  view: reads(Document, 'defaultView'),
  title: reads(Document, 'title'),
  active: reads(Document, 'activeElement'),
  scroller: reads(Document, 'scrollingElement'),
  readyState: reads(Document, 'readyState'),
  at: calls(Document, 'elementFromPoint'),
  query: calls(Document, 'querySelector'),
  queryAll: calls(Document, 'querySelectorAll'),
  range: calls(Document, 'createRange'),
  byId: calls(Document, 'getElementById'),
  animations: calls(Document, 'getAnimations'),
} as const;

// Computed styles. Each read crosses from script into the browser, and the walk, boxes and names need the same few properties: each is read
// once per look.

/** Reads each property on first use. */
export class ElementStyle {
  readonly computed: CSSStyleDeclaration;
  #display: string | undefined;
  #position: string | undefined;
  #cursor: string | undefined;
  #overflow: string | undefined;

  constructor(computed: CSSStyleDeclaration) {
    this.computed = computed;
  }

  get display(): string {
    return (this.#display ??= this.computed.display);
  }

  get position(): string {
    return (this.#position ??= this.computed.position);
  }

  get cursor(): string {
    return (this.#cursor ??= this.computed.cursor);
  }

  /** For both axes, for the sake of clipping: when one is not `visible`, neither is the other. */
  get overflowX(): string {
    return (this.#overflow ??= this.computed.overflowX);
  }
}

let styles = new Map<Element, ElementStyle>();

/** Cached until `forgetStyles` starts the next look. */
export function styleOf(element: Element): ElementStyle {
  const known = styles.get(element);
  if (known !== undefined) return known;
  const style = new ElementStyle(windowOf(element).getComputedStyle(element));
  styles.set(element, style);
  return style;
}

/** The DOM's own object, for other properties and pseudo-elements. */
export function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  return pseudo ? windowOf(element).getComputedStyle(element, pseudo) : styleOf(element).computed;
}

/** The text that a style puts there. */
export function generated(element: Element, pseudo: '::before' | '::after'): string {
  const { content, display } = computedStyle(element, pseudo);
  return display === 'none' ? '' : [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text).join('');
}

export function forgetStyles(): void {
  styles = new Map();
  for (const forget of alsoForgotten) forget();
}

const alsoForgotten: (() => void)[] = [];

/** For what is read by styles once per look, and is forgotten with them. */
export function whenForgotten(forget: () => void): void {
  alsoForgotten.push(forget);
}

// Texts as they are told: as they are seen, without glyphs of icon fonts.

const longestText = 2_000;

/** Most texts need no tidying. */
const tidyAlready = /^[!-~]+(?: [!-~]+)*$/;

export function tidy(text: string, longest: number = longestText): string {
  const flat = tidyAlready.test(text) ? text : seenText(text.replace(/\p{Co}+/gu, ' '));
  return flat.length > longest ? `${flat.slice(0, longest - 1)}…` : flat;
}
