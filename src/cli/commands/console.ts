import { userInfo } from 'node:os';
import { Command } from 'commander';
import { readServerFile, removeServerFile, writeServerFile } from '../../client/server-file.js';
import type { ConsoleServer } from '../../console/server.js';
import type { CliContext } from '../context.js';
import { ago, printJson, renderTable } from '../output.js';
import { runCommand } from '../run-command.js';
import { aborted, listening, loopback, originOf, portOf, refuseOpenHost, tokenOf, usualConsolePort } from '../http-server.js';
import { type ListedSession, sessionHeader } from '../../domain/report/console.js';
import { CommandError } from '../errors.js';

interface ConsoleOptions {
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
          const interruption = context.interruption();
          if (options.json) printJson(context.terminal, { url: server.url, link: server.link });
          else context.terminal.print(server.link);
          await aborted(interruption);
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
  await writeServerFile(home, name, server, token);
  return {
    ...server,
    async close() {
      await removeServerFile(home, name);
      await server.close();
    },
  };
}

// `console sessions`: who is in a console that runs on this machine, and how to put them out.

interface Options {
  readonly port?: number;
  readonly end?: readonly string[];
  readonly endAll?: true;
  readonly json?: true;
}

function consoleSessionsCommand(context: CliContext): Command {
  return new Command('sessions')
    .description('List who is in a console of this folder, or end their sessions')
    .option('--port <port>', `of the console (default: ${usualConsolePort})`, portOf)
    .option('--end <id...>', 'end these')
    .option('--end-all', 'end all')
    .option('--json', 'print one JSON object for each')
    .addHelpText('after', '\nExample:\n  steadyhand console sessions --end 5d1f0c3a')
    .action(
      runCommand(context, async ({ port = usualConsolePort, end, endAll, json }: Options) => {
        const { terminal } = context;
        const desk = await enter(context, port);
        try {
          const sessions = (await desk.ask<readonly ListedSession[]>('GET', '/api/sessions')).filter(({ isOwn }) => !isOwn);
          const unknown = end?.find((id) => !sessions.some((session) => session.id === id));
          if (unknown !== undefined) throw new CommandError('usage', `The console at port ${port} has no session '${unknown}'.`);
          const ended = endAll ? sessions.map(({ id }) => id) : (end ?? []);
          for (const id of ended) await desk.ask('DELETE', `/api/sessions/${id}`);
          if (endAll || end) return json ? printJson(terminal, { ended }) : terminal.print(`Ended: ${ended.length}.`);
          if (json) for (const { isOwn: _, ...session } of sessions) printJson(terminal, session);
          else terminal.print(sessions.length === 0 ? 'Nobody is in.' : tableOf(context, sessions));
        } finally {
          await desk.leave();
        }
      }),
    );
}

function tableOf({ terminal }: CliContext, sessions: readonly ListedSession[]): string {
  const now = new Date();
  const rows = sessions.map(({ id, by, openedAt, usedAt, browser }) => [
    id,
    by,
    ago(new Date(openedAt), now),
    ago(new Date(usedAt), now),
    browser,
  ]);
  return renderTable(terminal, ['SESSION', 'WHO', 'SINCE', 'LAST SEEN', 'BROWSER'], rows);
}

interface Desk {
  ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
  leave(): Promise<void>;
}

/** With a session of its own, as a page has one. */
async function enter(context: CliContext, port: number): Promise<Desk> {
  const file = readServerFile(context.config().home, `console-${port}`);
  if (!file) throw new CommandError('refused', `No console of this folder runs at port ${port}: --port names another one.`);
  const { endpoint, token } = file;
  let headers: Readonly<Record<string, string>> = { origin: endpoint };
  const ask = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const asked = {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    };
    const reply = await fetch(`${endpoint}${path}`, asked).catch((cause: unknown) => {
      throw new CommandError('refused', `The console at port ${port} does not answer: is it still running?`, { cause });
    });
    if (!reply.ok) throw new CommandError('refused', `The console at port ${port} refuses: it answers ${reply.status}.`);
    return (await reply.json()) as T;
  };
  const { session } = await ask<{ readonly session: string }>('POST', '/api/session', { token });
  headers = { ...headers, [sessionHeader]: session };
  return {
    ask,
    async leave() {
      const own = (await ask<readonly ListedSession[]>('GET', '/api/sessions')).find(({ isOwn }) => isOwn);
      if (own) await ask('DELETE', `/api/sessions/${own.id}`);
    },
  };
}
