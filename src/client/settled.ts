// Who has answered a request, and how: in the history of the workflow that asked it, where signals and Updates stand as they were sent.
import type { Client } from '@temporalio/client';
import { valueOf } from './decoded.js';

export interface Settled {
  readonly approved?: boolean;
  /** As they called themselves; absent: not told. */
  readonly by?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

interface Body {
  readonly requestId?: unknown;
  readonly approved?: unknown;
  readonly by?: unknown;
}

/** In its current execution: who asks for it has just asked. The first message counts; what came later was refused or ignored. */
export async function findSettled(client: Client, asker: string, requestId: string): Promise<Settled | undefined> {
  const { events } = await client.workflow.getHandle(asker).fetchHistory();
  for (const {
    workflowExecutionSignaledEventAttributes: signal,
    workflowExecutionUpdateAcceptedEventAttributes: update,
    eventTime,
  } of events ?? []) {
    const [payload] = signal?.input?.payloads ?? update?.acceptedRequest?.input?.args?.payloads ?? [];
    if (!payload) continue;
    const body = (await valueOf(client, payload)) as Body | null | undefined;
    if (body?.requestId !== requestId) continue;
    return {
      approved: typeof body.approved === 'boolean' ? body.approved : undefined,
      by: typeof body.by === 'string' && body.by !== '' ? body.by : undefined,
      at: new Date(Number(eventTime?.seconds ?? 0) * 1_000).toISOString(),
    };
  }
  return undefined;
}
