// The words of all languages in one index. A phrase costs as much as its own length, however many phrases there are.
import { plain, skeletonTokens, tokensOf } from './fold.js';
import type { Deed, NamedKind, Words } from './words.schema.js';

const namedKinds = ['deletes', 'pays', 'sends', 'agrees', 'transfers', 'configures'] as const satisfies readonly NamedKind[];
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
  'decides',
  'asked',
  'guarded',
  'moves',
  'audience',
  'enrols',
  'places',
  'negates',
] as const;
export type ListName = (typeof lists)[number];

export type Tag = { readonly is: 'risk' | 'doubtful' | 'past'; readonly kind: NamedKind } | { readonly is: ListName };

/** Of a deed one half: it says nothing without the other. */
export interface Half {
  readonly is: 'verb' | 'thing';
  readonly deed: number;
}

export interface Phrase {
  readonly tokens: readonly string[];
  readonly tag: Tag | Half;
}

/** Of languages without blanks. */
export interface WithinDeed {
  readonly tag: Tag;
  readonly verbs: readonly string[];
  readonly things: readonly string[];
}

export interface Ending {
  readonly ending: string;
  readonly tag: Tag | Half;
}

export interface WordIndex {
  readonly byFirst: ReadonlyMap<string, readonly Phrase[]>;
  /** Whose first word takes any ending, by its first letters. */
  readonly openings: ReadonlyMap<string, readonly Phrase[]>;
  /** Of compounds, by their last letters. */
  readonly endings: ReadonlyMap<string, readonly Ending[]>;
  readonly within: readonly { readonly text: string; readonly tag: Tag }[];
  readonly withinDeeds: readonly WithinDeed[];
  readonly withinNegates: readonly string[];
  /** What each deed does, by its number. */
  readonly deeds: readonly Tag[];
  readonly fillers: ReadonlySet<string>;
}

export const unspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;
const [firstLetters, lastLetters] = [2, 3];

/** By which an ending is found. */
export function endOfWord(word: string): string {
  return word.slice(-lastLetters);
}

/** By which an opening is found. */
export function openingOf(word: string): string {
  return word.slice(0, firstLetters);
}

/** `all`: of every language. It takes as long as a few hundred judgements. */
export function createWordIndex(all: readonly Words[]): WordIndex {
  const fillers = new Set(all.flatMap((words) => words.fillers.map(plain)));
  const byFirst = new Map<string, Phrase[]>();
  const openings = new Map<string, Phrase[]>();
  const endings = new Map<string, Ending[]>();
  const within: { text: string; tag: Tag }[] = [];
  const add = (tokens: readonly string[], tag: Tag | Half): void => {
    const [first] = tokens;
    if (first === undefined) return;
    if (first.endsWith('*')) put(openings, openingOf(first), { tokens, tag });
    else put(byFirst, first, { tokens, tag });
  };
  const spaced = (phrase: string, tag: Tag | Half): void => {
    const folded = plain(phrase);
    if (folded.startsWith('*')) put(endings, endOfWord(folded), { ending: folded.slice(1), tag });
    else for (const tokens of phrasesOf(folded, fillers)) add(tokens, tag);
  };
  const isWithin = (words: Words, phrase: string): boolean => words.unspaced === true && unspaced.test(plain(phrase));
  const deeds: Tag[] = [];
  for (const words of all) {
    for (const [tag, phrases] of tagged(words))
      for (const phrase of phrases)
        if (isWithin(words, phrase)) within.push({ text: runOf(phrase), tag });
        else spaced(phrase, tag);
    if (words.unspaced) continue;
    for (const deed of words.deeds) {
      const number = deeds.push(tagOf(deed)) - 1;
      for (const verb of deed.verbs) spaced(verb, { is: 'verb', deed: number });
      // A compound's end is a word too: "Termin", "Arzttermin".
      for (const thing of deed.things)
        for (const each of thing.startsWith('*') ? [thing, thing.slice(1)] : [thing]) spaced(each, { is: 'thing', deed: number });
    }
  }
  const runs = all.filter((words) => words.unspaced);
  const withinDeeds = runs.flatMap(({ deeds: own }) =>
    own.map((deed) => ({ tag: tagOf(deed), verbs: deed.verbs.map(runOf), things: deed.things.map(runOf) })),
  );
  return {
    byFirst,
    openings,
    endings,
    within,
    withinDeeds,
    withinNegates: runs.flatMap(({ negates }) => negates.map(runOf)),
    deeds,
    fillers,
  };
}

function put<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const there = map.get(key);
  if (there) there.push(value);
  else map.set(key, [value]);
}

function tagOf({ does }: Deed): Tag {
  return does === 'harmless' ? { is: 'harmless' } : { is: 'risk', kind: does };
}

function runOf(phrase: string): string {
  return tokensOf(plain(phrase)).join('');
}

/** As it is, as its letters look, and without fillers, which a name may have others of. */
function phrasesOf(folded: string, fillers: ReadonlySet<string>): readonly (readonly string[])[] {
  const tokens = folded.split(' ').flatMap((word) => (word.endsWith('*') ? [word] : tokensOf(word)));
  const short = tokens.filter((token, position) => position === 0 || position === tokens.length - 1 || !fillers.has(token));
  // A capital may look like another letter than its small one: "Не", "не".
  const capital = /^[\0-\x7f]/.test(folded) ? [] : [folded.charAt(0).toUpperCase() + folded.slice(1)];
  const looks = [folded, ...capital].map(skeletonTokens).filter((each) => each.join(' ') !== tokens.join(' '));
  return [tokens, ...looks, ...(short.length > 1 && short.length < tokens.length ? [short] : [])];
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
