import { userInfo } from 'node:os';
import { Command } from 'commander';
import { removeServerFile, writeServerFile } from '../../client/server-file.js';
import type { ConsoleServer } from '../../console/server.js';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { aborted, listening, loopback, originOf, portOf, refuseOpenHost, tokenOf, usualConsolePort } from '../serving.js';
import { consoleSessionsCommand } from './console-sessions.js';

export interface ConsoleOptions {
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly userHeader?: string;
  readonly json?: true;
}

export function consoleCommand(context: CliContext): Command {
  return (
    new Command('console')
      // Options behind `sessions` are its own.
      .enablePositionalOptions()
      .description('Serve a page to answer, approve, start and watch runs; prints its link')
      .option('--port <port>', `port (default: ${usualConsolePort}; 0: any free one)`, portOf)
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
      )
      .addCommand(consoleSessionsCommand(context))
  );
}

/** Throws `CommandError`. */
export async function startConsole(context: CliContext, options: ConsoleOptions): Promise<ConsoleServer> {
  const { console: configured, apps, home } = context.config();
  const { port = usualConsolePort, host = loopback, publicUrl = configured.publicUrl, userHeader = configured.userHeader } = options;
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
  const server = await listening(serving, { at: `${host}:${port}`, option: '--port' });
  const name = `console-${server.port}` as const;
  await writeServerFile(home, name, { endpoint: server.endpoint, port: server.port, token, pid: process.pid });
  return {
    ...server,
    async close() {
      await removeServerFile(home, name);
      await server.close();
    },
  };
}
