// Exports the spans that newly written events end. Spans are built from all events of a run so far: the event that opened one may be
// batches earlier.
import { spansOf, type Span, type TimedEvent } from '../../domain/explorer/spans.js';
import type { ExplorerEvent } from '../../domain/explorer/telemetry.js';
import type { RunEvents } from '../../ports/run-events.js';

export interface SpanSink {
  /** Returns immediately. `run`: its id. */
  add(run: string, spans: readonly Span[]): void;
}

export function createTracedRunEvents(events: RunEvents, sink: SpanSink): RunEvents {
  return {
    async append(run, batch) {
      const before = await events.read(run);
      await events.append(run, batch);
      const known = new Set(before.map(({ seq }) => seq));
      const fresh = batch.filter(({ seq }) => !known.has(seq));
      const [one] = fresh;
      if (!one) return;
      const told = [...before, ...fresh].sort((event, other) => event.seq - other.seq).map(timed);
      sink.add(
        String(one.payload['run_id']),
        spansOf(told).filter(({ endedBy }) => fresh.some(({ seq }) => seq === endedBy)),
      );
    },
    read: (run) => events.read(run),
  };
}

function timed(event: ExplorerEvent): TimedEvent {
  return { ...event, at: Date.parse(event.timestamp) };
}
