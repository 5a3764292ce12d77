// Pictures are given out through the run that has them: a reference that this console has not told for that run is unknown to it.
import type { ArtifactRef } from '../domain/ui/observation.js';
import { pictureSize } from '../domain/ui/png.js';
import type { PictureSizes } from '../domain/report/console.js';
import type { ArtifactStore } from '../ports/artifact-store.js';

export interface Pictures {
  /** Sizes of those that are stored; from now on they are given out for that run. */
  told(run: string, refs: readonly (ArtifactRef | undefined)[]): Promise<PictureSizes>;
  /** One of the many that a person sees while they have taken over: the last of them are given out. */
  seen(run: string, ref: ArtifactRef): void;
  /** Undefined: that run has no such picture. */
  read(run: string, hash: string): Promise<Uint8Array | undefined>;
}

/** Runs whose references are remembered. */
const mostRuns = 500;
/** More than several people see at different speeds before they have fetched what they were told. */
const mostSeen = 40;

export function createPictures(artifacts: () => ArtifactStore): Pictures {
  const known = new Map<string, Map<string, PictureSizes[string]>>();
  const lastSeen = new Map<string, readonly ArtifactRef[]>();

  return {
    async told(run, refs) {
      const own = keepNewest(known, run, known.get(run) ?? new Map(), mostRuns);
      const sizes: Record<string, PictureSizes[string]> = {};
      for (const ref of new Set(refs)) {
        if (ref === undefined) continue;
        const size =
          own.get(ref) ??
          (await artifacts()
            .get(ref)
            .then(pictureSize, () => undefined));
        if (!size) continue;
        own.set(ref, size);
        sizes[ref] = size;
      }
      return sizes;
    },
    seen(run, ref) {
      const before = lastSeen.get(run) ?? [];
      keepNewest(lastSeen, run, [...before.filter((each) => each !== ref), ref].slice(-mostSeen), mostRuns);
    },
    async read(run, hash) {
      const ref: ArtifactRef = `sha256:${hash}`;
      if (!known.get(run)?.has(ref) && !lastSeen.get(run)?.includes(ref)) return undefined;
      return artifacts()
        .get(ref)
        .catch(() => undefined);
    },
  };
}

/** What a look shows is WebP, what an engine sees PNG. */
export function typeOf(picture: Uint8Array): 'image/webp' | 'image/png' {
  return Buffer.from(picture.subarray(8, 12)).toString('latin1') === 'WEBP' ? 'image/webp' : 'image/png';
}

/** Puts it last, and drops the first of more than `most`: what was used longest ago. */
export function keepNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number): V {
  map.delete(key);
  map.set(key, value);
  for (const [oldest] of map) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
  return value;
}
