// The accessible names of most controls, without the full algorithm: the same result in a tenth of the time.

import { computedStyle, generated, styleOf, own, tidy } from './dom.js';
import { drawingOf, drawnText } from './drawn.js';
import { guessedName } from './guesses.js';
import { contentOf, isActionable, roleOf } from './pressable.js';
import { computeAccessibleName } from 'dom-accessibility-api';
import { isMasked } from './registry.js';
import { optionTexts } from './option-texts.js';
import { mask } from '../../../domain/ui/mask.js';

/** `undefined`: not one of these cases. */
function plainName(element: Element): string | undefined {
  switch (element.localName) {
    case 'a':
    case 'button':
      return nameOfText(element);
    case 'input':
      return labelless.has((element as HTMLInputElement).type) ? undefined : nameOfLabels(element as HTMLInputElement);
    case 'area':
      return isNamedOtherwise(element) ? undefined : element.getAttribute('alt')?.trim() || undefined;
    case 'select':
    case 'textarea':
      return nameOfLabels(element as HTMLSelectElement | HTMLTextAreaElement);
    default:
      return undefined;
  }
}

/** An element with nothing but text, which names it. */
function nameOfText(element: Element): string | undefined {
  if (element.childElementCount > 0 || isNamedOtherwise(element) || element.closest('label') !== null) return undefined;
  const text = (element.textContent ?? '').trim();
  if (text === '' || hasGeneratedText(element)) return undefined;
  return (element as Partial<HTMLButtonElement>).labels?.length ? undefined : text;
}

const labelless = new Set(['button', 'submit', 'reset', 'image', 'hidden']);

/** A field whose labels have nothing but text. */
function nameOfLabels(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): string | undefined {
  if (isNamedOtherwise(field) || isHidden(field)) return undefined;
  const texts: string[] = [];
  for (const label of field.labels ?? []) {
    if (label.childElementCount > 0 || isNamedOtherwise(label) || isHidden(label) || hasGeneratedText(label)) return undefined;
    const text = (label.textContent ?? '').trim();
    if (text !== '') texts.push(text);
  }
  return texts.length > 0 ? texts.join(' ') : undefined;
}

function isNamedOtherwise(element: Element): boolean {
  return (
    element.hasAttribute('aria-label') ||
    element.hasAttribute('aria-labelledby') ||
    element.hasAttribute('aria-owns') ||
    element.hasAttribute('title') ||
    element.hasAttribute('role')
  );
}

function isHidden(element: Element): boolean {
  if (element.hasAttribute('hidden') || element.hasAttribute('aria-hidden')) return true;
  const style = styleOf(element);
  return style.display === 'none' || style.computed.visibility !== 'visible';
}

function hasGeneratedText(element: Element): boolean {
  return quoted.test(computedStyle(element, '::before').content) || quoted.test(computedStyle(element, '::after').content);
}

