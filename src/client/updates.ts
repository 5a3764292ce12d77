// How the client sends an Update: it is accepted once, or refused with a reason.
//
// updates-1. The server rejects an Update, unseen by the workflow, when its workflow task fails; that also happens in normal operation, when a run
//     continues as new while the Update arrives. It is sent again for a few seconds.
// updates-2. Every attempt has the same Update id, so that one which did arrive is not handled twice (workflows/people/updates-once.ts).
// updates-3. Nothing is sent to a run that this client cannot read (histories.ts).
import { randomUUID } from 'node:crypto';
import { type Client, type ConnectionOptions, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import { tooLarge } from '../domain/human/message.js';
import { failAfterClosing } from './temporal-connection.js';
import { ClientError, isUnanswered, saysStandstill, standstillText } from './errors.js';
import { EncryptionError } from '../ports/keys.js';
import { decoded, firstEvent } from './histories.js';

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

// Why a run does not answer: a run whose workflow tasks fail looks, to who asks it, as one without a worker, and starting another worker does not help it.

/** What `call` resolves with. Throws a `ClientError` (`stands-still`) where it went unanswered because the run's workflow code fails. */
export async function answered<T>(client: Client, workflowId: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // After a few attempts the server says so by itself; until then nobody answers.
    if (saysStandstill(error) || (isUnanswered(error) && (await fails(client, workflowId))))
      throw new ClientError('stands-still', standstillText, { cause: error });
    throw error;
  }
}

/** Whether workflow code of the run fails, or that of a child that works for it. */
export async function isStuck(client: Client, workflowId: string): Promise<boolean> {
  const { isFailing, children } = await look(client, workflowId);
  if (isFailing) return true;
  for (const child of children) if (await isStuck(client, child)) return true;
  return false;
}

async function fails(client: Client, workflowId: string): Promise<boolean> {
  return look(client, workflowId).then(
    ({ isFailing }) => isFailing,
    // What the call itself said counts.
    () => false,
  );
}

/** As the server has it, without a payload being decoded: the keys may be what is wrong. */
async function look(client: Client, workflowId: string): Promise<{ readonly isFailing: boolean; readonly children: readonly string[] }> {
  const { namespace } = client.options;
  const { pendingWorkflowTask, pendingChildren } = await client.workflowService.describeWorkflowExecution({
    namespace,
    execution: { workflowId },
  });
  return {
    // A worker that was killed in a task leaves a second attempt, which waits for the next worker; code that fails gets beyond that in seconds.
    isFailing: (pendingWorkflowTask?.attempt ?? 0) > 2,
    children: (pendingChildren ?? []).flatMap(({ workflowId: child }) => (child ? [child] : [])),
  };
}

// Who cannot read a run sends it nothing. The server takes plain text for an encrypted run, the run carries it out, and only its reply would show that the keys are wrong: then
// what was sent stands in the history for all to read, and whoever tries again does it twice.

/** Runs that a client could read: it asks once, as the next message comes soon. */
const read = new WeakMap<Client, Set<string>>();
const mostRemembered = 1_000;

/** Reads what the run was started with. Throws `EncryptionError`; whatever else is wrong, the message itself will meet and tell. */
export async function requireReadable(client: Client, workflowId: string): Promise<void> {
  const readable = read.get(client) ?? new Set();
  read.set(client, readable);
  if (readable.has(workflowId)) return;
  try {
    await decoded(client, await firstEvent(client, workflowId));
    if (readable.size >= mostRemembered) readable.clear();
    readable.add(workflowId);
  } catch (error) {
    if (error instanceof EncryptionError) throw error;
  }
}
