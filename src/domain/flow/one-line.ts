import type { Target } from '../anchors/anchors.schema.js';

// Line breaks, other control characters, lone surrogates and bidirectional controls: none may reach a log line, a diagram's source or XML.
const breaks = /[\s\p{Cc}\p{Cs}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]+/gu;

/** Any text as one line of at most `longest` characters, the last an ellipsis if it was truncated. */
export function oneLine(text: string, longest: number): string {
  const characters = [...text.replace(breaks, ' ').trim()];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}

/** `"Delete" of "Walk the dog"`. */
export function targetText({ role, name, row }: Target): string {
  return `${name === undefined ? `the ${role}` : `"${name}"`}${row === undefined ? '' : ` of ${row.map((text) => `"${text}"`).join(', ')}`}`;
}
