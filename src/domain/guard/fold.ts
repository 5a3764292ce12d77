// Names as they are compared: disguises and forms of writing fold away, on the side of the words as on that of the screen.
//
// fold-1. What nobody sees is dropped: format, zero-width and direction characters. A combining mark is dropped too, but not where marks are vowels (Indic and Thai scripts) or kana's voicing.
// fold-2. A name has several readings: as written, split at capitals, by what its letters look like (Unicode TR39), run together where single letters stand apart. The riskiest counts.
// fold-3. Only the first 1,500 and the last 500 characters of a name are read; a longer one is content, not a command. Every step is linear.
// fold-4. It runs in the workflow's sandbox (user rules are matched there): nothing but strings, no locale, no built-ins of Node.
import { lookalikes } from './confusables.js';

const [headLength, tailLength] = [1_500, 500];
const invisible = /\p{Cf}|\p{Co}|\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u3164|\uffa0|[\ufe00-\ufe0f]/gu;
/** Vowel signs of Indic and Thai scripts, and the voicing of kana, stay: without them words would become others. */
const marks = /(?![\u0900-\u0eff]|\u3099|\u309a)\p{M}/gu;
/** Candrabindu and anusvara are both in use; a nukta is often left out. */
const indicVariants: readonly (readonly [RegExp, string])[] = [
  [/\u0901/g, '\u0902'],
  [/\u093c/g, ''],
];
/** Letters that do not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ـ: '',
};
/** Pictures that stand for a deed, as English words. */
const pictures: Readonly<Record<string, string>> = {
  '🗑': ' delete ',
  '🚮': ' delete ',
  '💸': ' pay ',
  '📤': ' send ',
  '📨': ' send ',
};
const pictured = new RegExp(Object.keys(pictures).join('|'), 'gu');
const unlike = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');
const wordPattern = /[\p{L}\p{M}]+|\p{N}+/gu;

/** Lower case, without marks and what nobody sees; anything but letters and digits stays. */
export function plain(text: string): string {
  return plainLower(visible(text));
}

/** Its words: letters or digits in a row. */
export function tokensOf(text: string): readonly string[] {
  return text.match(wordPattern) ?? [];
}

/** fold-2. The first is the name as written. */
export function readingsOf(name: string): readonly (readonly string[])[] {
  const seen = visible(cut(name));
  const written = tokensOf(plainLower(seen));
  const readings = [written];
  if (/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(seen)) readings.push(tokensOf(plainLower(atCapitals(seen))));
  // A digit by itself is a number, and looks like no letter.
  if (/[^\0-\x7f]|[|I]|rn|[01][A-Za-z]|[A-Za-z][01]/.test(seen)) readings.push(skeletonTokens(seen), skeletonTokens(seen.toLowerCase()));
  const joined = runTogether(written);
  if (joined !== undefined) readings.push(joined);
  return readings;
}

/** Its words as their letters look. */
export function skeletonTokens(text: string): readonly string[] {
  return tokensOf(skeletonOf(text).toLowerCase().replace(/i/g, 'l'));
}

/** fold-3. */
function cut(name: string): string {
  return name.length <= headLength + tailLength ? name : `${name.slice(0, headLength)} ${name.slice(-tailLength)}`;
}

/** NFKD without what nobody sees. Control characters separate. */
function visible(text: string): string {
  const decomposed = text
    .normalize('NFKD')
    .replace(/\p{Cc}/gu, ' ')
    .replace(invisible, '')
    .replace(pictured, (picture) => pictures[picture] ?? picture);
  return /[^\0-\x7f]/.test(decomposed)
    ? indicVariants.reduce((rest, [from, to]) => rest.replace(from, to), decomposed.replace(marks, ''))
    : decomposed;
}

function plainLower(seen: string): string {
  const lower = seen.toLowerCase();
  return /[^\0-\x7f]/.test(lower)
    ? lower
        .replace(marks, '')
        .replace(unlike, (letter) => letters[letter] ?? letter)
        .normalize('NFC')
    : lower;
}

function atCapitals(text: string): string {
  return text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
}

let latin: ReadonlyMap<string, string> | undefined;

/** Made when first needed: a workflow's sandbox loads this file for each workflow. */
function latinOf(): ReadonlyMap<string, string> {
  return (latin ??= new Map(
    lookalikes.flatMap(([letter, characters]) => [...characters].map((character) => [character, letter] as const)),
  ));
}

/** TR39: `1`, `I` and `|` look like l, `0` like O, rn like m. What looks like i looks like l too. */
function skeletonOf(text: string): string {
  const table = latinOf();
  const skeleton = [...text].map((character) => table.get(character) ?? character).join('');
  return skeleton
    .replace(/[1I|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(unlike, (letter) => letters[letter] ?? letter)
    .normalize('NFC');
}

const fewestLetters = 3;

/** `D e l e t e` and `D.e.l.e.t.e`: single letters in a row become one word. */
function runTogether(tokens: readonly string[]): readonly string[] | undefined {
  const joined: string[] = [];
  let run: string[] = [];
  let found = false;
  const end = (): void => {
    found ||= run.length >= fewestLetters;
    joined.push(...(run.length >= fewestLetters ? [run.join('')] : run));
    run = [];
  };
  for (const token of tokens) {
    if ([...token].length === 1) run.push(token);
    else {
      end();
      joined.push(token);
    }
  }
  end();
  return found ? joined : undefined;
}
