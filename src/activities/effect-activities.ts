import { ApplicationFailure } from '@temporalio/activity';
import type { EffectCheckUse } from '../domain/effect/effect-check.js';
import type { Json } from '../domain/run/json.js';
import { EffectCheckError, type EffectReader } from '../ports/effect-reader.js';

export interface ReadEffectInput {
  readonly use: EffectCheckUse;
  readonly timeoutMs: number;
}

export function createEffectActivities({ effects }: { readonly effects: EffectReader }) {
  return {
    /** The value of an effect check. Retryable: it only reads. */
    async readEffect({ use, timeoutMs }: ReadEffectInput): Promise<Json> {
      return effects.read(use, timeoutMs).catch((error: unknown) => {
        if (!(error instanceof EffectCheckError)) throw error;
        throw ApplicationFailure.create({ message: error.message, type: error.code });
      });
    },
  };
}
