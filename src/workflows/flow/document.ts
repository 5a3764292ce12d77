// The flow's document: validated and stored by a worker, fetched again by each part of the chain.
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { FlowDocument } from '../../domain/flow/document.js';
import type { FlowInput } from '../../domain/flow/input.js';
import type { ResolvedFlow, StoredFlow } from '../../domain/flow/requests.js';
import { refused } from '../engine/refusals.js';

const quick = { startToCloseTimeout: '30 seconds', retry: { maximumAttempts: 10 } } as const;

export function settle({ flow, flows, run, variables }: FlowInput): Promise<ResolvedFlow> {
  const { resolveFlow } = proxyActivities<Activities>({ ...quick, summary: 'judge the flow, and resolve settings, guard and budget' });
  return resolveFlow({ flow, flows, run, given: Object.keys(variables) }).catch(refused);
}

export async function load({ document, slices }: StoredFlow): Promise<FlowDocument> {
  const { loadFlow } = proxyActivities<Activities>({ ...quick, summary: 'load the flow' });
  let text = '';
  for (let slice = 0; slice < slices; slice += 1) text += await loadFlow({ document, slice }).catch(refused);
  return JSON.parse(text) as FlowDocument; // `resolveFlow` has validated and stored it
}
