// What a request does, by what its programmers called it: its method, path, operation and the names of its fields, whatever the language of its page.
//
// wire-1. A read is GET, HEAD or OPTIONS unless its path or query has a risky verb; all else writes, unless the table says that it looks.
// wire-2. Risk outranks all that is free.
// wire-3. What an id, a version or a hash is called says nothing: made-up words are left out.
// wire-4. Reading is linear, and bounded by what is read of an address.
import type { NamedKind } from '../guard/words.schema.js';
import type { Operation } from './body-fields.js';
import { freeWords, lightFields, lightThings, riskyFields, riskyThings, riskyVerbs, takenBack } from './request-words.js';

export interface JudgedRequest {
  readonly method: string;
  readonly url: string;
  /** Names of the fields of its body, in the order in which they stand there. */
  readonly fields?: readonly string[];
  /** Of GraphQL or JSON-RPC; `query`: of GraphQL, and only reads. */
  readonly operation?: Operation | undefined;
}

export type RequestVerdict =
  | { readonly is: 'read' | 'telemetry' | 'light' | 'unknown' }
  /** `why`: the word, the field or the method that says so. */
  | { readonly is: 'risky'; readonly kinds: readonly NamedKind[]; readonly why: string };

interface Found {
  readonly kind: NamedKind;
  readonly why: string;
}

const kinds = Object.keys(riskyVerbs) as readonly NamedKind[];
const [longestPath, longestParameter, mostFields] = [2_000, 100, 100];

export function judgeRequest({ method, url, fields = [], operation }: JudgedRequest): RequestVerdict {
  const steps = stepsOf(url);
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method) || operation?.kind === 'query';
  if (reads) return operation ? { is: 'read' } : leading(steps, url);
  const called = operation ? [...steps, wordsOf(operation.name)] : steps;
  const found = [...byWords(called, method, fields), ...byFields(fields)];
  if (found.length > 0) return risky(found);
  const last = called.at(-1) ?? [];
  const isOf = (list: ReadonlySet<string>): boolean => last.some((word) => hasWord(list, word));
  if (method === 'POST' && isOf(freeWords.looks)) return { is: 'read' };
  if (isOf(freeWords.tells)) return { is: 'telemetry' };
  return { is: isOf(lightThings) || isOf(takenBack) ? 'light' : 'unknown' };
}

function risky(found: readonly Found[]): RequestVerdict {
  const [first] = found;
  return { is: 'risky', kinds: [...new Set(found.map(({ kind }) => kind))], why: first?.why ?? '' };
}

/** wire-1: an address that only leads somewhere is as risky as a verb in it that stands where a command does. */
function leading(steps: readonly (readonly string[])[], url: string): RequestVerdict {
  const last = steps.at(-1) ?? [];
  // `/pay` is a page; `/orders/3/pay` does it.
  const commands = [...(isUnder(url) ? last : []), ...commandsOf(url)];
  const found = kinds.flatMap((kind) =>
    commands.flatMap((word): readonly Found[] => (commanding.has(word) && riskyVerbs[kind].has(word) ? [{ kind, why: word }] : [])),
  );
  return found.length > 0 ? risky(found) : { is: 'read' };
}

function isUnder(url: string): boolean {
  return pathOf(url).replace(/\/$/, '').lastIndexOf('/') > 0;
}

/** Verbs that lead to no page of what they name: `close` is an icon, `order` a list. */
const commanding: ReadonlySet<string> = new Set(
  'delete remove destroy purge cancel revoke deactivate unsubscribe pay refund purchase buy transfer send resend publish unpublish approve logout signout disable terminate'.split(
    ' ',
  ),
);

/** Values of parameters that say what is to be done, and their own names where they are verbs: `?action=delete`, `?delete=3`. */
function commandsOf(url: string): readonly string[] {
  const query = new URL(url, 'http://x').searchParams;
  return [...query]
    .slice(0, mostFields)
    .flatMap(([name, value]) => [
      ...wordsOf(name.slice(0, longestParameter)).slice(0, 1),
      ...(/^(?:action|act|do|cmd|command|op|method|task|event)$/i.test(name) ? wordsOf(value.slice(0, longestParameter)).slice(0, 1) : []),
    ]);
}

function byWords(steps: readonly (readonly string[])[], method: string, fields: readonly string[]): readonly Found[] {
  const [last = [], before = []] = [steps.at(-1), steps.at(-2)];
  const isTakenBack = [...before, ...last].some((word) => hasWord(takenBack, word));
  const said = isTakenBack ? [] : finding(riskyVerbs, [...last, ...before], isWord);
  const deletes: readonly Found[] = method === 'DELETE' && !isTakenBack ? [{ kind: 'deletes', why: 'DELETE' }] : [];
  // What its last word makes light is about that, and not about what it belongs to; so is what only changes how a thing is called.
  const isLight = isTakenBack || [freeWords.looks, freeWords.tells, lightThings].some((list) => last.some((word) => hasWord(list, word)));
  if (isLight || isNaming(fields)) return [...deletes, ...said];
  const things = finding(riskyThings, last);
  return [...deletes, ...said, ...(said.length + things.length === 0 ? finding(riskyThings, before) : things)];
}

function isNaming(fields: readonly string[]): boolean {
  return fields.length > 0 && fields.slice(0, mostFields).every((name) => wordsOf(name).every((word) => hasWord(lightFields, word)));
}

/** Verbs stand as they are; the names of things may be plurals. */
function finding(lists: Readonly<Record<NamedKind, ReadonlySet<string>>>, said: readonly string[], has = hasWord): readonly Found[] {
  return kinds.flatMap((kind) => said.flatMap((word) => (has(lists[kind], word) ? [{ kind, why: word }] : [])));
}

function isWord(list: ReadonlySet<string>, word: string): boolean {
  return list.has(word);
}

function byFields(fields: readonly string[]): readonly Found[] {
  const names = fields.slice(0, mostFields).map((name) => wordsOf(name.slice(0, 200)).join('_'));
  return riskyFields.flatMap(({ kind, all }) => {
    const fitting = all.map((form) => names.find((name) => form.test(name)));
    return fitting.every((name) => name !== undefined) ? [{ kind, why: `field ${fitting.join(', ')}` }] : [];
  });
}

function hasWord(list: ReadonlySet<string>, word: string): boolean {
  return list.has(word) || singulars(word).some((each) => list.has(each));
}

function singulars(word: string): readonly string[] {
  if (!word.endsWith('s') || word.length < 4) return [];
  const without = word.slice(0, -1);
  return word.endsWith('ies') ? [`${word.slice(0, -3)}y`, without] : word.endsWith('es') ? [without, word.slice(0, -2)] : [without];
}

/** Words of each step of the path that is no id. */
function stepsOf(url: string): readonly (readonly string[])[] {
  const path = pathOf(url).slice(0, longestPath);
  return path
    .split('/')
    .filter((step) => step !== '' && !isId(step))
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

function pathOf(url: string): string {
  const { pathname } = new URL(url, 'http://x');
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** wire-3. */
function isId(step: string): boolean {
  if (/^\d|^@|^v\d+(?:\.\d+)?$/i.test(step) || /^[\da-f-]{8,}$/i.test(step) || step.length > 60) return true;
  // `pm_dPFgFLQfengNmq`, `YUsqhI6ql3`: digits or capitals where no word has them.
  return step.length >= 8 && (/\d/.test(step) || /^[a-z]{1,6}_(?=.*[A-Z])[A-Za-z]{8,}$/.test(step));
}

/** `deleteUser_account` is delete, user, account. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1);
}
