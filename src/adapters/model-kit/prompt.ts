// What is asked of a model, whichever API carries it, and its stored artifact, which has references where a request has base64.

import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Size } from '../../domain/ui/geometry.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/pictures.js';
import { StoreUnavailableError } from '../../ports/run-records.js';
import type { ModelMessage, ModelRequest } from '../../ports/model.js';

/** How the shape of a reply is enforced. In the first two the request carries the schema and the prompt does not repeat it. */
export const structuredOutputs = ['json-schema', 'tool-call', 'json-object', 'text'] as const;
export type StructuredOutput = (typeof structuredOutputs)[number];
export type ImageDetail = 'auto' | 'low' | 'high';

export interface LoadedImage {
  readonly caption: string;
  readonly ref: ArtifactRef;
  readonly dataUrl: string;
  readonly size: Size;
}

export interface ImageOptions {
  readonly artifacts: ArtifactStore;
  readonly images: Images;
  /** Longest side, px. */
  readonly imageMaxSide: number;
}

/** The images that can be read; the others become warnings. */
export async function loadImages(request: Pick<ModelRequest<unknown>, 'images'>, { artifacts, images, imageMaxSide }: ImageOptions) {
  const loaded: LoadedImage[] = [];
  const warnings: string[] = [];
  for (const { caption, ref } of request.images ?? []) {
    try {
      const png = await images.shrink(await artifacts.get(ref), imageMaxSide);
      loaded.push({ caption, ref, size: await images.size(png), dataUrl: `data:image/png;base64,${Buffer.from(png).toString('base64')}` });
    } catch (error) {
      // It is there: it can be read once the store is back.
      if (error instanceof StoreUnavailableError) throw error;
      warnings.push(
        `The image "${caption}" (${ref}) cannot be read and was left out: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return { loaded, warnings };
}

export interface Prompt {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** They follow the last user message. */
  readonly images: readonly LoadedImage[];
  readonly schema: { readonly name: string; readonly json: Record<string, unknown> };
  readonly structuredOutput: StructuredOutput;
  readonly imageDetail: ImageDetail;
}

/** Each message with the images that follow it: the wires differ in how they write them, not in where they stand. */
export function illustrated({ messages, images }: Pick<Prompt, 'messages' | 'images'>) {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index) => ({ ...message, images: index === lastUser ? images : [] }));
}

/** Whether the server gets the schema, and is to keep to it. */
export function knowsSchema(structuredOutput: StructuredOutput): boolean {
  return structuredOutput === 'json-schema' || structuredOutput === 'tool-call';
}

/** For a server that is not sent the schema, the prompt states it. */
export function withSchemaText(
  messages: readonly ModelMessage[],
  schema: Prompt['schema'],
  structuredOutput: StructuredOutput,
): readonly ModelMessage[] {
  if (knowsSchema(structuredOutput)) return messages;
  const rule = `Answer with exactly one JSON object and nothing else, of this type:\n${schemaText(schema.json)}`;
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', text: `${first.text}\n\n${rule}` }, ...rest]
    : [{ role: 'system', text: rule }, ...messages];
}

/** The stored form of a prompt. */
export function promptArtifact({ model, messages, images, schema, structuredOutput }: Prompt, role: string): unknown {
  return {
    version: 1,
    role,
    model,
    structuredOutput,
    schema: schema.name,
    messages,
    images: images.map(({ caption, ref }) => ({ caption, ref })),
  };
}

// A reply's JSON schema as a TypeScript type: the same fields, descriptions and choices in less than half of the tokens, since that everything is required goes without saying.

type Schema = Readonly<Record<string, unknown>>;

export function schemaText(schema: Schema): string {
  const { description: _, anyOf, enum: choices, const: constant, type, items, properties, ...rest } = schema;
  const { required: _required, additionalProperties: _closed, ...limits } = rest;
  if (Array.isArray(anyOf)) return withLimits(anyOf.map((each) => schemaText(each as Schema)).join(' | '), limits);
  if (Array.isArray(choices)) return withLimits(choices.map((each) => JSON.stringify(each)).join(' | '), limits);
  if (constant !== undefined) return withLimits(JSON.stringify(constant), limits);
  if (type === 'array') return withLimits(listText((items ?? {}) as Schema), limits);
  if (type === 'object' && properties) return withLimits(fieldsText(Object.entries(properties as Record<string, Schema>)), limits);
  return withLimits(Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any', limits);
}

/** Keywords that no type has, such as `minimum` and `$ref`, as they are. */
function withLimits(text: string, limits: Schema): string {
  return Object.keys(limits).length === 0 ? text : `${text} /* ${JSON.stringify(limits)} */`;
}

function listText(item: Schema): string {
  const isEither = [item['anyOf'], item['enum'], item['type']].some(Array.isArray);
  return isEither ? `(${schemaText(item)})[]` : `${schemaText(item)}[]`;
}

function fieldsText(fields: readonly (readonly [string, Schema])[]): string {
  const isDescribed = fields.some(([, { description }]) => description);
  if (!isDescribed) return `{${fields.map(([name, schema]) => `${keyText(name)}: ${schemaText(schema)}`).join(', ')}}`;
  const lines = fields.map(([name, schema]) => {
    const described = schema['description'] ? ` // ${String(schema['description']).replace(/\s+/g, ' ')}` : '';
    return `${keyText(name)}: ${schemaText(schema)}${described}`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
