// `--follow`: shows what happens in a run as it happens, and puts what the run asks to the person at the terminal.
//
// follow-1. This only watches and answers: leaving (Ctrl-C) changes nothing in the run.
// follow-2. A request may be answered elsewhere meanwhile; then the question here is withdrawn.
// follow-3. A run whose workflow code fails has no events: while nothing is seen, the server is asked, and it is said once.
import type { Run, RunResult } from '../client/run.js';
import type { RunEvent } from '../client/run-events.js';
import type { OpenRequest } from '../client/requests.js';
import { standstillText } from '../client/errors.js';
import { isStuck } from '../client/updates.js';
import { shellQuote } from '../client/text.js';
import type { PendingRequest } from '../domain/human/requests.js';
import type { CliContext } from './context.js';
import { printCard, renderAsking } from './render.js';
import { errorContextOf } from '../client/context.js';
import { CommandError, explainError } from './errors.js';
import { aborted } from './http-server.js';

/** What else an engine has to tell. */
export type RunView = (event: RunEvent) => void;

/** Resolves with how the run ended; throws `interrupted` when the person leaves first, at once. */
export async function followRun<R>(context: CliContext, run: Run<R>, view?: RunView): Promise<RunResult<R>> {
  const left = context.interruption();
  const asking = createAsking(context, run);
  const standstill = watchStandstill(context, run.id);
  async function watch(): Promise<RunResult<R>> {
    for await (const event of run.events({ signal: left })) {
      standstill.sawSomething();
      if (event.type === 'asked') asking.put({ asker: event.asker, request: event.request });
      else if (event.type === 'answered') asking.takeBack();
      else if (event.type === 'disconnected')
        context.terminal.warn(
          `No Temporal server answers at ${context.server().address}; the run goes on, but cannot be watched from here.`,
        );
      else if (event.type === 'ended') break;
      else if (event.type === 'card') await printCard(context, event.card);
      else view?.(event as RunEvent);
    }
    return run.result();
  }
  async function leave(): Promise<never> {
    await aborted(left);
    throw new CommandError('interrupted', `Left; the run goes on: \`${context.program} show ${shellQuote(run.id)}\`.`);
  }
  try {
    // A call that waits for a server or a worker is left behind.
    return await Promise.race([leave(), watch()]);
  } finally {
    asking.takeBack();
    standstill.close();
  }
}

const quietMs = 4_000;

/** follow-3. */
function watchStandstill({ client, terminal }: CliContext, id: string): { sawSomething(): void; close(): void } {
  let seen = Date.now();
  let isDone = false;
  async function look(): Promise<void> {
    if (isDone || Date.now() - seen < quietMs) return;
    // While no server answers, the events say so.
    const isStill = await client()
      .then((connected) => isStuck(connected, id))
      .catch(() => false);
    if (!isStill || isDone) return;
    isDone = true;
    terminal.warn(standstillText);
  }
  // The next look is soon.
  const timer = setInterval(() => look().catch(() => undefined), quietMs);
  return {
    sawSomething: () => void (seen = Date.now()),
    close() {
      isDone = true;
      clearInterval(timer);
    },
  };
}

/** One question at a time; a new one replaces the last. */
function createAsking(context: CliContext, run: Run<unknown>) {
  let abandon: AbortController | undefined;
  const takeBack = (): void => abandon?.abort();
  return {
    takeBack,
    put(asking: OpenRequest) {
      takeBack();
      abandon = new AbortController();
      // What could not be answered has been told; a terminal that takes no text has nobody to tell.
      ask(context, run, asking, abandon.signal).catch(() => undefined);
    },
  };
}

async function ask(context: CliContext, run: Run<unknown>, asking: OpenRequest, signal: AbortSignal): Promise<void> {
  const { terminal } = context;
  terminal.print(renderAsking(context, asking));
  if (!terminal.interactive) return;
  try {
    await answer(terminal, run, asking.request, signal);
  } catch (error) {
    // Answered elsewhere while the person was typing, or left.
    if (!signal.aborted) terminal.warn(explainError(error, errorContextOf(context)).text);
  }
}

async function answer(terminal: CliContext['terminal'], run: Run<unknown>, request: PendingRequest, signal: AbortSignal): Promise<void> {
  if (request.kind === 'question') await run.answer(request, await askQuestions(terminal, request, signal));
  else await run.confirm(request, await askYesOrNo(terminal, signal));
}

async function askQuestions(
  terminal: CliContext['terminal'],
  { questions }: Extract<PendingRequest, { kind: 'question' }>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const question of questions) answers.push(await terminal.ask(questions.length > 1 ? `${question}\n> ` : '> ', signal));
  return answers;
}

async function askYesOrNo(terminal: CliContext['terminal'], signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const word = (await terminal.ask('yes or no> ', signal)).trim().toLowerCase();
    if (['yes', 'y'].includes(word)) return true;
    if (['no', 'n'].includes(word)) return false;
  }
}
