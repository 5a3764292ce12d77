// An Update is taken once over the whole chain of a run. The server knows its id within one part of the chain only: a reply that is lost while the run continues as new has the sender send it again, to the next part.
import { currentUpdateInfo } from '@temporalio/workflow';

/** Carried from part to part. */
export interface TakenUpdates {
  taken?: readonly { readonly id: string; readonly reply: string }[];
}

export interface UpdatesOnce {
  /** For a handler; by signal, which has no id, as often as it comes. */
  take(handle: () => string): string;
  /** For its validator: what was taken already is right. */
  validate(refuse: () => void): void;
}

/** Senders give up within a minute. */
const remembered = 100;

export function createUpdatesOnce(state: TakenUpdates): UpdatesOnce {
  const before = () => state.taken?.find(({ id }) => id === currentUpdateInfo()?.id);
  return {
    take(handle) {
      const id = currentUpdateInfo()?.id;
      const reply = before()?.reply ?? handle();
      if (id !== undefined && !before()) state.taken = [...(state.taken ?? []), { id, reply }].slice(-remembered);
      return reply;
    },
    validate(refuse) {
      if (!before()) refuse();
    },
  };
}
