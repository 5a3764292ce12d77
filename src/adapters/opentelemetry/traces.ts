// Which activity of which trace is running: what it asks of a port may tell a span of it.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceParent } from '../../domain/telemetry/trace-context.js';
import { spansOf, type Span, type TimedEvent } from '../../domain/explorer/spans.js';
import { isExplorerEntry, type ExplorerEntry } from '../../domain/run/entry.js';
import { serverOf, type CalledModel, chatSpan, textsOf } from '../../domain/telemetry/chat-span.js';
import { type Model, type ModelAnswer, ModelError, type ModelMessage, type ModelRequest, type ModelRole } from '../../ports/model.js';
import type { RunRecords } from '../../ports/run-records.js';
import { noUsage } from '../../domain/budget/usage.js';
import { SteadyhandError } from '../../domain/errors/errors.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { SpanQueueOptions, SpanSink } from './span-queue.js';

interface Running extends TraceParent {
  /** Questions so far. */
  questions: number;
}

const running = new AsyncLocalStorage<Running>();

export function withTraceParent<T>(by: TraceParent, work: () => Promise<T>): Promise<T> {
  return running.run({ ...by, questions: 0 }, work);
}

/** Undefined: no activity that tells spans is running. */
function askedBy(): TraceParent | undefined {
  return running.getStore();
}

/** From 1, within the attempt. */
function nextQuestion(): number {
  const now = running.getStore();
  if (!now) return 0;
  now.questions += 1;
  return now.questions;
}

// Exports the spans that newly written events end. Spans are built from all events of a run so far: the event that opened one may be
// batches earlier.

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
function placed(span: Span, asked: CalledModel | undefined): Span {
  return { ...span, attributes: { 'gen_ai.provider.name': asked?.provider ?? '_OTHER', ...serverOf(asked), ...span.attributes } };
}

function runIdOf({ data }: ExplorerEntry): string {
  return String(data['run_id']);
}

function timed({ number: seq, at: timestamp, type, data: payload }: ExplorerEntry): TimedEvent {
  return { seq, timestamp, type, payload, at: Date.parse(timestamp) };
}

// Tells a span of each question to a model. An answer is told as it may be stored, so without typed passwords.

interface Question<R> {
  readonly role: ModelRole;
  /** What it is put to. */
  readonly to: CalledModel | undefined;
  readonly messages: readonly ModelMessage[];
  readonly pictures: readonly ArtifactRef[];
  readonly signal: AbortSignal;
  ask(): Promise<R>;
  /** The answer as it may be stored. */
  stored(reply: R): string;
}

export function createTracedModel(model: Model, sink: SpanSink, now: () => number = Date.now): Model {
  async function told<R extends ModelAnswer>(question: Question<R>): Promise<R> {
    const { role, messages, pictures, signal } = question;
    const by = askedBy();
    if (!by) return question.ask();
    const asked = { by, number: nextQuestion(), role, asked: question.to, start: now() };
    const texts = (answer?: string): Record<string, string> => textsOf(messages, pictures, answer);
    try {
      const reply = await question.ask();
      const answer = question.stored(reply);
      sink.add(by.trace, [chatSpan({ ...asked, end: now(), usage: reply.usage, answeredBy: reply.model, texts: texts(answer) })]);
      return reply;
    } catch (error) {
      const usage = (error instanceof ModelError ? error.options.usage : undefined) ?? noUsage;
      sink.add(by.trace, [chatSpan({ ...asked, end: now(), usage, texts: texts(), error: codeOf(error, signal) })]);
      throw error;
    }
  }

  function complete<T>(request: ModelRequest<T>) {
    const { role, messages, images = [], signal } = request;
    return told({
      ...{ role, to: model.asks?.(role, request.model), messages, pictures: images.map(({ ref }) => ref), signal },
      ask: () => model.complete(request),
      stored({ value }) {
        const said = JSON.stringify(value);
        return request.stored?.(said, value) ?? said;
      },
    });
  }

  const { computer } = model;
  const toComputer = (name?: string) => (computer?.asks ? computer.asks(name) : model.asks?.('app', name));
  return {
    complete,
    takesImages: (role) => model.takesImages(role),
    asks: model.asks ? (role, name) => model.asks?.(role, name) : undefined,
    computer: computer
      ? {
          asks: toComputer,
          next(question) {
            const { system, task, now: seen, picture, signal } = question;
            const messages = [
              { role: 'system', text: system },
              { role: 'user', text: task },
              { role: 'user', text: seen },
            ] as const;
            return told({
              ...{ role: 'app', to: toComputer(question.model), messages, pictures: [picture], signal },
              ask: () => computer.next(question),
              stored(reply) {
                const said = JSON.stringify(reply.turn);
                return question.stored?.(said, reply.turn, reply.picture) ?? said;
              },
            });
          },
        }
      : undefined,
  };
}

function codeOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof SteadyhandError) return error.code;
  return signal.aborted ? 'cancelled' : 'failed';
}

// OpenTelemetry's packages are loaded only when spans are exported.

interface Traces {
  /** `model`: what explorers ask. */
  of(records: RunRecords, model: Model): RunRecords;
  ofModel(model: Model): Model;
  /** Undefined: nothing is exported. */
  readonly sink?: SpanSink;
  close(): Promise<void>;
}

interface TracesOptions extends Omit<SpanQueueOptions, 'endpoint'> {
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
