// What all stores of artifacts do, wherever they keep them. An artifact is called by the hash of its bytes.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/run/json.js';
import { planCollection, type StoredArtifact } from '../../domain/artifacts/collection.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { ArtifactMissingError, type ArtifactStore } from '../../ports/artifact-store.js';

/** Where they are kept. Calls throw `ArtifactMissingError`, or return nothing, where there is none. */
export interface ArtifactPlace<Stored extends StoredArtifact> {
  /** Whole or not at all. What is there already gets a new time, so that `collect` spares it. */
  write(ref: ArtifactRef, bytes: Uint8Array, mediaType: string): Promise<unknown>;
  /** @param likely - its media type, if it is as most are */
  read(ref: ArtifactRef, likely: string): Promise<Uint8Array | undefined>;
  locate(ref: ArtifactRef): Promise<string | undefined>;
  stored(): Promise<readonly Stored[]>;
  remove(artifacts: readonly Stored[]): Promise<void>;
}

const json = 'application/json';

export function artifactStoreIn<Stored extends StoredArtifact>(place: ArtifactPlace<Stored>): ArtifactStore {
  async function put(bytes: Uint8Array, mediaType: string): Promise<ArtifactRef> {
    const ref = refOfBytes(bytes);
    await place.write(ref, bytes, mediaType);
    return ref;
  }

  async function get(ref: ArtifactRef, likely: string): Promise<Uint8Array> {
    const bytes = await place.read(ref, likely);
    if (bytes === undefined || refOfBytes(bytes) !== ref) throw new ArtifactMissingError(ref);
    return bytes;
  }

  return {
    put,
    get: (ref) => get(ref, 'image/png'),
    putJson: (value) => put(Buffer.from(canonicalJson(value)), json),
    getJson: async (ref) => JSON.parse(Buffer.from(await get(ref, json)).toString('utf8')) as unknown,
    async locate(ref) {
      const found = await place.locate(ref);
      if (found === undefined) throw new ArtifactMissingError(ref);
      return found;
    },
    async collect({ keep, before, toSize, dryRun = false }) {
      const { remove, freed, left } = planCollection(await place.stored(), {
        keep,
        before: before?.getTime(),
        toSize: toSize && { bytes: toSize.bytes, before: toSize.before.getTime() },
      });
      if (!dryRun) await place.remove(remove);
      return { removed: remove.length, bytes: freed, left: left.count, leftBytes: left.bytes };
    },
  };
}

/** A reference comes from history, which is untrusted: it becomes a path or a key only when it has the form of ours. */
export function hashOf(ref: ArtifactRef): string {
  const hash = /^sha256:([0-9a-f]{64})$/.exec(ref)?.[1];
  if (hash === undefined) throw new ArtifactMissingError(ref);
  return hash;
}

function refOfBytes(bytes: Uint8Array): ArtifactRef {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
