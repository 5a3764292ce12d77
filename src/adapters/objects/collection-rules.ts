// Between the port of artifacts and the pure plan of what goes.
import type { Collection, CollectionRules } from '../../domain/artifacts/collection.js';
import type { Collected, CollectOptions } from '../../ports/artifact-store.js';

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
