// Tells a span of each question to a model. An answer is told as it may be stored, so without typed passwords.
import { noUsage } from '../../domain/budget/usage.js';
import { SteadyhandError } from '../../domain/errors/errors.js';
import { chatSpan, textsOf, type AskedModel } from '../../domain/telemetry/chat-span.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ModelAnswer } from '../../ports/model-answer.js';
import { ModelError } from '../../ports/model-errors.js';
import type { Model, ModelMessage, ModelRequest, ModelRole } from '../../ports/model.js';
import { askedBy, nextQuestion } from './asked-by.js';
import type { SpanSink } from './traced-records.js';

interface Question<R> {
  readonly role: ModelRole;
  /** What it is put to. */
  readonly to: AskedModel | undefined;
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
