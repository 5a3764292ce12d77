// LiteLLM's proxy, the gateway that most people put before their models, with five providers behind it that speak their own APIs.
import { z } from 'zod';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { structuredOutputs, type StructuredOutput } from '../../../src/adapters/model-kit/prompt.js';
import { createOpenAiModel } from '../../../src/adapters/openai/openai-model.js';
import { modelApis, type ModelApi } from '../../../src/adapters/openai/wire.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import type { ModelError, ModelReply } from '../../../src/ports/model.js';
import { hows, providers, startProviders, type Provider, type Providers } from '../../support/lite-llm/providers.js';
import { startLiteLlm, type LiteLlm } from '../../support/lite-llm/proxy.js';
import { pythonWithLiteLlm } from '../../support/python.js';

const blue = { colour: 'blue', note: null };
const schema = { name: 'colour', zod: z.object({ colour: z.string(), note: z.string().nullable() }) };
const images = createSharpImages();
const version = '2024-10-21';

/** As LiteLLM names them; those of its list of models that take a schema. */
const named: Readonly<Record<Provider, string>> = {
  openai: 'openai/gpt-4o',
  azure: 'azure/gpt-4o',
  anthropic: 'anthropic/claude-3-7-sonnet-20250219',
  gemini: 'gemini/gemini-2.5-flash',
  ollama: 'ollama_chat/llama3.1',
};

let behind: Providers;
/** Undefined where it cannot be had. */
let proxy: LiteLlm | undefined;

beforeAll(async () => {
  const found = await pythonWithLiteLlm();
  if ('missing' in found) return void console.warn(`skipped: LiteLLM's proxy, since ${found.missing}`);
  behind = await startProviders(blue);
  const models = providers.flatMap((provider) =>
    hows.map((how) => {
      const api_base = behind.url(how, provider);
      return [`${provider}-${how}`, { model: named[provider], api_base, api_key: 'sk-theirs', api_version: version }] as const;
    }),
  );
  proxy = await startLiteLlm(found.python, Object.fromEntries(models));
});
afterAll(async () => {
  await proxy?.close();
  await behind?.close();
});

interface Asking {
  readonly api?: ModelApi;
  readonly mode?: StructuredOutput;
  readonly key?: string;
}

async function ask(
  { url, key: given }: LiteLlm,
  name: string,
  { api = 'chat-completions', mode = 'json-schema', key = given }: Asking = {},
) {
  const model = createOpenAiModel({
    ...{ apiKey: key, baseUrl: url, api, structuredOutput: mode, artifacts: createMemoryArtifactStore(), images },
    modelFor: () => name,
    takesImages: () => false,
  });
  const messages = [
    { role: 'system', text: 'You name colours.' },
    { role: 'user', text: 'Which colour is the sky?' },
  ] as const;
  const outcome: unknown = await model
    .complete({ role: 'app', messages, schema, signal: new AbortController().signal })
    .catch((error: unknown) => error);
  return { reply: outcome as ModelReply<typeof blue>, error: outcome as ModelError };
}

const ways = providers.flatMap((provider) => modelApis.flatMap((api) => structuredOutputs.map((mode) => [provider, api, mode] as const)));
test.each(ways)('%s by %s in the mode %s: one statement, with the counts of tokens', async (provider, api, mode) => {
  if (!proxy) return;
  const before = behind.asked.length;
  const { reply } = await ask(proxy, `${provider}-well`, { api, mode });
  expect(reply).toMatchObject({ value: blue, usage: { inputTokens: 1_000, outputTokens: 100 } });
  expect(behind.asked.slice(before).filter(({ path }) => !path.endsWith('show'))).toHaveLength(1);
});

const failures = {
  'wrong-key': { code: 'model-request-rejected', isRetried: false, words: /(key .*|unauthorized.*)Check OPENAI_API_KEY/i },
  limited: { code: 'model-rate-limited', isRetried: true, words: /too many|exceeded/i },
  busy: { code: 'model-unavailable', isRetried: true, words: /busy|overloaded/i },
  'too-long': { code: 'model-request-rejected', isRetried: false, words: /context length|too long|token count/i },
} as const;
const kinds = z.enum(hows).exclude(['well']).options;
test.each(providers.flatMap((provider) => kinds.map((how) => [provider, how] as const)))(
  '%s, %s: what failed is told',
  async (provider, how) => {
    if (!proxy) return;
    const { error } = await ask(proxy, `${provider}-${how}`);
    const { code, isRetried, words } = failures[how];
    expect(error).toMatchObject({ code, options: { retryable: isRetried }, message: expect.stringMatching(words) as unknown });
  },
);

test('a name that the proxy does not know is rejected in its words', async () => {
  if (!proxy) return;
  const { error } = await ask(proxy, 'nobody');
  expect(error).toMatchObject({ code: 'model-request-rejected', message: expect.stringContaining('model=nobody') as unknown });
});

test('a key that the proxy does not know is rejected', async () => {
  if (!proxy) return;
  const { error } = await ask(proxy, 'openai-well', { key: 'sk-unknown' });
  expect(error).toMatchObject({ code: 'model-request-rejected', options: { retryable: false } });
});
