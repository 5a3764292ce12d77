// An Update is taken once over the whole chain of a run. The server knows its id within one part of the chain only: when a reply is lost while the
// run continues as new, the sender repeats the Update to the next part.
import { currentUpdateInfo } from '@temporalio/workflow';

/** Carried from part to part. */
export interface SeenUpdates {
  taken?: readonly { readonly id: string; readonly reply: string }[];
}

export interface UpdatesOnce {
  /** For a handler; a signal has no id and is taken every time. */
  take(handle: () => string): string;
  /** The same for one that takes time; its reply is JSON. */
  takeLater<T>(handle: () => Promise<T>): Promise<T>;
  /** For a validator: an Update that was already taken is valid. */
  validate(refuse: () => void): void;
}

/** Senders give up within a minute. */
const remembered = 100;

export function createUpdatesOnce(state: SeenUpdates): UpdatesOnce {
  const before = () => state.taken?.find(({ id }) => id === currentUpdateInfo()?.id);
  return {
    take(handle) {
      const id = currentUpdateInfo()?.id;
      const reply = before()?.reply ?? handle();
      if (id !== undefined && !before()) state.taken = [...(state.taken ?? []), { id, reply }].slice(-remembered);
      return reply;
    },
    async takeLater<T>(handle: () => Promise<T>): Promise<T> {
      const id = currentUpdateInfo()?.id;
      const known = before();
      if (known) return JSON.parse(known.reply) as T;
      const reply = await handle();
      if (id !== undefined) state.taken = [...(state.taken ?? []), { id, reply: JSON.stringify(reply) }].slice(-remembered);
      return reply;
    },
    validate(refuse) {
      if (!before()) refuse();
    },
  };
}
