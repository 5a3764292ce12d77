// Entry of the command line: arguments in, exit code out. One file per command in commands/.
import { CommanderError, type Command } from 'commander';
import { type CliContext, createContext } from './context.js';
import { createProgram } from './program.js';
import { exitCodes } from './errors.js';

/** Runs the command that the arguments of `host` name; resolves with the exit code. `programOf`: makes the commands, from those arguments. */
export async function main(
  host: NodeJS.Process = process,
  programOf: (context: CliContext, words: readonly string[]) => Command | Promise<Command> = createProgram,
): Promise<number> {
  const context = createContext(host);
  try {
    const program = await programOf(context, host.argv.slice(2));
    await program.parseAsync(host.argv);
    return context.exitCode;
  } catch (error) {
    // Commander has printed the error or its help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    throw error;
  } finally {
    await context.close();
  }
}
