// Line breaks, other control characters, half surrogate pairs and signs that turn the reading direction: none may reach a log line, a diagram's source or XML.
const breaks = /[\s\p{Cc}\p{Cs}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]+/gu;

/** Any text as one line of at most so many characters, the last an ellipsis where some were left out. */
export function oneLine(text: string, longest: number): string {
  const characters = [...text.replace(breaks, ' ').trim()];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}
