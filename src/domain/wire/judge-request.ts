// What a request does, by what its programmers called it: its method, path, operation and the names of its fields, whatever the language of its page.
//
// wire-1. A read is GET, HEAD or OPTIONS unless its path or query has a risky verb; all else writes, unless the table says that it looks.
// wire-2. Risk outranks all that is free. Where a look or a rehearsal has a sign of risk beside it, nobody knows.
// wire-3. What is done stands in the last step that says something; what that one is about, in the one before it.
// wire-4. Of several operations in one request the riskiest counts.
import type { NamedKind } from '../guard/words.schema.js';
import { otherMethod, type Operation } from './body-fields.js';
import { hasWord, isPlural, pathOf, stepsOf, wordsOf, type Step, type Words } from './called.js';
import * as table from './request-words.js';

export interface JudgedRequest {
  readonly method: string;
  readonly url: string;
  /** Names of the fields of its body, in the order in which they stand there. */
  readonly fields?: readonly string[];
  /** Of GraphQL or JSON-RPC, or an action named in a form. */
  readonly operations?: readonly Operation[];
  /** The method that a POST says it stands for. */
  readonly standsFor?: string | undefined;
}

export type RequestVerdict =
  | { readonly is: 'read' | 'telemetry' | 'light' | 'unknown' }
  /** `why`: the word, the field or the method that says so. */
  | { readonly is: 'risky'; readonly kinds: readonly NamedKind[]; readonly why: string };

interface Found {
  readonly kind: NamedKind;
  readonly why: string;
  readonly isVerb?: boolean;
}

const kinds = Object.keys(table.riskyVerbs) as readonly NamedKind[];
const [longestParameter, longestName, mostFields] = [100, 200, 100];
const ranks = ['risky', 'unknown', 'light', 'telemetry', 'read'] as const;

export function judgeRequest({ method: sent, url, fields = [], operations = [], standsFor }: JudgedRequest): RequestVerdict {
  const steps = stepsOf(url);
  const query = new URL(url, 'http://x').searchParams;
  const method = (sent === 'POST' && (standsFor ?? otherMethod(query.get('_method')))) || sent;
  const names = fields.slice(0, mostFields).flatMap(calledField);
  const commands = commandsOf(query);
  if (operations.length === 0) {
    if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return leading(steps, url, commands);
    return judged({
      method,
      called: [...steps, ...commands.map(stepOf)],
      names,
      namesOld: method !== 'POST' || steps.at(-1)?.hasId === true,
    });
  }
  const plain = operations.some(({ kind }) => kind === 'action') ? [judgeRequest({ method: sent, url, fields, standsFor })] : [];
  const verdicts = operations.map(({ name, kind }): RequestVerdict =>
    kind === 'query'
      ? { is: 'read' }
      : judged({ method, called: [...steps, ...name.split('.').map((part) => stepOf(wordsOf(part)))], names, namesOld: false }),
  );
  return [...plain, ...verdicts].toSorted((one, other) => ranks.indexOf(one.is) - ranks.indexOf(other.is))[0] ?? { is: 'unknown' };
}

/** `user[password]` and `payment.amount` are password and amount as well. */
function calledField(field: string): readonly Words[] {
  const name = field.slice(0, longestName);
  const inner = /[.[]([^.[\]]+)\]?$/.exec(name)?.[1];
  return [name, ...(inner === undefined ? [] : [inner])].map(wordsOf);
}

function stepOf(words: Words): Step {
  return { words, hasId: false };
}

/** wire-1: an address that only leads somewhere is as risky as a verb in it that stands where a command does. */
function leading(steps: readonly Step[], url: string, commands: readonly Words[]): RequestVerdict {
  const last = steps.at(-1)?.words ?? [];
  // `/pay` is a page; `/orders/3/pay` does it. `transfer_rules` is a list.
  const isCommand = pathOf(url).replace(/\/$/, '').lastIndexOf('/') > 0 && !(isPlural(last.at(-1) ?? '') && !always.has(last[0] ?? ''));
  const said = isCommand ? [last[1] === 'as' ? '' : (last[0] ?? ''), last.at(-1) ?? ''] : [];
  const told = [...said, ...commands.map(([first = '']) => first)];
  return riskyOr(
    told.flatMap((word) => (commanding.has(word) ? findIn(table.riskyVerbs, [word], isWord) : [])),
    'read',
  );
}

const always: ReadonlySet<string> = new Set(['delete', 'remove', 'destroy', 'purge', 'cancel', 'revoke', 'deactivate']);
/** Verbs that lead to no page of what they name: `close` is an icon, `order` a list. */
const commanding: ReadonlySet<string> = new Set([
  ...always,
  ...'unsubscribe pay refund purchase buy transfer send resend publish unpublish approve logout signout disable terminate uninstall'.split(
    ' ',
  ),
]);

