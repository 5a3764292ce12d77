// A step that the engine does itself: an agent or a flow as a child, and the evidence that it leaves.
import { ApplicationFailure, ChildWorkflowFailure, executeChild, ParentClosePolicy } from '@temporalio/workflow';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import type { Variables } from '../../domain/run/json.js';
import type { EngineWork } from '../../domain/procedure/engine-step.js';
import type { flow } from '../flow/flow.js';
import type { FlowResult } from '../flow/flow-result.js';
import type { hostAgent } from '../agent/host-agent.js';

export type StepEnd = { readonly summary: string; readonly left: Variables } | { readonly why: string };

/** Rejects when it is cancelled. `run`: device, budget, guard, settings and models of the procedure's input. */
export async function doStep(work: EngineWork, workflowId: string, run: Readonly<Record<string, unknown>>): Promise<StepEnd> {
  try {
    return await (work.type === 'agent' ? byAgent(work, workflowId, run) : byFlow(work, workflowId, run));
  } catch (error) {
    if (!(error instanceof ChildWorkflowFailure) || !(error.cause instanceof ApplicationFailure)) throw error;
    return { why: error.cause.message };
  }
}

async function byAgent(
  { request, step, url }: Extract<EngineWork, { readonly type: 'agent' }>,
  workflowId: string,
  run: Readonly<Record<string, unknown>>,
): Promise<StepEnd> {
  const { outcome, previousSubtasks, steps } = await executeChild<typeof hostAgent>('hostAgent', {
    ...childOptions(workflowId, step.name),
    args: [{ ...run, ...deviceAt(run, url), request }],
  });
  const last = previousSubtasks.at(-1)?.result ?? '';
  const words = `${workflowId} ended with '${outcome}' after ${steps} steps${last === '' ? '' : `: ${last}`}`;
  return outcome === 'completed' ? { summary: words, left: {} } : { why: words };
}

async function byFlow(
  { name, flow: document, flows, variables, step, url }: Extract<EngineWork, { readonly type: 'flow' }>,
  workflowId: string,
  run: Readonly<Record<string, unknown>>,
): Promise<StepEnd> {
  const result: FlowResult = await executeChild<typeof flow>('flow', {
    ...childOptions(workflowId, step.name),
    args: [{ ...run, ...deviceAt(run, url), flow: document, flows, variables }],
  });
  const { outcome, message, verdict, checks } = result;
  const words = `${workflowId}, flow '${name}', ended with '${outcome}'${message === '' ? '' : ` (${message})`}; its ${checks.length} checks: ${verdict}`;
  return outcome === 'completed' && verdict !== 'failed' ? { summary: words, left: result.variables } : { why: words };
}

function childOptions(workflowId: string, name: string) {
  return { workflowId, parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL, staticSummary: fitBytes(name, summaryBytes) } as const;
}

function deviceAt({ device }: Readonly<Record<string, unknown>>, url: string | undefined): object {
  if (url === undefined) return {};
  return { device: { ...(typeof device === 'object' ? device : {}), url } };
}