const quoted = /^["']./;

// Names, values and states of controls.

const longestName = 500;
const mostOptions = 50;

interface Name {
  readonly name: string;
  readonly guessed: boolean;
  /** It is what is written there, and nothing else is. */
  readonly plain: boolean;
}

/** Accessible name, without glyphs of icon fonts (private use area); where there is none, what a person would go by. */
export function namedOf(element: Element): Name {
  const plain = plainName(element);
  const name = plain === undefined ? givenName(element) : said(plain);
  if (name !== '') return { name, guessed: false, plain: plain !== undefined };
  const guess = said(guessedName(element as HTMLElement));
  return { name: guess, guessed: guess !== '', plain: false };
}

export function nameOf(element: Element): string {
  return namedOf(element).name;
}

export function givenName(element: Element): string {
  const name = said(
    plainName(element) ??
      nameBesideTargets(element) ??
      (titledName(element) || titleInside(element) || placeholderOf(element) || nameOfHost(element)),
  );
  // A clickable element without a role has no accessible name: a person reads its text.
  const isBare = name === '' && !isActionable(element as HTMLElement, roleOf(element as HTMLElement));
  return (isBare ? said(contentOf(element).text) : name) || said(tooltipsOf(element)[0] ?? '');
}

const tooltips = /^(?:title|aria-description|data-(?:[\w-]*-)?(?:tooltip|tip|title)(?:-(?:content|text))?)$/;
/** Which tooltip it has, or where it opens. */
const settings = /^(?:[#.{[].*|true|false|auto|hover|focus|click|top|bottom|left|right|start|end)$/s;

/** What a person reads where the pointer rests on it: its own tooltips, and those of what is there only to hold it. */
export function tooltipsOf(element: Element): readonly string[] {
  const holder = own.parentElement(element);
  const isHeld =
    holder !== null &&
    holder.childElementCount === 1 &&
    own.tag(holder) === 'span' &&
    tidy(own.text(holder) ?? '') === tidy(own.text(element) ?? '');
  return [element, ...(isHeld ? [holder] : [])].flatMap((each) =>
    [...own.attributes(each)]
      .filter(({ name, value }) => tooltips.test(name) && /\p{L}/u.test(value) && !settings.test(value))
      .map(({ value }) => value),
  );
}

/** Of a field whose label is a sign that says nothing, such as a star, what the label is titled. */
function titledName(element: Element): string {
  if (isNamedByItself(element)) return '';
  const name = accessibleName(element);
  const { labels } = element as Partial<HTMLInputElement>;
  if (!labels || /[\p{L}\p{N}]/u.test(name)) return name;
  return [...labels].map((label) => own.attribute(label, 'title') ?? '').find((title) => title !== '') ?? name;
}

/** A list that is named by what is chosen in it: what is to be chosen there, a person reads beside it. */
function isNamedByItself(element: Element): boolean {
  const ids = (own.attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
  return (
    ids.length > 0 &&
    roleOf(element as HTMLElement) === 'combobox' &&
    !own.hasAttribute(element, 'aria-label') &&
    ids.every((id) => own.query(element, `#${CSS.escape(id)}`) !== null)
  );
}

/** Of a shape or a group of a drawing, which is named by its `<title>` as the drawing is. */
function titleInside(element: Element): string {
  const title = own.query(element, ':scope>title');
  return title === null ? '' : (own.text(title) ?? '');
}

/** Of the first field inside an element that stands for a field itself, what labels that element: no label reaches into a shadow root. */
function nameOfHost(field: Element): string {
  const root = own.root(field) as Partial<ShadowRoot>;
  const { host } = root;
  if (host === undefined || root.querySelector?.(hosted) !== field) return '';
  const id = own.id(host);
  const labelled = id === '' ? null : (own.root(host) as ParentNode & Node).querySelector(`label[for="${CSS.escape(id)}"]`);
  const labels = [own.closest(host, 'label'), labelled].filter((label) => (label as HTMLLabelElement | null)?.control === host);
  return own.attribute(host, 'aria-label') ?? labels.map((label) => contentOf(label as Element).text).join(' ');
}

const hosted = 'input:not([type=hidden]),select,textarea,button,[role=checkbox],[role=switch],[role=slider]';

/** Three dots like the mask would stand for any text (domain/ui/control.ts). */
function said(name: string): string {
  return tidy(name, longestName).replaceAll(mask, '⋯');
}

function placeholderOf(element: Element): string {
  return own.attribute(element, 'placeholder') ?? own.attribute(element, 'aria-placeholder') ?? drawnPlaceholder(element);
}

/** Of editors, which draw it only while they are empty: its name does not go by what is written in it. */
const placeholders = new WeakMap<Element, string>();

function drawnPlaceholder(editor: Element): string {
  if (!own.isEditable(editor as HTMLElement)) return '';
  const known = placeholders.get(editor);
  if (known !== undefined || /\S/.test(own.text(editor) ?? '')) return known ?? '';
  const drawn = [editor, own.firstElement(editor)].map((each) =>
    each === null ? '' : generated(each, '::before') || generated(each, '::after'),
  );
  const words = drawn.find((text) => /[\p{L}\p{N}]/u.test(text)) ?? '';
  if (words !== '') placeholders.set(editor, words);
  return words;
}

/** Of what holds targets of its own, the words that are not theirs; undefined: it holds none, or has been given a name. */
function nameBesideTargets(element: Element): string | undefined {
  if (own.firstElement(element) === null || own.hasAttribute(element, 'aria-label') || own.hasAttribute(element, 'aria-labelledby'))
    return undefined;
  if (!namedByContent.has(roleOf(element as HTMLElement))) return undefined;
  const { targets, text } = contentOf(element);
  return targets > 0 ? text : undefined;
}

const namedByContent = new Set([
  ...['button', 'link', 'option', 'checkbox', 'radio', 'switch', 'tab', 'treeitem', 'menuitem', 'menuitemcheckbox', 'menuitemradio'],
  ...['row', 'cell', 'gridcell', 'columnheader', 'rowheader'],
]);

function accessibleName(element: Element): string {
  try {
    const hidden = own.closest(element, '[aria-hidden=true]') !== null;
    return computeAccessibleName(element, { getComputedStyle: computedStyle, computedStyleSupportsPseudoElements: true, hidden });
  } catch {
    // It asks the elements themselves: a form inside may have fields that hide its properties (dom.ts).
    return own.text(element) ?? '';
  }
}

/** The value that a person sees; `•••` for what must not be read. */
export function valueOf(element: HTMLElement, role: string): string | undefined {
  const value = rawValueOf(element, role);
  if (value === undefined || !isMasked(element)) return value;
  return value === '' ? '' : mask;
}

function rawValueOf(element: HTMLElement, role: string): string | undefined {
  const drawing = role === 'slider' ? undefined : drawingOf(element);
  if (drawing) return tidy(drawnText(drawing));
  switch (own.tag(element)) {
    case 'input':
      return valueOfInput(element as HTMLInputElement);
    case 'textarea':
      return tidy((element as HTMLTextAreaElement).value);
    case 'select':
      return selectedIn(element as HTMLSelectElement).join(', ');
    case 'progress':
    case 'meter':
      return String((element as HTMLProgressElement).value);
    default:
      if (own.isEditable(element)) return tidy(own.innerText(element));
      return role === 'slider' || role === 'spinbutton' || role === 'progressbar' || role === 'meter' || role === 'scrollbar'
        ? (own.attribute(element, 'aria-valuetext') ?? own.attribute(element, 'aria-valuenow') ?? undefined)
        : role === 'combobox' || role === 'textbox' || role === 'searchbox'
          ? tidy(own.text(element) ?? '')
          : undefined;
  }
}

function valueOfInput(input: HTMLInputElement): string | undefined {
  switch (input.type) {
    case 'checkbox':
    case 'radio':
    case 'button':
    case 'submit':
    case 'reset':
    case 'image':
      return undefined;
    case 'file':
      return [...(input.files ?? [])].map((file) => file.name).join(', ');
    default:
      return tidy(input.value);
  }
}

function selectedIn(select: HTMLSelectElement): readonly string[] {
  const texts = optionTexts(select);
  return [...select.selectedOptions].map((option) => texts.get(option) ?? tidy(option.label));
}

export function optionsOf(element: HTMLElement): readonly string[] | undefined {
  if (own.tag(element) !== 'select') return undefined;
  return [...optionTexts(element as HTMLSelectElement).values()].slice(0, mostOptions);
}

const booleanStates = (['pressed', 'selected', 'invalid', 'busy', 'multiselectable'] as const).map(
  (state) => [state, `aria-${state}`] as const,
);

/** Schemes that the browser handles itself; `:` for no address. For any other it asks whether to start a program. */
const ownSchemes = new Set(['http:', 'https:', 'about:', 'blob:', 'data:', 'javascript:', 'file:', ':', '']);

/** A link to another program, also one of a drawing or of a map. */
export function isExternal(element: Element): boolean {
  const tag = own.tag(element);
  if (tag !== 'a' && tag !== 'area') return false;
  const told = own.attribute(element, 'href') ?? own.attribute(element, 'xlink:href') ?? '';
  const { protocol = /^\s*([a-z][a-z\d+.-]*:)/i.exec(told)?.[1]?.toLowerCase() ?? '' } = element as Partial<HTMLAnchorElement>;
  return !ownSchemes.has(protocol);
}

export function statesOf(element: HTMLElement, role: string, focused: Element | null): readonly string[] {
  const states: string[] = [];
  if (own.attributes(element).length === 0 && element !== focused && own.tag(element) !== 'input' && own.tag(element) !== 'summary')
    return states;
  const input = element as Partial<HTMLInputElement>;
  if (own.tag(element) === 'input' && (input.type === 'checkbox' || input.type === 'radio')) {
    states.push(input.indeterminate === true ? 'mixed' : input.checked === true ? 'checked' : 'unchecked');
  } else if (role === 'checkbox' || role === 'radio' || role === 'switch' || role === 'menuitemcheckbox' || role === 'menuitemradio') {
    const checked = own.attribute(element, 'aria-checked');
    states.push(checked === 'mixed' ? 'mixed' : checked === 'true' ? 'checked' : 'unchecked');
  }
  const expanded =
    own.tag(element) === 'summary'
      ? String((own.parentElement(element) as Partial<HTMLDetailsElement> | null)?.open === true)
      : own.attribute(element, 'aria-expanded');
  if (expanded === 'true') states.push('expanded');
  if (expanded === 'false') states.push('collapsed');
  for (const [state, attribute] of booleanStates) {
    const value = own.attribute(element, attribute);
    if (value !== null && value !== 'false' && value !== '') states.push(state);
  }
  if ((own.attribute(element, 'aria-current') ?? 'false') !== 'false') states.push('current');
  if (/(?:^|\s)next(?:\s|$)/i.test(own.attribute(element, 'rel') ?? '')) states.push('next page');
  if (element === focused && (own.tag(element) !== 'body' || own.document(element).hasFocus())) states.push('focused');
  if (input.required === true || own.attribute(element, 'aria-required') === 'true') states.push('required');
  if (isExternal(element)) states.push('external');
  if (input.readOnly === true || own.attribute(element, 'aria-readonly') === 'true') states.push('readonly');
  return states;
}
