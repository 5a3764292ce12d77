import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import type { ConsoleServer } from '../../console/server.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';

export interface ConsoleOptions {
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly userHeader?: string;
  readonly json?: true;
}

export const usualPort = 7430;
const loopback = '127.0.0.1';
const shortestToken = 16;

export function consoleCommand(context: CliContext): Command {
  return new Command('console')
    .description('Serve a page to answer, approve, start and watch runs; prints its link')
    .option('--port <port>', `port (default: ${usualPort}; 0: any free one)`, portOf)
    .option('--host <address>', `address to listen at (default: ${loopback}); another one needs --public-url`)
    .option('--public-url <url>', 'where people reach it through a proxy, which logs them in (console.publicUrl)', originOf)
    .option('--user-header <name>', 'header in which that proxy names who is logged in (console.userHeader)')
    .option('--json', 'print one JSON object when it serves')
    .addHelpText(
      'after',
      `
The link carries a token: STEADYHAND_CONSOLE_TOKEN, or one that is generated at each start.

Example:
  steadyhand console
  steadyhand console --host 0.0.0.0 --public-url https://console.example --user-header X-Forwarded-User`,
    )
    .action(
      runCommand(context, async (options: ConsoleOptions) => {
        const server = await startConsole(context, options);
        if (options.json) printJson(context.terminal, { url: server.url, link: server.link });
        else context.terminal.print(server.link);
        if (!context.signal.aborted) await once(context.signal, 'abort');
        await server.close();
      }),
    );
}

/** Throws `CommandError`. */
export async function startConsole(context: CliContext, options: ConsoleOptions): Promise<ConsoleServer> {
  const { console: configured, apps } = context.config();
  const { port = usualPort, host = loopback, publicUrl = configured.publicUrl, userHeader = configured.userHeader } = options;
  if (!['127.0.0.1', '::1', 'localhost'].includes(host) && publicUrl === undefined)
    throw new CommandError(
      'usage',
      `--host ${host} is not the loopback interface: put a proxy with TLS before it, and name its address in --public-url.`,
    );
  const given = context.env['STEADYHAND_CONSOLE_TOKEN'];
  if (given !== undefined && given.length < shortestToken)
    throw new CommandError(
      'usage',
      `STEADYHAND_CONSOLE_TOKEN has ${given.length} characters: use at least ${shortestToken}, or leave it out to have one generated.`,
    );
  // Imported here: it would slow down every other command.
  const { serveConsole } = await import('../../console/server.js');
  return serveConsole({
    steadyhand: context.steadyhand,
    ...{ host, port, publicUrl, userHeader },
    apps: apps.map(({ name }) => name),
    token: given ?? randomBytes(24).toString('base64url'),
    user: userInfo().username,
    log: (text) => context.terminal.warn(text),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== 'listen') throw error;
    throw new CommandError(
      'refused',
      `${host}:${port} cannot be used (${error.code ?? error.message}): give --port another one, or 0 for any free port.`,
    );
  });
}

function portOf(word: string): number {
  const port = Number(word);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be a port: a whole number up to 65535.');
  return port;
}

function originOf(word: string): string {
  if (!/^https?:\/\//i.test(word) || !URL.canParse(word) || new URL(word).pathname + new URL(word).search !== '/')
    throw new InvalidArgumentError('It must be an origin, such as https://console.example, without a path.');
  return new URL(word).origin;
}
