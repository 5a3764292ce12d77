import type { Control } from '../ui/control.js';
import { says } from './data.js';

const wished = new WeakMap<readonly Control[], { readonly said: readonly string[]; readonly texts: readonly string[] }>();

/** Texts of the screen that people named. */
export function wishedTexts(controls: readonly Control[], said: readonly string[]): readonly string[] {
  const known = wished.get(controls);
  if (known?.said === said) return known.texts;
  const texts = [
    ...new Set(controls.filter(({ visible }) => visible).flatMap(({ name, value = '', masked }) => [name, masked ? '' : value])),
  ].filter((text) => text.trim().length > 1 && said.some((one) => says(one, text)));
  wished.set(controls, { said, texts });
  return texts;
}
