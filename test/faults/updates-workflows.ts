import { allHandlersFinished, condition, continueAsNew, defineSignal, defineUpdate, setHandler } from '@temporalio/workflow';
import { createUpdatesOnce, type SeenUpdates } from '../../src/workflows/people/updates-once.js';

export const takeUpdate = defineUpdate<string, [string]>('take');
export const nudgeSignal = defineSignal<[]>('nudge');
export const endSignal = defineSignal<[]>('end');

/** Continues as new after every message. For a message that arrives at that moment, the server fails the workflow task and rejects the Update in it. */
export async function restless(taken: string[] = [], updates: SeenUpdates = {}): Promise<readonly string[]> {
  let ending = false;
  let heard = false;
  setHandler(nudgeSignal, () => void (heard = true));
  setHandler(endSignal, () => void (ending = true));
  const once = createUpdatesOnce(updates);
  setHandler(takeUpdate, (text) => {
    heard = true;
    return once.take(() => {
      taken.push(text);
      return `taken ${text}`;
    });
  });
  await condition(() => heard || ending);
  await condition(allHandlersFinished);
  if (!ending) await continueAsNew<typeof restless>(taken, updates);
  return taken;
}
