// Where the words of all languages occur in a name.
//
// lexicon-1. A deed is a verb beside its thing, in either order; only fillers stand between them.
// lexicon-2. A word that a negation stands before says nothing: "do not delete". Where a comma may part the two ("No, delete"), it is none.
import { plain, readingsOf, skeletonTokens, tokensOf } from './fold.js';
import type { Deed, NamedKind, Words } from './words.schema.js';

export interface Hit {
  readonly tag: Tag;
  /** Positions of its words, the end excluded. */
  readonly start: number;
  readonly end: number;
}

export interface Reading {
  readonly tokens: readonly string[];
  readonly hits: readonly Hit[];
}

/** The words of all languages, as they are looked up. Judging takes them as one argument: who puts a program together reads them once. */
export interface Lexicon {
  /** In each reading of the name. */
  readings(name: string): readonly Reading[];
  /** Whether a text, as it is written, has a word of that list. */
  says(list: ListName, text: string): boolean;
  readonly nouns: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> };
  /** In lower case, of texts that change by themselves (numbers.ts). */
  readonly noise: { readonly counted: ReadonlySet<string>; readonly timed: ReadonlySet<string> };
}

const mostKept = 2_000;

export function createLexicon(languages: readonly Words[]): Lexicon {
  let built: WordIndex | undefined;
  /** Only when the first name is judged. */
  const index = (): WordIndex => (built ??= createWordIndex(languages));
  const all = (listOf: (words: Words) => readonly string[] | undefined, folded: (word: string) => string): ReadonlySet<string> =>
    new Set(languages.flatMap((words) => (listOf(words) ?? []).map(folded)));
  const kept = new Map<string, ReadonlySet<Tag['is']>>();
  /** The texts around a control are asked for one list after the other, and those of a page for one control after the other. */
  const saidIn = (text: string): ReadonlySet<Tag['is']> => {
    const known = kept.get(text);
    if (known) return known;
    const said = new Set(hitsIn(index(), tokensOf(plain(text))).map(({ tag }) => tag.is));
    if (kept.size >= mostKept) kept.clear();
    kept.set(text, said);
    return said;
  };
  return {
    readings: (name) => readingsWithHits(index(), name),
    says: (list, text) => saidIn(text.slice(0, longestText)).has(list),
    nouns: { before: all(({ nouns }) => nouns?.before, plain), after: all(({ nouns }) => nouns?.after, plain) },
    noise: { counted: all(({ counted }) => counted, lowerCase), timed: all(({ timed }) => timed, lowerCase) },
  };
}

function lowerCase(word: string): string {
  return word.toLowerCase();
}

function readingsWithHits(index: WordIndex, name: string): readonly Reading[] {
  const parts = /[,;.!?:…،؛؟。、，；！？：]/u.test(name.trim().replace(/[.!?…؟。！？]+$/u, ''));
  return readingsOf(name).map((tokens) => {
    const hits = hitsIn(index, tokens, !parts);
    return { tokens, hits: parts ? hits : withoutNegated(hits) };
  });
}

const longestText = 500;
/** A word may be cut in two by a blank; shorter ones would be found in ordinary text. */
const fewestJoined = 5;

type Found = Omit<Hit, 'tag'> & { readonly tag: Tag | Half };

/** @param isOne - nothing parts the words, so that a negation among them turns the next one round */
function hitsIn(index: WordIndex, tokens: readonly string[], isOne = false): readonly Hit[] {
  const found: Found[] = [];
  tokens.forEach((token, start) => {
    for (const { tokens: phrase, tag } of beginningWith(index, token)) {
      const end = endOf(phrase, tokens, start, index.fillers);
      if (end !== undefined) found.push({ tag, start, end });
    }
    for (const { ending, tag } of index.endings.get(endOfWord(token)) ?? [])
      if (token.length > ending.length && token.endsWith(ending)) found.push({ tag, start, end: start + 1 });
    const joined = token + (tokens[start + 1] ?? '');
    if (start + 1 < tokens.length && joined.length >= fewestJoined && token.length < fewestJoined)
      for (const { tokens: phrase, tag } of index.byFirst.get(joined) ?? [])
        if (phrase.length === 1 && (tag.is === 'risk' || tag.is === 'doubtful')) found.push({ tag, start, end: start + 2 });
  });
  const text = tokens.join('');
  return [
    ...found.filter(isWhole),
    ...deedsIn(index, found, tokens),
    ...(unspaced.test(text) ? hitsWithin(index, text, tokens.length, isOne) : []),
  ];
}

function beginningWith({ byFirst, openings }: WordIndex, token: string): readonly Phrase[] {
  return [...(byFirst.get(token) ?? []), ...(openings.get(openingOf(token)) ?? [])];
}

