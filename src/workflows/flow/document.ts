// The flow's document: validated and stored by a worker, fetched again by each part of the chain.
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { FlowDocument } from '../../domain/flow/document.js';
import type { FlowInput } from '../../domain/flow/input.js';
import { runName } from '../../domain/flow/record.js';
import type { ResolvedFlow } from '../../domain/flow/requests.js';
import { refused } from '../engine/refusals.js';
import { showRunning } from '../people/people-state.js';
import type { FlowCarried, SettledFlow } from './shell.js';

export async function settle({ flow, flows, run, variables }: FlowInput, { parent }: FlowCarried): Promise<SettledFlow> {
  showRunning();
  const { workflowId, firstExecutionRunId, startTime } = workflowInfo();
  const { resolveFlow } = proxyActivities<Activities>({ ...quick, summary: 'judge the flow, and resolve settings, guard and budget' });
  const resolved = parent?.resolved ?? (await resolveFlow({ flow, flows, run, given: Object.keys(variables) }).catch(refused));
  const records = { id: workflowId, flow: resolved.name, run: runName(startTime.toISOString(), firstExecutionRunId) };
  return { ...resolved, records };
}

export async function load({ document, slices }: ResolvedFlow): Promise<FlowDocument> {
  const { loadFlow } = proxyActivities<Activities>({ ...quick, summary: 'load the flow' });
  let text = '';
  for (let slice = 0; slice < slices; slice += 1) text += await loadFlow({ document, slice }).catch(refused);
  return JSON.parse(text) as FlowDocument; // `resolveFlow` has validated and stored it
}

const quick = { startToCloseTimeout: '30 seconds', retry: { maximumAttempts: 10 } } as const;