/** Values of parameters that say what is to be done, and their own names where they are verbs: `?action=delete`, `?delete=3`. */
function commandsOf(query: URLSearchParams): readonly Words[] {
  return [...query].slice(0, mostFields).flatMap(([name, value]) => {
    const named = wordsOf(name.slice(0, longestParameter));
    const told = commandNames.test(name) ? wordsOf(value.slice(0, longestParameter)) : [];
    const isCommand = named.length === 1 || always.has(named[0] ?? '');
    return [isCommand ? named : [], told].filter(([first = '']) => findIn(table.riskyVerbs, [first], isWord).length > 0);
  });
}

const commandNames = /^(?:action|act|do|cmd|command|op|method|task|event)$/i;

interface Write {
  readonly method: string;
  readonly called: readonly Step[];
  readonly names: readonly Words[];
  /** It changes what is there already, and makes nothing. */
  readonly namesOld: boolean;
}

function judged({ method, called, names, namesOld }: Write): RequestVerdict {
  const { target, parent, around } = placesOf(called);
  const subject = headOf(target.words) || headOf(parent.words);
  const isOf = (list: ReadonlySet<string>): boolean => hasWord(list, subject);
  // What is renewed is paid for, but for a token.
  const verbs = findIn(table.riskyVerbs, joined(target.words), isWord).filter(({ why }) => !(why === 'renew' && hasToken(target.words)));
  const isTaken =
    around.some(({ words }) => isToggle(words)) ||
    (isOf(table.aside) && around.some(({ words }) => words.some((word) => hasWord(table.carts, word))));
  const isMild = verbs.every(({ why }) => (isTaken ? table.mildVerbs.has(why) : isOf(table.lightThings) && why === 'remove'));
  const isElsewhere = parent.hasId && hasWord(table.collections, headOf(parent.words));
  const deletes: readonly Found[] = method === 'DELETE' && !isElsewhere ? [{ kind: 'deletes', why: 'DELETE' }] : [];
  const sure = [...(isTaken ? [] : deletes), ...(isMild ? [] : verbs)];
  const inFields = byFields(names);
  if (method !== 'DELETE' && called.some(({ words }) => words.some((word) => table.pretended.has(word)))) return { is: 'unknown' };
  const above = isTaken ? [] : byParent(target, parent);
  const looks = method === 'POST' && isLook(target.words);
  if (looks && sure.length === 0) return { is: inFields.length > 0 || above.some(({ isVerb }) => isVerb) ? 'unknown' : 'read' };
  const tells = method === 'POST' && isTelling(target.words);
  const isLight = isTaken || isOf(table.lightThings);
  const isAside =
    isToggle(target.words) ||
    isOf(table.lightThings) ||
    tells ||
    isOf(table.aside) ||
    target.words[0] === 'draft' ||
    target.words.some((word) => table.checking.has(word)) ||
    isLogin(target, parent, names) ||
    (namesOld && isNaming(names));
  const own = isAside && !joined(target.words).some((word) => compounds.has(word)) ? [] : ofThings(target.words);
  const found = [...sure, ...own, ...(sure.length + own.length === 0 && !isAside ? above : []), ...inFields];
  if (found.length > 0) return riskyOr(found, 'unknown');
  return { is: tells ? 'telemetry' : isLight ? 'light' : 'unknown' };
}

function riskyOr(found: readonly Found[], is: 'read' | 'unknown'): RequestVerdict {
  const [first] = found;
  return first ? { is: 'risky', kinds: [...new Set(found.map(({ kind }) => kind))], why: first.why } : { is };
}

/** wire-3. Steps of fillers alone (`/create`, `/batch`) belong to the one before them. */
function placesOf(called: readonly Step[]): { readonly target: Step; readonly parent: Step; readonly around: readonly Step[] } {
  const saying = called.findLastIndex(({ words }) => words.some((word) => !table.fillers.has(word)));
  const none = stepOf([]);
  return { target: called[saying] ?? none, parent: called[saying - 1] ?? none, around: called.slice(Math.max(0, saying - 2), saying + 1) };
}

/** The last word that says something and is no mild verb, before any preposition: of `createCommentOnIssue` the comment, of `cartLinesRemove` the lines. */
function headOf(words: Words): string {
  const end = words.findIndex((word) => table.prepositions.has(word));
  const says = (some: Words): string => some.findLast((word) => !table.fillers.has(word) && !table.mildVerbs.has(word)) ?? '';
  if (end <= 0) return says(words);
  return says(words.slice(0, end)) || (/^(?:in)?to$/.test(words[end] ?? '') ? says(words) : '');
}

