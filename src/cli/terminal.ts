import { createInterface } from 'node:readline/promises';
import pc from 'picocolors';

export type Colors = ReturnType<typeof pc.createColors>;

/** Where a command reads and writes. Data goes to `print`, everything else to `warn`, so that a pipe gets data only. */
export interface Terminal {
  /** A person can be asked: both ends are a TTY. */
  readonly interactive: boolean;
  readonly columns: number;
  readonly colors: Colors;
  print(text: string): void;
  warn(text: string): void;
  /** One line from the person; rejects when `signal` aborts. */
  ask(question: string, signal: AbortSignal): Promise<string>;
}

export function createTerminal({ stdin, stdout, stderr, env }: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env'>): Terminal {
  // `steadyhand list | head` closes the pipe early; that is not an error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    interactive: Boolean(stdin.isTTY && stdout.isTTY),
    columns: stdout.columns ?? 120,
    colors: pc.createColors(wantsColors(env, Boolean(stdout.isTTY))),
    print: (text) => void stdout.write(`${text}\n`),
    warn: (text) => void stderr.write(`${text}\n`),
    async ask(question, signal) {
      const lines = createInterface({ input: stdin, output: stdout });
      // With a line reader on the terminal, Ctrl-C arrives here and not as a signal.
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      try {
        return await lines.question(question, { signal });
      } finally {
        lines.close();
      }
    },
  };
}

/** https://no-color.org, https://force-color.org */
function wantsColors(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}