/** A filler may stand inside a phrase, not at its ends. */
function endOf(phrase: readonly string[], tokens: readonly string[], start: number, fillers: ReadonlySet<string>): number | undefined {
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

function isWhole(found: Found): found is Hit {
  return found.tag.is !== 'verb' && found.tag.is !== 'thing';
}

/** lexicon-1. */
function deedsIn({ deeds, fillers }: WordIndex, found: readonly Found[], tokens: readonly string[]): readonly Hit[] {
  const isBetween = (from: number, to: number): boolean =>
    from <= to && to - from <= mostFillers && tokens.slice(from, to).every((token) => fillers.has(token));
  return found.flatMap(({ tag: verb, start, end }) => {
    if (verb.is !== 'verb') return [];
    const things = found.filter(
      ({ tag, start: from, end: to }) => tag.is === 'thing' && tag.deed === verb.deed && (isBetween(end, from) || isBetween(to, start)),
    );
    const tag = deeds[verb.deed];
    return tag === undefined ? [] : things.map((thing) => ({ tag, start: Math.min(start, thing.start), end: Math.max(end, thing.end) }));
  });
}

/** lexicon-2. */
function withoutNegated(hits: readonly Hit[]): readonly Hit[] {
  const negated = new Set(hits.filter(({ tag }) => tag.is === 'negates').map(({ end }) => end));
  return negated.size === 0 ? hits : hits.filter(({ start, tag }) => tag.is === 'harmless' || !negated.has(start));
}

/** What lies inside a harmless phrase is none; the others hold for the whole name. */
function hitsWithin({ within, withinDeeds, withinNegates }: WordIndex, text: string, end: number, isOne: boolean): readonly Hit[] {
  const harmless = within.filter(({ tag, text: phrase }) => tag.is === 'harmless' && text.includes(phrase));
  const rest = [...harmless.map(({ text: phrase }) => phrase), ...deedsWithin(withinDeeds, text, true).map(({ span }) => span)].reduce(
    (left, span) => left.replaceAll(span, ' '),
    text,
  );
  const isSaid = (phrase: string): boolean => rest.includes(phrase) && !(isOne && isNegated(withinNegates, rest, phrase));
  return [
    ...within.filter(({ tag, text: phrase }) => tag.is !== 'harmless' && isSaid(phrase)).map(({ tag }) => ({ tag, start: 0, end })),
    ...deedsWithin(withinDeeds, rest, false)
      .filter(({ span }) => isSaid(span))
      .map(({ tag }) => ({ tag, start: 0, end })),
  ];
}

function isNegated(negates: readonly string[], text: string, phrase: string): boolean {
  const rest = negates.reduce((left, negation) => left.replaceAll(negation + phrase, ' ').replaceAll(phrase + negation, ' '), text);
  return !rest.includes(phrase);
}

/** Of particles that stand between a verb and its thing. */
const mostBetween = 3;

function deedsWithin(
  deeds: readonly WithinDeed[],
  text: string,
  isHarmless: boolean,
): readonly { readonly tag: Tag; readonly span: string }[] {
  return deeds.flatMap(({ tag, verbs, things }) => {
    if ((tag.is === 'harmless') !== isHarmless) return [];
    const said = verbs.filter((verb) => text.includes(verb));
    return said.flatMap((verb) =>
      things
        .filter((thing) => text.includes(thing))
        .flatMap((thing) => spanOf(text, verb, thing) ?? spanOf(text, thing, verb) ?? [])
        .map((span) => ({ tag, span })),
    );
  });
}

/** From the first word to the end of the second, where they stand together. */
function spanOf(text: string, first: string, second: string): string | undefined {
  const from = text.indexOf(first);
  const at = text.indexOf(second, from + first.length);
  return at < 0 || at - from - first.length > mostBetween ? undefined : text.slice(from, at + second.length);
}

// ── The words of all languages in one index: a phrase costs as much as its own length, however many phrases there are ────────

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
  'empties',
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
interface Half {
  readonly is: 'verb' | 'thing';
  readonly deed: number;
}

interface Phrase {
  readonly tokens: readonly string[];
  readonly tag: Tag | Half;
}

/** Of languages without blanks. */
interface WithinDeed {
  readonly tag: Tag;
  readonly verbs: readonly string[];
  readonly things: readonly string[];
}

interface Ending {
  readonly ending: string;
  readonly tag: Tag | Half;
}

interface WordIndex {
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

const unspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;
const [firstLetters, lastLetters] = [2, 3];

/** By which an ending is found. */
function endOfWord(word: string): string {
  return word.slice(-lastLetters);
}

/** By which an opening is found. */
function openingOf(word: string): string {
  return word.slice(0, firstLetters);
}

/** `all`: of every language. It takes as long as a few hundred judgements. */
function createWordIndex(all: readonly Words[]): WordIndex {
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
