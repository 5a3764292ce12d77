// Maps ids to elements. An id belongs to one element of one document as long as both live: a control seen again keeps its id, and the id of
// a replaced one is gone and never reused.
import { ofDocument, own } from './own.js';

/** Distinguishes this document from any other. */
export const token = Math.random().toString(36).slice(2, 8);
const idOf = new WeakMap<Element, number>();
const elements: WeakRef<Element>[] = [];

/** Words of the fields of a second factor. */
const oneTime = /otp|one.?time|verification|2fa|mfa|totp|passcode|security.?code|sms.?code/i;
const longestCode = 10;

/** What says so itself; or takes a short number and is called like one. */
function takesOneTimeCode(input: HTMLInputElement): boolean {
  if (input.autocomplete.split(/\s+/).includes('one-time-code')) return true;
  const takesDigits = input.inputMode === 'numeric' || input.type === 'tel' || input.type === 'number' || /\\d|0-9/.test(input.pattern);
  const isShort = input.maxLength > 0 && input.maxLength <= longestCode;
  return takesDigits && isShort && oneTime.test(`${input.name} ${input.id} ${input.getAttribute('aria-label') ?? ''}`);
}

/** Elements that showed a password or received a secret. They stay masked even when the page later shows them as plain text. */
const secret = new WeakSet<Element>();

export function register(element: Element): string {
  const known = idOf.get(element);
  if (known !== undefined) return `${token}.${known}`;
  const number = elements.push(new WeakRef(element)) - 1;
  idOf.set(element, number);
  return `${token}.${number}`;
}

/** `undefined`: an id of another document, or its element was collected or removed. */
export function elementOf(id: string): Element | undefined {
  const [document, number] = id.split('.');
  if (document !== token) return undefined;
  const element = elements[Number(number)]?.deref();
  return element !== undefined && own.isConnected(element) && ofDocument.view(own.document(element)) !== null ? element : undefined;
}

export function keepMasked(element: Element): void {
  secret.add(element);
}

export function isMasked(element: Element): boolean {
  if (own.tag(element) === 'input' && takesOneTimeCode(element as HTMLInputElement)) secret.add(element);
  if ((element as Partial<HTMLInputElement>).type === 'password' && own.tag(element) === 'input') secret.add(element);
  return secret.has(element);
}
