import type { ComputerTurn } from '../domain/computer/computer-turn.js';
import type { AskedModel } from '../domain/telemetry/chat-span.js';
import type { Size } from '../domain/ui/geometry.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { ModelAnswer } from './model-answer.js';

/** Offered beside the tool. */
export interface OfferedFunction {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its arguments, as strict providers take it. */
  readonly parameters: object;
}

export interface ComputerQuestion {
  /** Name of the model; overrides the configuration's for AppAgents. */
  readonly model?: string;
  readonly system: string;
  /** What is to be done: the same in each step. */
  readonly task: string;
  /** What has come of it, and how the screen is. */
  readonly now: string;
  readonly picture: ArtifactRef;
  readonly functions: readonly OfferedFunction[];
  /** The model's last turn, which this picture answers. `approved`: a person approved what its safety checks asked about; without that it is not answered. */
  readonly last?: { readonly reply: ArtifactRef; readonly approved: boolean };
  readonly signal: AbortSignal;
  /** The raw turn as it may be stored, given what it says. Default: as it is. */
  stored?(text: string, turn: ComputerTurn, picture: Size): string;
}

export interface ComputerReply extends ModelAnswer {
  readonly turn: ComputerTurn;
  /** Of the picture as it was sent, px. */
  readonly picture: Size;
}

/** One question to a model that acts by its provider's computer tool. Errors: `ModelError`, `PictureError`. */
export interface ComputerTool {
  next(question: ComputerQuestion): Promise<ComputerReply>;
  /** What it asks, for spans; `model` as in a question. Absent: what the model's other questions are put to. */
  asks?(model?: string): AskedModel | undefined;
}
