// What the row of a control said when it was last looked at. Lists reuse the elements of a row for another (virtual lists), and then a button that
// reads the same is another's.
import { own } from './own.js';

const rows = 'li,tr,article,[role=row],[role=listitem],[role=article]';
/** Characters of a row; a longer one is a page of its own. */
const longest = 2_000;
/** Of its words, more have to be left. */
const enough = 2 / 3;

const said = new WeakMap<Element, string>();
/** Rows of this look: several controls share one. */
let read = new Map<Element, string>();

export function forgetRows(): void {
  read = new Map();
}

export function rememberRow(element: Element): void {
  const row = own.closest(element, rows);
  if (row === null) return;
  const text = read.get(row) ?? textOf(row);
  read.set(row, text);
  said.set(element, text);
}

/** What its row reads now, if that is about something else: too much of what it said is gone. */
export function otherRow(element: Element): string | undefined {
  const before = said.get(element);
  const row = before === undefined ? null : own.closest(element, rows);
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
