// Whatever a worker knows by its configuration and its environment that proves who asks. A model's server, a tool server, a database may repeat it in what they say of a
// refusal; nothing that leaves the worker as an error, into Temporal, or as a line of its log has it.
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { maskOf, withoutConfidential, type Mask } from '../adapters/masking-kit/mask-errors.js';
import { isPlaceholder, serverSecrets } from '../adapters/model-kit/server-address.js';
import type { Config } from '../config/config.js';
import type { Environment } from '../config/tools.js';

type Given = Partial<Pick<Config, 'secrets' | 'model' | 'databaseUrl' | 'encryptionKeys' | 'toolServers' | 'effectChecks' | 'notify'>>;

/** Names of variables and headers whose value is one, and those that only say where it is. */
const tellsSo = /auth(?!or(?!iz))|cookie|token|secret|passw|credential|(?:api|access|private|client|encryption)[-_]?keys?|otlp_headers/i;
const tellsWhere = /(?:file|path|dir|folder|sock|url|host|address|name)$/i;

/** Characters of a value that nobody has called a secret: a shorter one, or a number, would mask ordinary words. */
const shortest = 8;

/** Everything in these that may not be told. */
export function confidentialMask(config: Given, env: Environment): Mask {
  return maskOf(confidentialValues(config, env));
}

/** What errors of activities tell is masked before Temporal's SDK turns them into failures, their causes too. */
export function concealErrors(mask: Mask): ActivityInterceptorsFactory {
  return () => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          throw withoutConfidential(error, mask);
        }
      },
    },
  });
}

export function confidentialValues(config: Given, env: Environment): readonly string[] {
  const { secrets = {}, model, databaseUrl, encryptionKeys, toolServers = {}, effectChecks = {}, notify = [] } = config;
  const keys = [model?.apiKey, model?.anthropic.apiKey].flatMap((key) => (key && !isPlaceholder(key.reveal()) ? key : []));
  const called = [...Object.values(secrets).map(({ value }) => value), ...keys, encryptionKeys?.value].flatMap((value) =>
    value ? [value.reveal()] : [],
  );
  const servers = model ? [model, model.anthropic].map(({ baseUrl, headers }) => ({ baseUrl, headers })) : [];
  const found = [
    ...Object.values(toolServers).flatMap((server) => ('url' in server ? named(server.headers) : named(server.env))),
    ...Object.values(effectChecks).flatMap(({ http }) => named(http?.headers)),
    ...notify.flatMap(({ headers }) => named(headers)),
    ...named(env).filter((value) => !value.startsWith('/')),
    // A chat's address is all that a sender needs.
    ...notify.flatMap(({ slack }) => (slack === undefined ? [] : [slack, new URL(slack).pathname])),
  ];
  const logins = [databaseUrl?.reveal(), ...Object.values(effectChecks).map(({ sql }) => sql?.database)].flatMap((address) =>
    address === undefined ? [] : loginOf(address),
  );
  return [
    ...called,
    ...servers.flatMap(serverSecrets),
    ...logins,
    ...found.filter((value) => value.length >= shortest && !/^[\d\s.,-]+$/.test(value)),
  ];
}

/** A header such as `Bearer …` in its parts, too. */
function named(values: Readonly<Record<string, string | undefined>> = {}): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || !tellsSo.test(name) || tellsWhere.test(name) ? [] : [value, ...value.split(/[\s,;="]+/)],
  );
}

/** The whole address, and the password alone. */
function loginOf(address: string): readonly string[] {
  const password = URL.canParse(address) ? new URL(address).password : '';
  return password === '' ? [address] : [address, password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
