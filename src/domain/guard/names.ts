// What a control's name says that pressing it does, by the words of all languages.
//
// name-1. A risky phrase of several words counts before a harmless one that overlaps it: "Place order by card" orders. A harmless phrase hides only its own words.
// name-2. What only leads somewhere or holds content (links, rows, cells, tabs) speaks by its first and last words if it has many: a mail about deleting is opened, not deleted.
// name-3. A verb that also names a thing ("order", "post") is one only where a verb can stand.
// name-4. What only shows or looks for something does no more: "Show 12 replies", "Antworten anzeigen". Two things joined ("Show and delete") are not read so.
// name-5. A question explains ("Can I cancel my order?"), and so does a file's name where files are listed.
import { amountIn } from './amounts.js';
import { isFileName, looksOnly, type Looks } from './looking.js';
import type { Hit, Lexicon, Reading } from './lexicon.js';
import type { NamedKind } from './words.schema.js';

export interface Said {
  readonly risks: readonly NamedKind[];
  /** Risky by evidence: by any, or not by an amount of money. */
  readonly ambiguous: 'no' | 'mildly' | 'yes';
  readonly accepts: boolean;
  /** It says yes or no to what is asked for; and names that itself. */
  readonly decides: boolean;
  readonly asked: boolean;
  /** It takes a place in something; and names what. */
  readonly enrols: boolean;
  readonly places: boolean;
  /** What keeps a system safe is named. */
  readonly guarded: boolean;
  /** A phrase of it is known to be harmless. */
  readonly harmless: boolean;
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

export function nameSays(name: string, manner: Manner, lexicon: Lexicon): Said {
  if (manner !== 'command' && isFileName(name)) return saysNothing;
  const about: About = { manner, looks: looksOnly(name), isQuestion: /[?？؟]\s*$/u.test(name), nouns: lexicon.nouns };
  const readings = lexicon.readings(name).map((reading) => readingSays(reading, about));
  const risks = [...new Set(readings.flatMap((said) => said.risks))];
  const [first] = readings;
  const ambiguous = readings.some((said) => said.ambiguous === 'yes')
    ? 'yes'
    : readings.some((said) => said.ambiguous === 'mildly')
      ? 'mildly'
      : 'no';
  const isPriced = risks.length === 0 && manner === 'command' && (ambiguous !== 'no' || first?.doubtful === true) && amountIn(name);
  return {
    risks: isPriced ? ['pays'] : risks,
    ambiguous,
    accepts: readings.some((said) => said.accepts),
    decides: readings.some((said) => said.decides),
    asked: readings.some((said) => said.asked),
    enrols: readings.some((said) => said.enrols),
    places: readings.some((said) => said.places),
    guarded: readings.some((said) => said.guarded),
    harmless: first?.harmless === true,
    body: first?.body === true,
  };
}

const saysNothing: Said = {
  risks: [],
  ambiguous: 'no',
  accepts: false,
  decides: false,
  asked: false,
  enrols: false,
  places: false,
  guarded: false,
  harmless: false,
  body: false,
};

/** Of the whole name, whatever the reading. */
interface About {
  readonly manner: Manner;
  readonly looks: Looks;
  readonly isQuestion: boolean;
  readonly nouns: Lexicon['nouns'];
}

function readingSays({ tokens, hits }: Reading, about: About): Said & { readonly doubtful: boolean } {
  const { manner, looks, isQuestion } = about;
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
  const explains = (manner !== 'command' || isQuestion) && hits.some(({ tag, start }) => tag.is === 'asks' && start === 0);
  const risks = explains
    ? []
    : left.flatMap((hit) =>
        'kind' in hit.tag && isRisky(hit, tokens, about) && speaks(hit) && !isLookedAt(hit, tokens, looks) ? [hit.tag.kind] : [],
      );
  const is = (list: Hit['tag']['is']): boolean => left.some(({ tag }) => tag.is === list);
  const ambiguous = manner !== 'command' ? 'no' : is('ambiguous') ? 'yes' : is('mild') ? 'mildly' : 'no';
  return {
    risks,
    ambiguous,
    accepts: is('accepts') && manner === 'command',
    decides: is('decides') && manner === 'command',
    asked: is('asked'),
    enrols: is('enrols') && manner === 'command',
    places: is('places'),
    guarded: is('guarded'),
    harmless: harmless.length > 0,
    body: is('body'),
    doubtful: is('doubtful'),
  };
}

function isRisky({ tag, start, end }: Hit, tokens: readonly string[], { manner, nouns }: About): boolean {
  switch (tag.is) {
    case 'risk':
      return manner !== 'list' || !isPrepositional(tokens);
    case 'doubtful':
      return manner !== 'list' && tokens.length <= 2 * mostWords && !isNoun(tokens[start - 1], tokens.slice(end), nouns);
    case 'past':
      return manner === 'command';
    default:
      return false;
  }
}

/** name-4. Where words have no blanks, all of them. */
function isLookedAt({ start, end }: Hit, tokens: readonly string[], { first, last, whole }: Looks): boolean {
  return whole || (first && start > 0) || (last && end < tokens.length);
}

/** name-3. A number alone counts such things ("Order 881"); one with something after it says how many ("Sell 10 shares"). */
function isNoun(before: string | undefined, [after, next]: readonly string[], nouns: Lexicon['nouns']): boolean {
  return (
    (before !== undefined && (nouns.before.has(before) || /^\p{N}/u.test(before))) ||
    (after !== undefined && (nouns.after.has(after) || (/^\p{N}/u.test(after) && isCounted(next, nouns))))
  );
}

function isCounted(next: string | undefined, nouns: Lexicon['nouns']): boolean {
  // Digits that were read as letters.
  return next === undefined || next === 'of' || nouns.after.has(next) || /^[lo]+$/.test(next);
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
