// The configuration: steadyhand.config.json, overridden by .env, overridden by the environment; parsed once, by one schema, into one read-only object.
//
// config-1. An error names the field where the user wrote it (file or variable), the value, and what is allowed; never the value of a secret.
// config-2. An empty variable counts as not set. The environment overrides .env, and both override the file.
import { isRecord } from '../domain/checks/read-stored.js';
import { defined } from '../domain/collections.js';
import { join, resolve } from 'node:path';
import { readEnvironment, secretPrefix, variables } from './environment.js';
import { goneIn } from './gone.js';
import { configSchema, type ConfigFile } from './config.schema.js';
import type { ConfiguredCheck } from './effect-checks.schema.js';
import { isHeaderName, isHeaderValue } from './headers.js';
import type { NotifyTarget } from './notify.schema.js';
import { ConfigError, describeIssues, readIfThere, show } from './issues.js';
import { writtenJson } from '../domain/text/written-file.js';
import type { LockedSecret } from '../domain/guard/network-lock.js';
import type { RunDefaults } from '../domain/run/resolve-settings.js';
import { cacheFolder, findTools, type Environment } from './tools.js';
import { inspect } from 'node:util';

export { readEnvironment };

/** What runs inherit (`RunDefaults`) and what their worker needs. */
export interface Config
  extends
    Omit<RunDefaults, 'effectChecks'>,
    Omit<
      ConfigFile,
      | Exclude<keyof RunDefaults, 'effectChecks'>
      | 'model'
      | 'secrets'
      | 'browser'
      | 'desktop'
      | 'shared'
      | 'procedures'
      | 'databaseUrl'
      | 'encryptionKeys'
    > {
  /** Absolute paths. */
  readonly home: string;
  readonly shared: string;
  readonly procedures: string;
  /** For what can be made again. */
  readonly cache: string;
  readonly model: Keyed<Omit<ConfigFile['model'], 'anthropic'>> & { readonly anthropic: Keyed<ConfigFile['model']['anthropic']> };
  readonly databaseUrl?: Secret;
  /** `file`: absolute; it counts unless a command is given, and neither counts where there is a value. `isNamed`: by the user, so that it has to be there. */
  readonly encryptionKeys: {
    readonly file: string;
    readonly isNamed: boolean;
    readonly command?: readonly string[];
    readonly value?: Secret;
  };
  /** Only those that have a value here. */
  readonly secrets: Readonly<Record<string, LockedSecret & { readonly value: Secret; readonly apps: readonly string[] }>>;
  readonly browser: Omit<ConfigFile['browser'], 'uploads' | 'sandbox'> & { readonly uploads: string; readonly sandbox: boolean };
  readonly desktop: Omit<ConfigFile['desktop'], 'virtual'> & { readonly virtual: boolean };
}

const fileName = 'steadyhand.config.json';

/** `cwd` is where steadyhand.config.json and .env are looked for, and the base of relative paths. Throws `ConfigError`. */
export function loadConfig(processEnv: Environment = process.env, cwd: string = process.cwd()): Config {
  const env = readEnvironment(processEnv, cwd);
  const draft: Draft = { root: readConfigFile(cwd), sources: new Map() };
  const gone = goneIn(env, draft.root, fileName);
  if (gone !== undefined) throw new ConfigError(gone);
  for (const [variable, { path, read }] of variables) {
    const value = env[variable];
    if (value !== undefined) set(draft, path, { value: read(value), variable });
  }
  setSecrets(draft, env);
  const parsed = configSchema.safeParse(draft.root);
  if (!parsed.success) throw new ConfigError(describeIssues(parsed.error.issues, { fileName, ...draft }));
  return deepFreeze(complete(parsed.data, env, cwd));
}

/** The configuration as the user wrote it, and which variable set which field. */
interface Draft {
  readonly root: Record<string, unknown>;
  readonly sources: Map<string, string>;
}

