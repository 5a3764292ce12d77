import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { goneCommands } from '../config/gone.js';
import { own } from '../domain/collections.js';
import type { CliContext } from './context.js';
import { runCommand } from './run-command.js';
import { printJson } from './output.js';
import type { Terminal } from './terminal.js';
import { CommandError, exitCodesHelp } from './errors.js';

const environmentHelp = `Environment:
  TEMPORAL_ADDRESS, …     the Temporal server, as for the Temporal CLI
  STEADYHAND_HOME         this host's data (default ./.steadyhand)
  OPENAI_API_KEY, OPENAI_BASE_URL, STEADYHAND_MODEL
  STEADYHAND_DEBUG=1      print the stack trace of an error
  NO_COLOR                no colours`;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

/** In the order of the help. What a command needs is loaded when it is called: together they are half of the program. */
const commands: Readonly<Record<string, (context: CliContext) => Promise<Command>>> = {
  setup: async (context) => (await import('./commands/worker.js')).setupCommand(context),
  up: async (context) => (await import('./commands/up.js')).upCommand(context),
  worker: async (context) => (await import('./commands/worker.js')).workerCommand(context),
  run: async (context) => (await import('./commands/run.js')).runCommandOf(context),
  flow: async (context) => (await import('./commands/flow.js')).flowCommand(context),
  explore: async (context) => (await import('./commands/explore.js')).exploreCommand(context),
  graph: async (context) => (await import('./commands/graph.js')).graphCommand(context),
  procedure: async (context) => (await import('./commands/procedure.js')).procedureCommand(context),
  schedule: async (context) => (await import('./commands/schedule.js')).scheduleCommand(context),
  mcp: async (context) => (await import('./commands/mcp.js')).mcpCommand(context, version),
  list: async (context) => (await import('./commands/show.js')).listCommand(context),
  show: async (context) => (await import('./commands/show.js')).showCommand(context),
  report: async (context) => (await import('./commands/report.js')).reportCommand(context),
  export: async (context) => (await import('./commands/rerun.js')).exportCommand(context),
  rerun: async (context) => (await import('./commands/rerun.js')).rerunCommand(context),
  inbox: async (context) => (await import('./commands/people.js')).inboxCommand(context),
  console: async (context) => (await import('./commands/console.js')).consoleCommand(context),
  answer: async (context) => (await import('./commands/people.js')).answerCommand(context),
  confirm: async (context) => (await import('./commands/people.js')).confirmCommand(context),
  request: async (context) => (await import('./commands/people.js')).requestCommand(context),
  'take-over': async (context) => (await import('./commands/people.js')).takeOverCommand(context),
  'hand-back': async (context) => (await import('./commands/people.js')).handBackCommand(context),
  cancel: async (context) => (await import('./commands/people.js')).cancelCommand(context),
  hosts: async (context) => (await import('./commands/hosts.js')).hostsCommand(context),
  devices: async (context) => (await import('./commands/hosts.js')).devicesCommand(context),
  temporal: async (context) => (await import('./commands/worker.js')).temporalCommand(context),
  'codec-server': async (context) => (await import('./commands/codec-server.js')).codecServerCommand(context),
  'new-key': async (context) => (await import('./commands/codec-server.js')).newKeyCommand(context),
  gc: async (context) => (await import('./commands/gc.js')).gcCommand(context),
  doctor: async (context) => (await import('./commands/doctor.js')).doctorCommand(context),
};

/** With the command that `words` begin with, or with all: for the help, and to say what was meant. */
export async function createProgram(context: CliContext, words: readonly string[]): Promise<Command> {
  const [name = ''] = words;
  const program = new Command('steadyhand')
    .version(version)
    .description('GUI agents that survive: start runs, watch them, answer what they ask.')
    // `temporal` passes its options through, so ours must come before the command.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `\n${exitCodesHelp}\n\n${environmentHelp}\n\nExample:\n  steadyhand setup\n  steadyhand up\n  steadyhand run "Order the blue kettle" --url https://shop.example --follow`,
    );
  const named = own(commands, name);
  const instead = own(goneCommands, name);
  if (instead !== undefined) program.addCommand(goneCommand(context, name, instead));
  else for (const create of named ? [named] : Object.values(commands)) program.addCommand(await create(context));
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    listen(command, { terminal: context.terminal, words, help: helpOf(command, context.program) });
  return program;
}

/** Whatever else was written behind it. */
function goneCommand(context: CliContext, name: string, instead: string): Command {
  return new Command(name)
    .helpOption(false)
    .option('--json')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(runCommand(context, () => Promise.reject(new CommandError('usage', `The command ${name} is gone; ${instead}.`))));
}

/** The command that prints a command's help. */
function helpOf(command: Command, program: string): string {
  const above = command.parent?.parent ? [command.parent.name()] : [];
  return command.parent ? [program, ...above, 'help', command.name()].join(' ') : `${program} --help`;
}

interface Listening {
  readonly terminal: Terminal;
  /** The words of the command line. */
  readonly words: readonly string[];
  /** The command that prints the help. */
  readonly help: string;
}

/** Commander's output goes to our terminal, an error as one line with a hint; it ends the parse, never the process. */
export function listen(command: Command, { terminal, words, help }: Listening): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.print(text.trimEnd()),
    writeErr: (text) => terminal.warn(text.trimEnd()),
    outputError: (text, write) => {
      const message = `${sentence(text.replace(/^error:/, ''))} See \`${help}\`.`;
      if (words.includes('--json')) printJson(terminal, { error: { code: 'usage', message } });
      else write(`${terminal.colors.red('error')} ${message}`);
    },
  });
}

function sentence(text: string): string {
  return text
    .trim()
    .replace(/'([^']{100})[^']{20,}'/g, "'$1…'")
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[^.!?)]$/, '$&.');
}
