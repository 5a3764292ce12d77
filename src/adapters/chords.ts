import { KeySyntaxError, parseKeys, type Chord } from '../domain/ui/keys.js';
import { ActionFailedError } from '../ports/device-errors.js';

/** Throws `action-failed` when the keys are malformed. */
export function chordsOf(keys: string): readonly Chord[] {
  try {
    return parseKeys(keys);
  } catch (error) {
    if (error instanceof KeySyntaxError) throw new ActionFailedError('action-failed', error.message);
    throw error;
  }
}
