// What a tool that only looks comes back with.
import type { Json } from '../../domain/run/json.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';

export interface ReadResult {
  /** Becomes variables. */
  readonly result: Json;
  readonly images: readonly ArtifactRef[];
  readonly files: readonly { readonly name: string; readonly ref: ArtifactRef }[];
  /** Only for a model to read. */
  readonly beside?: Readonly<Record<string, Json>>;
}
