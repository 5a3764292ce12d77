// Where the words of all languages occur in a name.
//
// lexicon-1. A deed is a verb beside its thing, in either order; only fillers stand between them.
// lexicon-2. A word that a negation stands before says nothing: "do not delete". Where a comma may part the two ("No, delete"), it is none.
import { plain, readingsOf, tokensOf } from './fold.js';
import { endOfWord, fillers, openingOf, unspaced, wordIndex, type Half, type ListName, type Phrase, type Tag } from './word-index.js';
import { languages } from './words/languages.js';

export interface Hit {
  readonly tag: Tag;
  /** Positions of its words, the end excluded. */
  readonly start: number;
  readonly end: number;
}

export const nouns = {
  before: new Set(languages.flatMap((words) => (words.nouns?.before ?? []).map(plain))),
  after: new Set(languages.flatMap((words) => (words.nouns?.after ?? []).map(plain))),
};

export interface Reading {
  readonly tokens: readonly string[];
  readonly hits: readonly Hit[];
}

/** In each reading of the name. */
export function readingsWithHits(name: string): readonly Reading[] {
  const parts = /[,;.!?:…،؛؟。、，；！？：]/u.test(name.trim().replace(/[.!?…؟。！？]+$/u, ''));
  return readingsOf(name).map((tokens) => {
    const hits = hitsIn(tokens, !parts);
    return { tokens, hits: parts ? hits : withoutNegated(hits) };
  });
}

/** Whether a text, as it is written, has a word of that list. */
export function says(list: ListName, text: string): boolean {
  return saidIn(text.slice(0, longestText)).has(list);
}

const kept = new Map<string, ReadonlySet<Tag['is']>>();
const mostKept = 2_000;

/** The texts around a control are asked for one list after the other, and those of a page for one control after the other. */
function saidIn(text: string): ReadonlySet<Tag['is']> {
  const known = kept.get(text);
  if (known) return known;
  const said = new Set(hitsIn(tokensOf(plain(text))).map(({ tag }) => tag.is));
  if (kept.size >= mostKept) kept.clear();
  kept.set(text, said);
  return said;
}

const longestText = 500;
/** A word may be cut in two by a blank; shorter ones would be found in ordinary text. */
const fewestJoined = 5;

type Found = Omit<Hit, 'tag'> & { readonly tag: Tag | Half };

/** @param isOne - nothing parts the words, so that a negation among them turns the next one round */
export function hitsIn(tokens: readonly string[], isOne = false): readonly Hit[] {
  const found: Found[] = [];
  tokens.forEach((token, start) => {
    for (const { tokens: phrase, tag } of beginningWith(token)) {
      const end = endOf(phrase, tokens, start);
      if (end !== undefined) found.push({ tag, start, end });
    }
    for (const { ending, tag } of wordIndex().endings.get(endOfWord(token)) ?? [])
      if (token.length > ending.length && token.endsWith(ending)) found.push({ tag, start, end: start + 1 });
    const joined = token + (tokens[start + 1] ?? '');
    if (start + 1 < tokens.length && joined.length >= fewestJoined && token.length < fewestJoined)
      for (const { tokens: phrase, tag } of wordIndex().byFirst.get(joined) ?? [])
        if (phrase.length === 1 && (tag.is === 'risk' || tag.is === 'doubtful')) found.push({ tag, start, end: start + 2 });
  });
  const text = tokens.join('');
  return [...found.filter(isWhole), ...deedsIn(found, tokens), ...(unspaced.test(text) ? hitsWithin(text, tokens.length, isOne) : [])];
}

function beginningWith(token: string): readonly Phrase[] {
  const openings = wordIndex().openings.get(openingOf(token)) ?? [];
  return [...(wordIndex().byFirst.get(token) ?? []), ...openings];
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

function isWhole(found: Found): found is Hit {
  return found.tag.is !== 'verb' && found.tag.is !== 'thing';
}

/** lexicon-1. */
function deedsIn(found: readonly Found[], tokens: readonly string[]): readonly Hit[] {
  const isBetween = (from: number, to: number): boolean =>
    from <= to && to - from <= mostFillers && tokens.slice(from, to).every((token) => fillers.has(token));
  return found.flatMap(({ tag: verb, start, end }) => {
    if (verb.is !== 'verb') return [];
    const things = found.filter(
      ({ tag, start: from, end: to }) => tag.is === 'thing' && tag.deed === verb.deed && (isBetween(end, from) || isBetween(to, start)),
    );
    const tag = wordIndex().deeds[verb.deed];
    return tag === undefined ? [] : things.map((thing) => ({ tag, start: Math.min(start, thing.start), end: Math.max(end, thing.end) }));
  });
}

/** lexicon-2. */
function withoutNegated(hits: readonly Hit[]): readonly Hit[] {
  const negated = new Set(hits.filter(({ tag }) => tag.is === 'negates').map(({ end }) => end));
  return negated.size === 0 ? hits : hits.filter(({ start, tag }) => tag.is === 'harmless' || !negated.has(start));
}

/** What lies inside a harmless phrase is none; the others hold for the whole name. */
function hitsWithin(text: string, end: number, isOne: boolean): readonly Hit[] {
  const harmless = wordIndex().within.filter(({ tag, text: phrase }) => tag.is === 'harmless' && text.includes(phrase));
  const rest = [...harmless.map(({ text: phrase }) => phrase), ...deedsWithin(text, true).map(({ span }) => span)].reduce(
    (left, span) => left.replaceAll(span, ' '),
    text,
  );
  const isSaid = (phrase: string): boolean => rest.includes(phrase) && !(isOne && isNegated(rest, phrase));
  return [
    ...wordIndex()
      .within.filter(({ tag, text: phrase }) => tag.is !== 'harmless' && isSaid(phrase))
      .map(({ tag }) => ({ tag, start: 0, end })),
    ...deedsWithin(rest, false)
      .filter(({ span }) => isSaid(span))
      .map(({ tag }) => ({ tag, start: 0, end })),
  ];
}

function isNegated(text: string, phrase: string): boolean {
  const rest = wordIndex().withinNegates.reduce(
    (left, negation) => left.replaceAll(negation + phrase, ' ').replaceAll(phrase + negation, ' '),
    text,
  );
  return !rest.includes(phrase);
}

/** Of particles that stand between a verb and its thing. */
const mostBetween = 3;

function deedsWithin(text: string, isHarmless: boolean): readonly { readonly tag: Tag; readonly span: string }[] {
  return wordIndex().withinDeeds.flatMap(({ tag, verbs, things }) => {
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
