// A worker process as users run it, to be killed by its id.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface WorkerProcess {
  readonly pid: number;
  /** Resolves when the process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** SIGSTOP: it neither runs nor ends. */
  freeze(): void;
  thaw(): void;
  /** Its output so far. */
  said(): string;
  /** What it wrote to its standard output, which is no place for logs. */
  printed(): string;
}

export const builtWorker = fileURLToPath(new URL('../../dist/worker.js', import.meta.url));
const readyMs = 200_000;

export interface WorkerProcessOptions {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** The worker of another build. */
  readonly program?: string;
}

/** Resolves when the worker polls. If it ends before, throws its output. */
export async function startWorkerProcess({ home, env, program = builtWorker }: WorkerProcessOptions): Promise<WorkerProcess> {
  const others = Object.entries(process.env).filter(([name]) => !/^(TEMPORAL_|STEADYHAND_|OPENAI_|OTEL_|NODE_OPTIONS)/.test(name));
  const child = spawn(process.execPath, [program], {
    cwd: home,
    env: { ...Object.fromEntries(others), STEADYHAND_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [text, printed] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => void (printed += chunk));
  await ready(child, () => text);
  return {
    pid: child.pid ?? -1,
    said: () => text,
    printed: () => printed,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

async function ready(child: ChildProcess, said: () => string): Promise<void> {
  const deadline = AbortSignal.timeout(readyMs);
  const closed = once(child, 'close', { signal: deadline });
  closed.catch(() => undefined);
  while (!said().includes('worker ready')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the worker ended: ${said()}`);
    await Promise.race([once(child.stderr ?? child, 'data', { signal: deadline }), closed]).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw new Error(`the worker was not ready in ${readyMs} ms: ${said()}`, { cause: error });
    });
  }
}
