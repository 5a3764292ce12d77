// This machine's configuration. Runs use the worker's; on one machine it is the same.
import { stat } from 'node:fs/promises';
import { HostFormatError, readHostId, tryFolder } from '../../adapters/filesystem/host-folder.js';
import type { Config } from '../../config/config.js';
import { isLockedAlways } from '../../domain/guard/network-lock.js';
import { modelRoles } from '../../ports/model.js';
import { type Check, fail, ok, warn } from './check.js';
import { openEncryption } from '../../client/data-converter.js';
import type { CliContext } from '../context.js';

const neededRoles = ['host', 'app'] as const satisfies readonly (typeof modelRoles)[number][];

export function checkModel({ model }: Pick<Config, 'model'>): readonly Check[] {
  const server = model.baseUrl ?? 'the OpenAI API';
  const key =
    model.apiKey || model.baseUrl
      ? ok(
          'Model server',
          `${server}${model.apiKey ? ', key set' : ', no key'}, ${model.api}, ${model.structuredOutput}${model.computer === 'openai' ? ', computer tool of openai' : ''}`,
        )
      : fail('Model server', 'no key', 'set OPENAI_API_KEY in the environment or in .env, or OPENAI_BASE_URL of a server that needs none');
  const missing = neededRoles.filter((role) => (model.roles[role] ?? model.default) === undefined);
  const names = [...new Set(modelRoles.map((role) => model.roles[role] ?? model.default).filter((name) => name !== undefined))];
  return [
    key,
    ...(model.computer === 'anthropic' ? [computerOf(model.anthropic)] : []),
    missing.length === 0
      ? ok('Model', names.join(', '))
      : fail('Model', `none set for ${missing.join(', ')}`, 'set STEADYHAND_MODEL, or model.default in the configuration'),
  ];
}

function computerOf({ apiKey, baseUrl, tool }: Config['model']['anthropic']): Check {
  const server = baseUrl ?? 'the Anthropic API';
  return apiKey || baseUrl
    ? ok('Computer tool', `${server}${apiKey ? ', key set' : ', no key'}, ${tool}`)
    : fail(
        'Computer tool',
        'model.computer is anthropic, no key',
        'set ANTHROPIC_API_KEY in the environment or in .env, or ANTHROPIC_BASE_URL of a server that needs none',
      );
}

export async function checkFolder(home: string): Promise<Check> {
  try {
    await tryFolder(home);
    await readHostId(home);
    return ok('Data folder', home);
  } catch (error) {
    if (error instanceof HostFormatError)
      return fail('Data folder', `${home} was made by another version`, 'set STEADYHAND_HOME to a new folder, or delete it');
    return fail(
      'Data folder',
      `${home} cannot be written (${error instanceof Error ? error.message : String(error)})`,
      'correct it or its disk, or set STEADYHAND_HOME',
    );
  }
}

export async function checkStore({ artifacts }: Pick<Config, 'artifacts'>, check: () => Promise<void>): Promise<Check | undefined> {
  if (artifacts === undefined) return undefined;
  return check().then(
    () => ok('Store', artifacts),
    (error: unknown) =>
      fail('Store', error instanceof Error ? error.message : String(error), 'correct STEADYHAND_ARTIFACTS or the AWS_ variables'),
  );
}

/** Artifacts show what the agent saw, and whoever can write here can drive its devices. */
export async function checkPrivate(folders: readonly string[]): Promise<Check | undefined> {
  if (process.platform === 'win32') return undefined;
  const modes = await Promise.all(
    [...new Set(folders)].map(async (folder) => ({ folder, mode: (await stat(folder).catch(() => undefined))?.mode ?? 0 })),
  );
  const open = modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ folder }) => folder);
  return open.length === 0
    ? undefined
    : warn('Data folder for others', `other users of this machine may look into ${open.join(', ')}`, `\`chmod 700 ${open.join(' ')}\``);
}

/** A worker without devices decides for runs whose devices are of other hosts, beside a newer version for example. */
export function checkSharedFolder({
  kinds,
  home,
  shared,
  artifacts,
}: Pick<Config, 'kinds' | 'home' | 'shared' | 'artifacts'>): Check | undefined {
  if (kinds.length > 0 || artifacts !== undefined || shared !== home) return undefined;
  return warn(
    'Shared folder',
    `a worker without devices keeps artifacts in its own ${home}, where runs on the devices of others do not find theirs`,
    "set STEADYHAND_SHARED to that of the hosts (a host's STEADYHAND_HOME, unless it is set there)",
  );
}

/** Only browsers of our own can be kept from sending. */
export function checkNetworkLocks({ secrets, kinds }: Pick<Config, 'secrets' | 'kinds'>): Check | undefined {
  const locked = Object.keys(secrets).filter((name) => secrets[name] && isLockedAlways(secrets[name]));
  if (locked.length === 0) return undefined;
  const unable = kinds.filter((kind) => kind === 'appium' || kind === 'desktop');
  return unable.length === 0
    ? ok('Network locks', locked.join(', '))
    : warn(
        'Network locks',
        `${locked.join(', ')}: not typed on devices of the kind ${unable.join(', ')}`,
        "what they send cannot be limited; use a browser of the kind 'web' for these secrets, or take lockNetwork out",
      );
}

/** A held lock is the normal case while a worker runs. */
export function checkLock(holder: string | undefined): Check {
  if (holder === undefined) return ok('Data folder in use', 'by no worker');
  return holder === ''
    ? warn('Data folder in use', 'by a process that does not answer', 'it may be stopped (SIGSTOP): continue or end it')
    : ok('Data folder in use', `by process ${holder}`);
}

// Whether the servers of models that are configured answer. Nothing is generated, so that it costs nothing.

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

// Whether what Temporal stores is encrypted, and whether it should be.

const name = 'Encryption';

export async function checkEncryption({ config, server, program }: Pick<CliContext, 'config' | 'server' | 'program'>): Promise<Check> {
  const settings = config();
  const { address } = server();
  try {
    const { encrypts, keys } = await openEncryption(settings);
    if (encrypts) return ok(name, `on, key ${keys?.newest().id ?? ''} in ${keys?.source ?? ''}`);
    const found = keys ? `off, though there are keys in ${keys.source}` : 'off';
    return isHere(address)
      ? ok(name, found)
      : warn(
          name,
          `${found}: ${address} is not this machine, and whoever reads its database reads requests, answers and typed texts`,
          keys
            ? 'set STEADYHAND_ENCRYPTION to on'
            : `\`${program} new-key\`, and give the key to every worker and client (docs/encryption.md)`,
        );
  } catch (error) {
    return fail(name, error instanceof Error ? error.message : String(error), 'no worker starts, and no run can be read, without the keys');
  }
}

function isHere(address: string): boolean {
  const host = address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
