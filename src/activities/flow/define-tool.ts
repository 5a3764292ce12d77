// The definition of a built-in tool: one literal, from which the line in a prompt and the check of a call are derived.
import { z } from 'zod';
import type { ToolArgument } from '../../domain/action/columns.js';
import { own } from '../../domain/collections.js';
import { SteadyhandError } from '../../domain/errors/errors.js';
import type { ToolCall } from '../../domain/flow/tools.js';
import type { HandedDevice } from '../../ports/device-process.js';
import type { Screen, ScreenTools } from './tool-screen.js';

interface ToolScene {
  readonly device: HandedDevice;
  readonly screen: Screen;
  readonly tools: ScreenTools;
  readonly signal: AbortSignal;
}

export interface Literal<S extends z.ZodRawShape, R> {
  readonly args: S;
  /** As a model reads it. */
  readonly description: string;
  /** `needs` reads arguments that are optional in general but required by this call. */
  run(args: ArgumentsOf<S>, scene: ToolScene & { needs<N extends z.ZodRawShape>(shape: N): ArgumentsOf<N> }): Promise<R>;
}

export interface Tool<R> extends Pick<Literal<z.ZodRawShape, R>, 'description'> {
  readonly argumentNames: readonly string[];
  /** Throws `ToolArgumentError`, `ActionFailedError`, `PictureError`, `DeviceGoneError`. */
  run(call: ToolCall, scene: ToolScene): Promise<R>;
}

export function defineTool<S extends z.ZodRawShape, R>({ args, run, ...facts }: Literal<S, R>): Tool<R> {
  return {
    ...facts,
    argumentNames: Object.keys(args),
    run: (call, scene) => run(argumentsOf(args, call), { ...scene, needs: (shape) => argumentsOf(shape, call) }),
  };
}

// Arguments of a tool call as a model or an author wrote them, refused with what was expected, which is the message of each schema.

export const text = z.string('a text').min(1, 'a text');
export const number = z.number('a number');
export const flag = z.boolean('true or false');
const texts = z.array(z.string('a list of texts').min(1, 'a list of texts'), 'a list of texts');

/** The first is the default. */
export function oneOf<const T extends readonly [string, ...string[]]>(...words: T) {
  return text.pipe(z.enum(words, words.join(', '))).default(() => words[0]);
}

/** Of the tools that act. */
const kinds = {
  text,
  'text?': text.optional(),
  'texts?': texts.default([]),
  number,
  'number?': number.optional(),
  'flag?': flag.optional(),
  button: oneOf('left', 'right', 'middle'),
  count: number.default(1),
} as const satisfies Record<ToolArgument, z.ZodType>;

export type ShapeOf<A extends Readonly<Record<string, ToolArgument>>> = { readonly [N in keyof A]: (typeof kinds)[A[N]] };

export function shapeOf<A extends Readonly<Record<string, ToolArgument>>>(args: A): ShapeOf<A> {
  return Object.fromEntries(Object.entries(args).map(([name, kind]) => [name, kinds[kind]])) as ShapeOf<A>;
}

export class ToolArgumentError extends SteadyhandError {
  readonly code = 'invalid-arguments';
  override readonly name = 'ToolArgumentError';
}

type ArgumentsOf<S extends z.ZodRawShape> = Readonly<z.infer<z.ZodObject<S>>>;

/** Each argument is checked when it is read: one that a call does not use may be anything. Reading throws `ToolArgumentError`. */
function argumentsOf<S extends z.ZodRawShape>(shape: S, call: ToolCall): ArgumentsOf<S> {
  const readers = Object.entries(shape).map(([name, schema]) => [name, { get: () => argumentOf(schema, name, call) }] as const);
  return Object.defineProperties({}, Object.fromEntries(readers)) as ArgumentsOf<S>;
}

/** `null` means not given: strict schemas have no optional keys. */
function argumentOf(schema: z.core.$ZodType, name: string, { name: tool, arguments: args }: ToolCall): unknown {
  const given = own(args, name) ?? undefined;
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  const found = given === undefined ? 'missing' : JSON.stringify(given).slice(0, 80);
  throw new ToolArgumentError(`${tool}: '${name}' is ${found}; expected ${parsed.error.issues[0]?.message ?? 'something else'}.`);
}
