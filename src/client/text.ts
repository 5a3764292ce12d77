/** Characters of a run's title, as it is kept in its memo. */
export const longestTitle = 150;

/** Cuts to `limit` characters on one line. */
export function clip(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > limit ? `${line.slice(0, Math.max(0, limit - 1))}…` : line;
}

/** As it must be typed in a POSIX shell. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
