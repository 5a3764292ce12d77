import type { Collection, CollectionRules } from '../../domain/artifacts/collection.js';
import type { Collected, CollectOptions } from '../../ports/artifact-store.js';

/**
 * JSON with sorted keys: equal values give equal bytes, and so one artifact. Sorts a copy first, because JSON.stringify is several times
 * slower with a callback.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const record = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(record).sort()) copy[key] = sorted(record[key]);
  return copy;
}

// Between the port of artifacts and the pure plan of what goes.

export function collectionRules({ keep, before, toSize }: CollectOptions): CollectionRules {
  return {
    keep,
    before: before?.getTime(),
    toSize: toSize === undefined ? undefined : { bytes: toSize.bytes, before: toSize.before.getTime() },
  };
}

export function collected({ remove, freed, left }: Collection<unknown>): Collected {
  return { removed: remove.length, bytes: freed, left: left.count, leftBytes: left.bytes };
}
