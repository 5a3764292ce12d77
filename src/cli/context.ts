// What commands share: a client's context and the client itself, a terminal, Ctrl-C, an exit code.
import { type ClientContext, createClientContext } from '../client/context.js';
import { createSteadyhand, type Steadyhand } from '../client/steadyhand.js';
import { createTerminal, type Terminal } from './terminal.js';
import { type ExitCode, exitCodes } from './errors.js';

export interface CliContext extends ClientContext {
  readonly terminal: Terminal;
  /** Connects on first use. */
  readonly steadyhand: Steadyhand;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  exitCode: ExitCode;
}

export function createContext(host: NodeJS.Process): CliContext {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.once(name, () => interruption.abort());
  const context = createClientContext({ env: host.env, folder: host.cwd(), program: programName(host.argv[1] ?? '', host.env) });
  return {
    ...context,
    steadyhand: createSteadyhand(context),
    terminal: createTerminal(host),
    signal: interruption.signal,
    exitCode: exitCodes.done,
  };
}

/** `npx steadyhand` in a clone, `steadyhand` where it is on the PATH. */
function programName(script: string, { npm_command: npmCommand }: Readonly<Record<string, string | undefined>>): string {
  return script.endsWith('/steadyhand') && npmCommand !== 'exec' ? 'steadyhand' : 'npx steadyhand';
}
