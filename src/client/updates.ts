// How the client sends an Update: it is accepted once, or refused with a reason.
//
// updates-1. The server rejects an Update, unseen by the workflow, when its workflow task fails; that also happens in normal operation, when a run
//     continues as new while the Update arrives. It is sent again for a few seconds.
// updates-2. Every attempt has the same Update id, so that one which did arrive is not handled twice (workflows/people/updates-once.ts).
// updates-3. Nothing is sent to a run that this client cannot read (readable-run.ts).
import { randomUUID } from 'node:crypto';
import { type Client, type ConnectionOptions, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import { tooLarge } from '../domain/human/message-size.js';
import { failAfterClosing } from './after-closing.js';
import { ClientError } from './errors.js';
import { requireReadable } from './readable-run.js';
import { answered } from './standstill.js';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

/** Without a worker the server would not answer at all. */
const patienceMs = 20_000;
/** Eight attempts wait 6 s between them in total. */
const attempts = 8;
const failedPrecondition = 9;

/** Resolves with the handler's reply. The client's connection must have been made with `updateInterceptors`. `updateId`: the same is handled once. */
export async function sendUpdate<R, B>(
  client: Client,
  workflowId: string,
  update: UpdateDefinition<R, [B]>,
  body: B,
  updateId: string = randomUUID(),
): Promise<R> {
  const large = tooLarge(update.name, body);
  if (large !== undefined) throw new ClientError('refused', large);
  return answered(client, workflowId, () =>
    client.withDeadline(Date.now() + patienceMs, async () => {
      await requireReadable(client, workflowId);
      return client.workflow.getHandle(workflowId).executeUpdate(update, { args: [body], updateId });
    }),
  );
}

/** For a Connection, in place of its default ones. */
export const updateInterceptors: readonly Interceptor[] = [
  (options, nextCall) =>
    (options.method_definition.path.endsWith('/UpdateWorkflowExecution') ? retryUpdate : retryOthers)(options, nextCall),
  failAfterClosing,
];

const usual = defaultGrpcRetryOptions();
const retryOthers = makeGrpcRetryInterceptor(usual);
const retryUpdate = makeGrpcRetryInterceptor({
  ...usual,
  retryableDecider: (attempt, status) =>
    usual.retryableDecider(attempt, status) || (attempt < attempts && status.code === failedPrecondition && isTurnedAway(status.details)),
});

/** Whether an Update never reached the workflow's code. */
export function isTurnedAway(details: string): boolean {
  return /workflow task failure/i.test(details);
}
