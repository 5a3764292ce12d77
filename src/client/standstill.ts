// Why a run does not answer: a run whose workflow tasks fail looks, to who asks it, as one without a worker, and starting another worker does not help it.
import type { Client } from '@temporalio/client';
import { ClientError, isUnanswered, saysStandstill, standstillText } from './errors.js';

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
export async function standsStill(client: Client, workflowId: string): Promise<boolean> {
  const { isFailing, children } = await look(client, workflowId);
  if (isFailing) return true;
  for (const child of children) if (await standsStill(client, child)) return true;
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
