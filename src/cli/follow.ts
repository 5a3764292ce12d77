// `run --follow`: shows each step as its record appears, and puts what the run asks to the person at the terminal.
//
// L1. Only looking and answering happens here: leaving (Ctrl-C) changes nothing in the run.
// L2. A request may be answered through another door meanwhile; then the question here is taken back.
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import type { PendingRequest } from '../domain/human/requests.js';
import { answerUpdate, confirmUpdate } from '../workflows/messages.js';
import type { CliContext } from './context.js';
import { CommandError, explainError } from './errors.js';
import { indent } from './output.js';
import { askedBy, type Asking, commandThatAnswers, queryProgress, renderRequest } from '../client/requests.js';
import { type RunEnd, runEnd } from '../client/run-end.js';
import { locatePictures, renderStep } from './render-step.js';
import { stepsOf } from '../client/steps.js';
import { sendUpdate } from '../client/updates.js';

const pollMs = 500;

/** Prints what is new since it was last asked; `isLast`: nothing more will come. */
export interface RunView {
  show(isLast: boolean): Promise<void>;
}

/** Resolves with how the run ended; throws `interrupted` when the person leaves before. */
export async function followRun(
  context: CliContext,
  client: Client,
  handle: WorkflowHandle,
  view: RunView = createStepView(context, handle.workflowId),
): Promise<RunEnd> {
  const asking = createAsking(context, client);
  try {
    for (;;) {
      const end = await endOf(client, handle, context.signal);
      await view.show(end !== undefined);
      if (end) return end;
      asking.update(await waitingFor(client, handle.workflowId));
      await delay(pollMs, undefined, { signal: context.signal });
    }
  } catch (error) {
    if (!context.signal.aborted) throw error;
    throw new CommandError('interrupted', `Left; the run goes on: \`${context.program} show ${handle.workflowId}\`.`);
  } finally {
    asking.stop();
  }
}

/** Undefined while the run goes on, also in another execution than the one that was looked at. */
async function endOf(client: Client, handle: WorkflowHandle, signal: AbortSignal): Promise<RunEnd | undefined> {
  const { closeTime, status } = await abortable(client, signal, () => handle.describe());
  return closeTime === undefined || status.name === 'CONTINUED_AS_NEW' ? undefined : runEnd(handle);
}

/** With a signal of its own: for each call that it makes the SDK leaves a listener on the signal for good. A single wait for the result makes one every 20 s, as long as the run lasts. */
async function abortable<T>(client: Client, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const abort = (): void => own.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await client.withAbortSignal(own.signal, call);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Undefined also while no worker can say, or none that understands this run. */
async function waitingFor(client: Client, id: string): Promise<Asking | undefined> {
  try {
    return askedBy(id, await queryProgress(client, id));
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw error;
    return undefined;
  }
}

/** Prints a step once it is complete: when a later one has begun, or nothing more will come. */
function createStepView(context: CliContext, run: string): RunView {
  const shown = new Set<string>();
  return {
    async show(isLast) {
      for (const step of stepsOf(await context.records().read(run))) {
        if (shown.has(step.key) || !(step.complete || isLast)) continue;
        shown.add(step.key);
        context.terminal.print(renderStep(context.terminal, step, await locatePictures(context.artifacts(), step.screenshots)));
      }
    },
  };
}

/** One question at a time; a new one takes the place of the last. */
function createAsking(context: CliContext, client: Client) {
  let current: { readonly requestId: string; readonly abandon: AbortController } | undefined;

  function update(asking: Asking | undefined): void {
    if (asking?.request.requestId === current?.requestId) return;
    current?.abandon.abort();
    current = undefined;
    if (!asking) return;
    current = { requestId: asking.request.requestId, abandon: new AbortController() };
    void ask(context, client, asking, current.abandon.signal);
  }

  return { update, stop: () => update(undefined) };
}

async function ask(context: CliContext, client: Client, asking: Asking, signal: AbortSignal): Promise<void> {
  const { terminal, program } = context;
  const { colors } = terminal;
  terminal.print(
    `\n${colors.yellow(asking.request.kind === 'question' ? 'The run asks' : 'The run wants approval')}\n${indent(renderRequest(asking.request), '  ')}`,
  );
  terminal.print(colors.dim(`  ${commandThatAnswers(program, asking)}`));
  if (!terminal.interactive) return;
  try {
    await answer(context, client, asking, signal);
  } catch (error) {
    // Answered elsewhere while the person was typing, or left.
    if (!signal.aborted) terminal.warn(explainError(error, { address: context.server().address, program }).text);
  }
}

async function answer({ terminal }: CliContext, client: Client, { asker, request }: Asking, signal: AbortSignal): Promise<void> {
  const { requestId } = request;
  if (request.kind === 'question') {
    const answers = await askQuestions(terminal, request, signal);
    await sendUpdate(client, asker, answerUpdate, { requestId, answers });
  } else {
    const approved = await askYesOrNo(terminal, signal);
    await sendUpdate(client, asker, confirmUpdate, { requestId, approved });
  }
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
