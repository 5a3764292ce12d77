// Sends spans to a collector. Nothing waits for it, except briefly at the end. Spans that it does not accept are lost; this is logged once
// until it accepts some again.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace';
import { readableSpan } from './readable-span.js';
import type { SpanSink } from './traced-records.js';

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
