// Exports the spans that newly written events end. Spans are built from all events of a run so far: the event that opened one may be
// batches earlier.
import { spansOf, type Span, type TimedEvent } from '../../domain/explorer/spans.js';
import { isExplorerEntry, type ExplorerEntry } from '../../domain/run/entry.js';
import { serverOf, type AskedModel } from '../../domain/telemetry/chat-span.js';
import type { Trace } from '../../domain/telemetry/trace-context.js';
import type { Model } from '../../ports/model.js';
import type { RunRecords } from '../../ports/run-records.js';
import { askedBy } from './asked-by.js';

export interface SpanSink {
  /** Returns immediately. */
  add(trace: Trace, spans: readonly Span[]): void;
}

export function createTracedRecords(records: RunRecords, sink: SpanSink, model: Model | undefined): RunRecords {
  return {
    ...records,
    async append(run, entries) {
      const batch = entries.filter(isExplorerEntry);
      const [first] = batch;
      if (!first) return records.append(run, entries);
      const runId = runIdOf(first);
      // One workflow id may have many runs.
      const before = (await records.read(run)).filter(isExplorerEntry).filter((entry) => runIdOf(entry) === runId);
      await records.append(run, entries);
      const known = new Set(before.map(({ seq }) => seq));
      const fresh = batch.filter(({ seq }) => !known.has(seq)).map(timed);
      if (fresh.length === 0) return;
      const told = [...before.map(timed), ...fresh].sort((event, other) => event.seq - other.seq);
      const caller = askedBy()?.trace.caller;
      sink.add(
        // Its ids are made of its own id, which is in its events.
        { run: runId, caller },
        spansOf(told)
          .filter(({ endedBy }) => fresh.some(({ seq }) => seq === endedBy))
          .map((span) => (model && span.attributes['gen_ai.operation.name'] === 'chat' ? placed(span, model.asks?.('explorer')) : span)),
      );
    },
  };
}

/** Events do not say where a model is. */
function placed(span: Span, asked: AskedModel | undefined): Span {
  return { ...span, attributes: { 'gen_ai.provider.name': asked?.provider ?? '_OTHER', ...serverOf(asked), ...span.attributes } };
}

function runIdOf({ data }: ExplorerEntry): string {
  return String(data['run_id']);
}

function timed({ number: seq, at: timestamp, type, data: payload }: ExplorerEntry): TimedEvent {
  return { seq, timestamp, type, payload, at: Date.parse(timestamp) };
}
