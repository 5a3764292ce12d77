// What deciding needs, from a cassette: no network, no browser, no model.
import type { Cassette } from '../domain/rerun/cassette.schema.js';
import { mask } from '../domain/ui/mask.js';
import type { Size } from '../domain/ui/geometry.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import { pngSize } from '../domain/ui/png.js';
import { ArtifactMissingError } from '../ports/artifact-errors.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { Images } from '../ports/images.js';
import { PictureError } from '../ports/picture-errors.js';
import type { TypedTexts } from '../ports/typed-texts.js';
import { createMemoryArtifactStore } from '../adapters/memory/artifact-store.js';

/** What is put there is kept beside the recorded ones. */
export function recordedArtifacts({ artifacts }: Cassette): ArtifactStore {
  const own = createMemoryArtifactStore();
  const get = async (ref: ArtifactRef): Promise<Uint8Array> => {
    const recorded = artifacts[ref];
    if (recorded !== undefined) return Buffer.from(recorded, 'base64');
    return own.get(ref).catch(() => {
      throw new ArtifactMissingError(ref);
    });
  };
  return { ...own, get, getJson: async (ref) => JSON.parse(Buffer.from(await get(ref)).toString('utf8')) as unknown };
}

/** Pictures are not drawn again: only their size decides anything. */
export const recordedImages: Images = {
  annotate: async (png) => png,
  blank: async (png) => png,
  shrink: async (png) => png,
  compact: async (png) => png,
  lossless: async (png) => png,
  crop: async (png) => png,
  size: async (png) => sizeOf(png),
  shows: async () => true,
  alike: async () => undefined,
};

function sizeOf(png: Uint8Array): Size {
  const size = pngSize(png);
  if (!size) throw new PictureError('The recorded picture is not a PNG.');
  return size;
}

/** Nobody opens them again. */
export const recordedTexts: TypedTexts = { seal: () => mask, open: (text) => text };
