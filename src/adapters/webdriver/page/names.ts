// The accessible names of most controls, without the full algorithm: the same result in a tenth of the time.

import { computedStyle, styleOf, own, tidy } from './dom.js';
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

// A name for what has none, from what a person would go by: the words beside a field, an icon, a picture, a colour. It is a guess, and told as one.

const fields =
  'input:not([type=hidden]),select,textarea,[contenteditable=true],[role=combobox],[role=slider],[role=spinbutton],[role=switch]';
const longest = 80;
/** Elements around a field whose words may be its label: a wrapper or two, a cell, its row. */
const mostAround = 4;

/** Empty where nothing can be guessed. */
function guessedName(element: HTMLElement): string {
  const isField = own.matches(element, fields);
  return (isField && wordsBeside(element)) || iconWords(element) || pictureWords(element) || lookOf(element) || markWords(element) || '';
}

/** In the same row or cell: before a field, behind a box. */
function wordsBeside(field: HTMLElement): string {
  const isBox = own.matches(field, '[type=checkbox],[type=radio],[role=switch]');
  let at: Element = field;
  for (let around = 0; around < mostAround; around++) {
    const words = isBox ? wordsOn(at, own.next) || wordsOn(at, own.previous) : wordsOn(at, own.previous);
    if (words !== '') return words;
    const parent = own.parentElement(at);
    if (parent === null || own.matches(parent, 'tr,[role=row],form,body,fieldset') || own.queryAll(parent, fields).length > 1) return '';
    at = parent;
  }
  return '';
}

/** Up to the next field. */
function wordsOn(element: Element, way: (of: Node) => Node | null): string {
  for (let node = way(element); node !== null; node = way(node)) {
    const isElement = own.type(node) === Node.ELEMENT_NODE;
    if (isElement && (own.matches(node as Element, fields) || own.query(node as Element, fields) !== null)) return '';
    const text = isElement ? contentOf(node as Element).text : own.type(node) === Node.TEXT_NODE ? (own.text(node) ?? '') : '';
    const words = tidy(text).replace(/\s*[:*]$/, '');
    if (/[\p{L}\p{N}]/u.test(words)) return words.length <= longest ? words : '';
  }
  return '';
}

const icon =
  /(?:^|\s)(?:fa|fas|far|fab|glyphicon|bi|mdi|ti|icon|ion|feather|ri|la|las|lni|octicon|codicon|lucide|tabler-icon|ui-icon|anticon|icofont|flaticon|oi|pi|k-i|dashicons)-([a-z][\w-]*)/gi;
/** Sizes and styles of icons. */
const unsaying = new Set(
  'fw lg sm xs xl md 1x 2x 3x 4x 5x spin pulse solid regular brands light outline outlined filled fill circle square o alt icon inverse stack border size'.split(
    ' ',
  ),
);
const mostParts = 6;

function iconWords(element: Element): string {
  for (const part of partsOf(element)) {
    const told = `${own.attribute(part, 'class') ?? ''} ${iconOf(own.attribute(part, 'data-icon') ?? own.attribute(part, 'data-lucide') ?? own.attribute(part, 'href') ?? '')}`;
    for (const [, words = ''] of told.matchAll(icon)) {
      const said = words
        .toLowerCase()
        .split(/[-_]/)
        .filter((word) => !unsaying.has(word));
      if (said.length > 0) return said.join(' ');
    }
  }
  return '';
}

