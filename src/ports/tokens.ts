import type { Json } from '../domain/run/json.js';
import { SteadyhandError } from '../domain/errors/errors.js';

/** Seals values into tokens for other parties: only the issuer can read, change or make one. */
export interface Tokens {
  /** With the newest key. */
  seal(value: Json): string;
  /** With any key of the ring. Throws `TokenError`. */
  open(token: string): Json;
}

/** The token was refused. `mistyped` is a guess for the hint: it looks damaged rather than forged. */
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

/** Texts that a model typed into password fields, on their way through history: only hosts can read them. */
export interface TypedTexts {
  seal(text: string): string;
  /** What was sealed, in place of every sealed part. Throws `TokenError` for one that another installation sealed. */
  open(text: string): string;
}
