import { userInfo } from 'node:os';
import { Command } from 'commander';
import type { ConsoleServer } from '../../console/server.js';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { aborted, listening, loopback, originOf, portOf, refuseOpenHost, tokenOf } from '../serving.js';

export interface ConsoleOptions {
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly userHeader?: string;
  readonly json?: true;
}

export const usualPort = 7430;

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
        await aborted(context.signal);
        await server.close();
      }),
    );
}

/** Throws `CommandError`. */
export async function startConsole(context: CliContext, options: ConsoleOptions): Promise<ConsoleServer> {
  const { console: configured, apps } = context.config();
  const { port = usualPort, host = loopback, publicUrl = configured.publicUrl, userHeader = configured.userHeader } = options;
  refuseOpenHost(host, publicUrl);
  const { token } = tokenOf(context, 'STEADYHAND_CONSOLE_TOKEN');
  // Imported here: it would slow down every other command.
  const { serveConsole } = await import('../../console/server.js');
  const serving = serveConsole({
    steadyhand: context.steadyhand,
    ...{ host, port, publicUrl, userHeader, token },
    apps: apps.map(({ name }) => name),
    user: userInfo().username,
    log: (text) => context.terminal.warn(text),
  });
  return listening(serving, { at: `${host}:${port}`, option: '--port' });
}