/** `#trash` of a sprite. */
function iconOf(reference: string): string {
  const name = /^(?:[^#]*#)?(?:icon-)?([a-z][\w-]*)$/i.exec(reference)?.[1];
  return name === undefined ? '' : `icon-${name}`;
}

function partsOf(element: Element): readonly Element[] {
  return [element, ...[...own.queryAll(element, '*')].slice(0, mostParts)];
}

/** What a drawing is titled, and how a picture's file is called. */
function pictureWords(element: Element): string {
  const title = own.query(element, 'title,desc');
  if (title !== null) return tidy(own.text(title) ?? '', longest);
  const picture = own.tag(element) === 'img' || own.tag(element) === 'input' ? element : own.query(element, 'img');
  const file = /([^/?#]+)\.(?:png|jpe?g|gif|svg|webp|avif|ico)(?:[?#]|$)/i.exec(
    picture === null ? '' : (own.attribute(picture, 'src') ?? ''),
  )?.[1];
  return file === undefined || /\d{4}|[0-9a-f]{8}/i.test(file) ? '' : file.replace(/[-_.]+/g, ' ').trim();
}

/** Names of CSS, with their red, green and blue. */
const colours: readonly (readonly [string, number, number, number])[] = [
  ['black', 0, 0, 0],
  ['white', 255, 255, 255],
  ['grey', 128, 128, 128],
  ['red', 255, 0, 0],
  ['green', 0, 128, 0],
  ['lime', 0, 255, 0],
  ['blue', 0, 0, 255],
  ['yellow', 255, 255, 0],
  ['cyan', 0, 255, 255],
  ['magenta', 255, 0, 255],
  ['orange', 255, 165, 0],
  ['purple', 128, 0, 128],
  ['brown', 139, 69, 19],
  ['pink', 255, 192, 203],
  ['olive', 128, 128, 0],
  ['navy', 0, 0, 128],
  ['teal', 0, 128, 128],
];
/** px: a swatch is no larger. */
const largestSwatch = 90;

/** A swatch by its colour, a shape by its kind too. */
function lookOf(element: Element): string {
  const isShape = own.tag(element) !== 'svg' && (element as Partial<SVGElement>).ownerSVGElement instanceof Element;
  const { width, height } = own.box(element);
  if (width > largestSwatch || height > largestSwatch || own.tag(element) === 'input') return '';
  const { computed } = styleOf(element);
  const isPlain = own.tag(element) === 'button' && !/background/.test(own.attribute(element, 'style') ?? '');
  const colour = isPlain ? '' : colourOf(isShape ? computed.fill : computed.backgroundColor);
  if (isShape) return [colour, own.tag(element)].filter((word) => word !== '').join(' ');
  return colour;
}

function colourOf(css: string): string {
  const channels = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(css);
  if (!channels || Number(channels[4] ?? 1) < 0.5) return '';
  const [red = 0, green = 0, blue = 0] = channels.slice(1, 4).map(Number);
  const away = ([, r, g, b]: (typeof colours)[number]): number => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  const nearest = colours.reduce((best, each) => (away(each) < away(best) ? each : best));
  const hex = [red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('');
  return `${nearest[0]} #${hex}`;
}

const marks =
  /(?:^|[\s_-])(close|dismiss|plus|minus|add|remove|delete|trash|edit|prev|previous|next|up|down|left|right|play|pause|stop|search|menu|toggle|star|like|heart|share|reply|forward|send|save|download|upload|expand|collapse|refresh|settings|home|back)(?=$|[\s_-])/i;

/** The page's author called it so, for nobody to read. */
function markWords(element: Element): string {
  const said =
    `${own.attribute(element, 'class') ?? ''} ${own.id(element)} ${own.attribute(element, 'data-action') ?? ''} ${own.attribute(element, 'name') ?? ''}`.replace(
      /([a-z])([A-Z])/g,
      '$1-$2',
    );
  return marks.exec(said)?.[1]?.toLowerCase() ?? '';
}

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
  const name = said(plainName(element) ?? nameBesideTargets(element) ?? (accessibleName(element) || placeholderOf(element)));
  // A clickable element without a role has no accessible name: a person reads its text.
  const isBare = name === '' && !isActionable(element as HTMLElement, roleOf(element as HTMLElement));
  return isBare ? said(contentOf(element).text) : name;
}

/** Three dots like the mask would stand for any text (domain/ui/control.ts). */
function said(name: string): string {
  return tidy(name, longestName).replaceAll(mask, '⋯');
}

function placeholderOf(element: Element): string {
  return own.attribute(element, 'placeholder') ?? own.attribute(element, 'aria-placeholder') ?? '';
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
  if (element === focused) states.push('focused');
  if (input.required === true || own.attribute(element, 'aria-required') === 'true') states.push('required');
  if (isExternal(element)) states.push('external');
  if (input.readOnly === true || own.attribute(element, 'aria-readonly') === 'true') states.push('readonly');
  return states;
}
