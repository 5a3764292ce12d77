// The history of a procedure's run, stored apart from its state: a chain of parts, read back to the start.
import type { HistoryEntry, HistoryPart } from '../../domain/procedure/history.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';

/** Oldest first. Throws `ArtifactMissingError` when a part is gone. */
export async function readHistory(artifacts: Stored, last: ArtifactRef | undefined): Promise<readonly HistoryEntry[]> {
  const parts: (readonly HistoryEntry[])[] = [];
  for await (const { entries } of historyParts(artifacts, last)) parts.push(entries);
  return parts.toReversed().flat();
}

type Stored = Pick<ArtifactStore, 'getJson'>;

/** Newest first, each with where it is stored. */
export async function* historyParts(
  artifacts: Stored,
  last: ArtifactRef | undefined,
): AsyncGenerator<HistoryPart & { readonly ref: ArtifactRef }> {
  for (let ref = last; ref !== undefined;) {
    const part = (await artifacts.getJson(ref)) as HistoryPart; // nothing else is stored under it
    yield { ...part, ref };
    ref = part.previous;
  }
}
