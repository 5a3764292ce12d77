// `steadyhand/workflow`: agents, flows and explorers as children of your own workflows. It runs in Temporal's sandbox, and so imports nothing that a workflow may not.
import { defined } from './domain/collections.js';
import {
  executeChild,
  ParentClosePolicy,
  startChild,
  uuid4,
  type ChildWorkflowHandle,
  type ChildWorkflowOptions,
} from '@temporalio/workflow';
import type { ExplorerSummary } from './domain/explorer/requests.js';
import { fitBytes, summaryBytes } from './domain/text/fit-bytes.js';
import {
  agentTitle,
  explorerTitle,
  flowInputOf,
  flowTitle,
  type AgentInput,
  type ExplorerStart,
  type FlowStart,
} from './domain/run/program-input.js';
import type { HostAgentResult } from './workflows/agent/host-frame.js';
import type { FlowResult } from './workflows/flow/flow-result.js';
import { taskQueue } from './workflows/messages.js';

export { steadyhandService } from './workflows/service.js';
export type { RunFields as GivenRun } from './domain/run/input.js';
export type { AgentInput, ExplorerStart, FlowStart };
export type { ExplorerSummary, FlowResult, HostAgentResult };
export {
  answerSignal,
  blackboardQuery,
  confirmSignal,
  progressQuery,
  requestSignal,
  subtasksQuery,
  type AnswerBody,
  type ConfirmBody,
  type ProgressView,
  type RequestBody,
} from './workflows/messages.js';

/** Temporal's own options for a child; `taskQueue` where the workers of steadyhand poll another one. */
export type ChildOptions = Omit<ChildWorkflowOptions, 'args'>;

type AgentWorkflow = (input: AgentInput) => Promise<HostAgentResult>;
type FlowWorkflow = (input: object) => Promise<FlowResult>;
type ExplorerWorkflow = (input: ExplorerStart) => Promise<ExplorerSummary>;

/**
 * Runs an agent that carries out a request, to its end. Throws Temporal's `ChildWorkflowFailure`, whose cause is an `ApplicationFailure`: of type
 * `agent-error` when the agent ended in an error (`details[0]` is its `HostAgentResult`), or `invalid-input` when the input was refused.
 */
export function executeAgent(input: AgentInput, options: ChildOptions = {}): Promise<HostAgentResult> {
  return executeChild<AgentWorkflow>('hostAgent', { ...childOptions('agent', agentTitle(input), options), args: [input] });
}

/** Like `executeAgent`, but resolves as soon as it has begun: for an agent that you want to query, send further requests to, or cancel. */
export function startAgent(input: AgentInput, options: ChildOptions = {}): Promise<ChildWorkflowHandle<AgentWorkflow>> {
  return startChild<AgentWorkflow>('hostAgent', { ...childOptions('agent', agentTitle(input), options), args: [input] });
}

/** Runs a flow to its end. Throws `ChildWorkflowFailure` as `executeAgent` does; the type is `flow-failed`, and `details[0]` its `FlowResult`. */
export function executeFlow(input: FlowStart, options: ChildOptions = {}): Promise<FlowResult> {
  return executeChild<FlowWorkflow>('flow', { ...childOptions('flow', flowTitle(input), options), args: [flowInputOf(input)] });
}

/** Runs an explorer until its budget is spent or nothing is left to try. */
export function executeExplorer(input: ExplorerStart, options: ChildOptions = {}): Promise<ExplorerSummary> {
  return executeChild<ExplorerWorkflow>('explorer', {
    ...childOptions('explore', explorerTitle(input), options),
    args: [input],
  });
}

/** The title is shown in lists; a parent that ends asks its child to end too, so that the device is given back. */
function childOptions(kind: string, title: string, options: ChildOptions): ChildOptions & { readonly taskQueue: string } {
  return {
    taskQueue,
    workflowId: `${kind}-${uuid4()}`,
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    memo: { request: fitBytes(title, summaryBytes) },
    staticSummary: fitBytes(title, summaryBytes),
    ...defined(options),
  };
}
