// Controls that the page has made anew. A page may replace what it draws by a copy of it (a key that changes, markup written again at each move of
// the pointer); a person sees nothing of that.
//
// anew-1. A copy is the same control only in the same place, by the same role and name, with the same value and states, leading, carrying and doing the same as far as its markup tells, with the same words around it, on the same page.
// anew-2. What was there already when the control was last seen is another one, however alike. So is what took the place of one without a name: words cannot tell it.
// anew-3. A frame that went to another page, or loaded its own again, has made nothing anew: a copy stands in the document that the control stood in.
// anew-4. A copy does not take over the id: the next look lists it as new, so that an approval compares it as what was made anew.
import { digestOf } from '../../../domain/ui/digest.js';
import { innerDocumentOf, composedParentElement } from './geometry.js';
import { findDrawings } from './drawn.js';
import { carriesOf, forgetForms, leadsOf } from './forms.js';
import type { PageControl } from './messages.js';
import { nameOf, statesOf, valueOf } from './names.js';
import { drawnIn, roleOf } from './pressable.js';
import { connected, forgetRows, isMasked, numberOf, replace, rememberRow, rowOf, wordsIn } from './registry.js';
import { childrenOf, forgetStyles, ofDocument, own } from './dom.js';

interface Mark {
  /** Within the document of this script. */
  readonly path: string;
  /** The roles under which it was listed, and that its markup tells. */
  readonly roles: readonly [string, string];
  readonly facts: string;
  readonly around: string;
  readonly page: string;
  /** anew-3. */
  readonly document: WeakRef<Document>;
  /** The looks that saw it, by their number. */
  readonly first: number;
  readonly last: number;
}

/** Of the controls seen last. */
const marks = new Map<number, Mark>();
const mostMarks = 5_000;

let looks = 0;
let prefix = '';
let pages = new Map<Document, string>();

/** @param path - of the frame that holds the document of this script */
export function beginLook(path: string): void {
  looks++;
  prefix = path;
  forgetAround();
}

function forgetAround(): void {
  forgetRows();
  pages = new Map();
}

/** Before anything is done with it, as it is listed. */
export function remember(element: HTMLElement, control: PageControl): void {
  rememberRow(element);
  const number = numberOf(element);
  if (number === undefined || control.name === '') return;
  const first = marks.get(number)?.first ?? looks;
  marks.delete(number);
  marks.set(number, {
    path: control.path.slice(prefix.length),
    roles: [control.role, roleOf(element)],
    facts: factsOf(element, control),
    around: aroundOf(element),
    page: pageOf(own.document(element)),
    document: new WeakRef(own.document(element)),
    first,
    last: looks,
  });
  for (const oldest of marks.keys()) {
    if (marks.size <= mostMarks) break;
    marks.delete(oldest);
  }
}

/** `undefined`: an id of another document, or its element was collected or removed, and nothing there is the same. */
export function elementOf(id: string): Element | undefined {
  const known = connected(id);
  if (typeof known !== 'number') return known;
  const mark = marks.get(known);
  const copy = mark && elementAt(mark.path);
  if (!copy || !isSame(copy, mark)) return undefined;
  replace(known, copy);
  rememberRow(copy);
  return copy;
}

/** anew-1 to anew-3. */
function isSame(copy: HTMLElement, { roles: [role, told], facts, around, page, document: home, last }: Mark): boolean {
  const number = numberOf(copy);
  const first = number === undefined ? undefined : marks.get(number)?.first;
  if ((first !== undefined && first <= last) || roleOf(copy) !== told || own.document(copy) !== home.deref()) return false;
  forgetStyles();
  forgetForms();
  forgetAround();
  findDrawings(own.root(copy));
  const now = { name: nameOf(copy), value: valueOf(copy, role), states: statesOf(copy, role, null), leads: leadsOf(copy) };
  return factsOf(copy, { ...now, carries: carriesOf(copy) }) === facts && aroundOf(copy) === around && pageOf(own.document(copy)) === page;
}

