// `ComputerTool` over OpenAI's Responses API and its `computer` tool (FL22). Tried against a server that checks requests by the published types; untested against OpenAI's own.
//
// tool-1. One turn, sent once: Temporal retries, and counts (model-server.ts).
// tool-2. A last turn whose safety checks nobody approved is not answered: the question is put anew without it.
import { z } from 'zod';
import { addUsage, noUsage } from '../../domain/budget/usage.js';
import type { ComputerQuestion, ComputerReply, ComputerTool } from '../../ports/computer-tool.js';
import { ModelError } from '../../ports/model-errors.js';
import { PictureError } from '../../ports/picture-errors.js';
import { checksOf, parseOutput, turnOf, type ComputerOutput } from './computer-items.js';
import { computerBody, type ComputerPrompt } from './computer-body.js';
import { clean } from './failures.js';
import type { ModelServer } from './model-server.js';
import { loadImages, promptArtifact, type ImageDetail, type ImageOptions, type LoadedImage, type Prompt } from './prompt.js';
import { responses } from './responses.js';
import type { Wire } from './wire.js';

export interface ComputerToolOptions extends ImageOptions {
  readonly server: ModelServer;
  readonly apiKey: string;
  readonly imageDetail: ImageDetail;
  /** Throws where none is configured. */
  modelFor(override?: string): string;
}

const caption = 'The screen:';
const storedSchema = z.object({ turns: z.array(z.object({ text: z.string() })) });

export function createComputerTool(options: ComputerToolOptions): ComputerTool {
  const { server, artifacts, imageDetail, apiKey } = options;

  /** tool-2. */
  async function lastTurn({ last }: ComputerQuestion): Promise<ComputerOutput> {
    if (!last) return [];
    const stored = storedSchema.parse(await artifacts.getJson(last.reply));
    const output = parseOutput(stored.turns.at(-1)?.text ?? '') ?? [];
    return checksOf(output).length > 0 && !last.approved ? [] : output;
  }

  async function next(question: ComputerQuestion): Promise<ComputerReply> {
    const model = options.modelFor(question.model);
    server.connect();
    const picture = await loadedPicture(question, options);
    const asked: ComputerPrompt = { ...question, model, picture, imageDetail, last: await lastTurn(question) };
    const shown = promptOf(asked);
    const prompt = await artifacts.putJson(promptArtifact(shown, 'app'));
    const turn = await server.ask(shown, { signal: question.signal, spent: noUsage, wire: computerWire(asked) });
    const output = parseOutput(turn.text);
    const said = output && turnOf(output);
    const text = said && question.stored ? question.stored(turn.text, said, picture.size) : turn.text;
    const reply = await artifacts.putJson({ version: 1, model: turn.model, turns: [{ ...turn, text }] });
    const failure = { retryable: false, usage: addUsage(noUsage, turn.usage) };
    if (turn.refusal !== undefined)
      throw new ModelError('model-refused', `${model} refused to answer: ${clean(turn.refusal, { apiKey })}`, failure);
    if (turn.isCut || !said || (said.items.length === 0 && said.text === ''))
      throw new ModelError(
        'model-invalid-reply',
        `${model} gave no usable turn: ${turn.isCut ? 'it was cut off' : 'neither an action nor a text'}. The reply is ${reply}.`,
        failure,
      );
    return { turn: said, picture: picture.size, usage: turn.usage, model: turn.model, refs: { prompt, reply }, warnings: turn.warnings };
  }

  return { next };
}

async function loadedPicture({ picture }: ComputerQuestion, options: ImageOptions): Promise<LoadedImage> {
  const { loaded, warnings } = await loadImages({ images: [{ caption, ref: picture }] }, options);
  const [first] = loaded;
  if (!first) throw new PictureError(warnings.join(' ') || 'The screen cannot be shown.');
  return first;
}

/** As it is stored and metered. */
function promptOf({ model, system, task, now, picture, imageDetail, last }: ComputerPrompt): Prompt {
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

function computerWire(prompt: ComputerPrompt): Wire {
  return {
    send: (client, _, options) => client.responses.create(computerBody(prompt), options).asResponse(),
    read(json) {
      const answer = responses.read(json);
      const { output } = z.object({ output: z.array(z.looseObject({ type: z.string() })) }).safeParse(json).data ?? {};
      if (!answer.said || !output) return { ...answer, said: undefined };
      return { ...answer, said: { ...answer.said, text: JSON.stringify(output.filter(({ type }) => kept.has(type))) } };
    },
  };
}

/** Whatever else a server sends was not asked for. */
const kept: ReadonlySet<string> = new Set(['message', 'reasoning', 'function_call', 'computer_call']);
