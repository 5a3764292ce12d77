// OpenTelemetry's packages are loaded only when spans are exported.
import type { Model } from '../../ports/model.js';
import type { RunRecords } from '../../ports/run-records.js';
import type { SpanQueueOptions } from './span-queue.js';
import { createTracedModel } from './traced-model.js';
import { createTracedRecords, type SpanSink } from './traced-records.js';

export interface Traces {
  /** `model`: what explorers ask. */
  of(records: RunRecords, model: Model): RunRecords;
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
  if (endpoint === undefined) return { of: (records) => records, ofModel: (model) => model, close: () => Promise.resolve() };
  const { createSpanQueue } = await import('./span-queue.js');
  const queue = createSpanQueue({ ...options, endpoint });
  return {
    sink: queue,
    of: (records, model) => createTracedRecords(records, queue, model),
    ofModel: (model) => createTracedModel(model, queue),
    close: () => queue.close(),
  };
}
