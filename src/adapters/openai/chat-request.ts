// A `ModelRequest` as the body of a Chat Completions call, and as its stored artifact, which has references where the body has base64.
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/images.js';
import type { ModelMessage, ModelRequest } from '../../ports/model.js';

export type StructuredOutput = 'json-schema' | 'json-object' | 'text';
export type ImageDetail = 'auto' | 'low' | 'high';

export interface LoadedImage {
  readonly caption: string;
  readonly ref: ArtifactRef;
  readonly dataUrl: string;
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
      loaded.push({ caption, ref, dataUrl: `data:image/png;base64,${Buffer.from(png).toString('base64')}` });
    } catch (error) {
      warnings.push(
        `The image "${caption}" (${ref}) cannot be read and was left out: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return { loaded, warnings };
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly images: readonly LoadedImage[];
  readonly schema: { readonly name: string; readonly json: Record<string, unknown> };
  readonly structuredOutput: StructuredOutput;
  readonly imageDetail: ImageDetail;
}

export function chatBody({
  model,
  messages,
  images,
  schema,
  structuredOutput,
  imageDetail,
}: ChatBody): ChatCompletionCreateParamsNonStreaming {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const pictures = images.flatMap(({ caption, dataUrl }): ChatCompletionContentPart[] => [
    { type: 'text', text: caption },
    { type: 'image_url', image_url: { url: dataUrl, detail: imageDetail } },
  ]);
  const wire = messages.map(({ role, text }, index): ChatCompletionMessageParam =>
    role === 'user' && index === lastUser && pictures.length > 0
      ? { role, content: [{ type: 'text', text }, ...pictures] }
      : { role, content: text },
  );
  return { model, messages: wire, ...responseFormat(schema, structuredOutput) };
}

/** For a server that cannot enforce a schema, the prompt states it. */
export function withSchemaText(
  messages: readonly ModelMessage[],
  schema: ChatBody['schema'],
  structuredOutput: StructuredOutput,
): readonly ModelMessage[] {
  if (structuredOutput === 'json-schema') return messages;
  const rule = `Answer with exactly one JSON object and nothing else, valid by this JSON schema:\n${JSON.stringify(schema.json)}`;
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', text: `${first.text}\n\n${rule}` }, ...rest]
    : [{ role: 'system', text: rule }, ...messages];
}

function responseFormat(
  { name, json }: ChatBody['schema'],
  structuredOutput: StructuredOutput,
): Pick<ChatCompletionCreateParamsNonStreaming, 'response_format'> {
  if (structuredOutput === 'text') return {};
  if (structuredOutput === 'json-object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema: json } } };
}

/** The stored form of a prompt. */
export function promptArtifact({ model, messages, images, schema, structuredOutput }: ChatBody, role: string): unknown {
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
