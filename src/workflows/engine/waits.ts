// What a run waits for and cannot hurry: a store that is away, the server of a model. It stands in the run's details, and `show` asks for it.
import { getCurrentDetails, setCurrentDetails, setHandler } from '@temporalio/workflow';
import { waitsQuery } from '../messages.js';

/** Of each wait, the first one first. */
const reasons = new Map<object, string>();

export function answerWaits(): void {
  setHandler(waitsQuery, () => [...reasons.values()].at(-1) ?? '', { description: 'What the run waits for; empty: nothing' });
}

/** `reason`: a whole sentence, or more. */
export async function whileShown<T>(reason: string, work: () => Promise<T>): Promise<T> {
  const key = {};
  const before = getCurrentDetails();
  const told = reasons.size === 0 ? `**Waits.** ${reason}\n\n${before}` : before;
  reasons.set(key, reason);
  setCurrentDetails(told);
  try {
    return await work();
  } finally {
    reasons.delete(key);
    // Whatever an engine has to tell since then comes first.
    if (getCurrentDetails() === told) setCurrentDetails(before);
  }
}
