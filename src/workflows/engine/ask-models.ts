// How workflows ask models.
//
// ask-1. How long a question may take follows from what the configuration gives one call (domain/run/limits.ts).
// ask-2. Where the model's server says that it is to be asked again only later, or is away (asking-4 of activities/model/ask-model.ts), the run waits, and says until
//     when. Beyond `releaseDeviceAfter` its device is given back meanwhile; where its time does not last so long, the question fails at once. It is put off sixty times
//     at most: a server that is away has about an hour, unless the run goes on without an answer.
// ask-3. What ended questions cost is counted with the answer, or with the failure.
import { ActivityFailure, ApplicationFailure, TimeoutFailure, proxyActivities, sleep, type ActivityOptions } from '@temporalio/workflow';
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
  /** The run goes on without an answer where the server is away. */
  readonly isOptional?: boolean;
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
  { summary, more, isOptional = false }: Question,
  ask: (activities: Activities) => Promise<R>,
): Promise<R> {
  let before = noUsage;
  let since: number | undefined;
  for (let waits = 0; ; waits += 1) {
    try {
      const answer = await ask(proxyActivities<Activities>({ ...asking(asker.timings, summary), ...more?.() }));
      return { ...answer, usage: addUsage(before, answer.usage) };
    } catch (error) {
      const spent = addUsage(before, usageOf(error));
      const later = askedLater(error);
      if (!later || (isOptional && later.isAway)) throw waits === 0 ? error : failedAfter(error, spent);
      before = spent;
      since ??= Date.now();
      const waitMs = later.at - Date.now();
      const leftMs = asker.leftMs();
      if (leftMs !== undefined && waitMs > leftMs) {
        const seconds = Math.round(leftMs / 1_000);
        throw failedAfter(
          error,
          spent,
          `That is later than the ${seconds} s that are left for it (budget.maxTimeMs, or the time limit of a node).`,
        );
      }
      if (waits === mostWaits) throw failedAfter(error, spent, `It has been put off ${mostWaits} times, and is given up.`);
      const isLong = later.at - since > asker.settings.releaseDeviceAfter;
      if (waitMs > 0) await whileShown(`It waits until ${whenOf(later.at)}. ${later.message}`, () => pause(asker, later.at, isLong));
    }
  }
}

const mostWaits = 60;

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
  readonly message: string;
  /** ms since 1970. */
  readonly at: number;
  /** Nobody said when. */
  readonly isAway: boolean;
}

function askedLater(error: unknown): Later | undefined {
  if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return undefined;
  const { message, details } = error.cause;
  const { again, isAway = false } = (details?.[0] ?? {}) as { readonly again?: string; readonly isAway?: boolean };
  return again === undefined ? undefined : { message, at: Date.parse(again), isAway };
}

function whenOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

async function pause({ device }: Asker, at: number, isLong: boolean): Promise<void> {
  if (isLong) await device.release();
  await sleep(at - Date.now(), { summary: "until the model's server may be asked again" });
}

/** The failure with what all of it cost (ask-3). */
function failedAfter(error: unknown, usage: Usage, why?: string): unknown {
  if (!(error instanceof ActivityFailure)) return error;
  const { activityType, activityId, retryState, identity, cause } = error;
  const of = (told: Error): ActivityFailure => new ActivityFailure(error.message, activityType, activityId, retryState, identity, told);
  if (cause instanceof TimeoutFailure) return of(new TimeoutFailure(cause.message, { usage }, cause.timeoutType));
  if (!(cause instanceof ApplicationFailure)) return error;
  const message = why === undefined ? cause.message : `${cause.message} ${why}`;
  return of(ApplicationFailure.create({ message, type: cause.type ?? undefined, nonRetryable: true, details: [{ usage }] }));
}
