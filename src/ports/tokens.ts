import type { Json } from '../domain/run/json.js';
import { SteadyhandError } from '../domain/errors.js';

/** Text in other hands that only its maker can read, make or change. */
export interface Tokens {
  /** By the newest key. */
  seal(value: Json): string;
  /** By any key of the ring. Throws `TokenError`. */
  open(token: string): Json;
}

/** Refused. `mistyped` is a guess for the hint: something was lost or changed on the way, rather than made up. */
export class TokenError extends SteadyhandError {
  override readonly name = 'TokenError';

  constructor(
    readonly code: 'STATE_INVALID' | 'STATE_KEY_UNKNOWN',
    message: string,
    readonly mistyped: boolean,
  ) {
    super(message);
  }
}
