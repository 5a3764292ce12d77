import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Command, InvalidArgumentError } from 'commander';
import type { createMcpServers } from '../../mcp/server.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { runCommand } from '../run-command.js';

interface Options {
  readonly http?: number | true;
  readonly operator?: boolean;
  readonly stateless?: true;
  readonly flows?: true;
}

type Create = ReturnType<typeof createMcpServers>;

const usualPort = 7420;
const shortestToken = 16;

export function mcpCommand(context: CliContext, version: string): Command {
  return new Command('mcp')
    .description('Serve procedures, agents, flows and explorers to other programs over the Model Context Protocol')
    .option(
      '--http [port]',
      `over HTTP on 127.0.0.1 instead of standard input and output (default port: ${usualPort}; 0: any free port)`,
      portOf,
    )
    .option('--operator', 'serve a person: adds the tools `answer` and `confirm`; needs --http')
    .option('--flows', 'offer each flow of the library as a tool of its own')
    .option('--stateless', 'start procedures without a Temporal server: a run lives only in its state')
    .addHelpText(
      'after',
      `
Over HTTP each request needs a token: STEADYHAND_MCP_TOKEN, with --operator STEADYHAND_OPERATOR_TOKEN; if it is not set, one is generated and shown.

Example:
  steadyhand mcp                     # as a client's configuration starts it: examples/mcp/.mcp.json
  steadyhand mcp --http
  steadyhand mcp --http 0 --operator`,
    )
    .action(runCommand(context, (options: Options) => serve(context, version, options)));
}

async function serve(context: CliContext, version: string, { http, operator = false, stateless, flows }: Options): Promise<void> {
  if (operator && http === undefined)
    throw new CommandError(
      'usage',
      '--operator needs --http: standard input and output carry no token, so an agent that starts the server could answer for a person.',
    );
  // Throws at once for a wrong configuration.
  context.config();
  // Imported here: it would slow down every other command.
  const { createMcpServers } = await import('../../mcp/server.js');
  const create = createMcpServers(context, { operator, begin: stateless ? 'stateless' : 'durable', flows: flows ?? false }, version);
  if (http === undefined) await serveStdio(context, create);
  else await serveOverHttp(context, create, { port: http === true ? usualPort : http, operator });
}

/** Serves until the client closes our input, or a signal comes. */
async function serveStdio({ signal }: CliContext, create: Create): Promise<void> {
  const { serveStdio: serveConnection } = await import('@modelcontextprotocol/server/stdio');
  const connection = serveConnection(({ era }) => create({ era, follows: true }));
  await Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close'), aborted(signal)]);
  await connection.close();
}

async function serveOverHttp(
  { terminal, env, signal }: CliContext,
  create: Create,
  { port, operator }: { readonly port: number; readonly operator: boolean },
): Promise<void> {
  const variable = operator ? 'STEADYHAND_OPERATOR_TOKEN' : 'STEADYHAND_MCP_TOKEN';
  const given = env[variable];
  if (given !== undefined && given.length < shortestToken)
    throw new CommandError(
      'usage',
      `${variable} has ${given.length} characters: use at least ${shortestToken}, or leave it out to have one generated.`,
    );
  const { serveHttp } = await import('../../mcp/http.js');
  const token = given ?? randomBytes(24).toString('base64url');
  const server = await serveHttp(create, { port, token }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      'refused',
      `127.0.0.1:${port} cannot be used (${error.code ?? error.message}): give --http another port, or 0 for any free port.`,
    );
  });
  terminal.warn(`${server.url}${operator ? '  for operators' : ''}`);
  if (given === undefined) terminal.warn(`Authorization: Bearer ${token}`);
  await aborted(signal);
  await server.close();
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

function portOf(word: string): number {
  const port = Number(word);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be a port: a whole number up to 65535.');
  return port;
}
