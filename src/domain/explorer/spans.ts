// An explorer's run as a trace, derived from its events: the run contains loops, loops contain nodes, nodes contain model calls.
//
// spans-1. Span attributes are an explicit list of fields: new event fields are not exported by themselves.
// spans-2. A span is identified by the event that opens it, so making it again gives the same span.
// spans-3. Events may be missing (a batch that could not be written): the rest still makes complete spans.
import { failures, type StopReason } from './agent-state.js';
import type { ExplorerEvent } from './telemetry.js';

export interface TimedEvent extends ExplorerEvent {
  /** ms since 1970. */
  readonly at: number;
}

export interface Span {
  /** Of an explorer: `seq` of the event that opened it; 0: the run. Otherwise any text that names it within its trace. */
  readonly id: number | string;
  /** Absent: the span is the run itself. */
  readonly parent?: number | string;
  readonly name: string;
  readonly kind: 'internal' | 'client';
  /** ms since 1970. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  /** Attributes with texts of pages, prompts or answers: sent on request only. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly notes: readonly Note[];
  /** What went wrong, in short. */
  readonly error?: string;
  /** `seq` of the event that ended it. */
  readonly endedBy: number;
}

/** What happened while a span lasted. */
export interface Note {
  readonly name: string;
  readonly at: number;
  readonly attributes: Attributes;
}

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Attributes from event fields; model calls use OpenTelemetry's names. */
export const attributeNames = {
  run_id: 'steadyhand.run_id',
  app_id: 'steadyhand.app_id',
  node: 'steadyhand.node',
  loop_num: 'steadyhand.loop_num',
  signature: 'steadyhand.signature',
  model: 'gen_ai.request.model',
  tokens_in: 'gen_ai.usage.input_tokens',
  tokens_out: 'gen_ai.usage.output_tokens',
  cache_hit: 'steadyhand.cache_hit',
  why: 'error.type',
  kind: 'error.type',
  attempt: 'steadyhand.attempt',
  nodes_added: 'steadyhand.nodes_added',
  edges_added: 'steadyhand.edges_added',
  restarts: 'steadyhand.restarts',
  from: 'steadyhand.from',
  to: 'steadyhand.to',
  until_step: 'steadyhand.until_step',
  stop_reason: 'steadyhand.stop_reason',
  coverage_pct: 'steadyhand.coverage_pct',
  tokens_total: 'steadyhand.tokens_total',
  steps_total: 'steadyhand.steps_total',
} as const;

interface Open extends Pick<Span, 'id' | 'start' | 'attributes'> {
  readonly parent?: number | string;
  readonly notes: TimedEvent[];
}

/** Finished spans from all events of a run so far, ordered by `seq`. */
export function spansOf(events: readonly TimedEvent[]): readonly Span[] {
  const [first] = events;
  if (!first) return [];
  const spans: Span[] = [];
  const run: Open = { id: 0, start: first.at, attributes: attributesOf(first), notes: [] };
  let loop: Open | undefined;
  let node: Open | undefined;
  for (const event of events)
    switch (event.type) {
      case 'agent.session_started':
        break;
      case 'agent.loop_start':
        if (loop) spans.push(ended(loop, event, { name: 'loop' }));
        loop = opened(event, run);
        break;
      case 'agent.node_start':
        node = opened(event, loop ?? run);
        break;
      case 'agent.node_finish':
        spans.push(nodeSpan(event, node && isOf(node, event) ? node : { ...opened(event, loop ?? run), start: began(event) }));
        node = undefined;
        break;
      case 'agent.llm_invocation':
        spans.push(question(event, node ?? loop ?? run));
        break;
      case 'agent.stop':
        if (loop) spans.push(ended(loop, event, { name: 'loop' }));
        spans.push(runSpan(event, run));
        break;
      default:
        (node ?? loop ?? run).notes.push(event);
    }
  return spans;
}

function opened(event: TimedEvent, { id: parent }: Open): Open {
  return { id: event.seq, parent, start: event.at, attributes: attributesOf(event), notes: [] };
}

function ended({ notes, ...open }: Open, { at, seq }: TimedEvent, span: Pick<Span, 'name' | 'error'> & Partial<Span>): Span {
  return {
    ...open,
    kind: 'internal',
    end: at,
    notes: notes.map((note) => ({ name: note.type, at: note.at, attributes: attributesOf(note) })),
    endedBy: seq,
    ...span,
  };
}

function nodeSpan(finish: TimedEvent, node: Open): Span {
  const kind = node.notes.findLast(({ type }) => type === 'agent.error')?.payload['kind'];
  return ended(node, finish, { name: String(finish.payload['node']), error: kind === undefined ? undefined : String(kind) });
}

/** A cached answer gets a span, but not that of a model call. */
function question(event: TimedEvent, asker: Open): Span {
  const { model, cache_hit, why } = event.payload;
  const call = { ...opened(event, asker), start: began(event) };
  if (cache_hit === true) return ended(call, event, { name: 'kept answer' });
  return ended(call, event, {
    name: `chat ${String(model)}`,
    kind: 'client',
    attributes: { 'gen_ai.operation.name': 'chat', ...call.attributes },
    error: why === undefined ? undefined : String(why),
  });
}

function runSpan(stop: TimedEvent, run: Open): Span {
  const reason = stop.payload['stop_reason'];
  return ended(run, stop, {
    name: 'invoke_agent explorer',
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'explorer',
      ...run.attributes,
      ...attributesOf(stop),
    },
    error: typeof reason === 'string' && failures.has(reason as StopReason) ? reason : undefined,
  });
}

/** For what is only reported at its end. */
function began({ at, payload }: TimedEvent): number {
  return at - Number(payload['latency_ms']);
}

function isOf({ attributes }: Open, { payload }: TimedEvent): boolean {
  return attributes[attributeNames.node] === payload['node'] && attributes[attributeNames.loop_num] === payload['loop_num'];
}

function attributesOf({ payload }: TimedEvent): Attributes {
  return Object.fromEntries(
    Object.entries(attributeNames).flatMap(([field, name]) => {
      const value = payload[field];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
    }),
  );
}
