import type { EffectCheckUse } from '../domain/effect/effect-check.js';
import { SteadyhandError } from '../domain/errors/errors.js';
import type { Json } from '../domain/run/json.js';

/** Reads systems of record, and changes nothing in them. */
export interface EffectReader {
  /** The value of a configured check. Throws `EffectCheckError`. `timeoutMs`: for all of it. */
  read(use: EffectCheckUse, timeoutMs: number): Promise<Json>;
}

export class EffectCheckError extends SteadyhandError {
  readonly code = 'effect-check-failed';
  override readonly name = 'EffectCheckError';
}
