import type { ArtifactRef } from '../ui/observation.js';

/** The stored `Perception`s around an action. */
export interface Looks {
  readonly before: ArtifactRef;
  readonly after: ArtifactRef;
}

/** Something done on the way along an edge. */
export interface LookedStep extends Looks {
  /** Its key. */
  readonly action: string;
}
