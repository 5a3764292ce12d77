// Twelve servers that resemble OpenAI's: in each mode one statement is read, and a failure is what it means (docs/design/model.md).
import { z } from 'zod';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { structuredOutputs, type StructuredOutput } from '../../../src/adapters/model-kit/prompt.js';
import { createOpenAiModel } from '../../../src/adapters/openai/openai-model.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import type { ModelError, ModelReply } from '../../../src/ports/model.js';
import { clouds } from '../../support/dialects/clouds.js';
import { answered, failed, streamed, type Dialect, type Failure, type FailureKind } from '../../support/dialects/dialect.js';
import { ownMachines } from '../../support/dialects/own-machines.js';
import { startModelServer, type ModelAnswer } from '../../support/model-server.js';

const blue = { colour: 'blue', note: null };
const schema = { name: 'colour', zod: z.object({ colour: z.string(), note: z.string().nullable() }) };
const images = createSharpImages();

interface Asked {
  readonly reply: ModelReply<typeof blue>;
  readonly error: ModelError;
  /** How often the server was asked. */
  readonly times: number;
}

async function ask(structuredOutput: StructuredOutput, ...answers: readonly ModelAnswer[]): Promise<Asked> {
  const server = await startModelServer(...answers);
  const artifacts = createMemoryArtifactStore();
  const model = createOpenAiModel({
    ...{ apiKey: 'sk-very-secret', baseUrl: server.url, structuredOutput, artifacts, images },
    modelFor: () => 'test-model',
    takesImages: () => false,
  });
  const messages = [{ role: 'user', text: 'Which colour is the sky?' }] as const;
  const outcome: unknown = await model
    .complete({ role: 'app', messages, schema, signal: new AbortController().signal })
    .catch((error: unknown) => error);
  await server.close();
  return { reply: outcome as Asked['reply'], error: outcome as ModelError, times: server.requests.length };
}

const dialects = [...clouds, ...ownMachines];
const spoken = dialects.flatMap((dialect) =>
  structuredOutputs.filter((mode) => !dialect.refuses?.[mode]).map((mode) => [dialect.name, mode, dialect] as const),
);

test.each(spoken)('%s in the mode %s: one statement, asked for once, with the counts of tokens', async (_, mode, dialect) => {
  const { reply, times } = await ask(mode, answered(dialect, mode, JSON.stringify(blue)));
  expect(reply).toMatchObject({ value: blue, model: 'served-model', usage: { inputTokens: 1_000, outputTokens: 100 } });
  expect(times).toBe(1);
});

test.each(spoken)('%s in the mode %s, as a stream that nobody asked for', async (_, mode, dialect) => {
  const { reply, times } = await ask(mode, streamed(dialect, mode, JSON.stringify(blue)));
  expect(reply).toMatchObject({ value: blue, model: 'served-model' });
  if (dialect.stream?.usage) expect(reply.usage).toMatchObject({ inputTokens: 1_000, outputTokens: 100 });
  else expect(reply.warnings).toContainEqual(expect.stringContaining('they are estimated'));
  expect(times).toBe(1);
});

/** By what it means: whether another try may help, and what a person is advised to do. */
const meanings: Readonly<Record<FailureKind, { readonly codes: readonly string[]; readonly isRetried: boolean; readonly advice: RegExp }>> =
  {
    key: { codes: ['model-request-rejected'], isRetried: false, advice: /OPENAI_API_KEY/ },
    model: { codes: ['model-request-rejected'], isRetried: false, advice: /STEADYHAND_MODEL|model name/ },
    address: { codes: ['model-request-rejected'], isRetried: false, advice: /OPENAI_BASE_URL/ },
    long: { codes: ['model-request-rejected'], isRetried: false, advice: /larger context/ },
    format: { codes: ['model-request-rejected'], isRetried: false, advice: /model\.structuredOutput|model\.api/ },
    quota: { codes: ['model-rate-limited', 'model-request-rejected'], isRetried: false, advice: /billing|credit/i },
    rate: { codes: ['model-rate-limited'], isRetried: true, advice: /rate limited/ },
    busy: { codes: ['model-unavailable', 'model-rate-limited'], isRetried: true, advice: /answered|overloaded|rate limited/ },
    filter: { codes: ['model-refused'], isRetried: false, advice: /refused/ },
    sampled: { codes: ['model-invalid-reply', 'model-unavailable'], isRetried: true, advice: /./ },
  };

type Case = readonly [name: string, failure: Failure, mode: StructuredOutput];

function casesOf({ name, failures, refuses = {} }: Dialect): readonly Case[] {
  const refusals = structuredOutputs.flatMap((mode): readonly Case[] => {
    const refusal = refuses[mode];
    return refusal ? [[`${name}, ${mode} refused`, refusal, mode]] : [];
  });
  return [
    ...failures.map((failure): Case => [`${name}, ${failure.kind}: ${failure.status}, ${failure.says}`, failure, 'text']),
    ...refusals,
  ];
}

async function isUnderstood(_: string, failure: Failure, mode: StructuredOutput): Promise<void> {
  const { error, times } = await ask(mode, failed(failure));
  const { codes, isRetried, advice } = meanings[failure.kind];
  expect(codes).toContain(error.code);
  expect(error.options).toMatchObject({ retryable: isRetried });
  expect(error.options.retryAfterMs).toBe(failure.waits);
  expect(error.message).toContain(failure.says);
  expect(error.message).toMatch(advice);
  expect(error.message).not.toContain('sk-very-secret');
  expect(times).toBe(1);
}

const cases = dialects.flatMap(casesOf);
test.each(cases)('%s', isUnderstood);
