// Requests that resemble one that was carried out before, so that it is worth asking a model whether it is the same.
import type { FlowDocument } from '../flow/document.js';
import { isOfType, withDefaults, type RequestValues } from './match-request.js';
import { patternOf, foldRequest, wordsOf } from './request-pattern.js';

type Matched = Pick<FlowDocument, 'form' | 'compiled'>;

/** Share of the words of the recorded request, apart from its values, that the other one has, too. */
const enough = 0.5;
const mostAsked = 3;

/** The nearest first. */
export function nearRequests<F extends Matched>(request: string, flows: readonly F[]): readonly F[] {
  const words = new Set(wordsOf(foldRequest(request).folded));
  return flows
    .map((flow) => ({ flow, near: nearness(words, flow) }))
    .filter(({ near }) => near >= enough)
    .sort((one, other) => other.near - one.near)
    .slice(0, mostAsked)
    .map(({ flow }) => flow);
}

function nearness(words: ReadonlySet<string>, flow: Matched): number {
  const own = new Set(patternOf(flow).literals.flatMap(wordsOf));
  if (own.size === 0 || words.size === 0) return 0;
  const common = [...own].filter((word) => words.has(word)).length;
  return common < 2 ? 0 : common / own.size;
}

/** What a model read out of a request: each value has to stand there. Undefined: it does not. */
export function checkedValues(request: string, flow: Matched, read: Readonly<Record<string, string | null>>): RequestValues | undefined {
  const { folded, text } = foldRequest(request);
  const given: (readonly [string, string])[] = [];
  for (const field of flow.form ?? []) {
    const value = Object.hasOwn(read, field.name) ? (read[field.name] ?? null) : null;
    if (value === null || value.trim() === '') continue;
    const wanted = foldRequest(value).folded;
    const at = wanted === '' ? -1 : folded.indexOf(wanted);
    if (at < 0 || !isOfType(field, value.trim())) return undefined;
    given.push([field.name, text.slice(at, at + wanted.length)]);
  }
  return withDefaults(flow, Object.fromEntries(given), patternOf(flow).fields);
}
