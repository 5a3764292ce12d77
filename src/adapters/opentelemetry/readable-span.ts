// Spans in the form that OpenTelemetry's exporters take. A trace is a run, or its caller's; ids are hashes, so a span that is sent again is the same span.
import { defined } from '../../domain/collections.js';
import { createHash } from 'node:crypto';
import { createTraceState, SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Span } from '../../domain/explorer/spans.js';
import type { Trace } from '../../domain/telemetry/trace-context.js';

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const satisfies Record<Span['kind'], SpanKind>;

export interface Sent {
  readonly resource: Resource;
  /** What is sent of texts; undefined: nothing. */
  readonly mask: ((text: string) => string) | undefined;
}

export function readableSpan(trace: Trace, span: Span, { resource, mask }: Sent): ReadableSpan {
  const { id, parent, name, kind, start, end, attributes, texts = {}, notes, error } = span;
  const parentContext = parent === undefined ? callerContext(trace) : contextOf(trace, parent);
  return {
    name,
    kind: kinds[kind],
    spanContext: () => contextOf(trace, id),
    parentSpanContext: parentContext,
    startTime: timeOf(start),
    endTime: timeOf(end),
    duration: timeOf(end - start),
    ended: true,
    status: error === undefined ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: error },
    attributes: {
      ...trace.baggage,
      ...attributes,
      ...defined({ 'error.type': error }),
      ...(mask ? Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, mask(text)])) : {}),
    },
    events: notes.map((note) => ({ name: note.name, time: timeOf(note.at), attributes: note.attributes })),
    links: [],
    resource,
    instrumentationScope: { name: 'steadyhand' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** A caller that does not sample its trace does not sample this part of it either: what sends spans leaves these out. */
function contextOf({ run, caller }: Trace, id: Span['id']): SpanContext {
  return {
    traceId: caller?.traceId ?? hash(run, 32),
    spanId: hash(`${run} ${id}`, 16),
    traceFlags: caller?.sampled === false ? TraceFlags.NONE : TraceFlags.SAMPLED,
    ...stateOf(caller),
  };
}

function callerContext({ caller }: Trace): SpanContext | undefined {
  if (!caller) return undefined;
  const { traceId, spanId, sampled } = caller;
  return { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true, ...stateOf(caller) };
}

function stateOf(caller: Trace['caller']): Pick<SpanContext, 'traceState'> {
  return caller?.state === undefined ? {} : { traceState: createTraceState(caller.state) };
}

function hash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

function timeOf(ms: number): HrTime {
  return [Math.trunc(ms / 1_000), (ms % 1_000) * 1_000_000];
}
