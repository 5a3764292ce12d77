// Maps ids to elements. An id belongs to one element of one document as long as both live: a control seen again keeps its id, and the id of
// a replaced one is gone, or leads to its copy (made-anew.ts), and is never reused.

import { ofDocument, own } from './dom.js';

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

/** `undefined`: an id of another document. A number: its element was collected or removed. */
export function connected(id: string): Element | number | undefined {
  const [document, number] = id.split('.');
  if (document !== token) return undefined;
  const element = elements[Number(number)]?.deref();
  return element !== undefined && own.isConnected(element) && ofDocument.view(own.document(element)) !== null ? element : Number(number);
}

export function numberOf(element: Element): number | undefined {
  return idOf.get(element);
}

/** The id is of that element from now on, which may have one of its own. */
export function replace(number: number, element: Element): void {
  elements[number] = new WeakRef(element);
}

export function keepMasked(element: Element): void {
  secret.add(element);
}

export function isMasked(element: Element): boolean {
  if (own.tag(element) === 'input' && takesOneTimeCode(element as HTMLInputElement)) secret.add(element);
  if ((element as Partial<HTMLInputElement>).type === 'password' && own.tag(element) === 'input') secret.add(element);
  return secret.has(element);
}

// What the row of a control said when it was last looked at. Lists reuse the elements of a row for another (virtual lists), and then a button that
// reads the same is another's.

const rows = 'li,tr,article,[role=row],[role=listitem],[role=article]';
/** Characters of a row; a longer one is a page of its own. */
const longest = 2_000;
/** Of its words, more have to be left. */
const enough = 2 / 3;

const said = new WeakMap<Element, string>();
/** Of this look: several controls share a row. */
let read = new Map<Element, string>();

export function forgetRows(): void {
  read = new Map();
}

export function rememberRow(element: Element): void {
  const row = rowOf(element);
  if (row !== null) said.set(element, wordsIn(row));
}

export function rowOf(element: Element): Element | null {
  return own.closest(element, rows);
}

/** Read once per look. */
export function wordsIn(element: Element): string {
  const text = read.get(element) ?? textOf(element);
  read.set(element, text);
  return text;
}

/** What its row reads now, if that is about something else: too much of what it said is gone. */
export function otherRow(element: Element): string | undefined {
  const before = said.get(element);
  const row = before === undefined ? null : rowOf(element);
  if (before === undefined || row === null) return undefined;
  const now = textOf(row);
  if (before === now || before.length > longest || now.length > longest) return undefined;
  const left = new Set(wordsOf(now));
  // Its own words tell nothing of the row.
  const itself = new Set(wordsOf(textOf(element)));
  const told = [...new Set(wordsOf(before))].filter((word) => !itself.has(word));
  return told.length > 0 && told.filter((word) => left.has(word)).length <= told.length * enough ? now : undefined;
}

/** Texts of different elements do not run together. A little more than is compared. */
function textOf(element: Element): string {
  let text = '';
  const visit = (parent: Node): void => {
    for (let node = own.first(parent); node !== null && text.length <= longest; node = own.next(node)) {
      if (own.type(node) === Node.TEXT_NODE) text += ` ${(node as Text).data}`;
      else visit(node);
    }
  };
  visit(element);
  return text;
}

/** Numbers change while one looks. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? [];
}
