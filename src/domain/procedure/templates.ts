// `{name}` in the texts of a definition stands for a variable, or for the item of a loop (docs/design/procedure.md §1).
//
// template-1. In messages and labels of checkpoints, and in the values that answers and steps set. Nowhere else.
// template-2. What is not set stays as it is written, so that its reader sees what is missing.
// template-3. A value that is a template and nothing else keeps its type; unset, it is null.
import type { Json } from '../run/json.js';
import { valueAt, type Place } from './place.js';

const template = /(?<!\{)\{([A-Za-z_][\w-]*(?:\.[\w-]+)*)\}(?!\})/g;
const whole = /^\{([A-Za-z_][\w-]*(?:\.[\w-]+)*)\}$/;

/** Characters: a message is read by people. */
const longestValue = 500;

export function hasTemplate(value: Json): boolean {
  return typeof value === 'string' && value.search(template) !== -1;
}

export function filledText(place: Place, text: string): string {
  return text.replace(template, (written, name: string) => {
    const value = valueAt(place, name);
    if (value === undefined || value === null) return written;
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    return shown.length <= longestValue ? shown : `${shown.slice(0, longestValue)}…`;
  });
}

/** template-3. */
export function filledValue(place: Place, value: Json): Json {
  if (typeof value !== 'string') return value;
  const name = whole.exec(value)?.[1];
  return name === undefined ? filledText(place, value) : (valueAt(place, name) ?? null);
}
