import type { Client } from '@temporalio/client';
import type { Variables } from '../domain/run/json.js';
import { positionQuery, variablesQuery, type FlowPosition } from '../workflows/messages.js';

const queryTimeoutMs = 10_000;

/** Queries the run, even one that has ended; needs a worker. */
export function queryPosition(client: Client, id: string): Promise<FlowPosition> {
  return client.withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(id).query(positionQuery));
}

/** As `queryPosition`. */
export function queryVariables(client: Client, id: string): Promise<Variables> {
  return client.withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(id).query(variablesQuery));
}
