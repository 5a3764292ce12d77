import { once } from 'node:events';
import { Command } from 'commander';
import type { createMcpServers } from '../../mcp/server.js';
import type { CliContext } from '../context.js';
import { runCommand } from '../run-command.js';
import { aborted, listening, loopback, portOf, tokenOf } from '../http-server.js';
import { CommandError } from '../errors.js';

interface Options {
  readonly http?: number | true;
  readonly operator?: boolean;
  readonly stateless?: true;
  readonly flows?: true;
}

type Create = ReturnType<typeof createMcpServers>;

const usualPort = 7420;
/** As the SDK has it; named here, for the message. */
const largestLine = 10 * 1024 * 1024;

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

/** Serves until the client closes our input or our output, a signal comes, or a message is too large to read, which throws. */
async function serveStdio({ interruption }: CliContext, create: Create): Promise<void> {
  const { serveStdio: serveConnection, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: largestLine });
  let tooLarge = false;
  // The SDK has no class of its own for it, and closes the connection then.
  const onerror = (error: Error): void => void (tooLarge ||= /exceeded maximum size/.test(error.message));
  const connection = serveConnection(({ era }) => create({ era, follows: true }), { transport, onerror });
  await Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close'), closed(transport), aborted(interruption())]);
  await connection.close();
  if (tooLarge)
    throw new CommandError(
      'refused',
      `The client sent a line of more than ${largestLine} bytes, the most that this server reads; the connection is closed. Say in the call where the rest can be found, and start the server again.`,
    );
}

/** By whichever side, for whatever reason. The SDK listens, too. */
function closed(transport: { onclose?: () => void }): Promise<void> {
  const { onclose } = transport;
  return new Promise((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}

async function serveOverHttp(
  { terminal, env, interruption }: CliContext,
  create: Create,
  { port, operator }: { readonly port: number; readonly operator: boolean },
): Promise<void> {
  refuseSharedToken(env);
  const variable = operator ? 'STEADYHAND_OPERATOR_TOKEN' : 'STEADYHAND_MCP_TOKEN';
  const { token, isGenerated } = tokenOf({ env }, variable);
  const { serveHttp } = await import('../../mcp/http.js');
  const server = await listening(serveHttp(create, { port, token }), { at: `${loopback}:${port}`, option: '--http' });
  const signal = interruption();
  terminal.warn(`${server.url}${operator ? '  for operators' : ''}`);
  if (isGenerated) terminal.warn(`Authorization: Bearer ${token}`);
  await aborted(signal);
  await server.close();
}

/** With one token for both doors, an agent would be a person. */
function refuseSharedToken({ STEADYHAND_MCP_TOKEN: agent, STEADYHAND_OPERATOR_TOKEN: person }: CliContext['env']): void {
  if (agent === undefined || agent !== person) return;
  throw new CommandError(
    'usage',
    'STEADYHAND_MCP_TOKEN and STEADYHAND_OPERATOR_TOKEN are the same, so an agent could answer for a person: give each its own.',
  );
}
