// Whole words in a text: where one begins or ends.

/** Scripts without spaces: each sign stands for itself. */
const alone = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A word or a number does not go on over that place. */
export function isWordEdge(text: string, at: number): boolean {
  return !(isInWord(text[at - 1]) && isInWord(text[at]));
}

function isInWord(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(sign) && !alone.test(sign);
}

/** Where `words` stand as whole words, in that case; none overlap. */
export function placesOf(text: string, words: string): readonly number[] {
  const places: number[] = [];
  if (words === '') return places;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length))
    if (isWordEdge(text, at) && isWordEdge(text, at + words.length)) places.push(at);
  return places;
}
