// Names, values and states of controls.
import { computeAccessibleName } from 'dom-accessibility-api';
import { plainName } from './plain-names.js';
import { isMasked } from './registry.js';
import { isActionable, roleOf } from './roles.js';
import { computedStyle } from './styles.js';

const longestName = 500;
const longestValue = 2_000;
const mostOptions = 50;
const mask = '•••';

/** Accessible name, without glyphs of icon fonts (private use area). */
export function nameOf(element: Element): string {
  const hidden = element.closest('[aria-hidden=true]') !== null;
  const computed =
    plainName(element) ??
    computeAccessibleName(element, { getComputedStyle: computedStyle, computedStyleSupportsPseudoElements: true, hidden });
  const name = tidy(computed, longestName);
  // A clickable element without a role has no accessible name: a person reads its text.
  const isBare = name === '' && !isActionable(element as HTMLElement, roleOf(element as HTMLElement));
  return isBare ? tidy(element.textContent ?? '', longestName) : name;
}

/** Most texts need no tidying. */
const tidyAlready = /^[!-~]+(?: [!-~]+)*$/;

export function tidy(text: string, longest: number = longestValue): string {
  const flat = tidyAlready.test(text) ? text : text.replace(/[\p{Co}\p{Cc}\u200b-\u200f\u2028-\u202e\ufeff\s]+/gu, ' ').trim();
  return flat.length > longest ? `${flat.slice(0, longest - 1)}…` : flat;
}

/** The value that a person sees; `•••` for what must not be read. */
export function valueOf(element: HTMLElement, role: string): string | undefined {
  const value = rawValueOf(element, role);
  if (value === undefined || !isMasked(element)) return value;
  return value === '' ? '' : mask;
}

function rawValueOf(element: HTMLElement, role: string): string | undefined {
  switch (element.localName) {
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
      if (element.isContentEditable) return tidy(element.innerText);
      return role === 'slider' || role === 'spinbutton' || role === 'progressbar' || role === 'meter' || role === 'scrollbar'
        ? (element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? undefined)
        : role === 'combobox' || role === 'textbox' || role === 'searchbox'
          ? tidy(element.textContent ?? '')
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
  if (element.localName !== 'select') return undefined;
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

export function statesOf(element: HTMLElement, role: string, focused: Element | null): readonly string[] {
  const states: string[] = [];
  if (element.attributes.length === 0 && element !== focused && element.localName !== 'input' && element.localName !== 'summary')
    return states;
  const input = element as Partial<HTMLInputElement>;
  if (element.localName === 'input' && (input.type === 'checkbox' || input.type === 'radio')) {
    states.push(input.indeterminate === true ? 'mixed' : input.checked === true ? 'checked' : 'unchecked');
  } else if (role === 'checkbox' || role === 'radio' || role === 'switch' || role === 'menuitemcheckbox' || role === 'menuitemradio') {
    const checked = element.getAttribute('aria-checked');
    states.push(checked === 'mixed' ? 'mixed' : checked === 'true' ? 'checked' : 'unchecked');
  }
  const expanded =
    element.localName === 'summary'
      ? String((element.parentElement as Partial<HTMLDetailsElement> | null)?.open === true)
      : element.getAttribute('aria-expanded');
  if (expanded === 'true') states.push('expanded');
  if (expanded === 'false') states.push('collapsed');
  for (const [state, attribute] of booleanStates) {
    const value = element.getAttribute(attribute);
    if (value !== null && value !== 'false' && value !== '') states.push(state);
  }
  if ((element.getAttribute('aria-current') ?? 'false') !== 'false') states.push('current');
  if (element === focused) states.push('focused');
  if (input.required === true || element.getAttribute('aria-required') === 'true') states.push('required');
  if (element.localName === 'a' && !ownSchemes.has((element as Partial<HTMLAnchorElement>).protocol ?? '')) states.push('external');
  if (input.readOnly === true || element.getAttribute('aria-readonly') === 'true') states.push('readonly');
  return states;
}
