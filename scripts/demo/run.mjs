// The agent's run, seen from outside: started, queried and answered over Temporal, as any client would.
import { setTimeout as pause } from 'node:timers/promises';
import { until } from './until.mjs';

const request = 'Order two blue notebooks for Ada Lovelace';

export async function startRun({ client, shop }) {
  const workflowId = `demo-${Date.now().toString(36)}`;
  const input = { request, device: { kind: 'web', url: shop }, budget: { maxSteps: 30 } };
  const handle = await client.workflow.start('hostAgent', {
    workflowId,
    taskQueue: 'steadyhand',
    args: [input],
    memo: { request },
    staticSummary: request,
  });
  const run = { workflowId, handle, request, ended: undefined, seen: new Set() };
  handle.result().then(
    (result) => (run.ended = { result }),
    (error) => (run.ended = { error }),
  );
  return run;
}

/**
 * Resolves with the request that waits for a person, or undefined when the run has ended. A request that was answered here is not returned again
 * while the run has yet to process the answer.
 */
export async function untilAsked({ run, processes, client, onProgress, signal }) {
  const asked = await until(
    async () => {
      if (run.ended) return 'ended';
      const progress = await queryProgress(client, run);
      onProgress(progress);
      return progress.request && !run.seen.has(progress.request.requestId) && progress.request;
    },
    { check: processes.check, everyMs: 200, withinMs: 90_000, signal },
  );
  if (asked === 'ended') return undefined;
  run.seen.add(asked.requestId);
  return asked;
}

/** Whether that request is no longer pending, for instance because it was answered with the Temporal CLI. */
export async function isAnswered({ client, run, requestId }) {
  if (run.ended) return true;
  const { request: pending } = await queryProgress(client, run);
  return pending?.requestId !== requestId;
}

/** An open run gives its browser back before the worker stops; without a worker it can only be terminated. */
export async function endRun(run, { hasWorker }) {
  if (!run || run.ended) return;
  if (hasWorker) await run.handle.cancel().catch(() => undefined);
  if (hasWorker && (await endsWithin(run, 10_000))) return;
  await run.handle.terminate('the demo was interrupted').catch(() => undefined);
  await endsWithin(run, 2_000);
}

async function endsWithin(run, ms) {
  const deadline = Date.now() + ms;
  while (!run.ended && Date.now() < deadline) await pause(50);
  return run.ended !== undefined;
}

function queryProgress(client, { handle }) {
  return client.withDeadline(Date.now() + 5_000, () => handle.query('progress'));
}
