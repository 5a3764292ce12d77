// Requests as they are compared: white space and capitals do not count, nor does the full stop at the end.

export interface FoldedText {
  /** Character by character the same as `text`, in small letters. */
  readonly folded: string;
  readonly text: string;
}

export function foldRequest(request: string): FoldedText {
  const text = spaced(request).replace(/[\s.!?…。！？]+$/u, '');
  return { text, folded: lowerCase(text) };
}

/** White space as it is compared; nothing else is changed. */
export function spaced(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Capitals whose small letter is longer stay: places must not move. */
export function lowerCase(text: string): string {
  return [...text].map((each) => (each.toLowerCase().length === each.length ? each.toLowerCase() : each)).join('');
}

export function wordsOf(folded: string): readonly string[] {
  return (
    folded.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}_])+/gu,
    ) ?? []
  );
}
