import type { Target } from './anchors.schema.js';

/** `"Delete" of "Walk the dog"`. */
export function targetText({ role, name, row }: Target): string {
  return `${name === undefined ? `the ${role}` : `"${name}"`}${row === undefined ? '' : ` of ${row.map((text) => `"${text}"`).join(', ')}`}`;
}
