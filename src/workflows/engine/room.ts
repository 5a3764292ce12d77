// Whether a run has room to go on: all that it carries, whatever its frames, must fit into a payload whenever it continues as new (domain/run/held.ts).
import { overfull, unmeasured, type HoldsTooMuchError, type Holding } from '../../domain/run/held.js';
import { messagesHere } from './another-part.js';

export interface Room {
  /** Measured now. */
  fits(): boolean;
  /** Why the run cannot go on; measured again only when enough has come in, or a message. */
  overfull(): HoldsTooMuchError | undefined;
  /** What has come in. */
  grow(by: unknown): void;
  /** Something has gone: it is measured again. */
  shrink(): void;
}

/** `held`: the run's input, and what it carries. What it was given is measured first. */
export function createRoom(held: () => unknown, top: () => Holding): Room {
  let why: HoldsTooMuchError | undefined;
  /** Characters that came in since it was measured. */
  let since = Infinity;
  let messages = 0;
  function measure(): HoldsTooMuchError | undefined {
    since = 0;
    messages = messagesHere();
    return (why = overfull(held(), top));
  }
  return {
    fits: () => measure() === undefined,
    overfull: () => (since > unmeasured || messages !== messagesHere() ? measure() : why),
    grow: (by) => void (since += JSON.stringify(by).length),
    shrink: () => void (since = Infinity),
  };
}
