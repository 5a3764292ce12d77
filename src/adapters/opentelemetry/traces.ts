// OpenTelemetry's packages are loaded only when spans are exported.
import type { Model } from '../../ports/model.js';
import type { RunEvents } from '../../ports/run-events.js';
import { createTracedRunEvents, type SpanSink } from './run-events.js';
import type { SpanQueueOptions } from './span-queue.js';
import { createTracedModel } from './traced-model.js';

export interface Traces {
  /** `model`: what explorers ask. */
  of(events: RunEvents, model: Model): RunEvents;
  ofModel(model: Model): Model;
  /** Undefined: nothing is exported. */
  readonly sink?: SpanSink;
  close(): Promise<void>;
}

export interface TracesOptions extends Omit<SpanQueueOptions, 'endpoint'> {
  /** Absent: nothing is exported. */
  readonly endpoint: string | undefined;
}

export async function openTraces({ endpoint, ...options }: TracesOptions): Promise<Traces> {
  if (endpoint === undefined) return { of: (events) => events, ofModel: (model) => model, close: () => Promise.resolve() };
  const { createSpanQueue } = await import('./span-queue.js');
  const queue = createSpanQueue({ ...options, endpoint });
  return {
    sink: queue,
    of: (events, model) => createTracedRunEvents(events, queue, model),
    ofModel: (model) => createTracedModel(model, queue),
    close: () => queue.close(),
  };
}
