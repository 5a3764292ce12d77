// The page of a map, with the pictures that the store still has.
import { drawMapPage, type MapPictures } from '../adapters/map-page/map-page.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import { ArtifactMissingError, type ArtifactStore } from '../ports/artifact-store.js';
import type { NamedGraph } from '../ports/screen-graph.js';

/** px: readable beside the map and when zoomed in. */
const screenSide = 480;
const variantSide = 240;
/** A screen with a clock has any number of variants. */
const mostVariants = 6;

export async function mapPage(graph: NamedGraph, artifacts: ArtifactStore): Promise<string> {
  const screens: (Uint8Array | undefined)[] = [];
  const variants: Record<number, readonly Uint8Array[]> = {};
  // One at a time: decoding a PNG of a screen takes megabytes.
  for (const [place, { screenshot, pictures }] of graph.screens.entries()) {
    screens.push(await smallPicture(artifacts, screenshot, screenSide));
    const small = [];
    for (const picture of pictures.slice(0, mostVariants)) small.push(await smallPicture(artifacts, picture, variantSide));
    variants[place] = small.filter((picture) => picture !== undefined);
  }
  return drawMapPage(graph, { screens, variants } satisfies MapPictures);
}

/** Undefined: `gc` has removed it. */
async function smallPicture(artifacts: ArtifactStore, ref: ArtifactRef, side: number): Promise<Uint8Array | undefined> {
  try {
    const { thumbnail } = await import('../adapters/sharp/sharp-images.js');
    return await thumbnail(await artifacts.get(ref), side);
  } catch (error) {
    if (error instanceof ArtifactMissingError) return undefined;
    throw error;
  }
}
