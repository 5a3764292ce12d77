import { areaOf, clippedTo, overlapOf, type Bounds, type Size } from '../../src/domain/ui/geometry.js';

export interface Labelled {
  readonly bounds: Bounds;
  readonly label: Bounds;
}

/** The share of labelled controls with more than `limit` of what is seen of them under labels of others (HE24). Where labels overlap, each counts. */
export function shareCovered(labelled: readonly Labelled[], picture: Size, limit = 1 / 5): number {
  const seen = labelled.map(({ bounds }) => clippedTo(picture, bounds));
  const covered = seen.filter((bounds, at) => {
    const hidden = labelled.reduce((sum, { label }, from) => (from === at ? sum : sum + overlapOf(bounds, label)), 0);
    return hidden > limit * areaOf(bounds);
  });
  return labelled.length === 0 ? 0 : covered.length / labelled.length;
}
