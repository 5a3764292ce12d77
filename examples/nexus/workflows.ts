// A workflow of another namespace that has an agent order, over Nexus. The agent's questions appear in the inbox of the namespace that runs it.
import { createNexusServiceClient } from '@temporalio/workflow';
import { steadyhandService } from 'steadyhand/workflow';

export interface Purchase {
  readonly request: string;
  /** Address of the shop. */
  readonly shop: string;
}

export async function purchase({ request, shop }: Purchase): Promise<string> {
  const steadyhand = createNexusServiceClient({ service: steadyhandService, endpoint: 'steadyhand' });
  const input = { request, device: { kind: 'web', url: shop } } as const;
  const { outcome, previousSubtasks } = await steadyhand.executeOperation('agent', input, { scheduleToCloseTimeout: '7 days' });
  return `${outcome}: ${previousSubtasks.at(-1)?.result}`;
}
