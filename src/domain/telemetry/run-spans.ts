// Spans of agents, flows and procedures, by OpenTelemetry's conventions for generative AI (status: development): a workflow is an `invoke_agent`,
// a question to a model a `chat` (chat-span.ts), what acts an `execute_tool`. An explorer's come from its events (domain/explorer/spans.ts).
//
// runspans-1. A trace is a run with its children: its ids are made of the first execution of its root, which no kill, worker or continue-as-new changes.
// runspans-2. No texts but in `texts`, which is sent on request only: names of functions, counts and outcomes.
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

/** Undefined: no tool was called. `workflow`: its id; `execution`: its run id. */
export function toolSpan(workflow: string, execution: string, { effect, event, start, end, before, after }: Work): Span | undefined {
  if (!tools.has(effect.type)) return undefined;
  const { name, args } = toolOf(effect);
  const unknown = after.unknownOutcomes - before.unknownOutcomes;
  return {
    id: `${execution} ${effect.type} ${start}`,
    parent: workflow,
    name: `execute_tool ${name}`,
    kind: 'internal',
    start,
    end,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name, 'steadyhand.unknown_outcomes': unknown },
    texts: args === undefined ? undefined : { 'gen_ai.tool.call.arguments': JSON.stringify(args) },
    notes: [],
    endedBy: 0,
    error: event.type === 'failed' || event.type === 'refused' ? event.type : undefined,
  };
}

function toolOf(effect: object): { readonly name: string; readonly args?: unknown } {
  if ('call' in effect && isObject(effect.call) && 'name' in effect.call)
    return { name: String(effect.call.name), args: Reflect.get(effect.call, 'arguments') };
  const [action]: readonly unknown[] = 'actions' in effect && Array.isArray(effect.actions) ? effect.actions : [];
  return isObject(action) && 'function' in action ? { name: String(action.function), args: Reflect.get(action, 'args') } : { name: 'tool' };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
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
    parent,
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
    error: failed.has(outcome) ? outcome : undefined,
  };
}
