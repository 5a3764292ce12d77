// The history of a procedure that is stored nowhere as a run: a chain of parts, read back to the start (stateless-3 of stateless.ts).
import type { HistoryEntry, HistoryPart } from '../../domain/procedure/history.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';

/** Oldest first. Throws `ArtifactMissingError` when a part is gone. */
export async function readHistory(
  artifacts: Pick<ArtifactStore, 'getJson'>,
  last: ArtifactRef | undefined,
): Promise<readonly HistoryEntry[]> {
  const parts: (readonly HistoryEntry[])[] = [];
  for (let ref = last; ref !== undefined;) {
    const part = (await artifacts.getJson(ref)) as HistoryPart; // nothing else is stored under it
    parts.push(part.entries);
    ref = part.previous;
  }
  return parts.toReversed().flat();
}
