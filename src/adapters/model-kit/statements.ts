// The JSON objects that a model states in its answer: bare, in a list, in a fence, or between prose. What it thought aloud is none of it.
//
// statements-1. One pass, whatever the text is: nothing is tried again from every brace.
// statements-2. Reasoning is cut away: what stands between its marks, what stands before an end without a beginning, and what stands after a beginning without an end.
// statements-3. Marks inside a JSON string are text.
// statements-4. What is left open states nothing, nor does anything inside it: closing it would be a guess. So it is with what cannot be read, or has lost its beginning.

interface Statements {
  /** In the order of the text; none contains another. */
  readonly objects: readonly string[];
  /** Why there are none. */
  readonly problem?: string;
}

/** A statement has four or five. */
const mostLevels = 64;
/** Examples and quotations among them. */
const mostObjects = 100;

const thoughts =
  '(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflections?|scratchpad|analysis|deliberation|(?:inner_)?monologue|antthinking)';
/** Of a tag: `seed:think`, `thought_process`; but `final_thought` and `analysis_result` hold an answer. */
const isThought = new RegExp(
  `^(?!final|answer|result)(?:[a-z0-9]{1,20}[:_.-])?${thoughts}(?::[a-z0-9]{1,20}|_(?:process|content|steps?|block))?$`,
  'i',
);
const tag = /(?:<|&lt;)\s{0,3}(\/?)\s{0,3}([\w:.-]{1,60})(?:\s[^<>]{0,200})?(?:>|&gt;)/iy;
/** As open models and their servers write it: Mistral's, Kimi's, Cohere's and others with tokens, and Gemma's. */
const isEnd = '(?=[^|<>]{0,40}(?:end|stop|close|suffix|/))';
const token = `(?:[a-z_]{0,20}${thoughts}[a-z_]{0,20}|inner_(?:prefix|suffix))`;
const begins = new RegExp(String.raw`\[THINK\]|◁think▷|<\|(?!${isEnd})${token}\|>|<\|channel>thought|<unused94>`, 'iy');
const ends = new RegExp(
  String.raw`\[/THINK\]|◁/think▷|<\|${isEnd}/?${token}\|>|<\|(?:start_|begin_of_|begin_)?(?:response|solution|answer|content)(?:_start|_begin)?\|>|<channel\|>|<unused95>|assistantfinal(?=\s{0,100}(?:[{[]|${'```'}))`,
  'iy',
);
/** What is a label, a fence or a part of a page where its end does not come. */
const enclosed = [
  { begins: new RegExp(String.raw`\[${thoughts}\]`, 'iy'), end: new RegExp(String.raw`\[/${thoughts}\]`, 'gi') },
  { begins: new RegExp(String.raw`${'```'}[ \t]{0,3}${thoughts}[ \t]{0,3}\n`, 'iy'), end: /```/g },
  { begins: new RegExp(String.raw`<details(?=[\s>])[^<>]{0,200}>(?:\s{0,20}<summary>[^<>]{0,100})?`, 'iy'), end: /<\/details>/gi },
] as const;
const anEnd = new RegExp(String.raw`${ends.source}|(?:<|&lt;)\s{0,3}/\s{0,3}[\w:.-]{1,60}\s{0,3}(?:>|&gt;)`, 'ig');
/** Harmony's: the name of a channel, and whom it is for, or as what it is written. */
const channel = /(?:<\|start\|>([^<]{0,200}))?<\|channel\|>([^<]{0,200}(?:<\|constrain\|>[^<]{0,200})?)<\|message\|>/iy;
const isForUs = /^\s*final\b| to=|^\s*commentary\b.*\bjson\b/i;

const anotherChannel = /<\|(?:end|return|call|start|channel)\|>/gi;
/** What prose may hold that matters. An object begins so, or a list of them, also in a string of JSON; a brace or bracket of prose does not. */
const notable = /[[{]\s*(?:[["'“‘{}/A-Za-z_$]|(?<="[[{\s]{1,10})\\+")|[<◁]|&lt;|```[ \t]{0,3}\w|assistantfinal/gi;
const value = /(?:\[\s*)?\{\s*(?:["'“‘}]|\/[/*]|[A-Za-z_$][\w$]*\s*:)/y;
const inString = /(?<=")(?:\[\s*)?\{\s*\\+"/y;
const markBegins = /[<◁a&`]|\[\/?[TR]/iy;

interface Mark {
  /** `thought`: what stands before it; `thinks`: what stands after it, until `at`. */
  readonly type: 'thought' | 'thinks';
  /** Where reading goes on. */
  readonly at: number;
  /** Its end does not come. */
  readonly isOpen?: true;
}

/** Of an answer's content. Time: linear in its length. */
export function statementsIn(text: string): Statements {
  const markAt = marksOf(text);
  let objects: string[] = [];
  /** Where that ends which was read last. */
  let last = 0;
  for (let at = next(notable, text, 0); at < text.length; at = next(notable, text, at)) {
    const read = markAt(at) ?? (matches(value, text, at) || matches(inString, text, at) ? valueAt(text, at, markAt) : undefined);
    if (read?.type === 'broken') return { objects: [], problem: read.problem };
    if (read?.type === 'value' && isPart(text.slice(last, at), text.slice(read.at, read.at + longestAfter)))
      return { objects: [], problem: notWhole.problem };
    if (read?.type === 'thought') objects = [];
    else if (read?.type === 'value') objects.push(...read.objects);
    // What it took back, or said instead, nobody knows.
    else if (read?.isOpen && objects.length > 0 && text.includes('{', at))
      return { objects: [], problem: 'What it thinks after its answer does not end.' };
    if (objects.length > mostObjects) return { objects: [], problem: tooMany.problem };
    if (read) last = read.at;
    at = read?.at ?? at + 1;
  }
  return { objects };
}

/** Characters that are looked at around a value. */
const longestAfter = 300;
const isKeyBefore = /(?:^|[\n{,[])\s*["'”’“][^"'”’“\n]{1,60}["'”’“]\s*:\s*(?:\[\s*)?$/;
/** As an item of a list of YAML, an argument of a call, a parameter in tags. */
const isItemBefore = /:[^\S\n]*\n\s*-\s+$|\([^()]*\b\w+\s*=\s*$|<[^<>]*\bparameter\b[^<>]*>\s*$/i;
const isKeyIn = /["'“„”’]\w{1,60}["'“”’]\s*:|^[\s,]*[\w ]{1,40}:/;
const isKeyAfter = /^\s*,\s*["'“]?\w{1,60}["'”]?\s*:/;
const fences = /```\w{0,20}/g;

/** Whether what stands between these texts is part of an object that cannot be read: the value of a key, with another key after it, or behind a brace that is open still. */
function isPart(before: string, after: string): boolean {
  if (
    isKeyAfter.test(after) ||
    isItemBefore.test(before.slice(-longestAfter)) ||
    (isKeyBefore.test(before.slice(-longestAfter)) && /^\s*[,}\]]/.test(after))
  )
    return true;
  const open = before.lastIndexOf('{');
  const isOpen = open > before.lastIndexOf('}') && isKeyIn.test(before.slice(open + 1));
  return isOpen && after.replace(fences, '').trim() !== '';
}

type MarkAt = (at: number) => Mark | undefined;

function marksOf(text: string): MarkAt {
  const lasts = new Map<RegExp, number>();
  /** Whether the end comes at or after that place: each end is looked for once. */
  const isAhead = (end: RegExp, at: number): boolean => {
    const last = lasts.get(end) ?? [...text.matchAll(end)].at(-1)?.index ?? -1;
    lasts.set(end, last);
    return last >= at;
  };
  /** No thought that begins there or later has an end. */
  let openFrom = Infinity;
  const thinks = (from: number): Mark => {
    for (let at = from; from < openFrom;) {
      const found = matches(anEnd, text, at);
      if (!found) break;
      at = found.index + found[0].length;
      if (!isTag(found[0]) || isThoughtTag(text, found.index)) return { type: 'thinks', at };
    }
    openFrom = Math.min(openFrom, from);
    return { type: 'thinks', at: text.length, isOpen: true };
  };
  return (at) => {
    if (!matches(markBegins, text, at)) return undefined;
    const end = matches(ends, text, at);
    if (end) return { type: 'thought', at: at + end[0].length };
    const named = matches(tag, text, at);
    if (named && isThought.test(named[2] ?? '')) {
      const after = at + named[0].length;
      if (named[1] === '/') return { type: 'thought', at: after };
      const thought = thinks(after);
      // A word of its prose, such as the name of a field.
      return thought.isOpen && isLabel(text, named) ? undefined : thought;
    }
    const beginning = matches(begins, text, at)?.[0];
    // In other letters it is a label.
    if (beginning !== undefined && !/^\[(?!THINK)/.test(beginning)) return thinks(at + beginning.length);
    for (const each of enclosed) {
      const opening = matches(each.begins, text, at)?.[0];
      if (opening === undefined || (opening.startsWith('<') && !thoughtWord.test(opening))) continue;
      const after = at + opening.length;
      if (isAhead(each.end, after)) return { type: 'thinks', at: past(each.end, text, after) };
    }
    return channelAt(text, at);
  };
}

const thoughtWord = new RegExp(thoughts, 'i');

/** Characters between a word of prose and the answer. */
const longestProse = 500;

/** Within a line, no word that models are taught to think by, and the answer alone begins a line after it and ends the text. */
function isLabel(text: string, { 0: named, 1: _, 2: name = '', index }: RegExpExecArray): boolean {
  if (/think|thought/i.test(name) || !/[^\s>][^\S\n]{0,3}["'`(]?$/.test(text.slice(Math.max(0, index - 5), index))) return false;
  const after = text.slice(index + named.length, index + named.length + longestProse);
  return /^[^{]*\n\s*(?:```\w*\s*)?(?:\[\s*)?\{/.test(after) && /[}\]]\s*(?:```)?\s*$/.test(text.slice(-200));
}

function isTag(end: string): boolean {
  return /^(?:<|&lt;)\s*\//.test(end);
}

function isThoughtTag(text: string, at: number): boolean {
  return isThought.test(matches(tag, text, at)?.[2] ?? '');
}

function channelAt(text: string, at: number): Mark | undefined {
  const named = matches(channel, text, at);
  if (!named) return undefined;
  const after = at + named[0].length;
  const [, role = '', name = ''] = named;
  return / to=/i.test(role) || isForUs.test(name)
    ? { type: 'thought', at: after }
    : { type: 'thinks', at: next(anotherChannel, text, after) };
}

type Value =
  | { readonly type: 'value'; readonly objects: readonly string[]; readonly at: number }
  | { readonly type: 'broken'; readonly problem: string };

const tooMany = { type: 'broken', problem: `There are more than ${mostObjects} JSON objects in it.` } as const;

const quotes: ReadonlyMap<string, string> = new Map(['""', "''", '“”', '‘’'].map(([from = '', to = '']) => [from, to]));
const notWhole = { type: 'broken', problem: 'It is not whole: an object in it is not closed.' } as const;

/** An object, or a list: whatever is one of JSON or meant to be. An end of reasoning in it: it was thought. */
function valueAt(text: string, from: number, markAt: MarkAt): Value | Mark {
  if (matches(inString, text, from)) {
    const end = endOfString(text, from, '"');
    return { type: 'value', objects: [text.slice(from, end)], at: end + 1 };
  }
  const open: string[] = [];
  const objects: string[] = [];
  let start = from;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    const quote = quotes.get(character);
    if (quote) at = endOfString(text, at, quote);
    else if (character === '/' && text[at + 1] === '*') at = past(/\*\//g, text, at + 2) - 1;
    else if (character === '/' && text[at + 1] === '/') at = next(/\n/g, text, at);
    else if (character === '{' || character === '[' || character === '<' || character === '◁') {
      const mark = markAt(at);
      // What is thought in the middle of it leaves its rest open.
      if (mark) return mark.type === 'thinks' ? notWhole : mark;
      if (character === '{' && open.every((each) => each === ']')) start = at;
      if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']');
      if (open.length > mostLevels) return { type: 'broken', problem: `It nests more than ${mostLevels} levels.` };
    } else if (character === '}' || character === ']') {
      if (open.pop() !== character) return { type: 'broken', problem: `There is a ${character} too many in it.` };
      if (character === '}' && open.every((each) => each === ']')) objects.push(text.slice(start, at + 1));
      if (objects.length > mostObjects) return tooMany;
      if (open.length === 0) return { type: 'value', objects, at: at + 1 };
    }
  }
  return notWhole;
}

/** Where its closing quote stands; the end of the text where there is none. */
function endOfString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

function matches(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where that begins; the end of the text where it does not come. */
function next(pattern: RegExp, text: string, at: number): number {
  return matches(pattern, text, at)?.index ?? text.length;
}

function past(pattern: RegExp, text: string, at: number): number {
  const found = matches(pattern, text, at);
  return found ? found.index + found[0].length : text.length;
}
