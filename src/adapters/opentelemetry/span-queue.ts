// Spans in the form that OpenTelemetry's exporters take. A trace is a run, or its caller's; ids are hashes, so a span that is sent again is the same span.

import { defined } from '../../domain/collections.js';
import { createHash } from 'node:crypto';
import { createTraceState, SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api';
import { type Resource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { type ReadableSpan, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { Span } from '../../domain/explorer/spans.js';
import type { Trace } from '../../domain/telemetry/trace-context.js';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';

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

// Sends spans to a collector. Nothing waits for it, except briefly at the end. Spans that it does not accept are lost; this is logged once
// until it accepts some again.

export interface SpanQueueOptions {
  /** Base URL of a collector: OTLP over HTTP, at `/v1/traces` below it. */
  readonly endpoint: string;
  readonly hostId: string;
  /** Texts are sent as well, as this leaves them; undefined: none is sent. */
  readonly mask?: ((text: string) => string) | undefined;
  readonly log: (text: string) => void;
}

const sentEveryMs = 1_000;
const closedWithinMs = 5_000;

export interface SpanSink {
  /** Returns immediately. */
  add(trace: Trace, spans: readonly Span[]): void;
}

export interface SpanQueue extends SpanSink {
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

export function createSpanQueue({ endpoint, hostId, mask, log }: SpanQueueOptions): SpanQueue {
  const usual = resourceFromAttributes({ 'service.name': 'steadyhand', 'service.instance.id': hostId });
  const resource = usual.merge(detectResources({ detectors: [envDetector] }));
  let lost = false;
  function missed(why: string): void {
    if (!lost) log(`spans do not reach ${new URL(endpoint).origin} (${why}); runs go on without them`);
    lost = true;
  }
  const collector = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const exporter: SpanExporter = {
    export: (spans, done) =>
      collector.export(spans, (result) => {
        if (result.error) missed(result.error.message);
        else lost = false;
        done(result);
      }),
    shutdown: () => collector.shutdown(),
  };
  const processor = new BatchSpanProcessor({ exporter, scheduledDelayMillis: sentEveryMs });
  return {
    add(trace, spans) {
      for (const span of spans) processor.onEnd(readableSpan(trace, span, { resource, mask }));
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          missed(`no response within ${closedWithinMs / 1_000} s`);
          resolve();
        }, closedWithinMs);
      });
      // The failure is logged where the spans are sent.
      await Promise.race([processor.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