function readConfigFile(cwd: string): Record<string, unknown> {
  const path = join(cwd, fileName);
  const parsed = readIfThere(path, writtenJson);
  if (parsed === undefined) return {};
  if (!isRecord(parsed)) throw new ConfigError(`${path} contains ${show(parsed)}; expected an object, such as {"slots": 2}.`);
  if (isRecord(parsed['model']) && 'apiKey' in parsed['model'])
    throw new ConfigError(`${path}: model.apiKey does not belong in a file; set OPENAI_API_KEY in the environment or in .env.`);
  if (isRecord(parsed['model']) && isRecord(parsed['model']['anthropic']) && 'apiKey' in parsed['model']['anthropic'])
    throw new ConfigError(
      `${path}: model.anthropic.apiKey does not belong in a file; set ANTHROPIC_API_KEY in the environment or in .env.`,
    );
  if ('databaseUrl' in parsed)
    throw new ConfigError(`${path}: databaseUrl does not belong in a file; set DATABASE_URL in the environment or in .env.`);
  if (isRecord(parsed['encryptionKeys']) && 'value' in parsed['encryptionKeys'])
    throw new ConfigError(
      `${path}: encryptionKeys.value does not belong in a file; set STEADYHAND_ENCRYPTION_KEYS in the environment, or name a file or a command.`,
    );
  if (isRecord(parsed['secrets'])) for (const [name, entry] of Object.entries(parsed['secrets'])) refuseStoredSecret(path, name, entry);
  return parsed;
}

function refuseStoredSecret(path: string, name: string, entry: unknown): void {
  if (isRecord(entry) && 'value' in entry)
    throw new ConfigError(
      `${path}: secrets.${name}.value does not belong in a file; set ${secretPrefix}${name} in the environment or in .env.`,
    );
}

/** Creates the objects along the path; if the file has something else there, the schema reports it. */
function set(draft: Draft, path: readonly string[], { value, variable }: { readonly value: unknown; readonly variable: string }): void {
  let target = draft.root;
  for (const key of path.slice(0, -1)) {
    const next = target[key] ?? {};
    if (!isRecord(next)) return;
    target[key] = next;
    target = next;
  }
  target[path.at(-1) ?? ''] = value;
  draft.sources.set(path.join('.'), variable);
}

function setSecrets(draft: Draft, env: Environment): void {
  const declared = draft.root['secrets'] ?? {};
  for (const variable of Object.keys(env).filter((name) => name.startsWith(secretPrefix))) {
    const name = variable.slice(secretPrefix.length);
    if (isRecord(declared) && !(name in declared)) {
      throw new ConfigError(
        `${variable} is set, but ${fileName} does not say where it may be typed: add "secrets": {"${name}": {"origins": ["https://…"]}}.`,
      );
    }
    set(draft, ['secrets', name, 'value'], { value: env[variable], variable });
  }
}

type Keyed<T> = Omit<T, 'apiKey'> & { readonly apiKey?: Secret };

function withKey<T extends { readonly apiKey?: string }>({ apiKey, ...others }: T): Keyed<T> {
  return { ...others, apiKey: apiKey === undefined ? undefined : new Secret(apiKey) };
}

function complete(parsed: ConfigFile, env: Environment, cwd: string): Config {
  const {
    model,
    secrets,
    browser,
    desktop,
    home,
    shared,
    procedures,
    temporalCli,
    toolServers,
    effectChecks,
    notify,
    databaseUrl,
    encryptionKeys,
    ...rest
  } = parsed;
  const homePath = resolve(cwd, home);
  const tools = findTools(env);
  const cli = temporalCli ?? tools.temporal;
  const sharedPath = shared === undefined ? homePath : resolve(cwd, shared);
  return {
    ...rest,
    home: homePath,
    shared: sharedPath,
    encryptionKeys: {
      command: encryptionKeys.command,
      value: encryptionKeys.value === undefined ? undefined : new Secret(encryptionKeys.value),
      file: encryptionKeys.file === undefined ? join(sharedPath, 'keys', 'payloads.json') : resolve(cwd, encryptionKeys.file),
      isNamed: encryptionKeys.file !== undefined,
    },
    procedures: resolve(cwd, procedures),
    cache: resolve(cwd, cacheFolder(env)),
    model: {
      ...withKey(model),
      headers: withHeaders(model.headers, 'model.headers', env),
      anthropic: { ...withKey(model.anthropic), headers: withHeaders(model.anthropic.headers, 'model.anthropic.headers', env) },
    },
    toolServers: mapValues(toolServers, (server, name) => withVariables(server, `toolServers.${name}`, env)),
    effectChecks: mapValues(effectChecks, (check, name) => withReferences(check, `effectChecks.${name}`, env, cwd)),
    notify: notify.map((target, index) => withAddress(target, `notify[${index}]`, env)),
    secrets: Object.fromEntries(
      Object.entries(secrets).flatMap(([name, { value, ...where }]) =>
        value === undefined ? [] : [[name, { value: new Secret(value), ...where }]],
      ),
    ),
    browser: {
      chromium: tools.chromium,
      chromedriver: tools.chromedriver,
      ...defined(browser),
      uploads: resolve(cwd, browser.uploads ?? join(home, 'uploads')),
      sandbox: browser.sandbox ?? process.getuid?.() !== 0,
    },
    desktop: { ...desktop, virtual: desktop.virtual ?? (process.platform === 'linux' && env['DISPLAY'] === undefined) },
    temporalCli: cli,
    databaseUrl: databaseUrl === undefined ? undefined : new Secret(databaseUrl),
  };
}

