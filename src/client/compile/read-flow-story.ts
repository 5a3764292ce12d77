// A recorded run of a flow: its document, and what its AI steps called.
import type { FlowStory, StepVisit, TaskVisit } from '../../domain/compile/compile-flow.js';
import { CompileError, orWhyNot } from '../../domain/compile/story.js';
import type { SeenCall, StepCallMade } from '../../domain/compile/step-nodes.js';
import type { AppDecision } from '../../domain/agent/decision.js';
import type { CallToolInput, CallToolResult, WriteRecordsInput } from '../../domain/flow/requests.js';
import type { FinishedStory } from '../../domain/compile/next-version.js';
import { requestWith } from '../../domain/library/request-pattern.js';
import type { Variables } from '../../domain/run/json.js';
import type { FlowDocument } from '../../domain/flow/document.js';
import { namesIn } from '../../domain/anchors/fill.js';
import { parseFlow } from '../../domain/flow/parse-flow.schema.js';
import { recordOf, refOf, textOf, textsOf } from '../../domain/checks/read-stored.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import { activityCalls, completedRun, endsOf } from './activity-calls.js';
import { agentSteps, keptScreen } from './read-story.js';

/** Throws a `CompileError` as `completedRun` does. */
export function readFlowStory(cassette: Cassette): FlowStory {
  const { input, cost } = completedRun(cassette);
  const document = documentOf(cassette, input?.['flow'] ?? input?.['flowRef']);
  const device = recordOf(input?.['device']);
  const url = textOf(device?.['url']);
  return {
    ...{ run: cassette.run, document, visits: visitsOf(cassette, document), tasks: tasksOf(cassette, document), cost },
    application: URL.canParse(url) ? new URL(url).origin : textOf(device?.['app']),
  };
}

/** A flow that an agent finished; undefined: it ended by itself. Throws as `readFlowStory` does. */
export function readFinishedStory(cassette: Cassette): FinishedStory | undefined {
  const end = recordOf(endsOf(cassette).result);
  const finisher = textOf(end?.['fallback']);
  if (finisher === '') return undefined;
  const { run, document, application, cost } = readFlowStory(cassette);
  const variables = (recordOf(end?.['variables']) ?? {}) as Variables;
  const request = requestWith(document, variables);
  return {
    ...{ document, variables },
    visited: textsOf(end?.['visited']),
    agent: { run, request, steps: agentSteps(cassette, finisher), result: textOf(end?.['text']), application, cost },
  };
}

function documentOf({ artifacts, run }: Cassette, given: unknown): FlowDocument {
  const ref = refOf(given);
  const stored = ref && artifacts[ref];
  const value: unknown = stored === undefined ? given : JSON.parse(Buffer.from(stored, 'base64').toString('utf8'));
  const { flow } = parseFlow(value, namesIn(value));
  if (flow) return flow;
  throw new CompileError('no-records', `The document of the flow run '${run}' is not in its record: run it again, and compile that run.`);
}

/** Of each AI step, each time that it ran. */
function visitsOf(cassette: Cassette, { nodes }: FlowDocument): readonly StepVisit[] {
  const steps = nodes.filter(({ node_type: { type } }) => type === 'AiStep');
  const visits: { node: string; readonly calls: StepCallMade[] }[] = [];
  for (const { type, frame, input, result } of activityCalls(cassette)) {
    if (frame !== cassette.run) continue;
    if (type === 'thinkStep') {
      const { prompt, transcript } = input as { readonly prompt: string; readonly transcript: readonly unknown[] };
      const step = steps.find(({ node_type: node }) => node.type === 'AiStep' && node.prompt === prompt);
      if (transcript.length === 0) visits.push({ node: step?.id ?? '', calls: [] });
    }
    if (type !== 'actTool' && type !== 'readTool') continue;
    const call = input as CallToolInput;
    const visit = visits.at(-1);
    // The call itself stands before its leaving.
    if (call.node.type !== 'AiStep' || !visit || call.leave) continue;
    visit.node = steps.find(({ name }) => name === call.node.name)?.id ?? visit.node;
    visit.calls.push(callMade(cassette, call, result as CallToolResult | undefined, type === 'readTool'));
  }
  return visits;
}

function callMade(cassette: Cassette, { call }: CallToolInput, result: CallToolResult | undefined, reads: boolean): StepCallMade {
  const target = result?.status === 'done' ? result.target?.name : undefined;
  return {
    ...{ name: call.name, arguments: call.arguments, reads },
    outcome: outcomeOf(result),
    target: target === undefined || target.trim() === '' ? undefined : target,
    ...seenIn(cassette, result),
  };
}

/** A window that was brought to the front needs no place. */
function seenIn(cassette: Cassette, result: CallToolResult | undefined): { readonly act?: SeenCall } {
  const act = result?.status === 'done' ? result.act : undefined;
  const before = act && keptScreen(cassette, act.before);
  if (!before || act.action.type === 'select-application') return {};
  const after = act.after && keptScreen(cassette, act.after);
  return { act: { action: act.action, before, after } };
}

/** Of each agent's task, each time that it ran: the records say which agent that was. */
function tasksOf(cassette: Cassette, { nodes }: FlowDocument): readonly TaskVisit[] {
  const visits: TaskVisit[] = [];
  for (const { type, frame, input } of activityCalls(cassette)) {
    if (type !== 'writeFlowRecords' || frame !== cassette.run) continue;
    for (const { type: event, payload, node } of (input as WriteRecordsInput).records) {
      const task = nodes.find(({ id, node_type: own }) => id === node?.id && own.type === 'AgentTask');
      if (event === 'child_run' && task?.node_type.type === 'AgentTask')
        visits.push({ node: task.id, run: agentRun(cassette, textOf(payload['workflow_id']), task.node_type.request) });
    }
  }
  return visits;
}

function agentRun(cassette: Cassette, agent: string, request: string): TaskVisit['run'] {
  const last = activityCalls(cassette).findLast(({ type, frame }) => type === 'decideApp' && frame === agent)?.result as
    | AppDecision
    | undefined;
  if (last?.status !== 'FINISH') return { why: 'an agent of it did not reach its goal, and nobody knows what that left' };
  const cost = { usd: 0, calls: 0, tokens: 0, ms: 0 };
  return orWhyNot(() => ({ run: agent, request, steps: agentSteps(cassette, agent), result: last.result ?? '', application: '', cost }));
}

function outcomeOf(result: CallToolResult | undefined): StepCallMade['outcome'] {
  switch (result?.status) {
    case undefined:
      return 'unknown';
    case 'done':
      return result.isError ? 'failed' : 'done';
    case 'stays':
      return 'done';
    case 'approval':
      return 'not-run';
    case 'failed':
      return 'failed';
  }
}
