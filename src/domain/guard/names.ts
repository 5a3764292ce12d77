// What a control's name says that pressing it does (LK11). The word lists are in words/.
//
// name-1. A risky phrase of several words counts before a harmless one that overlaps it: "Place order by card" orders. A harmless phrase hides only its own words.
// name-2. What only leads somewhere or holds content (links, rows, cells, tabs) speaks by its first and last words if it has many: a mail about deleting is opened, not deleted.
// name-3. A verb that also names a thing ("order", "post") is one only where a verb can stand.
import { amountIn } from './amounts.js';
import { nouns, readingsWithHits, type Hit } from './lexicon.js';
import type { NamedKind } from './words/words.js';

export interface Said {
  readonly risks: readonly NamedKind[];
  /** Risky by evidence: by any, or not by an amount of money. */
  readonly ambiguous: 'no' | 'mildly' | 'yes';
  readonly accepts: boolean;
  /** The name asks to write, answer, comment. */
  readonly body: boolean;
}

export type Manner = 'command' | 'content' | 'list';

/** Manner of a role: what commands, what holds content, and what lists things under their names. */
export function mannerOf(role: string): Manner {
  if (contents.has(role)) return 'content';
  return listing.has(role) ? 'list' : 'command';
}

const contents = new Set(['link', 'generic', 'option', 'img', 'radio', 'listitem', 'text', 'heading']);
const listing = new Set(['row', 'cell', 'gridcell', 'treeitem', 'tab', 'columnheader', 'rowheader', 'combobox', 'listbox']);
/** Words of a command; what has more of them is content. */
const mostWords = 6;

export function nameSays(name: string, manner: Manner): Said {
  const readings = readingsWithHits(name).map(({ tokens, hits }) => readingSays(tokens, hits, manner));
  const risks = [...new Set(readings.flatMap((said) => said.risks))];
  const [first] = readings;
  const ambiguous = readings.some((said) => said.ambiguous === 'yes')
    ? 'yes'
    : readings.some((said) => said.ambiguous === 'mildly')
      ? 'mildly'
      : 'no';
  const isPriced = risks.length === 0 && manner === 'command' && (ambiguous !== 'no' || first?.doubtful === true) && amountIn(name);
  return { risks: isPriced ? ['pays'] : risks, ambiguous, accepts: readings.some((said) => said.accepts), body: first?.body === true };
}

function readingSays(tokens: readonly string[], hits: readonly Hit[], manner: Manner): Said & { readonly doubtful: boolean } {
  const phrases = hits.filter((hit) => hit.tag.is === 'risk' && hit.end - hit.start > 1);
  const harmless = hits.filter(
    (hit) => hit.tag.is === 'harmless' && !phrases.some((phrase) => overlap(phrase, hit) && !contains(hit, phrase)),
  );
  const left = hits.filter((hit) => hit.tag.is !== 'harmless' && !harmless.some((other) => contains(other, hit)));
  const speaks = (hit: Hit): boolean =>
    manner === 'command' ||
    tokens.length <= mostWords ||
    (manner === 'content' && hit.start === 0) ||
    (tokens.length <= 2 * mostWords && hit.end === tokens.length);
  // "How do I cancel my order?" explains.
  const explains = manner !== 'command' && hits.some(({ tag, start }) => tag.is === 'asks' && start === 0);
  const risks = explains
    ? []
    : left.flatMap((hit) => (isRisky(hit, tokens, manner) && speaks(hit) && 'kind' in hit.tag ? [hit.tag.kind] : []));
  const is = (list: Hit['tag']['is']): boolean => left.some(({ tag }) => tag.is === list);
  const ambiguous = manner !== 'command' ? 'no' : is('ambiguous') ? 'yes' : is('mild') ? 'mildly' : 'no';
  return { risks, ambiguous, accepts: is('accepts') && manner === 'command', body: is('body'), doubtful: is('doubtful') };
}

function isRisky({ tag, start, end }: Hit, tokens: readonly string[], manner: Manner): boolean {
  switch (tag.is) {
    case 'risk':
      return manner !== 'list' || !isPrepositional(tokens);
    case 'doubtful':
      return manner !== 'list' && tokens.length <= 2 * mostWords && !isNoun(tokens, start, end);
    case 'past':
      return manner === 'command';
    default:
      return false;
  }
}

/** name-3. */
function isNoun(tokens: readonly string[], start: number, end: number): boolean {
  const [before, after] = [tokens[start - 1], tokens[end]];
  return (
    (before !== undefined && (nouns.before.has(before) || /^\p{N}/u.test(before))) ||
    (after !== undefined && (nouns.after.has(after) || /^\p{N}/u.test(after)))
  );
}

const prepositions = new Set(['after', 'by', 'via', 'with', 'to', 'from', 'in', 'on', 'as', 'for', 'nach', 'mit', 'von']);

/** "Delete after", "Send via": the name of a choice. */
function isPrepositional(tokens: readonly string[]): boolean {
  return prepositions.has(tokens.at(-1) ?? '');
}

function overlap(a: Hit, b: Hit): boolean {
  return a.start < b.end && b.start < a.end;
}

function contains(outer: Hit, inner: Hit): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
