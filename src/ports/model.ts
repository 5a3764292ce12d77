import type { Usage } from '../domain/budget/usage.js';
import { SteadyhandError } from '../domain/errors/errors.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { z } from 'zod';
import type { CalledModel } from '../domain/telemetry/chat-span.js';
import type { ComputerTurn } from '../domain/computer/computer-turn.js';
import type { Size } from '../domain/ui/geometry.js';

/**
 * `model-invalid-reply` after one repair turn; `model-refused` a refusal or content filter; `model-not-configured` no model or key;
 * `model-request-rejected` 400/401/403/404/422 and the like; `model-rate-limited` 429; `model-unavailable` the rest.
 */
export type ModelErrorCode =
  | 'model-invalid-reply'
  | 'model-refused'
  | 'model-request-rejected'
  | 'model-rate-limited'
  | 'model-unavailable'
  | 'model-not-configured';

export class ModelError extends SteadyhandError {
  override readonly name = 'ModelError';

  constructor(
    readonly code: ModelErrorCode,
    message: string,
    readonly options: {
      readonly retryable: boolean;
      readonly retryAfterMs?: number | undefined;
      /** Nobody is there to answer, or none has the time: later somebody may. */
      readonly isAway?: boolean;
      readonly usage?: Usage;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
  }
}

/** What is known of each answer of a model, however it was asked. */
export interface ModelAnswer {
  readonly usage: Usage;
  readonly model: string;
  /** The full prompt and the raw reply, as stored artifacts. */
  readonly refs: { readonly prompt: ArtifactRef; readonly reply: ArtifactRef };
  readonly warnings: readonly string[];
}

export const modelRoles = ['host', 'app', 'verify', 'flow', 'vision', 'explorer'] as const;
export type ModelRole = (typeof modelRoles)[number];

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

export interface ModelRequest<T> {
  readonly role: ModelRole;
  /** Name of the model; overrides the configuration's for that role. */
  readonly model?: string;
  readonly messages: readonly ModelMessage[];
  /** Appended to the last user message, in order. An unreadable one is left out with a warning. */
  readonly images?: readonly { readonly caption: string; readonly ref: ArtifactRef }[];
  /** Strict; every field required, `.nullable()` instead of `.optional()`. `isMeant`: whether a value that it takes is an answer, and no draft or example; absent: any is. */
  readonly schema: { readonly name: string; readonly zod: z.ZodType<T>; isMeant?(value: T): boolean };
  /** The raw reply as it may be stored, given what it says. Default: as it is. */
  stored?(text: string, value: T): string;
  readonly signal: AbortSignal;
}

export interface ModelReply<T> extends ModelAnswer {
  readonly value: T;
}

/** One question to a language model. Errors: `ModelError`. */
export interface Model {
  complete<T>(request: ModelRequest<T>): Promise<ModelReply<T>>;
  /** Whether prompts of that role carry images. */
  takesImages(role: ModelRole): boolean;
  /** What AppAgents act by. Absent: they answer as `complete` does. */
  readonly computer?: ComputerTool;
  /** What it asks for that role, for spans; `model` as in a request. Absent: it does not say. */
  asks?(role: ModelRole, model?: string): CalledModel | undefined;
}

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
  asks?(model?: string): CalledModel | undefined;
}
