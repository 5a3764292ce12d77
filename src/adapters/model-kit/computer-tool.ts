// `ComputerTool`: what is the same whichever provider's tool answers. `ComputerWire` is what each of them has of its own.
//
// tool-1. One turn, sent once: Temporal retries, and counts.
// tool-2. A last turn whose safety checks nobody approved is not answered: the question is put anew without it.
// tool-3. What is stored is what is sent back: the turn as its provider sent it, but for the passwords in it (`stored`).
import { z } from 'zod';
import { addUsage, noUsage } from '../../domain/budget/usage.js';
import type { ComputerTurn } from '../../domain/computer/computer-turn.js';
import type { CalledModel } from '../../domain/telemetry/chat-span.js';
import type { Size } from '../../domain/ui/geometry.js';
import { type ComputerQuestion, type ComputerReply, type ComputerTool, ModelError } from '../../ports/model.js';
import { PictureError } from '../../ports/pictures.js';
import { modelNameOf, clean } from './server-failures.js';
import { loadImages, promptArtifact, type ImageDetail, type ImageOptions, type LoadedImage, type Prompt } from './prompt.js';
import type { Turn } from './server-answer.js';

/** Of one turn. No model says so many, and each is checked by a schema on the worker's only thread. */
export const mostItems = 1_000;

export interface ComputerPrompt<Output> extends Pick<ComputerQuestion, 'system' | 'task' | 'now' | 'functions'> {
  readonly model: string;
  readonly picture: LoadedImage;
  readonly imageDetail: ImageDetail;
  /** The last turn, as it is to be answered; empty: there is none. */
  readonly last: Output;
}

export interface ComputerWire<Output extends readonly unknown[]> {
  readonly place: Omit<CalledModel, 'model'>;
  /** Throws where nothing can be sent. */
  check(): void;
  /** px: the longest side of a picture of that size that the provider takes as it is. Absent: any. */
  longestSide?(size: Size): number;
  /** `shown`: as the prompt is stored. The text of the answer is what `parse` reads. */
  ask(asked: ComputerPrompt<Output>, shown: Prompt, signal: AbortSignal): Promise<Turn>;
  /** Undefined: it is no turn. */
  parse(text: string): Output | undefined;
  turnOf(output: Output): ComputerTurn;
}

export interface ComputerToolOptions extends ImageOptions {
  /** What no message may carry. */
  readonly secrets: readonly string[];
  readonly imageDetail: ImageDetail;
  /** Undefined: none is configured. */
  modelFor(override?: string): string | undefined;
}

const caption = 'The screen:';
const storedSchema = z.object({ turns: z.array(z.object({ text: z.string() })) });

export function createComputerTool<Output extends readonly unknown[]>(
  wire: ComputerWire<Output>,
  none: Output,
  options: ComputerToolOptions,
): ComputerTool {
  const { artifacts, imageDetail } = options;
  const naming = { modelFor: (_: unknown, override?: string) => options.modelFor(override) };

  /** tool-2. */
  async function lastTurn({ last }: ComputerQuestion): Promise<Output> {
    if (!last) return none;
    const stored = storedSchema.parse(await artifacts.getJson(last.reply));
    const output = wire.parse(stored.turns.at(-1)?.text ?? '') ?? none;
    return wire.turnOf(output).checks.length > 0 && !last.approved ? none : output;
  }

  async function next(question: ComputerQuestion): Promise<ComputerReply> {
    const model = modelNameOf(naming, { role: 'app', model: question.model });
    wire.check();
    const picture = await loadedPicture(question, wire, options);
    const asked: ComputerPrompt<Output> = { ...question, model, picture, imageDetail, last: await lastTurn(question) };
    const shown = promptOf(asked);
    const prompt = await artifacts.putJson(promptArtifact(shown, 'app'));
    const { because, ...turn } = await wire.ask(asked, shown, question.signal);
    const output = wire.parse(turn.text);
    const said = output && wire.turnOf(output);
    const text = said && question.stored ? question.stored(turn.text, said, picture.size) : turn.text;
    const reply = await artifacts.putJson({ version: 1, model: turn.model, turns: [{ ...turn, text }] });
    const failure = { retryable: false, usage: addUsage(noUsage, turn.usage) };
    if (turn.refusal !== undefined)
      throw new ModelError('model-refused', `${model} refused to answer: ${clean(turn.refusal, options)}`, failure);
    if (turn.isCut || !said || (said.items.length === 0 && said.text === '')) {
      const problem = because ?? (turn.isCut ? 'it was cut off' : 'neither an action nor a text');
      throw new ModelError(
        'model-invalid-reply',
        `${model} gave no usable turn: ${clean(problem, options)}. The reply is ${reply}.`,
        failure,
      );
    }
    return { turn: said, picture: picture.size, usage: turn.usage, model: turn.model, refs: { prompt, reply }, warnings: turn.warnings };
  }

  return {
    next,
    asks(override) {
      const model = options.modelFor(override);
      return { ...wire.place, model };
    },
  };
}

async function loadedPicture(
  { picture }: ComputerQuestion,
  { longestSide }: Pick<ComputerWire<never>, 'longestSide'>,
  options: ImageOptions,
): Promise<LoadedImage> {
  const { artifacts, images, imageMaxSide } = options;
  const side = longestSide ? Math.min(imageMaxSide, longestSide(await images.size(await artifacts.get(picture)))) : imageMaxSide;
  const { loaded, warnings } = await loadImages({ images: [{ caption, ref: picture }] }, { ...options, imageMaxSide: side });
  const [first] = loaded;
  if (!first) throw new PictureError(warnings.join(' ') || 'The screen cannot be shown.');
  return first;
}

/** As it is stored and metered. */
function promptOf<Output extends readonly unknown[]>({
  model,
  system,
  task,
  now,
  picture,
  imageDetail,
  last,
}: ComputerPrompt<Output>): Prompt {
  return {
    model,
    messages: [
      { role: 'system', text: system },
      { role: 'user', text: task },
      ...(last.length > 0 ? [{ role: 'assistant', text: JSON.stringify(last) } as const] : []),
      { role: 'user', text: now },
    ],
    images: [picture],
    schema: { name: 'computer', json: {} },
    structuredOutput: 'tool-call',
    imageDetail,
  };
}
