// Artifacts as objects: `artifacts/ab/ab12…`. An object appears whole or not at all; its media type is kept with it. Storing it again renews its time.
import type { StoredArtifact } from '../../domain/artifacts/collection.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { artifactStoreIn, hashOf } from '../objects/artifacts.js';
import type { Bucket } from './bucket.js';

const folder = 'artifacts/';

export function createS3ArtifactStore(bucket: Bucket): ArtifactStore {
  return artifactStoreIn<StoredArtifact & { readonly key: string }>({
    write: (ref, bytes, mediaType) => bucket.put(keyOfArtifact(ref), bytes, { mediaType }),
    read: async (ref) => (await bucket.get(keyOfArtifact(ref)))?.bytes,
    async locate(ref) {
      const key = keyOfArtifact(ref);
      return (await bucket.exists(key)) ? bucket.addressOf(key) : undefined;
    },
    async stored() {
      const found: (StoredArtifact & { readonly key: string })[] = [];
      for await (const page of bucket.pages(folder))
        for (const { key, size, modified } of page)
          found.push({ key, ref: `sha256:${key.slice(key.lastIndexOf('/') + 1)}`, bytes: size, at: modified.getTime() });
      return found;
    },
    remove: (gone) => bucket.remove(gone.map(({ key }) => key)),
  });
}

export function keyOfArtifact(ref: ArtifactRef): string {
  const hash = hashOf(ref);
  return `${folder}${hash.slice(0, 2)}/${hash}`;
}
