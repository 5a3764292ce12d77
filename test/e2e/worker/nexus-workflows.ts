// Of the other namespace in nexus.test.ts.
import { createNexusServiceClient, type WorkflowInterceptors } from '@temporalio/workflow';
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

export const callersTrace = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  baggage: 'tenant=acme',
};

/** As a tracer of theirs would. */
export const interceptors = (): WorkflowInterceptors => ({
  outbound: [{ startNexusOperation: (input, next) => next({ ...input, headers: { ...input.headers, ...callersTrace } }) }],
});
