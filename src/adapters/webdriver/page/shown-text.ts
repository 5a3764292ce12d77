// What a person reads on a control that was given a name: a page may name it one thing and write another on it.
import { insideOf } from './pressable.js';
import { computedStyle, styleOf } from './styles.js';
import { own } from './own.js';
import { tidy } from './tidy.js';

const longest = 300;
const [head, tail] = [200, 90];
/** Longer texts are read at both ends. */
const mostRead = 20_000;
const fields = new Set(['select', 'textarea']);
const buttons = new Set(['button', 'submit', 'reset']);

/** Empty where the name says it all. `isPlain`: the name is what is written there. */
export function shownOn(element: HTMLElement, name: string, isPlain: boolean): string {
  if (isPlain && own.attributes(element).length === 0) return '';
  const text = tidy([isPlain && !isReversed(element) ? '' : written(element), ...asked(element)].join(' '), mostRead);
  const said = new Set(wordsOf(name));
  if (wordsOf(text).every((word) => said.has(word))) return '';
  return text.length > longest ? `${text.slice(0, head)} … ${text.slice(-tail)}` : text;
}

function written(element: HTMLElement): string {
  const tag = own.tag(element);
  if (tag === 'input') {
    const { type, value } = element as HTMLInputElement;
    return buttons.has(type) ? value : '';
  }
  if (fields.has(tag) || own.isEditable(element)) return '';
  const text = insideOf(element).text;
  const ends = text.length > mostRead ? `${text.slice(0, mostRead / 2)} ${text.slice(-mostRead / 2)}` : text;
  return [generated(element, '::before'), isReversed(element) ? [...ends].reverse().join('') : ends, generated(element, '::after')].join(
    ' ',
  );
}

function generated(element: Element, pseudo: '::before' | '::after'): string {
  const { content, display } = computedStyle(element, pseudo);
  return display === 'none' ? '' : [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text).join('');
}

/** Its letters are shown from the last to the first. */
function isReversed(element: Element): boolean {
  const { unicodeBidi, direction } = styleOf(element).computed;
  return direction === 'rtl' && unicodeBidi.includes('override');
}

/** What libraries ask before they follow a link or send a form, and the method that they use. */
const questions = ['data-confirm', 'data-turbo-confirm', 'hx-confirm'] as const;
const methods = ['data-method', 'data-turbo-method'] as const;

function asked(element: Element): readonly string[] {
  const deletes =
    own.hasAttribute(element, 'hx-delete') || methods.some((name) => /^\s*delete\s*$/i.test(own.attribute(element, name) ?? ''));
  return [...questions.map((name) => own.attribute(element, name) ?? ''), deletes ? 'delete' : ''];
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
