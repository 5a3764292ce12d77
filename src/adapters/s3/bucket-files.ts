// What hosts share, as objects below a prefix. Whoever takes a name is who writes its object first (bucket-1).
import type { StoredFiles } from '../objects/stored-files.js';
import { keyOfArtifact } from './artifact-store.js';
import type { Bucket } from './bucket.js';
import type { LineObjects } from './line-objects.js';

const mediaType = 'application/json';

/** `below`: `runs`. */
export function createBucketFiles(bucket: Bucket, lines: LineObjects, below: string): StoredFiles {
  const at = (path: string): string => `${below}/${path}`;
  /** `records.jsonl` is kept as `records-000001.jsonl` and so on. */
  const linesAt = (path: string): string => at(path.replace(/\.jsonl$/, '-'));
  return {
    place: bucket.addressOf(below),
    read: async (path) => (await bucket.get(at(path)))?.bytes,
    names: (folder) => bucket.names(at(folder)),
    claim: async (path, content) => (await bucket.put(at(path), Buffer.from(content), { mediaType, when: { absent: true } })) !== undefined,
    replace: async (path, content) => void (await bucket.put(at(path), content, { mediaType })),
    remove: (path) => bucket.remove([at(path)]),
    addLines: (path, added) => lines.append(linesAt(path), added),
    lines: (path) => lines.read(linesAt(path)),
    async keep(path, ref, artifacts) {
      // A store that the program brought is elsewhere; what was kept before may be gone from the store.
      if ((await bucket.copy(keyOfArtifact(ref), at(path))) || (await bucket.exists(at(path)))) return;
      await bucket.put(at(path), await artifacts.get(ref));
    },
    inTurn: (_folder, work) => work(),
  };
}
