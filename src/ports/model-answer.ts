import type { Usage } from '../domain/budget/usage.js';
import type { ArtifactRef } from '../domain/ui/observation.js';

/** What is known of each answer of a model, however it was asked. */
export interface ModelAnswer {
  readonly usage: Usage;
  readonly model: string;
  /** The full prompt and the raw reply, as stored artifacts. */
  readonly refs: { readonly prompt: ArtifactRef; readonly reply: ArtifactRef };
  readonly warnings: readonly string[];
}
