// A model whose answers come from a script. When an answer depends on the prompt alone, a request that is repeated by a restarted worker
// gets the same one.
import { z } from 'zod';
import { noUsage } from '../domain/budget/usage.js';
import type { Model, ModelRequest, ModelRole } from '../ports/model.js';
import { fillSchema } from './fill-schema.js';

/** What a script sees of a request. */
export interface Turn {
  readonly role: ModelRole;
  /** All messages of the prompt, in order. */
  readonly text: string;
  /** Field names of the reply's schema. */
  readonly fields: readonly string[];
  /** Number of images in the request. */
  readonly images: number;
}

/** Returns the fields of a reply that matter; the rest is filled in from the schema. */
export type Script = (turn: Turn) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;

export interface ScriptedModel extends Model {
  /** The requests so far. */
  turns(): readonly Turn[];
}

/** Prompts and replies are not stored: both references point to nothing. */
const nothing = `sha256:${'0'.repeat(64)}` as const;

/** Each reply counts as one call without tokens. Throws when an answer does not match the schema. */
export function createScriptedModel(script: Script, { images = false }: { readonly images?: boolean } = {}): ScriptedModel {
  const turns: Turn[] = [];
  return {
    turns: () => [...turns],
    takesImages: () => images,
    async complete<T>({ role, messages, images: pictures = [], schema }: ModelRequest<T>) {
      const shape = z.toJSONSchema(schema.zod, { io: 'output', reused: 'inline' });
      const text = messages.map((message) => message.text).join('\n\n');
      const turn = { role, text, fields: Object.keys(shape.properties ?? {}), images: pictures.length };
      turns.push(turn);
      const value = schema.zod.parse(fillSchema(shape, await script(turn)));
      return { value, usage: { ...noUsage, modelCalls: 1 }, model: 'scripted', refs: { prompt: nothing, reply: nothing }, warnings: [] };
    },
  };
}
