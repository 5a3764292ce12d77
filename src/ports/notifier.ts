import { SteadyhandError } from '../domain/errors/errors.js';
import type { Notice } from '../domain/human/notice.js';

/** Tells people outside that they are asked. */
export interface Notifier {
  /** How many are told of each question. */
  readonly targets: number;
  /** Tells one of them, counted from 0. Throws `NoticeError`. A target that this worker does not know is told nothing. */
  send(target: number, notice: Notice): Promise<void>;
}

export class NoticeError extends SteadyhandError {
  readonly code = 'notice-not-sent';
  override readonly name = 'NoticeError';

  constructor(
    message: string,
    /** Whether the same may get there later; `afterMs`: as the receiver asks for. */
    readonly again: boolean | { readonly afterMs: number },
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
