// Artifacts as objects: `artifacts/ab/ab12…`. An object appears whole or not at all; its media type is kept with it. Storing it again renews its time.
import { createHash } from 'node:crypto';
import { planCollection, type StoredArtifact } from '../../domain/artifacts/collection.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { ArtifactMissingError, type ArtifactStore } from '../../ports/artifact-store.js';
import { collected, collectionRules, canonicalJson } from '../objects/artifacts.js';
import type { Bucket } from './bucket.js';

const folder = 'artifacts/';

export function createS3ArtifactStore(bucket: Bucket): ArtifactStore {
  async function put(bytes: Uint8Array, mediaType: string): Promise<ArtifactRef> {
    const ref = refOfBytes(bytes);
    await bucket.put(keyOfArtifact(ref), bytes, { mediaType });
    return ref;
  }

  async function get(ref: ArtifactRef): Promise<Uint8Array> {
    const found = await bucket.get(keyOfArtifact(ref));
    if (found === undefined || refOfBytes(found.bytes) !== ref) throw new ArtifactMissingError(ref);
    return found.bytes;
  }

  return {
    put,
    get,
    putJson: (value) => put(Buffer.from(canonicalJson(value)), 'application/json'),
    getJson: async (ref) => JSON.parse(Buffer.from(await get(ref)).toString('utf8')) as unknown,
    async locate(ref) {
      const key = keyOfArtifact(ref);
      if (!(await bucket.exists(key))) throw new ArtifactMissingError(ref);
      return bucket.addressOf(key);
    },
    async collect(options) {
      const stored: (StoredArtifact & { readonly key: string })[] = [];
      for await (const page of bucket.pages(folder))
        for (const { key, size, modified } of page)
          stored.push({ key, ref: `sha256:${key.slice(key.lastIndexOf('/') + 1)}`, bytes: size, at: modified.getTime() });
      const plan = planCollection(stored, collectionRules(options));
      if (options.dryRun !== true) await bucket.remove(plan.remove.map(({ key }) => key));
      return collected(plan);
    },
  };
}

/** A reference comes from history, which is untrusted: it becomes a key only when it has the form of ours. */
export function keyOfArtifact(ref: ArtifactRef): string {
  const hash = /^sha256:([0-9a-f]{64})$/.exec(ref)?.[1];
  if (hash === undefined) throw new ArtifactMissingError(ref);
  return `${folder}${hash.slice(0, 2)}/${hash}`;
}

function refOfBytes(bytes: Uint8Array): ArtifactRef {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