type ToolServer = ConfigFile['toolServers'][string];

/** `$NAME` in `env` and `headers` stands for an environment variable of the worker, `$$` for a dollar sign. */
function withVariables(server: ToolServer, field: string, env: Environment): ToolServer {
  if ('url' in server)
    return { ...server, ...defined({ headers: server.headers && withHeaders(server.headers, `${field}.headers`, env) }) };
  const given = server.env && mapValues(server.env, (text, key) => withVariablesIn(text, `${field}.env.${key}`, env));
  return { ...server, ...defined({ env: given }) };
}

/** The same in the headers and the database of an effect check; the path of its flow is absolute. */
function withReferences(check: ConfiguredCheck, field: string, env: Environment, cwd: string): ConfiguredCheck {
  const { http, sql, flow } = check;
  const filled = (text: string, at: string): string => withVariablesIn(text, `${field}.${at}`, env);
  return {
    ...check,
    ...defined({
      http: http?.headers ? { ...http, headers: withHeaders(http.headers, `${field}.http.headers`, env) } : undefined,
      sql: sql ? { ...sql, database: filled(sql.database, 'sql.database') } : undefined,
      flow: flow ? { ...flow, file: resolve(cwd, flow.file) } : undefined,
    }),
  };
}

/** The same in addresses and headers of those who are told. */
function withAddress(target: NotifyTarget, field: string, env: Environment): NotifyTarget {
  const { webhook, slack, headers } = target;
  const address = (text: string, at: string): string => {
    const value = text.startsWith('$') ? withVariablesIn(text, `${field}.${at}`, env) : text;
    if (URL.canParse(value) && /^https?:/i.test(value)) return value;
    throw new ConfigError(`${field}.${at} names ${text}, which is no address that begins with http:// or https://.`);
  };
  return {
    ...target,
    ...defined({
      webhook: webhook === undefined ? undefined : address(webhook, 'webhook'),
      slack: slack === undefined ? undefined : address(slack, 'slack'),
      headers: headers && withHeaders(headers, `${field}.headers`, env),
    }),
  };
}

function withHeaders(headers: Readonly<Record<string, string>>, field: string, env: Environment): Readonly<Record<string, string>> {
  const names = Object.keys(headers);
  const twice = names.find((name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index);
  if (twice !== undefined) throw new ConfigError(`${field}.${twice} is given a second time, in other letters. Keep one of them.`);
  return mapValues(headers, (text, name) => {
    if (!isHeaderName(name)) throw new ConfigError(`${field}.${name} is no header that can be sent. Leave it out, or correct its name.`);
    const value = withVariablesIn(text, `${field}.${name}`, env);
    if (isHeaderValue(value)) return value;
    throw new ConfigError(`${field}.${name} holds a line break, or another character that no header can carry. Correct it.`);
  });
}

function withVariablesIn(text: string, field: string, env: Environment): string {
  return text.replace(/\$(\$|\w+)/g, (_, name: string) => {
    if (name === '$') return '$';
    const value = env[name];
    if (value === undefined) throw new ConfigError(`${field} names $${name}, which is not set in the environment or in .env.`);
    return value;
  });
}

function mapValues<V, R>(values: Readonly<Record<string, V>>, change: (value: V, key: string) => R): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

/** A value that logs, error messages and JSON show as `•••`; `reveal()` returns it. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '•••';
  }

  toJSON(): string {
    return '•••';
  }

  [inspect.custom](): string {
    return '•••';
  }
}
