import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { answerCommand } from './commands/answer.js';
import { approvalsCommand } from './commands/approvals.js';
import { cancelCommand } from './commands/cancel.js';
import { codecServerCommand } from './commands/codec-server.js';
import { confirmCommand } from './commands/confirm.js';
import { consoleCommand } from './commands/console.js';
import { deployCommand } from './commands/deploy.js';
import { devicesCommand } from './commands/devices.js';
import { doctorCommand } from './commands/doctor.js';
import { evalCommand } from './commands/eval.js';
import { exploreCommand } from './commands/explore.js';
import { exportCommand } from './commands/export.js';
import { flowCommand } from './commands/flow.js';
import { gcCommand } from './commands/gc.js';
import { graphCommand } from './commands/graph.js';
import { hostsCommand } from './commands/hosts.js';
import { inboxCommand } from './commands/inbox.js';
import { listCommand } from './commands/list.js';
import { mcpCommand } from './commands/mcp.js';
import { newKeyCommand } from './commands/new-key.js';
import { procedureCommand } from './commands/procedure.js';
import { requestCommand } from './commands/request.js';
import { runCommandOf } from './commands/run.js';
import { scheduleCommand } from './commands/schedule.js';
import { setupCommand } from './commands/setup.js';
import { rerunCommand } from './commands/rerun.js';
import { reportCommand } from './commands/report.js';
import { showCommand } from './commands/show.js';
import { handBackCommand, takeOverCommand } from './commands/take-over.js';
import { temporalCommand } from './commands/temporal.js';
import { upCommand } from './commands/up.js';
import { workerCommand } from './commands/worker.js';
import type { CliContext } from './context.js';
import { exitCodesHelp } from './exit-codes.js';
import { printJson } from './output.js';

const environmentHelp = `Environment:
  TEMPORAL_ADDRESS, …     the Temporal server, as for the Temporal CLI
  STEADYHAND_HOME         this host's data (default ./.steadyhand)
  OPENAI_API_KEY, OPENAI_BASE_URL, STEADYHAND_MODEL
  STEADYHAND_DEBUG=1      print the stack trace of an error
  NO_COLOR                no colours`;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

const commandsInOrder = [
  setupCommand,
  upCommand,
  workerCommand,
  runCommandOf,
  flowCommand,
  exploreCommand,
  graphCommand,
  procedureCommand,
  scheduleCommand,
  (context: CliContext) => mcpCommand(context, version),
  listCommand,
  showCommand,
  reportCommand,
  exportCommand,
  rerunCommand,
  inboxCommand,
  consoleCommand,
  answerCommand,
  confirmCommand,
  approvalsCommand,
  requestCommand,
  takeOverCommand,
  handBackCommand,
  cancelCommand,
  hostsCommand,
  devicesCommand,
  deployCommand,
  temporalCommand,
  codecServerCommand,
  newKeyCommand,
  evalCommand,
  gcCommand,
  doctorCommand,
] as const;

export function createProgram(context: CliContext): Command {
  const program = new Command('steadyhand')
    .version(version)
    .description('GUI agents that survive: start runs, watch them, answer what they ask.')
    // `temporal` passes its options through, so ours must come before the command.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `\n${exitCodesHelp}\n\n${environmentHelp}\n\nExample:\n  steadyhand setup\n  steadyhand up\n  steadyhand run "Order the blue kettle" --url https://shop.example --follow`,
    );
  for (const create of commandsInOrder) program.addCommand(create(context));
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) listen(command, context);
  return program;
}

/** Commander's output goes to our terminal, an error as one line with a hint; it ends the parse, never the process. */
function listen(command: Command, { terminal, program }: CliContext): void {
  const above = command.parent?.parent ? [command.parent.name()] : [];
  const help = command.parent ? [program, ...above, 'help', command.name()].join(' ') : `${program} --help`;
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.print(text.trimEnd()),
    writeErr: (text) => terminal.warn(text.trimEnd()),
    outputError: (text, write) => {
      const message = `${sentence(text.replace(/^error:/, ''))} See \`${help}\`.`;
      if (rootOf(command).args.includes('--json')) printJson(terminal, { error: { code: 'usage', message } });
      else write(`${terminal.colors.red('error')} ${message}`);
    },
  });
}

function sentence(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[^.!?)]$/, '$&.');
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}
