// A custom workflow whose steps are a flow and an agent.
import { workflowInfo } from '@temporalio/workflow';
import { executeAgent, executeFlow, type GivenRun } from '../../../src/workflow.js';

export interface Signed {
  readonly at: unknown;
  readonly outcome: string;
  readonly said: string | undefined;
}

export async function approval(document: string, device: NonNullable<GivenRun['device']>): Promise<Signed> {
  const node_type = { type: 'McpToolCall', tool_name: 'own/clock', arguments: { zone: 'UTC' } } as const;
  const looked = await executeFlow({ flow: { name: 'What time is it', nodes: [{ id: 'clock', name: 'clock', node_type }] }, device });
  const signing = await executeAgent({ request: `Sign ${document}`, device }, { workflowId: `${workflowInfo().workflowId}/sign` });
  return { at: looked.variables['clock.result'], outcome: signing.outcome, said: signing.previousSubtasks.at(-1)?.result };
}
