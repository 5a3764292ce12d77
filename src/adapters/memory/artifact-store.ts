// Artifacts in memory: the same guarantees as on disk, except surviving the process.
import { createHash } from 'node:crypto';
import { planCollection } from '../../domain/artifacts/collection.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { ArtifactMissingError, type ArtifactStore } from '../../ports/artifact-store.js';
import { collected, collectionRules, canonicalJson } from '../objects/artifacts.js';

export function createMemoryArtifactStore(): ArtifactStore {
  const artifacts = new Map<ArtifactRef, { readonly bytes: Uint8Array; storedAt: number }>();

  async function put(bytes: Uint8Array): Promise<ArtifactRef> {
    const ref: ArtifactRef = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    artifacts.set(ref, { bytes, storedAt: Date.now() });
    return ref;
  }

  async function get(ref: ArtifactRef): Promise<Uint8Array> {
    const artifact = artifacts.get(ref);
    if (artifact === undefined) throw new ArtifactMissingError(ref);
    return artifact.bytes;
  }

  return {
    put,
    get,
    putJson: (value) => put(Buffer.from(canonicalJson(value))),
    getJson: async (ref) => JSON.parse(Buffer.from(await get(ref)).toString('utf8')) as unknown,
    locate: async (ref) => `memory:${ref}`,
    collect: async (options) => {
      const stored = [...artifacts].map(([ref, { bytes, storedAt }]) => ({ ref, bytes: bytes.byteLength, at: storedAt }));
      const plan = planCollection(stored, collectionRules(options));
      if (options.dryRun !== true) for (const { ref } of plan.remove) artifacts.delete(ref);
      return collected(plan);
    },
  };
}