type Facts = Pick<PageControl, 'name' | 'value' | 'states' | 'leads' | 'carries'>;

function factsOf(element: HTMLElement, { name, value = '', states = [], leads = '', carries = '' }: Facts): string {
  const { type = '' } = element as Partial<HTMLInputElement>;
  // The focus goes with what was replaced; whether a form exposes a secret follows from what it carries.
  const lasting = states.filter((state) => state !== 'focused' && state !== 'exposing');
  return [own.tag(element), type, name, value, lasting.join(), leads, carries, isMasked(element), doesOf(element)].join('\n');
}

/** What its markup says that it does, as a digest. */
function doesOf(element: Element): string {
  const handlers = [...own.attributes(element)].filter(({ name }) => name.startsWith('on'));
  return handlers.length === 0 ? '' : digestOf(handlers.map(({ name, value }) => `${name}=${value}`).join('\n'));
}

/** What its row reads; without a row, the first that says more than it does. One of several alike is a row as well: there a digit may tell one from another. */
function aroundOf(element: Element): string {
  const row = rowOf(element);
  if (row !== null) return wordsIn(row);
  const itself = wordsIn(element).trim();
  for (let at = composedParentElement(element); at !== null; at = composedParentElement(at)) {
    const words = wordsIn(at);
    if (words.trim() !== itself) return hasTwins(at) ? words : words.replace(/\p{N}+/gu, '');
  }
  return '';
}

/** What stands next to it is of the same class, or made of the same. */
function hasTwins(element: Element): boolean {
  const beside = [own.next, own.previous].map((step) => {
    let at = step(element);
    while (at !== null && own.type(at) !== Node.ELEMENT_NODE) at = step(at);
    return at as Element | null;
  });
  return beside.some((other) => other !== null && own.tag(other) === own.tag(element) && isAlike(other, element));
}

function isAlike(one: Element, other: Element): boolean {
  const made = (each: Element): string =>
    childrenOf(each)
      .flatMap((node) => (own.type(node) === Node.ELEMENT_NODE ? own.tag(node as Element) : []))
      .join();
  const styled = own.attribute(one, 'class') ?? '';
  return (styled !== '' && styled === own.attribute(other, 'class')) || made(one) === made(other);
}

/** What says which object the page is about. */
function pageOf(document: Document): string {
  const known = pages.get(document);
  if (known !== undefined) return known;
  const headings = [...ofDocument.queryAll(document, 'h1,h2,h3,[role=heading]')].map((each) => own.text(each) ?? '');
  const page = [ofDocument.view(document)?.location.href ?? '', ofDocument.title(document), ...headings].join('\n');
  pages.set(document, page);
  return page;
}

const steps = /(>>|::|\/)?([^/#[>:]+)(?:\[(\d+)\]|#([\w-]+))?/g;

/** What stands under that path now (walk.ts). */
function elementAt(path: string): HTMLElement | undefined {
  let root: Document | ShadowRoot | null = document;
  let at: Element | null = null;
  for (const [, way, tag = '', count, id] of path.matchAll(steps)) {
    if (way === '>>' || way === '::') {
      root = at === null ? null : way === '>>' ? innerDocumentOf(at as HTMLElement) : own.shadow(at);
      at = null;
    }
    if (root === null) return undefined;
    if (id !== undefined) at = root.getElementById(id);
    else if (count === undefined) at = own.type(root) === Node.DOCUMENT_NODE ? ofDocument.body(root as Document) : null;
    else at = nth(drawnIn(at ?? root), tag, Number(count));
    if (at === null || own.tag(at) !== tag) return undefined;
  }
  return at === null ? undefined : (at as HTMLElement);
}

function nth(nodes: readonly Node[], tag: string, count: number): Element | null {
  const alike = nodes.filter((node) => own.type(node) === Node.ELEMENT_NODE && own.tag(node as Element) === tag);
  return (alike[count - 1] as Element | undefined) ?? null;
}