/** Its words, and each with the next: `log_out`, `credit-note`. */
function joined(words: Words): Words {
  return [...words, ...words.slice(1).map((word, at) => `${words[at] ?? ''}${word.replace(/s$/, '')}`)];
}

/** They look like a light thing, and are money. */
const compounds: ReadonlySet<string> = new Set(['creditnote', 'debitnote']);

function isToggle(words: Words): boolean {
  const [first = ''] = words;
  if (table.takingBack.has(first) && words[1] !== 'up') return true;
  if (words.length === 1 || table.markedAs.has(first)) return hasWord(table.takenBack, first) || table.markedAs.has(first);
  return hasWord(table.takenBack, words.at(-1) ?? '') && !/^follow/.test(words.at(-1) ?? '');
}

function isLook(words: Words): boolean {
  const [first = ''] = words;
  const head = headOf(words);
  if (table.freeWords.looks.has(first) || words.includes('fetch')) return true;
  if (words.every((word) => table.freeWords.alone.has(word) || table.fillers.has(word))) return head !== '';
  return table.freeWords.looked.has(head) && !table.fillers.has(first);
}

function hasToken(words: Words): boolean {
  return words.some((word) => /^tokens?$/.test(word));
}

/** A token that a login gives out opens nothing new. */
function isLogin(target: Step, parent: Step, names: readonly Words[]): boolean {
  return (
    hasToken(target.words) &&
    (target.words.includes('renew') ||
      target.words.includes('refresh') ||
      parent.words.some((word) => table.logins.has(word)) ||
      names.some((name) => name.join('_') === 'grant_type'))
  );
}

function isTelling(words: Words): boolean {
  const { tells, telling, told } = table.freeWords;
  const isTold =
    words.some((word) => telling.has(word)) && words.every((word) => telling.has(word) || told.has(word) || table.fillers.has(word));
  return tells.has(headOf(words)) || isTold || (words[0] === 'track' && told.has(words.at(-1) ?? ''));
}

function ofThings(words: Words): readonly Found[] {
  const [head, first] = [headOf(words), words.find((word) => !table.fillers.has(word))];
  const isThing = (list: ReadonlySet<string>, word: string): boolean =>
    hasWord(list, word) && (!hasWord(table.weakThings, word) || (word === head && word === first));
  return findIn(table.riskyThings, joined(words), isThing);
}

/** What belongs to a thing with an id, and has ids of its own, is not that thing: `/orders/3/attachments`. Of what gives access it is. */
function byParent(target: Step, parent: Step): readonly Found[] {
  const head = headOf(parent.words);
  const verbs = findIn(table.riskyVerbs, [head], isWord).map((each) => ({ ...each, isVerb: true }));
  const isThing = (list: ReadonlySet<string>, word: string): boolean =>
    hasWord(list, word) && (!hasWord(table.weakThings, word) || (word === 'users' && parent.isManaged === true));
  const things = findIn(table.riskyThings, joined(parent.words), isThing);
  const found = verbs.length > 0 ? verbs : things;
  return parent.hasId && isPlural(headOf(target.words)) ? found.filter(({ kind }) => kind === 'configures') : found;
}

function isNaming(names: readonly Words[]): boolean {
  return names.some(([first]) => first !== 'id') && names.every((name) => name.every((word) => hasWord(table.lightFields, word)));
}

/** Verbs stand as they are; the names of things may be plurals. */
function findIn(
  lists: Readonly<Record<NamedKind, ReadonlySet<string>>>,
  said: Words,
  has: (list: ReadonlySet<string>, word: string) => boolean,
): readonly Found[] {
  return kinds.flatMap((kind) => said.flatMap((word) => (has(lists[kind], word) ? [{ kind, why: word }] : [])));
}

function isWord(list: ReadonlySet<string>, word: string): boolean {
  return list.has(word);
}

function byFields(fields: readonly Words[]): readonly Found[] {
  const names = fields.map((words) => words.join('_'));
  const groups = table.riskyFields.flatMap(({ kind, all }): readonly Found[] => {
    const fitting = all.map((form) => names.find((name) => form.test(name)));
    return fitting.every((name) => name !== undefined) ? [{ kind, why: `field ${fitting.join(', ')}` }] : [];
  });
  const hasPassword = names.some((name) => /^(?:password|passwd|pwd)$/.test(name));
  const more = hasPassword ? names.find((name) => !table.loginFields.test(name)) : undefined;
  return more === undefined ? groups : [...groups, { kind: 'configures', why: `field password, ${more}` }];
}
