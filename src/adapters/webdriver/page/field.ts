// What a text field holds. Of a password or a secret only whether it is what was typed.
import type { FieldFacts, FieldText, Selection } from '../../../domain/ui/read-back.js';
import { activeElement } from './active.js';
import { isFrame } from './frame-boxes.js';
import { ofDocument, own, windowOf } from './own.js';
import { elementOf, isMasked, keepMasked, register } from './registry.js';
import { kindOf } from './target.js';

export type PageField =
  | ({ readonly kind: 'field'; readonly id: string; readonly facts: FieldFacts } & FieldText)
  /** `frame`: only the device can enter it, as `element`. */
  | { readonly kind: 'password' | 'secret' | 'gone' | 'no-field' | 'unseen' | 'frame'; readonly id?: string };

/** px: a field of this width or height shows nothing. */
const unseenSize = 3;

/** @param id - null: what has the focus */
export function fieldNow(id: string | null): { readonly field: PageField; readonly element: Element | null } {
  const element = (id === null ? activeElement() : elementOf(id)) as HTMLElement | undefined;
  if (element === undefined) return { field: { kind: id === null ? 'no-field' : 'gone' }, element: null };
  if (isFrame(element)) return { field: { kind: 'frame' }, element };
  return { field: fieldOf(element), element: null };
}

/** A person is about to type into it. `frame`: only the device can enter it, as `element`. */
export function hideFocused(): { readonly hidden: 'frame' | 'field' | 'none'; readonly element: Element | null } {
  const element = activeElement() as HTMLElement | undefined;
  if (element === undefined) return { hidden: 'none', element: null };
  if (isFrame(element)) return { hidden: 'frame', element };
  const kind = kindOf(element);
  if (kind !== 'text' && kind !== 'rich-text') return { hidden: 'none', element: null };
  keepMasked(element);
  return { hidden: 'field', element: null };
}

export function fieldOf(element: HTMLElement): PageField {
  const kind = kindOf(element);
  const id = register(element);
  if (kind !== 'text' && kind !== 'rich-text') return { kind: 'no-field', id };
  if (isMasked(element)) return { kind: (element as HTMLInputElement).type === 'password' ? 'password' : 'secret', id };
  // Editors that draw their text themselves take keys through a field that nobody sees.
  if (isUnseen(element)) return { kind: 'unseen', id };
  const input = element as HTMLInputElement;
  if (kind === 'rich-text') return { kind: 'field', id, text: own.innerText(element), facts: { isRich: true } };
  const selection = selectionOf(input);
  const limit = input.maxLength;
  return {
    kind: 'field',
    id,
    text: input.value,
    selection,
    facts: { isOneLine: own.tag(element) === 'input' ? true : undefined, limit: limit >= 0 ? limit : undefined },
  };
}

/** Of a secret: whether the field holds it, alone or within what was there. */
export function holdsSecret({ id, text, alone }: { readonly id: string; readonly text: string; readonly alone: boolean }): {
  readonly holds: boolean;
  readonly length: number;
} | null {
  const element = elementOf(id) as HTMLInputElement | undefined;
  if (element === undefined) return null;
  const value = kindOf(element) === 'rich-text' ? own.innerText(element).trim() : element.value;
  return { holds: alone ? value === text : value.includes(text), length: [...value].length };
}

/** Whether something is selected in the element, so that what is typed takes its place. */
export function isSelectedIn(element: HTMLElement): boolean {
  const selection = selectionOf(element as HTMLInputElement);
  if (selection) return selection.end > selection.start;
  const selected = ofDocument.view(own.document(element))?.getSelection();
  return (
    own.isEditable(element) &&
    selected?.isCollapsed === false &&
    own.contains(element, selected.anchorNode) &&
    own.contains(element, selected.focusNode)
  );
}

/** Number and e-mail inputs do not tell. */
function selectionOf({ selectionStart, selectionEnd }: HTMLInputElement): Selection | undefined {
  return typeof selectionStart === 'number' && typeof selectionEnd === 'number' ? { start: selectionStart, end: selectionEnd } : undefined;
}

function isUnseen(element: HTMLElement): boolean {
  const { width, height } = own.box(element);
  return width <= unseenSize || height <= unseenSize || windowOf(element).getComputedStyle(element).opacity === '0';
}
