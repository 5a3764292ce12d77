import { type Config, loadConfig } from '../../../src/config/config.js';
import { ConfigError } from '../../../src/config/issues.js';
import type { CliContext } from '../../../src/cli/context.js';
import type { ClientContext } from '../../../src/client/context.js';
import { createSteadyhand, type Steadyhand } from '../../../src/client/steadyhand.js';
import { createTerminalDouble } from './terminal-double.js';

/** A context without a server: everything that would leave this process fails. */
export function createContextDouble(
  options: Parameters<typeof createTerminalDouble>[0] & {
    readonly config?: () => Config;
    readonly map?: Steadyhand['map'];
    readonly library?: ClientContext['library'];
    readonly artifacts?: ClientContext['artifacts'];
  } = {},
) {
  const screen = createTerminalDouble(options);
  const nowhere = (): never => {
    throw new Error('connect ECONNREFUSED 127.0.0.1:7233');
  };
  const client: ClientContext = {
    env: {},
    program: 'steadyhand',
    config: options.config ?? (() => loadConfig({}, '/nowhere')),
    server: () => ({ address: '127.0.0.1:7233', namespace: 'default', connection: {}, isConfigured: false }),
    client: () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:7233')),
    serverAnswers: () => Promise.resolve(false),
    webUi: () => undefined,
    temporalCli: nowhere,
    records: nowhere,
    library: options.library ?? nowhere,
    artifacts: options.artifacts ?? nowhere,
    checkStores: () => Promise.resolve(),
    forgetServer: () => undefined,
    close: () => Promise.resolve(),
  };
  const context: CliContext = {
    ...client,
    steadyhand: Object.assign(createSteadyhand(client), options.map && { map: options.map }),
    terminal: screen.terminal,
    interruption: () => new AbortController().signal,
    exitCode: 0,
  };
  return { context, ...screen };
}

export function brokenConfig(): Config {
  throw new ConfigError('STEADYHAND_SLOTS is "many"; expected number (slots).');
}
