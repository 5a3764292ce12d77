// Entry of the command line: arguments in, exit code out. One file per command in commands/.
import { CommanderError, type Command } from 'commander';
import { type CliContext, createContext } from './context.js';
import { createProgram } from './program.js';
import { ConfigError } from '../config/issues.js';
import { exitCodes } from './errors.js';
import { printJson } from './output.js';
import { createTerminal } from './terminal.js';

/** Runs the command that the arguments of `host` name; resolves with the exit code. `programOf`: makes the commands, from those arguments. */
export async function main(
  host: NodeJS.Process = process,
  programOf: (context: CliContext, words: readonly string[]) => Command | Promise<Command> = createProgram,
): Promise<number> {
  const context = contextOf(host);
  if (context === undefined) return exitCodes.usage;
  // While a connection is built up anew, only timers wait that keep no process alive: it would end in the middle, with 13 and no word.
  const stayAlive = setInterval(() => undefined, 60_000);
  try {
    const program = await programOf(context, host.argv.slice(2));
    await program.parseAsync(host.argv);
    return context.exitCode;
  } catch (error) {
    // Commander has printed the error or its help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    throw error;
  } finally {
    clearInterval(stayAlive);
    const { exitCode, interruptedBy } = context;
    // What called this sees the signal, as of any program. Closing would wait for a server that may not answer.
    if (interruptedBy && exitCode === exitCodes.interrupted) host.removeAllListeners(interruptedBy).kill(host.pid, interruptedBy);
    else await context.close();
  }
}

/** Undefined: the .env beside it cannot be read, which was said. */
function contextOf(host: NodeJS.Process): CliContext | undefined {
  try {
    return createContext(host);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { code, message } = error;
    if (host.argv.includes('--json')) printJson(createTerminal(host), { error: { code, message } });
    else createTerminal(host).warn(`error ${message}`);
    return undefined;
  }
}
