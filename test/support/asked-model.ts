// One question to a model over a server of the test's.
import { z } from 'zod';
import { createMemoryArtifactStore } from '../../src/adapters/memory/artifact-store.js';
import { createOpenAiModel, type OpenAiModelOptions } from '../../src/adapters/openai/openai-model.js';
import { createSharpImages } from '../../src/adapters/sharp/sharp-images.js';
import type { ModelError, ModelReply } from '../../src/ports/model.js';

export const blue = { colour: 'blue', note: null };
export const grey = { colour: 'grey', note: null };
const schema = { name: 'colour', zod: z.object({ colour: z.string(), note: z.string().nullable() }) };

/** Whichever it is: the other is not to be read. */
export async function asked(
  options: Partial<OpenAiModelOptions>,
): Promise<{ readonly reply: ModelReply<typeof blue>; readonly error: ModelError }> {
  const model = createOpenAiModel({
    ...{ apiKey: 'sk-very-secret', artifacts: createMemoryArtifactStore(), images: createSharpImages() },
    modelFor: () => 'test-model',
    takesImages: () => false,
    ...options,
  });
  const messages = [{ role: 'user', text: 'Which colour is the sky?' }] as const;
  const outcome: unknown = await model
    .complete({ role: 'app', messages, schema, signal: new AbortController().signal })
    .catch((error: unknown) => error);
  return { reply: outcome as ModelReply<typeof blue>, error: outcome as ModelError };
}
