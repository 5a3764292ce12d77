// Exports the spans that newly written events end. Spans are built from all events of a run so far: the event that opened one may be
// batches earlier.
import { spansOf, type Span, type TimedEvent } from '../../domain/explorer/spans.js';
import type { ExplorerEvent } from '../../domain/explorer/telemetry.js';
import { serverOf, type AskedModel } from '../../domain/telemetry/chat-span.js';
import type { Trace } from '../../domain/telemetry/trace-context.js';
import type { Model } from '../../ports/model.js';
import type { RunEvents } from '../../ports/run-events.js';
import { askedBy } from './asked-by.js';

export interface SpanSink {
  /** Returns immediately. */
  add(trace: Trace, spans: readonly Span[]): void;
}

export function createTracedRunEvents(events: RunEvents, sink: SpanSink, model: Model | undefined): RunEvents {
  return {
    async append(run, batch) {
      const before = await events.read(run);
      await events.append(run, batch);
      const known = new Set(before.map(({ seq }) => seq));
      const fresh = batch.filter(({ seq }) => !known.has(seq));
      const [one] = fresh;
      if (!one) return;
      const told = [...before, ...fresh].sort((event, other) => event.seq - other.seq).map(timed);
      const caller = askedBy()?.trace.caller;
      sink.add(
        // Its ids are made of its own id, which is in its events.
        { run: String(one.payload['run_id']), caller },
        spansOf(told)
          .filter(({ endedBy }) => fresh.some(({ seq }) => seq === endedBy))
          .map((span) => (model && span.attributes['gen_ai.operation.name'] === 'chat' ? placed(span, model.asks?.('explorer')) : span)),
      );
    },
    read: (run) => events.read(run),
  };
}

/** Events do not say where a model is. */
function placed(span: Span, asked: AskedModel | undefined): Span {
  return { ...span, attributes: { 'gen_ai.provider.name': asked?.provider ?? '_OTHER', ...serverOf(asked), ...span.attributes } };
}

function timed(event: ExplorerEvent): TimedEvent {
  return { ...event, at: Date.parse(event.timestamp) };
}
