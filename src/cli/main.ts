// Entry of the command line: arguments in, exit code out. One file per command in commands/.
import { CommanderError } from 'commander';
import { createContext } from './context.js';
import { exitCodes } from './exit-codes.js';
import { createProgram } from './program.js';

/** Runs the command that `process.argv` names; resolves with the exit code. */
export async function main(): Promise<number> {
  const context = createContext(process);
  try {
    await createProgram(context).parseAsync(process.argv);
    return context.exitCode;
  } catch (error) {
    // Commander has said what is wrong, or has shown its help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    throw error;
  } finally {
    await context.close();
  }
}
