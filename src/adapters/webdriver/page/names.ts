// Names, values and states of controls.
import { computeAccessibleName } from 'dom-accessibility-api';
import { guessedName } from './guessed-names.js';
import { plainName } from './plain-names.js';
import { insideOf } from './pressable.js';
import { isMasked } from './registry.js';
import { isActionable, roleOf } from './roles.js';
import { computedStyle } from './styles.js';
import { own } from './own.js';
import { tidy } from './tidy.js';
import { mask } from '../../../domain/ui/mask.js';

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
  return isBare ? said(insideOf(element).text) : name;
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
  const { targets, text } = insideOf(element);
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
    // It asks the elements themselves: a form inside may have fields that hide its properties (own.ts).
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
      return [...(element as HTMLSelectElement).selectedOptions].map((option) => tidy(option.label)).join(', ');
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

export function optionsOf(element: HTMLElement): readonly string[] | undefined {
  if (own.tag(element) !== 'select') return undefined;
  return [...(element as HTMLSelectElement).options]
    .filter((option) => !option.hidden)
    .slice(0, mostOptions)
    .map((option) => tidy(option.label, longestName));
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
