// Whether the servers of models that are configured answer. Nothing is generated, so that it costs nothing.
import type { Config } from '../../config/config.js';
import { type Check, fail, warn } from './check.js';
import { checkModel } from './settings.js';

const patienceMs = 2_000;

interface Server {
  readonly name: string;
  readonly baseUrl: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly variables: readonly [url: string, key: string];
}

/**
 * As `checkModel`; servers whose address is configured are asked for their list of models, and any answer will do. Not those of the providers: a machine may be
 * offline.
 */
export async function checkModels(config: Pick<Config, 'model'>): Promise<readonly Check[]> {
  const servers = serversOf(config);
  return Promise.all(
    checkModel(config).map(async (check) => {
      const server = check.status === 'ok' ? servers.find(({ name }) => name === check.name) : undefined;
      return (server && (await whatIsWrong(server))) ?? check;
    }),
  );
}

function serversOf({ model: { baseUrl, apiKey, anthropic } }: Pick<Config, 'model'>): readonly Server[] {
  const openai = baseUrl && {
    ...{ name: 'Model server', baseUrl, path: '/models', variables: ['OPENAI_BASE_URL', 'OPENAI_API_KEY'] as const },
    headers: { ...(apiKey && { authorization: `Bearer ${apiKey.reveal()}` }) },
  };
  const other = anthropic.baseUrl && {
    ...{ name: 'Computer tool', baseUrl: anthropic.baseUrl, path: '/v1/models' },
    variables: ['ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY'] as const,
    headers: { 'anthropic-version': '2023-06-01', ...(anthropic.apiKey && { 'x-api-key': anthropic.apiKey.reveal() }) },
  };
  return [openai, other].filter((server) => server !== undefined && server !== '');
}

async function whatIsWrong({ name, baseUrl, path, headers, variables: [url, key] }: Server): Promise<Check | undefined> {
  try {
    // A redirect is an answer; the key does not follow it.
    const reply = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      ...{ headers, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) },
    });
    await reply.body?.cancel();
    if (reply.status === 401) return fail(name, `${baseUrl} refuses the key (401)`, `correct ${key}`);
    // Of a key that may ask models and not list them, too.
    if (reply.status === 403) return warn(name, `${baseUrl} refuses to list its models (403)`, `if runs fail, correct ${key}`);
    return undefined;
  } catch (error) {
    return fail(name, `nothing answers at ${baseUrl} (${reasonOf(error)})`, `start that server, or correct ${url}`);
  }
}

/** The innermost cause: what `fetch` itself says is that it failed. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('name' in error && error.name === 'TimeoutError') return `nothing within ${patienceMs / 1_000} s`;
  if ('cause' in error && error.cause !== undefined) return reasonOf(error.cause);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'message' in error ? String(error.message) : String(error);
}
