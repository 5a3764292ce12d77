// Spans in the form that OpenTelemetry's exporters take. A trace is a run; ids are hashes, so a span that is sent again is the same span.
import { createHash } from 'node:crypto';
import { SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Span } from '../../domain/explorer/spans.js';

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const satisfies Record<Span['kind'], SpanKind>;

/** `run`: its id. */
export function readableSpan(run: string, span: Span, resource: Resource): ReadableSpan {
  const { id, parent, name, kind, start, end, attributes, notes, error } = span;
  return {
    name,
    kind: kinds[kind],
    spanContext: () => contextOf(run, id),
    ...(parent === undefined ? {} : { parentSpanContext: contextOf(run, parent) }),
    startTime: timeOf(start),
    endTime: timeOf(end),
    duration: timeOf(end - start),
    ended: true,
    status: error === undefined ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: error },
    attributes,
    events: notes.map((note) => ({ name: note.name, time: timeOf(note.at), attributes: note.attributes })),
    links: [],
    resource,
    instrumentationScope: { name: 'steadyhand' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function contextOf(run: string, id: Span['id']): SpanContext {
  return { traceId: hash(run, 32), spanId: hash(`${run} ${id}`, 16), traceFlags: TraceFlags.SAMPLED };
}

function hash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

function timeOf(ms: number): HrTime {
  return [Math.trunc(ms / 1_000), (ms % 1_000) * 1_000_000];
}
