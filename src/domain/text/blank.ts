// Whether a text says anything to a reader. White space does not, and neither do characters that leave no mark: zero-width and bidirectional controls,
// soft hyphens, variation selectors, tags, fillers, the empty braille cell, combining marks without a letter.

/** Letters, digits, punctuation and symbols. */
const mark = /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u;
/** Counted among them by Unicode, though nothing is drawn: Hangul fillers and the like; the empty braille cell; the empty note head. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu;

export function isBlank(text: string): boolean {
  return !mark.test(text.replace(unseen, ''));
}
