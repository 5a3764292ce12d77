// The words of which a name in code is made: `deleteUser_account` is delete, user, account.
//
// called-1. What an id, a version or a hash is called says nothing: made-up words are left out.
// called-2. Words without a mark between them are parted where one of them is known: `accesstokens`, `deletetask`.
// called-3. Reading is linear, and bounded by what is read of an address.
import { aside, fillers, freeWords, lightThings, riskyThings, riskyVerbs, takenBack } from './request-words.js';

export type Words = readonly string[];

export interface Step {
  readonly words: Words;
  /** An id follows it, or it is what was asked for by one. */
  readonly hasId: boolean;
  /** Below a step `admin`. */
  readonly isManaged?: boolean;
}

const [longestPath, longestPart] = [2_000, 32];

/** Steps of the path that are no id. */
export function stepsOf(url: string): readonly Step[] {
  const parts = partsOfPath(url);
  return parts.flatMap((part, at): readonly Step[] => {
    const words = isId(part) ? [] : wordsOf(part);
    const next = parts[at + 1];
    return words.length === 0
      ? []
      : [{ words, hasId: next !== undefined && isId(next) && !/^v\d/i.test(next), isManaged: parts.slice(0, at).includes('admin') }];
  });
}

/** `/channels.delete` is `/channels/delete`. */
function partsOfPath(url: string): readonly string[] {
  const parts = pathOf(url).slice(0, longestPath).split('/');
  return parts.flatMap((part) => (isId(part) ? [part] : part.split('.'))).filter((part) => part !== '');
}

export function pathOf(url: string): string {
  const { pathname } = new URL(url, 'http://x');
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** called-1. */
export function isId(step: string): boolean {
  if (/^(?:\d(?!fa\b)|@)|^v\d+(?:\.\d+)?$|^[A-Z]+-\d+$|^(?:me|self|mine|current|~)$/i.test(step)) return true;
  if (/^[\da-f-]{8,}$/i.test(step) || step.length > 60) return true;
  // `pm_dPFgFLQfengNmq`, `YUsqhI6ql3`: digits or capitals where no word has them.
  return step.length >= 8 && (/\d/.test(step) || /^[a-z]{1,6}_(?=.*[A-Z])[A-Za-z]{8,}$/.test(step));
}

export function wordsOf(name: string): Words {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)
    .flatMap(partsOf);
}

const verbs = new Set(Object.values(riskyVerbs).flatMap((list) => [...list]));
const things = new Set(Object.values(riskyThings).flatMap((list) => [...list]));
const named = new Set([...things, ...aside]);
const known = new Set([
  'custom',
  ...verbs,
  ...things,
  ...lightThings,
  ...takenBack,
  ...aside,
  ...fillers,
  ...Object.values(freeWords).flatMap((list) => [...list]),
]);
const beginning = new Set([
  ...verbs,
  ...'create update add set edit change save request get list search fetch find check validate verify'.split(' '),
]);
/** An ending, and no word. */
const inflected =
  /^(?:e?[sdr]|e?rs|e?d|ing|ings|able|ation|ations|ion|ions|ment|ments|or|ors|al|als|ally|ity|ty|ly|ee|ees|ant|ance|ants|ure|ive|y|age|ages|tion|ness|ship)$/;

/** called-2. */
function partsOf(word: string): Words {
  if (word.length < 7 || word.length > longestPart || hasWord(known, word)) return [word];
  for (let at = 3; at <= word.length - 3; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (beginning.has(before) && !inflected.test(after) && (at >= 6 || hasWord(known, after))) return [before, after];
    if (after.length >= 5 && hasWord(named, after) && (after.length >= 7 || hasWord(known, before) || hasWord(things, before)))
      return [before, after];
    if (before.length >= 6 && things.has(before) && hasWord(known, after)) return [before, after];
  }
  return [word];
}

export function hasWord(list: ReadonlySet<string>, word: string): boolean {
  return list.has(word) || singulars(word).some((each) => list.has(each));
}

export function isPlural(word: string): boolean {
  return word.length > 3 && /[^s]s$/.test(word);
}

function singulars(word: string): Words {
  if (!word.endsWith('s') || word.length < 4) return [];
  const without = word.slice(0, -1);
  return word.endsWith('ies') ? [`${word.slice(0, -3)}y`, without] : word.endsWith('es') ? [without, word.slice(0, -2)] : [without];
}
