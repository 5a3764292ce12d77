// Tells a span of each question to a model (FL10). An answer is told as it may be stored, so without typed passwords.
import { noUsage } from '../../domain/budget/usage.js';
import { SteadyhandError } from '../../domain/errors.js';
import { chatSpan, textsOf } from '../../domain/telemetry/chat-span.js';
import { ModelError } from '../../ports/model-errors.js';
import type { Model, ModelReply, ModelRequest } from '../../ports/model.js';
import { askedBy, nextQuestion } from './asked-by.js';
import type { SpanSink } from './run-events.js';

export function createTracedModel(model: Model, sink: SpanSink, now: () => number = Date.now): Model {
  async function complete<T>(request: ModelRequest<T>): Promise<ModelReply<T>> {
    const by = askedBy();
    if (!by) return model.complete(request);
    const asked = { by, number: nextQuestion(), role: request.role, asked: model.asks?.(request.role, request.model), start: now() };
    const texts = (answer?: string): Record<string, string> =>
      textsOf(
        request.messages,
        (request.images ?? []).map(({ ref }) => ref),
        answer,
      );
    try {
      const reply = await model.complete(request);
      const said = JSON.stringify(reply.value);
      const answer = request.stored?.(said, reply.value) ?? said;
      sink.add(by.trace, [chatSpan({ ...asked, end: now(), usage: reply.usage, answeredBy: reply.model, texts: texts(answer) })]);
      return reply;
    } catch (error) {
      const usage = (error instanceof ModelError ? error.options.usage : undefined) ?? noUsage;
      sink.add(by.trace, [chatSpan({ ...asked, end: now(), usage, texts: texts(), error: codeOf(error, request.signal) })]);
      throw error;
    }
  }
  return {
    complete,
    takesImages: (role) => model.takesImages(role),
    ...(model.asks ? { asks: (role, name) => model.asks?.(role, name) } : {}),
  };
}

function codeOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof SteadyhandError) return error.code;
  return signal.aborted ? 'cancelled' : 'failed';
}
