import type { Control } from '../domain/ui/control.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { Images } from '../ports/pictures.js';

export interface FramingTools {
  readonly artifacts: Pick<ArtifactStore, 'put'>;
  readonly images: Pick<Images, 'annotate' | 'lossless'>;
}

/** The screenshot with that control in a frame, stored: what a person is shown who is asked about it. No model is, so it is WebP. */
export async function storeFramed(
  png: Uint8Array,
  { role, bounds }: Pick<Control, 'role' | 'bounds'>,
  { artifacts, images }: FramingTools,
): Promise<ArtifactRef> {
  return artifacts.put(await images.lossless(await images.annotate(png, [{ label: '', role, bounds }])), 'image/webp');
}
