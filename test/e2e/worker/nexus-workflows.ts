// Of the other namespace in nexus.test.ts.
import { createNexusServiceClient } from '@temporalio/workflow';
import type { FlowInputDocument } from '../../../src/domain/flow/document.schema.js';
import { steadyhandService } from '../../../src/workflow.js';

export async function callFlow({ endpoint, flow }: { endpoint: string; flow: FlowInputDocument }): Promise<string> {
  const service = createNexusServiceClient({ service: steadyhandService, endpoint });
  const input = {
    flow,
    device: { kind: 'memory', capabilities: { script: { start: 'a', screens: { a: { title: 'A', controls: [] } } } } },
  } as never;
  const { outcome } = await service.executeOperation('flow', input, { scheduleToCloseTimeout: '1 hour' });
  return outcome;
}
