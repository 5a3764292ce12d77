// What commands share: a client's context and the client itself, a terminal, Ctrl-C, an exit code.
//
// Ctrl-C, SIGTERM and SIGHUP end a command at once, as they end any program, whatever it waits for or computes: nothing here handles them, until a command has
// something to end in order and calls `interruption`.
import { type ClientContext, createClientContext } from '../client/context.js';
import { createSteadyhand, type Steadyhand } from '../client/steadyhand.js';
import { createTerminal, type Terminal } from './terminal.js';
import { CommandError, type ExitCode, exitCodes } from './errors.js';

export interface CliContext extends ClientContext {
  readonly terminal: Terminal;
  /** Connects on first use. */
  readonly steadyhand: Steadyhand;
  /** From the first call on, the first of those signals only aborts this; a later one ends the process. */
  interruption(): AbortSignal;
  /** The signal that has aborted it. */
  interruptedBy?: NodeJS.Signals;
  exitCode: ExitCode;
}

export function createContext(host: NodeJS.Process): CliContext {
  const client = createClientContext({ env: host.env, folder: host.cwd(), program: programName(host.argv[1] ?? '', host.env) });
  let interruption: AbortSignal | undefined;
  const context: CliContext = {
    ...client,
    steadyhand: createSteadyhand(client),
    terminal: createTerminal(host),
    interruption: () => (interruption ??= interruptionBy(host, (name) => (context.interruptedBy = name))),
    exitCode: exitCodes.done,
  };
  return context;
}

export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** ms. npm passes on the Ctrl-C that the terminal has sent to all: until then it is the same one. */
export const sameInterruptionMs = 1_000;

function interruptionBy(host: NodeJS.Process, note: (name: NodeJS.Signals) => void): AbortSignal {
  const controller = new AbortController();
  const abort = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) return;
    note(name);
    controller.abort(new CommandError('interrupted', 'Interrupted.'));
    setTimeout(() => endingSignals.forEach((each) => host.off(each, abort)), sameInterruptionMs).unref();
  };
  for (const name of endingSignals) host.on(name, abort);
  return controller.signal;
}

/** `npx steadyhand` in a clone, `steadyhand` where it is on the PATH. */
function programName(script: string, { npm_command: npmCommand }: Readonly<Record<string, string | undefined>>): string {
  return script.endsWith('/steadyhand') && npmCommand !== 'exec' ? 'steadyhand' : 'npx steadyhand';
}
