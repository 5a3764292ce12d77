// What models are configured, and whether they answer.
import { z } from 'zod';
import { createMemoryArtifactStore } from '../../adapters/memory/artifact-store.js';
import type { Config } from '../../config/config.js';
import { ModelError, modelRoles, type ModelRole } from '../../ports/model.js';
import { splitAddress, withQuery } from '../../adapters/model-kit/server-address.js';
import { type Check, fail, ok, warn } from './check.js';

const computerTool = 'Computer tool';
const neededRoles = ['host', 'app'] as const satisfies readonly (typeof modelRoles)[number][];

export function checkModel({ model }: Pick<Config, 'model'>): readonly Check[] {
  const server = model.baseUrl === undefined ? 'the OpenAI API' : splitAddress(model.baseUrl).address;
  const key =
    model.apiKey || model.baseUrl
      ? ok(
          'Model server',
          `${server}${model.apiKey ? ', key set' : ', no key'}, ${model.api}, ${model.structuredOutput}${model.computer === 'openai' ? ', computer tool of openai' : ''}`,
        )
      : fail('Model server', 'no key', 'set OPENAI_API_KEY in the environment or in .env, or OPENAI_BASE_URL of a server that needs none');
  const missing = neededRoles.filter((role) => (model.roles[role] ?? model.default) === undefined);
  return [
    key,
    ...(model.computer === 'anthropic' ? [computerOf(model.anthropic)] : []),
    missing.length === 0
      ? ok('Model', namesOf({ model }).join(', '))
      : fail('Model', `none set for ${missing.join(', ')}`, 'set STEADYHAND_MODEL, or model.default in the configuration'),
  ];
}

/** `but`: roles that another server answers for. */
function namesOf({ model }: Pick<Config, 'model'>, but: readonly ModelRole[] = []): readonly string[] {
  const roles = modelRoles.filter((role) => !but.includes(role));
  return [...new Set(roles.map((role) => model.roles[role] ?? model.default).filter((name) => name !== undefined))];
}

function computerOf({ apiKey, baseUrl, tool }: Config['model']['anthropic']): Check {
  const server = baseUrl === undefined ? 'the Anthropic API' : splitAddress(baseUrl).address;
  return apiKey || baseUrl
    ? ok(computerTool, `${server}${apiKey ? ', key set' : ', no key'}, ${tool}`)
    : fail(
        computerTool,
        'model.computer is anthropic, no key',
        'set ANTHROPIC_API_KEY in the environment or in .env, or ANTHROPIC_BASE_URL of a server that needs none',
      );
}

// Asked as a run asks: through the same adapter, in the mode and over the API that are set. What keeps a run from an answer shows here.

/** ms: as long as a person waits for a check; a model that takes longer may still do for runs. */
const patienceMs = 30_000;

/** As `checkModel`; each model is asked one question, some hundred tokens. */
export async function checkModels(config: Pick<Config, 'model'>): Promise<readonly Check[]> {
  const checks = await Promise.all(checkModel(config).map(async (check) => (await computerFault(check, config)) ?? check));
  if (checks.some(({ name, status }) => name !== computerTool && status === 'fail')) return checks;
  const { computer } = config.model;
  const answers = await Promise.all(namesOf(config, computer === 'anthropic' ? ['app'] : []).map((name) => answerOf(name, config)));
  return [...checks.filter(({ name }) => name !== 'Model'), ...answers];
}

const answerSchema = z.strictObject({ word: z.string().describe('ready') });

async function answerOf(name: string, config: Pick<Config, 'model'>): Promise<Check> {
  const [{ configuredModel }, { createSharpImages }] = await Promise.all([
    import('../../client/configured-model.js'),
    import('../../adapters/sharp/sharp-images.js'),
  ]);
  const model = configuredModel(config, { artifacts: createMemoryArtifactStore(), images: createSharpImages() });
  const limit = AbortSignal.timeout(patienceMs);
  const started = performance.now();
  try {
    const { value, usage } = await model.complete({
      ...{ role: 'host', model: name, signal: limit },
      messages: [{ role: 'user', text: 'Somebody checks whether you can be reached. Answer with the word "ready".' }],
      schema: { name: 'reachable_v1', zod: answerSchema },
    });
    const took = `${((performance.now() - started) / 1_000).toFixed(1)} s, ${usage.inputTokens + usage.outputTokens} tokens`;
    return ok('Model', `${name} answers ${JSON.stringify(value.word).slice(0, 60)} (${took})`);
  } catch (error) {
    if (limit.aborted)
      return warn('Model', `${name} has not answered within ${patienceMs / 1_000} s`, 'ask again: it may have to be loaded first');
    if (error instanceof ModelError) return { name: 'Model', status: 'fail', detail: error.message };
    throw error;
  }
}

/** The server of a computer tool is asked for its list of models, and any answer will do: a real question needs a screen. */
async function computerFault({ name, status }: Check, { model: { anthropic } }: Pick<Config, 'model'>): Promise<Check | undefined> {
  const { baseUrl, apiKey, headers: more } = anthropic;
  if (name !== computerTool || status !== 'ok' || baseUrl === undefined) return undefined;
  const { limitedFetch, causeText } = await import('../../adapters/model-kit/limited-fetch.js');
  const { address, query } = splitAddress(baseUrl);
  const headers = { 'anthropic-version': '2023-06-01', ...(apiKey && { 'x-api-key': apiKey.reveal() }), ...more };
  try {
    const reply = await limitedFetch(withQuery(`${address.replace(/\/+$/, '')}/v1/models`, query), {
      headers,
      signal: AbortSignal.timeout(5_000),
    });
    if (reply.status === 401) return fail(name, `${address} refuses the key (401)`, 'correct ANTHROPIC_API_KEY');
    // Of a key that may ask models and not list them, too.
    if (reply.status === 403) return warn(name, `${address} refuses to list its models (403)`, 'if runs fail, correct ANTHROPIC_API_KEY');
    return undefined;
  } catch (error) {
    return fail(name, `nothing answers at ${address} (${causeText(error)})`, 'start that server, or correct ANTHROPIC_BASE_URL');
  }
}
