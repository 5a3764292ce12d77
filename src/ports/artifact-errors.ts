import type { ArtifactRef } from '../domain/ui/observation.js';
import { SteadyhandError } from '../domain/errors/errors.js';

export class ArtifactMissingError extends SteadyhandError {
  readonly code = 'artifact-missing';
  override readonly name = 'ArtifactMissingError';

  constructor(readonly ref: ArtifactRef) {
    super(`Artifact ${ref} is not in the store: it was removed by gc, or written to another STEADYHAND_SHARED.`);
  }
}
