// Elements that may hold a closed shadow root, which no script can ask: the device asks the browser.
import { boxesOf, isEmpty } from './geometry.js';
import { own } from './own.js';

/** Asked by the device, whatever came of it. */
const asked = new WeakSet<Element>();
const hosts = new Set([
  'article',
  'aside',
  'blockquote',
  'div',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'header',
  'main',
  'nav',
  'p',
  'section',
  'span',
]);
/** In one look; the others come with the next. */
const most = 40;

/** A custom element, or one that shows something though nothing is in it. */
export function mayBeHost(element: Element, found: readonly Element[]): boolean {
  if (found.length >= most || asked.has(element)) return false;
  const tag = own.tag(element);
  if (!tag.includes('-') && !(hosts.has(tag) && own.firstElement(element) === null && (own.text(element) ?? '') === '')) return false;
  if (isEmpty(boxesOf(element).bounds)) return false;
  // One that is not defined yet makes its root later.
  if (own.matches(element, ':defined')) asked.add(element);
  return true;
}
