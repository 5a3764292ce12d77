// Texts as they are told: on one line, without glyphs of icon fonts and marks that nobody sees.

const longestText = 2_000;

/** Most texts need no tidying. */
const tidyAlready = /^[!-~]+(?: [!-~]+)*$/;

export function tidy(text: string, longest: number = longestText): string {
  const flat = tidyAlready.test(text) ? text : text.replace(/[\p{Co}\p{Cc}\u200b-\u200f\u2028-\u202e\ufeff\s]+/gu, ' ').trim();
  return flat.length > longest ? `${flat.slice(0, longest - 1)}…` : flat;
}
