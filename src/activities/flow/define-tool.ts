// The definition of a built-in tool: one literal, from which the line in a prompt and the check of a call are derived.
import type { z } from 'zod';
import type { ToolCall } from '../../domain/flow/tool-call.js';
import type { HandedDevice } from '../../ports/hand.js';
import { argumentsOf, type ArgumentsOf } from './tool-arguments.js';
import type { Screen, ScreenTools } from './tool-screen.js';

export interface ToolScene {
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
