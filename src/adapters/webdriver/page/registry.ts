// Which element an id means. An id belongs to one element of one document for as long as both live, so a control that a later look sees again keeps its id, and one that
// was replaced is gone, never somebody else.

/** Tells this document from any other. */
export const token = Math.random().toString(36).slice(2, 8);
const idOf = new WeakMap<Element, number>();
const elements: WeakRef<Element>[] = [];

/** Elements that showed a password or received a secret. They stay masked when the page shows them as plain text later. */
const secret = new WeakSet<Element>();

export function register(element: Element): string {
  const known = idOf.get(element);
  if (known !== undefined) return `${token}.${known}`;
  const number = elements.push(new WeakRef(element)) - 1;
  idOf.set(element, number);
  return `${token}.${number}`;
}

/** `undefined`: another document's id, collected, or no longer in its document. */
export function elementOf(id: string): Element | undefined {
  const [document, number] = id.split('.');
  if (document !== token) return undefined;
  const element = elements[Number(number)]?.deref();
  return element?.isConnected === true && element.ownerDocument.defaultView !== null ? element : undefined;
}

export function keepMasked(element: Element): void {
  secret.add(element);
}

export function isMasked(element: Element): boolean {
  if ((element as Partial<HTMLInputElement>).type === 'password' && element.localName === 'input') secret.add(element);
  return secret.has(element);
}
