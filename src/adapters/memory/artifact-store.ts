// Artifacts in memory: the same guarantees as on disk, except surviving the process.
import type { StoredArtifact } from '../../domain/artifacts/collection.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { artifactStoreIn } from '../objects/artifacts.js';

export function createMemoryArtifactStore(): ArtifactStore {
  const artifacts = new Map<string, { readonly content: Uint8Array; readonly stored: StoredArtifact }>();
  return artifactStoreIn<StoredArtifact>({
    async write(ref, content) {
      artifacts.set(ref, { content, stored: { ref, bytes: content.byteLength, at: Date.now() } });
    },
    read: async (ref) => artifacts.get(ref)?.content,
    locate: async (ref) => `memory:${ref}`,
    stored: async () => [...artifacts.values()].map(({ stored }) => stored),
    async remove(gone) {
      for (const { ref } of gone) artifacts.delete(ref);
    },
  });
}
