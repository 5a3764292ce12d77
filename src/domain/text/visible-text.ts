// Texts of pages, models, requests and ids as a person may be shown them: what a terminal would obey, and what reverses or breaks a line, is a symbol.

/** Control characters, marks that turn the direction of text, and separators of lines. Not joiners: scripts and emoji need them. */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Of several lines. */
export function visibleText(text: string): string {
  return text.replace(obeyed, (character) => (character === '\n' ? character : symbolOf(character)));
}

/** On one line: a text of somebody else's must not begin a line of its own. */
export function visibleLine(text: string): string {
  return text.replace(obeyed, symbolOf);
}

/** JSON that a terminal does not obey: the same value, with more escapes. */
export function visibleJson(json: string): string {
  return json.replace(obeyed, (character) => (character === '\n' ? character : `\\u${hexOf(character)}`));
}

/** `␛` for an escape, `␊` for a line break, `⟨202E⟩` for what has no picture of its own. */
function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `⟨${hexOf(character)}⟩`;
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** Hyphens and breaks that may be, marks of direction and byte order; joiners between Latin letters, where scripts and emoji do not need them. */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|(?<=\p{Script=Latin})[\u200c\u200d]/gu;

/** A text of a screen as it is seen there: without what has no glyph, on one line. */
export function seenText(text: string): string {
  return text
    .replace(unseen, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
