import type { Usage } from '../domain/budget/usage.js';
import { SteadyhandError } from '../domain/errors/errors.js';

/**
 * `model-invalid-reply` after one repair turn; `model-refused` a refusal or content filter; `model-not-configured` no model or key;
 * `model-request-rejected` 400/401/403/404/422 and the like; `model-rate-limited` 429; `model-unavailable` the rest.
 */
export type ModelErrorCode =
  | 'model-invalid-reply'
  | 'model-refused'
  | 'model-request-rejected'
  | 'model-rate-limited'
  | 'model-unavailable'
  | 'model-not-configured';

export class ModelError extends SteadyhandError {
  override readonly name = 'ModelError';

  constructor(
    readonly code: ModelErrorCode,
    message: string,
    readonly options: { readonly retryable: boolean; readonly retryAfterMs?: number; readonly usage?: Usage; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
  }
}
