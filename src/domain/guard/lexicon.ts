// The words of all languages in one index, and where they occur in a name. A phrase costs as much as its own length, however many phrases there are.
import { plain, readingsOf, skeletonTokens, tokensOf } from './fold.js';
import { languages } from './words/languages.js';
import { namedKinds, type NamedKind, type Words } from './words/words.js';

const lists = [
  'ambiguous',
  'mild',
  'accepts',
  'harmless',
  'irreversible',
  'contracts',
  'payment',
  'amount',
  'recipient',
  'body',
  'everyone',
  'bin',
  'search',
  'asks',
] as const;
type ListName = (typeof lists)[number];

export type Tag = { readonly is: 'risk' | 'doubtful' | 'past'; readonly kind: NamedKind } | { readonly is: ListName };

export interface Hit {
  readonly tag: Tag;
  /** Positions of its words, the end excluded. */
  readonly start: number;
  readonly end: number;
}

interface Phrase {
  readonly tokens: readonly string[];
  readonly tag: Tag;
}

interface Index {
  readonly byFirst: ReadonlyMap<string, readonly Phrase[]>;
  /** Whose first word takes any ending. */
  readonly openings: readonly Phrase[];
  readonly endings: readonly { readonly ending: string; readonly tag: Tag }[];
  /** Of languages without blanks. */
  readonly within: readonly { readonly text: string; readonly tag: Tag }[];
}

export const nouns = {
  before: new Set(languages.flatMap((words) => (words.nouns?.before ?? []).map(plain))),
  after: new Set(languages.flatMap((words) => (words.nouns?.after ?? []).map(plain))),
};

const fillers = new Set(languages.flatMap((words) => words.fillers.map(plain)));

const unspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;
const index = indexOf(languages);

/** In each reading of the name. */
export function readingsWithHits(name: string): readonly { readonly tokens: readonly string[]; readonly hits: readonly Hit[] }[] {
  return readingsOf(name).map((tokens) => ({ tokens, hits: hitsIn(tokens) }));
}

/** Whether a text, as it is written, has a word of that list. */
export function says(list: ListName, text: string): boolean {
  return hitsIn(tokensOf(plain(text.slice(0, longestText)))).some(({ tag }) => tag.is === list);
}

const longestText = 500;
/** A word may be cut in two by a blank; shorter ones would be found in ordinary text. */
const fewestJoined = 5;

export function hitsIn(tokens: readonly string[]): readonly Hit[] {
  const hits: Hit[] = [];
  tokens.forEach((token, start) => {
    for (const { tokens: phrase, tag } of [...(index.byFirst.get(token) ?? []), ...index.openings]) {
      const end = endOf(phrase, tokens, start);
      if (end !== undefined) hits.push({ tag, start, end });
    }
    for (const { ending, tag } of index.endings)
      if (token.length > ending.length && token.endsWith(ending)) hits.push({ tag, start, end: start + 1 });
    const joined = token + (tokens[start + 1] ?? '');
    if (start + 1 < tokens.length && joined.length >= fewestJoined && token.length < fewestJoined)
      for (const { tokens: phrase, tag } of index.byFirst.get(joined) ?? [])
        if (phrase.length === 1 && tag.is === 'risk') hits.push({ tag, start, end: start + 2 });
  });
  const text = tokens.join('');
  return unspaced.test(text) ? [...hits, ...hitsWithin(text, tokens.length)] : hits;
}

/** A filler may stand inside a phrase, not at its ends. */
function endOf(phrase: readonly string[], tokens: readonly string[], start: number): number | undefined {
  let at = start;
  for (const [position, word] of phrase.entries()) {
    for (let skipped = 0; position > 0 && !fits(tokens[at], word) && skipped < mostFillers && fillers.has(tokens[at] ?? ''); skipped++)
      at++;
    if (!fits(tokens[at], word)) return undefined;
    at++;
  }
  return at;
}

function fits(token: string | undefined, word: string): boolean {
  return token === word || (token !== undefined && word.endsWith('*') && token.startsWith(word.slice(0, -1)));
}

const mostFillers = 2;

/** What lies inside a harmless phrase is none; the others hold for the whole name. */
function hitsWithin(text: string, end: number): readonly Hit[] {
  const harmless = index.within.filter(({ tag, text: phrase }) => tag.is === 'harmless' && text.includes(phrase));
  const rest = harmless.reduce((left, { text: phrase }) => left.replaceAll(phrase, ' '), text);
  return index.within
    .filter(({ tag, text: phrase }) => tag.is !== 'harmless' && rest.includes(phrase))
    .map(({ tag }) => ({ tag, start: 0, end }));
}

function indexOf(all: readonly Words[]): Index {
  const byFirst = new Map<string, Phrase[]>();
  const endings: { ending: string; tag: Tag }[] = [];
  const within: { text: string; tag: Tag }[] = [];
  const openings: Phrase[] = [];
  const known = new Set<string>();
  const add = (tokens: readonly string[], tag: Tag): void => {
    const [first] = tokens;
    const key = JSON.stringify([tokens, tag]);
    if (first === undefined || known.has(key)) return;
    known.add(key);
    if (first.endsWith('*')) openings.push({ tokens, tag });
    else byFirst.set(first, [...(byFirst.get(first) ?? []), { tokens, tag }]);
  };
  for (const words of all)
    for (const [tag, phrases] of tagged(words))
      for (const phrase of phrases) {
        const folded = plain(phrase);
        if (phrase.startsWith('*')) endings.push({ ending: folded.slice(1), tag });
        else if (words.unspaced && unspaced.test(folded)) within.push({ text: tokensOf(folded).join(''), tag });
        else for (const tokens of phrasesOf(folded)) add(tokens, tag);
      }
  return { byFirst, openings, endings, within };
}

/** As it is, as its letters look, and without fillers, which a name may have others of. */
function phrasesOf(folded: string): readonly (readonly string[])[] {
  const tokens = folded.split(' ').flatMap((word) => (word.endsWith('*') ? [word] : tokensOf(word)));
  const short = tokens.filter((token, position) => position === 0 || position === tokens.length - 1 || !fillers.has(token));
  return [tokens, skeletonTokens(folded), ...(short.length > 1 && short.length < tokens.length ? [short] : [])];
}

function tagged(words: Words): readonly (readonly [Tag, readonly string[]])[] {
  return [
    ...namedKinds.flatMap((kind) => [
      [{ is: 'risk', kind }, words[kind]] as const,
      [{ is: 'doubtful', kind }, words.doubtful?.[kind] ?? []] as const,
      [{ is: 'past', kind }, words.past?.[kind] ?? []] as const,
    ]),
    ...lists.map((is) => [{ is }, words[is]] as const),
  ];
}
