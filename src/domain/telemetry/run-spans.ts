// FL10: spans of agents, flows and procedures, by OpenTelemetry's conventions for generative AI (status: development): a workflow is an `invoke_agent`,
// a question to a model a `chat`, what acts an `execute_tool`. An explorer's come from its events (domain/explorer/spans.ts).
//
// runspans-1. A trace is a run with its children: named by the first execution of its root, which no kill, worker or continue-as-new changes.
// runspans-2. No texts: names of functions, counts and outcomes only.
import type { Span } from '../explorer/spans.js';
import type { Tally } from './metrics.js';

/** A piece of work that has ended. */
export interface Work {
  readonly effect: { readonly type: string };
  readonly event: { readonly type: string };
  /** ms since 1970. */
  readonly start: number;
  readonly end: number;
  readonly before: Tally;
  readonly after: Tally;
}

/** Effects whose work is a tool's. */
const tools: ReadonlySet<string> = new Set(['perform', 'call']);

/** Undefined: neither a model was asked nor a tool called. `workflow`: its id; `execution`: its run id. */
export function workSpan(workflow: string, execution: string, work: Work): Span | undefined {
  const { effect, event, start, end, before, after } = work;
  const input = after.usage.inputTokens - before.usage.inputTokens;
  const output = after.usage.outputTokens - before.usage.outputTokens;
  const asked = after.usage.modelCalls > before.usage.modelCalls;
  if (!asked && !tools.has(effect.type)) return undefined;
  const tool = asked ? undefined : toolOf(effect);
  const common = { id: `${execution} ${effect.type} ${start}`, parent: workflow, start, end, notes: [], endedBy: 0 };
  const error = event.type === 'failed' || event.type === 'refused' ? { error: event.type } : {};
  if (tool !== undefined) {
    const unknown = after.unknownOutcomes - before.unknownOutcomes;
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool, 'steadyhand.unknown_outcomes': unknown };
    return { ...common, name: `execute_tool ${tool}`, kind: 'internal', attributes, ...error };
  }
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': output,
    'steadyhand.effect': effect.type,
  };
  return { ...common, name: 'chat', kind: 'client', attributes, ...error };
}

function toolOf(effect: object): string {
  if ('call' in effect && typeof effect.call === 'object' && effect.call !== null && 'name' in effect.call) return String(effect.call.name);
  const [action]: readonly unknown[] = 'actions' in effect && Array.isArray(effect.actions) ? effect.actions : [];
  return typeof action === 'object' && action !== null && 'function' in action ? String(action.function) : 'tool';
}

export interface AgentEnd {
  readonly workflow: string;
  /** The workflow that it is part of. */
  readonly parent: string | undefined;
  readonly agent: string;
  readonly start: number;
  readonly end: number;
  readonly outcome: string;
}

const failed: ReadonlySet<string> = new Set(['failed', 'error', 'ERROR', 'FAIL', 'refused']);

export function agentSpan({ workflow, parent, agent, start, end, outcome }: AgentEnd): Span {
  return {
    id: workflow,
    ...(parent === undefined ? {} : { parent }),
    name: `invoke_agent ${agent}`,
    kind: 'internal',
    start,
    end,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent,
      'steadyhand.workflow_id': workflow,
      'steadyhand.outcome': outcome,
    },
    notes: [],
    endedBy: 0,
    ...(failed.has(outcome) ? { error: outcome } : {}),
  };
}
