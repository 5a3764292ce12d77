// How workflows ask models.
//
// ask-1. How long a question may take follows from what the configuration gives one call (domain/run/limits.ts).
// ask-2. Where the model's server says that it is to be asked again only later (asking-4 of activities/model/ask-model.ts), the run waits, and says until when.
//     Beyond `releaseDeviceAfter` its device is given back meanwhile; where its time does not last so long, the question fails at once.
// ask-3. What ended questions cost is counted with the answer, or with the failure.
import { ActivityFailure, ApplicationFailure, proxyActivities, sleep, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { addUsage, noUsage, type Usage } from '../../domain/budget/usage.js';
import { limitMs, limits } from '../../domain/run/limits.js';
import type { ResolvedRun, RunTimings } from '../../domain/run/resolve-settings.js';
import type { AgentSettings } from '../../domain/run/settings.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import { usageOf } from './activity-calls.js';
import type { Clock } from './drive.js';
import { whileShown } from './waits.js';

interface Asker {
  readonly timings: RunTimings;
  readonly settings: Pick<AgentSettings, 'releaseDeviceAfter'>;
  readonly device: { release(): Promise<void> };
  /** Active time that is left, ms. Undefined: no limit. */
  leftMs(): number | undefined;
}

interface Question {
  readonly summary: string;
  readonly more?: () => ActivityOptions;
}

/** `timeMs`: what its time budget leaves for the effect that asks; undefined: there is none. */
export function askerOf(
  {
    resolved: { timings, settings },
    device,
  }: { readonly resolved: Pick<ResolvedRun, 'timings' | 'settings'>; readonly device: Asker['device'] },
  clock: Clock,
  timeMs: number | undefined,
): Asker {
  return { timings, settings, device, leftMs: () => (timeMs === undefined ? undefined : Math.max(0, timeMs - clock.activeMs)) };
}

/** `ask`: made again, with the same question, once the server may be asked again. */
export async function askModels<R extends { readonly usage: Usage }>(
  asker: Asker,
  { summary, more }: Question,
  ask: (activities: Activities) => Promise<R>,
): Promise<R> {
  let before = noUsage;
  for (;;) {
    try {
      const answer = await ask(proxyActivities<Activities>({ ...asking(asker.timings, summary), ...more?.() }));
      return { ...answer, usage: addUsage(before, answer.usage) };
    } catch (error) {
      const later = askedLater(error);
      if (!later) throw error;
      before = addUsage(before, usageOf(error));
      const waitMs = later.at - Date.now();
      const leftMs = asker.leftMs();
      if (leftMs !== undefined && waitMs > leftMs) throw tooLate(later, leftMs, before);
      if (waitMs > 0) await whileShown(`It waits until ${whenOf(later.at)}. ${later.message}`, () => pause(asker, later.at, waitMs));
    }
  }
}

/**
 * How a question is scheduled. For about a minute, a frozen worker is still handed a task for each poll that the server holds open: many attempts may be lost in quick
 * succession. The activity itself counts what the model failed to answer (asking-3 of activities/model/ask-model.ts).
 */
export function asking({ decideHeartbeatMs, modelMs = 120_000 }: RunTimings, summary: string): ActivityOptions {
  return {
    startToCloseTimeout: limitMs(limits.question, modelMs),
    heartbeatTimeout: decideHeartbeatMs,
    retry: { initialInterval: '1 second', maximumInterval: '8 seconds', maximumAttempts: 20 },
    summary: fitBytes(summary, summaryBytes),
  };
}

interface Later {
  readonly failure: ActivityFailure;
  readonly type: string | null | undefined;
  readonly message: string;
  /** ms since 1970. */
  readonly at: number;
}

function askedLater(error: unknown): Later | undefined {
  if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return undefined;
  const { message, type, details } = error.cause;
  const { again } = (details?.[0] ?? {}) as { readonly again?: string };
  return again === undefined ? undefined : { failure: error, type, message, at: Date.parse(again) };
}

function whenOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

async function pause({ settings, device }: Asker, at: number, waitMs: number): Promise<void> {
  if (waitMs > settings.releaseDeviceAfter) await device.release();
  await sleep(at - Date.now(), { summary: "until the model's server may be asked again" });
}

function tooLate({ failure, type, message }: Later, leftMs: number, usage: Usage): ActivityFailure {
  const why = `${message} That is later than the ${Math.round(leftMs / 1_000)} s that are left for it (budget.maxTimeMs, or the time limit of a node).`;
  const cause = ApplicationFailure.create({ message: why, type: type ?? undefined, nonRetryable: true, details: [{ usage }] });
  const { activityType, activityId, retryState, identity } = failure;
  return new ActivityFailure(failure.message, activityType, activityId, retryState, identity, cause);
}
