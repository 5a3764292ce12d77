import type { z } from 'zod';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { ComputerTool } from './computer-tool.js';
import type { ModelAnswer } from './model-answer.js';
import type { AskedModel } from '../domain/telemetry/chat-span.js';

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
  /** Strict; every field required, `.nullable()` instead of `.optional()`. */
  readonly schema: { readonly name: string; readonly zod: z.ZodType<T> };
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
  asks?(role: ModelRole, model?: string): AskedModel | undefined;
}
