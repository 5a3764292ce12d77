// A person who answers at once.
import { setTimeout as pause } from 'node:timers/promises';

/** Answers and approves until the run has ended. Resolves with its result, and with how many approvals it asked for; rejects as the run's result does. */
export async function attended(run, answers) {
  let over = false;
  let approvals = 0;
  const answered = new Set();
  const ended = run.result().finally(() => (over = true));
  // Awaited below, once nothing more is asked.
  ended.catch(() => undefined);
  while (!over) {
    const asked = await run.asks();
    // What was answered may be shown for another moment.
    if (!asked || answered.has(asked.request.requestId)) {
      await pause(20);
      continue;
    }
    answered.add(asked.request.requestId);
    if (asked.request.kind === 'question') await run.answer(asked.request.requestId, answers);
    else {
      approvals += 1;
      await run.confirm(asked.request.requestId, true);
    }
  }
  return { result: await ended, approvals };
}
