import type { ArtifactRef } from '../domain/ui/observation.js';

/** Content-addressed storage by SHA-256. Storing the same bytes twice keeps one copy and updates its time. */
export interface ArtifactStore {
  put(bytes: Uint8Array, mediaType: string): Promise<ArtifactRef>;
  /** Throws `ArtifactMissingError`. */
  get(ref: ArtifactRef): Promise<Uint8Array>;
  putJson(value: unknown): Promise<ArtifactRef>;
  getJson(ref: ArtifactRef): Promise<unknown>;
  /** Path or address a person can open. */
  locate(ref: ArtifactRef): Promise<string>;
  /** Removes what was last stored before `before` and is not in `keep`; returns what was removed. */
  collect(options: {
    readonly before: Date;
    readonly keep: ReadonlySet<ArtifactRef>;
  }): Promise<{ readonly removed: number; readonly bytes: number }>;
}
