// A thread for long computations. Invariants:
//   1. It handles one request at a time, in order.
//   2. It starts with the first request, and again with the next one after it crashed; the request during which it crashed fails.
//   3. Aborting the current request ends the thread, since nothing else stops a computation. Aborting a queued request removes it.
//   4. After close() there is no thread, and no request starts one.
import { Worker } from 'node:worker_threads';
import { builtProgram, packageMissing } from './programs.js';
import { orAborted } from './poll.js';

export interface WorkerThread<Question, Answer> {
  /** Throws the signal's reason when aborted. */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * `program` gets each request as a message and answers with one; an error that it throws ends it. `name` is the subject of error messages.
 */
export function createWorkerThread<Question, Answer>(program: URL, name: string): WorkerThread<Question, Answer> {
  let worker: Worker | undefined;
  let pending: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();
  let closed = false;

  function start(): Worker {
    // Keeps libraries' output out of this process's.
    const started = new Worker(builtProgram(program), { stdout: true, stderr: true });
    started.stdout.resume();
    started.stderr.resume();
    // An error is followed by an exit; by then the next thread may have been started.
    const end = (why: string, cause?: unknown): void => {
      if (worker !== started) return;
      worker = undefined;
      pending?.reject(packageMissing(cause, name) ?? new Error(closed ? `${name} is closed.` : `${name} failed: ${why.trim()}`, { cause }));
    };
    started.on('message', (answer: Answer) => pending?.resolve(answer));
    started.on('error', (error) => end(error instanceof Error ? error.message : String(error), error));
    started.on('exit', (code) => end(`exit code ${code}`));
    return started;
  }

  function exchange(question: Question, signal: AbortSignal | undefined): Promise<Answer> {
    signal?.throwIfAborted();
    if (closed) throw new Error(`${name} is closed.`);
    const asked = (worker ??= start());
    // It tells its end itself, by `exit`.
    const end = (): void => void asked.terminate().catch(() => undefined);
    signal?.addEventListener('abort', end);
    return new Promise<Answer>((resolve, reject) => {
      pending = { resolve, reject };
      asked.postMessage(question);
    }).finally(() => signal?.removeEventListener('abort', end));
  }

  return {
    ask(question, signal) {
      const turn = lastTurn.then(() => exchange(question, signal));
      lastTurn = turn.catch(() => undefined);
      return signal === undefined ? turn : orAborted(turn, signal);
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}
