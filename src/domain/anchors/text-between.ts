/** What stands between two texts, white space collapsed; undefined: they are not there, or nothing is between them. */
export function textBetween(text: string, before: string, after: string): string | undefined {
  const [whole, head, tail] = [text, before, after].map((each) => each.replace(/\s+/g, ' ')) as [string, string, string];
  const from = whole.indexOf(head.trimStart());
  if (from < 0) return undefined;
  const start = from + head.trimStart().length;
  const end = tail.trimEnd() === '' ? whole.length : whole.indexOf(tail.trimEnd(), start);
  const between = end < 0 ? '' : whole.slice(start, end).trim();
  return between === '' ? undefined : between;
}
