// Which runs a page lists, as its address says: `state=PENDING&engine=flow&where=Customer%3Dacme&query=…`.
import type { ListOptions } from '../client/runs.js';
import { runEngines, runStates } from '../domain/run/listed.js';
import { attributePair } from '../client/search-attributes.js';
import { InputError } from '../domain/errors/input-error.js';

/** Throws an `InputError` that names what is wrong with it. */
export function listFilter(text: string): Omit<ListOptions, 'limit'> {
  const asked = new URLSearchParams(text);
  const state = oneOf('state', asked.get('state'), runStates);
  const engine = oneOf('engine', asked.get('engine'), runEngines);
  const query = asked.get('query');
  const where = asked.getAll('where').map(pairOf);
  return {
    state,
    engine,
    query: query || undefined,
    where: where.length > 0 ? Object.fromEntries(where) : undefined,
  };
}

function oneOf<T extends string>(field: string, given: string | null, allowed: readonly T[]): T | undefined {
  if (given === null || given === '') return undefined;
  const found = allowed.find((each) => each === given);
  if (found === undefined) throw new InputError(field, given, allowed.join(', '));
  return found;
}

function pairOf(text: string): readonly [string, string] {
  const pair = attributePair(text);
  if (!pair) throw new InputError('where', text, 'the name of a search attribute, = and its value');
  return [pair.name, pair.value];
}
