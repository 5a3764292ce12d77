import type { WorkflowHandle } from '@temporalio/client';

/** What Temporal's Web UI writes beside the activities and timers of a run. */
export async function summariesOf(handle: Pick<WorkflowHandle, 'fetchHistory'>): Promise<readonly string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ userMetadata }) => {
    const data = userMetadata?.summary?.data;
    return data ? [String(JSON.parse(Buffer.from(data).toString()))] : [];
  });
}
