import type { ArtifactRef } from '../domain/ui/observation.js';
import { SteadyhandError } from '../domain/errors/errors.js';

export class ArtifactMissingError extends SteadyhandError {
  readonly code = 'artifact-missing';
  override readonly name = 'ArtifactMissingError';

  constructor(readonly ref: ArtifactRef) {
    super(`Artifact ${ref} is not in the store: it was removed by gc, or written to another STEADYHAND_SHARED.`);
  }
}

/** Content-addressed storage by SHA-256. Storing the same bytes twice keeps one copy and updates its time. */
export interface ArtifactStore {
  put(bytes: Uint8Array, mediaType: string): Promise<ArtifactRef>;
  /** Throws `ArtifactMissingError`. */
  get(ref: ArtifactRef): Promise<Uint8Array>;
  putJson(value: unknown): Promise<ArtifactRef>;
  getJson(ref: ArtifactRef): Promise<unknown>;
  /** Path or address a person can open. */
  locate(ref: ArtifactRef): Promise<string>;
  /** Removes what the rules say, by `planCollection` (domain/artifacts/collection.ts). Without a rule it removes nothing, and tells the size. */
  collect(options: CollectOptions): Promise<Collected>;
}

export interface CollectOptions {
  /** In use. */
  readonly keep: ReadonlySet<ArtifactRef>;
  /** Everything last stored before goes. */
  readonly before?: Date;
  /** Of what was last stored before, the oldest goes until no more than so many bytes are left. */
  readonly toSize?: { readonly bytes: number; readonly before: Date };
  /** Only tells what it would remove. */
  readonly dryRun?: boolean;
}

export interface Collected {
  readonly removed: number;
  /** Freed. */
  readonly bytes: number;
  readonly left: number;
  readonly leftBytes: number;
}
