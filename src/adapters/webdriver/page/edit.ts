// What a text field holds. Of a password or a secret only whether it is what was typed.

import type { FieldFacts, FieldText, Selection } from '../../../domain/ui/read-back.js';
import { activeElement, isFrame, composedContains } from './geometry.js';
import { forgetStyles, ofDocument, own, windowOf } from './dom.js';
import { drawingOf, drawnText, isUnseen } from './drawn.js';
import { elementOf } from './made-anew.js';
import { isMasked, keepMasked, register } from './registry.js';
import { kindOf, originOf } from './target.js';
import type { TargetKind } from './messages.js';
import { mask } from '../../../domain/ui/mask.js';

export type PageField =
  | ({ readonly kind: 'field'; readonly id: string; readonly facts: FieldFacts } & FieldText)
  /** `frame`: only the device can enter it, as `element`. */
  | { readonly kind: 'password' | 'secret' | 'gone' | 'no-field' | 'unseen' | 'frame'; readonly id?: string };

/** @param id - null: what has the focus */
export function fieldNow(id: string | null): { readonly field: PageField; readonly element: Element | null } {
  forgetStyles();
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

function fieldOf(element: HTMLElement): PageField {
  const kind = kindOf(element);
  const id = register(element);
  if (kind !== 'text' && kind !== 'rich-text') return { kind: 'no-field', id };
  if (isMasked(element)) return { kind: (element as HTMLInputElement).type === 'password' ? 'password' : 'secret', id };
  // Editors that draw their text themselves take keys through a field that nobody sees.
  const drawing = drawingOf(element);
  if (drawing) return { kind: 'field', id, text: drawnText(drawing), facts: { isRich: true, isDrawn: true } };
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
  forgetStyles();
  const element = elementOf(id) as HTMLInputElement | undefined;
  if (element === undefined) return null;
  const value = kindOf(element) === 'text' && !drawingOf(element) ? element.value : textOf(element).trim();
  return { holds: alone ? value === text : value.includes(text), length: [...value].length };
}

/** Whether something is selected in the element, so that what is typed takes its place. */
function isSelectedIn(element: HTMLElement): boolean {
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

// Focuses controls, sets their values, and reads text.

const editable =
  'input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]),textarea,[contenteditable=""],[contenteditable=true]';

interface FocusRequest {
  /** Absent: the control that has the focus. */
  readonly id?: string;
  readonly select: 'all' | 'end' | 'none';
  readonly secret?: boolean;
}

export interface Focused {
  /** `lost`: the focus went elsewhere at once. */
  readonly kind: TargetKind | 'gone' | 'lost';
  readonly empty: boolean;
  readonly multiline: boolean;
  /** Its page draws the text: only keys select what is in it, and move there. */
  readonly drawn: boolean;
  /** Of its document. */
  readonly origin: string;
  /** Before anything is typed; absent: it takes no text. */
  readonly field?: PageField;
}

/** Moves focus and selection to where the text goes. Returns the kind of target, and what its text needs. */
export function focus({ id, select, secret = false }: FocusRequest): Focused {
  forgetStyles();
  const target = id === undefined ? activeElement() : (elementOf(id) as HTMLElement | undefined);
  if (!target) return { kind: 'gone', empty: true, multiline: false, drawn: false, origin: 'null' };
  const element = kindOf(target) === 'other' && select !== 'none' ? (target.querySelector<HTMLElement>(editable) ?? target) : target;
  const kind = kindOf(element);
  const origin = originOf(element);
  if (kind === 'disabled' || kind === 'readonly') return { kind, empty: true, multiline: false, drawn: false, origin };
  if (secret) keepMasked(element);
  // What somebody selected is replaced, as by typing; what a field selects by itself as it gets the focus is not.
  const isReplaced = select === 'end' && activeElement() === element && isSelectedIn(element);
  const drawn = drawingOf(element) !== undefined;
  // A body is what is active in its document whether or not its frame has the focus.
  if (activeElement() !== element || own.tag(element) === 'body') element.focus({ preventScroll: true });
  if (select !== 'none' && !isReplaced) moveCaret(element, kind, select);
  // The keyboard belongs to the element itself, or to the editing host around it.
  const active = activeElement();
  const isLost =
    kind === 'text' || select === 'none'
      ? active !== element && (kind === 'text' || active === undefined || !composedContains(element, active))
      : kind === 'rich-text' && active?.contains(element) !== true;
  const seen = {
    kind: isLost ? 'lost' : kind,
    empty: textOf(element) === '',
    multiline: own.tag(element) !== 'input',
    drawn: drawn && !isReplaced,
    origin,
  } as const;
  return kind === 'text' || kind === 'rich-text' ? { ...seen, field: fieldOf(element) } : seen;
}

function moveCaret(element: HTMLElement, kind: string, select: 'all' | 'end'): void {
  if (kind === 'text') {
    const input = element as HTMLInputElement;
    if (select === 'all') return input.select();
    try {
      input.setSelectionRange(input.value.length, input.value.length);
    } catch {
      // Number and e-mail inputs have no selectable caret: focus leaves it at the end.
    }
  } else if (kind === 'rich-text') {
    const document = own.document(element);
    const range = ofDocument.range(document);
    range.selectNodeContents(element);
    if (select === 'end') range.collapse(false);
    const selection = ofDocument.view(document)?.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  }
}

function textOf(element: HTMLElement): string {
  const drawing = drawingOf(element);
  if (drawing) return drawnText(drawing);
  return (element as Partial<HTMLInputElement>).value ?? own.innerText(element);
}

/**
 * Sets the value through the native setter and fires the events. Returns whether the control kept it, as it is or in its own form; for inputs that reject malformed
 * values.
 */
export function setExactly({ id, value }: { readonly id: string; readonly value: string }): 'kept' | 'adjusted' | 'refused' {
  const element = elementOf(id) as HTMLInputElement | undefined;
  if (!element) return 'refused';
  const view = windowOf(element);
  const prototype = own.tag(element) === 'textarea' ? view.HTMLTextAreaElement.prototype : view.HTMLInputElement.prototype;
  element.focus({ preventScroll: true });
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
  announce(element);
  if (element.value === value) return 'kept';
  return value === '' || (element.value !== '' && sameExact(element, value)) ? 'adjusted' : 'refused';
}

/** A slider rounds to its step, a colour becomes lower case. */
function sameExact(element: HTMLInputElement, value: string): boolean {
  return element.type === 'range'
    ? Number.isFinite(Number(value))
    : element.type === 'color'
      ? element.value === value.toLowerCase()
      : element.value.startsWith(value) || value.startsWith(element.value);
}

export function announce(element: Element): void {
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Of a slider that keys move. */
export interface Scale {
  readonly now: number;
  readonly min: number;
  readonly max: number;
}

export function scaleNow(id: string): Scale | null {
  const element = elementOf(id);
  if (element === undefined) return null;
  const isNative = own.tag(element) === 'input';
  const told = (name: string): number => Number(own.attribute(element, isNative ? name : `aria-value${name}`) ?? Number.NaN);
  const [now, min, max] = [isNative ? Number((element as HTMLInputElement).value) : told('now'), told('min'), told('max')];
  return { now, min: Number.isNaN(min) ? 0 : min, max: Number.isNaN(max) ? 100 : max };
}

/** Visible text of an element, or of the page. */
export function readText(id: string | null): string | null {
  const element = id === null ? ofDocument.body(document) : (elementOf(id) as HTMLElement | undefined);
  if (!element) return null;
  forgetStyles();
  if (!isMasked(element) && drawingOf(element)) return textOf(element);
  const value = (element as Partial<HTMLInputElement>).value;
  if (own.tag(element) === 'select') return [...(element as HTMLSelectElement).selectedOptions].map((option) => option.label).join('\n');
  if (typeof value === 'string' && (own.tag(element) === 'input' || own.tag(element) === 'textarea'))
    return isMasked(element) && value !== '' ? mask : value;
  return isMasked(element) ? mask : [own.innerText(element), ...innerTexts(element)].filter((text) => text !== '').join('\n');
}

/** `innerText` leaves out shadow roots and frames. */
function innerTexts(element: HTMLElement): readonly string[] {
  const texts: string[] = [];
  for (const child of own.queryAll(element, '*')) {
    if (child.shadowRoot)
      for (const part of child.shadowRoot.children)
        texts.push((part as HTMLElement).localName === 'style' ? '' : ((part as HTMLElement).innerText ?? ''));
    if (child.localName === 'iframe') texts.push(textOfFrame(child as HTMLIFrameElement));
  }
  return texts;
}

function textOfFrame(frame: HTMLIFrameElement): string {
  try {
    return frame.contentDocument?.body.innerText ?? '';
  } catch {
    return '';
  }
}

/** The document's markup without scripts and styles, with passwords and secrets masked. */
export function source(): string {
  const copy = ofDocument.element(document).cloneNode(true) as HTMLElement;
  const originals = ofDocument.element(document).querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, index) => {
    const original = originals[index];
    if (original === undefined) return;
    if (isMasked(original)) {
      element.setAttribute('value', mask);
      if (own.tag(original) !== 'input') element.textContent = mask;
    } else if (
      own.tag(original) === 'input' &&
      ['text', 'search', 'email', 'tel', 'url', 'number'].includes((original as HTMLInputElement).type)
    ) {
      element.setAttribute('value', (original as HTMLInputElement).value);
    }
  });
  for (const noise of copy.querySelectorAll('script,style,noscript,template')) noise.remove();
  return copy.outerHTML;
}
