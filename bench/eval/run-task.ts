// One run of an evaluation: a task for the agent, approvals given, questions answered as far as the task tells, perhaps a killed worker, and what it took.
import { setTimeout as delay } from 'node:timers/promises';
import type { HostAgentResult, RequestName, Run } from '../../src/client.js';
import type { RunEnd } from '../../src/client/run-end.js';
import { noUsage } from '../../src/domain/budget/usage.js';
import type { PendingRequest } from '../../src/domain/human/requests.js';
import { modelRoles } from '../../src/ports/model.js';
import type { Lane } from './lane.js';
import type { RunFigures } from './results.js';
import type { OpenTask } from './suite.js';

export interface RunOptions {
  readonly id: string;
  /** Of every role; absent: the oracle, which looks at no pictures. */
  readonly model?: string;
  /** ms after the task was opened. */
  readonly killAfterMs?: number;
  readonly signal: AbortSignal;
}

const limits = { maxSteps: 40, maxTimeMs: 5 * 60_000 } as const;
/** What a person would say who knows no more than the task. */
const allThatIsKnown = 'All that is known is in the request.';

export async function runTask(lane: Lane, task: OpenTask, options: RunOptions): Promise<RunFigures> {
  const { id, model, killAfterMs, signal } = options;
  const started = performance.now();
  const run = await lane.steadyhand.startAgent(
    {
      request: task.request,
      device: { kind: 'web', url: task.url },
      budget: limits,
      ...(model === undefined
        ? { settings: { pictures: 'never' } }
        : { models: Object.fromEntries(modelRoles.map((role) => [role, model])) }),
    },
    { id, title: `${task.task} ${task.seed}` },
  );
  const over = new AbortController();
  const kill = killAfterMs === undefined ? undefined : killOnce(lane, task, killAfterMs, over.signal);
  // Awaited when the run has ended.
  kill?.catch(() => undefined);
  try {
    const counted = await accompany(run, lane, signal);
    over.abort();
    const killed = await kill;
    const { outcome, message, result } = counted.end;
    const { modelCalls: calls, inputTokens, outputTokens, costUsd } = result?.usage ?? noUsage;
    const reward = task.reward();
    return {
      task: task.task,
      seed: task.seed,
      success: reward !== undefined && reward > 0,
      ...(reward === undefined ? {} : { reward }),
      outcome,
      ...(message === undefined || message === '' ? {} : { message }),
      calls,
      inputTokens,
      outputTokens,
      costUsd,
      actions: counted.actions,
      approvals: counted.approvals,
      questions: counted.questions,
      unknownOutcomes: result?.unknownOutcomes ?? 0,
      ...(killed === undefined ? {} : { killed }),
      seconds: Math.round(performance.now() - started) / 1_000,
    };
  } catch (error) {
    over.abort();
    await run.cancel().catch(() => undefined);
    throw error;
  }
}

interface Counted {
  readonly end: RunEnd<Partial<HostAgentResult>>;
  readonly actions: number;
  readonly approvals: number;
  readonly questions: number;
}

async function accompany(run: Run<HostAgentResult>, lane: Lane, signal: AbortSignal): Promise<Counted> {
  let [actions, approvals, questions] = [0, 0, 0];
  for await (const event of run.events({ signal, everyMs: 200 })) {
    await lane.check();
    if (event.type === 'card')
      actions += event.card.actions.filter(({ outcome }) => outcome === 'done' || outcome === 'failed' || outcome === 'unknown').length;
    if (event.type === 'asked') {
      if (event.request.kind === 'question') questions += 1;
      else approvals += 1;
      await untilTold(run, event.request, signal);
    }
    if (event.type === 'ended') return { end: event.end, actions, approvals, questions };
  }
  throw new TypeError('the events of a run end with its end');
}

/** A worker that was just killed takes no answer; what is no longer asked needs none. */
async function untilTold(run: Run<HostAgentResult>, request: PendingRequest, signal: AbortSignal): Promise<void> {
  const name: RequestName = request;
  for (;;) {
    try {
      if (request.kind === 'confirmation') await run.confirm(name, true, { by: 'eval' });
      else await run.answer(name, request.options?.[0] ? { optionId: request.options[0].id } : request.questions.map(() => allThatIsKnown));
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      const now = await run.asks().then(
        (asking) => ({ asking }),
        () => undefined,
      );
      if (now && now.asking?.request.requestId !== request.requestId) return;
      await delay(200);
    }
  }
}

/** Whether it was killed: a run may be over before. */
async function killOnce(lane: Lane, task: OpenTask, afterMs: number, over: AbortSignal): Promise<boolean> {
  while (!over.aborted) {
    const openedAt = task.openedAt();
    if (openedAt !== undefined && Date.now() >= openedAt + afterMs) {
      await lane.killWorker();
      return true;
    }
    await delay(20);
  }
  return false;
}
