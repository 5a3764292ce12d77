// Pictures are given out through the run that has them: a reference that this console has not told for that run is unknown to it.
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { PictureSizes } from '../domain/report/console.js';
import type { ArtifactStore } from '../ports/artifact-store.js';

export interface Pictures {
  /** Sizes of those that are stored; from now on they are given out for that run. */
  told(run: string, refs: readonly (ArtifactRef | undefined)[]): Promise<PictureSizes>;
  /** One of the many that a person sees while they have the wheel: the last of them are given out. */
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

  function of(run: string): Map<string, PictureSizes[string]> {
    const own = known.get(run) ?? new Map<string, PictureSizes[string]>();
    // The last used come last.
    known.delete(run);
    known.set(run, own);
    for (const [oldest] of known) {
      if (known.size <= mostRuns) break;
      known.delete(oldest);
    }
    return own;
  }

  return {
    async told(run, refs) {
      const own = of(run);
      const sizes: Record<string, PictureSizes[string]> = {};
      for (const ref of new Set(refs)) {
        if (ref === undefined) continue;
        const size =
          own.get(ref) ??
          sizeOf(
            await artifacts()
              .get(ref)
              .catch(() => undefined),
          );
        if (!size) continue;
        own.set(ref, size);
        sizes[ref] = size;
      }
      return sizes;
    },
    seen(run, ref) {
      const before = lastSeen.get(run) ?? [];
      lastSeen.delete(run);
      lastSeen.set(run, [...before.filter((each) => each !== ref), ref].slice(-mostSeen));
      for (const [oldest] of lastSeen) {
        if (lastSeen.size <= mostRuns) break;
        lastSeen.delete(oldest);
      }
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

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Undefined: it is no PNG. */
function sizeOf(bytes: Uint8Array | undefined): PictureSizes[string] | undefined {
  if (!bytes || bytes.byteLength < 24 || !signature.equals(bytes.subarray(0, 8))) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** What a look shows is WebP, what an engine sees PNG. */
export function typeOf(picture: Uint8Array): 'image/webp' | 'image/png' {
  return Buffer.from(picture.subarray(8, 12)).toString('latin1') === 'WEBP' ? 'image/webp' : 'image/png';
}
