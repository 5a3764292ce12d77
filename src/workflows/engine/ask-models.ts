// How workflows ask models.
//
// ask-1. How long a question may take follows from what the configuration gives one call (domain/run/limits.ts).
// ask-2. Where the model's server says that it is to be asked again only later, or is away (asking-4 of activities/model/ask-model.ts), the run waits, and says until
//     when. Beyond `releaseDeviceAfter` its device is given back meanwhile; where its time does not last so long, the question fails at once. A run whose time has no limit
//     waits as long as its server says; for one that is away and says nothing, an hour. A run that goes on without an answer does not wait for that one.
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
  let awaySince: number | undefined;
  for (;;) {
    try {
      const answer = await ask(proxyActivities<Activities>({ ...asking(asker.timings, summary), ...more?.() }));
      return { ...answer, usage: addUsage(before, answer.usage) };
    } catch (error) {
      const spent = addUsage(before, usageOf(error));
      const later = askedLater(error);
      if (!later || (isOptional && later.isAway)) throw since === undefined ? error : failedAfter(error, spent);
      before = spent;
      const now = Date.now();
      since ??= now;
      awaySince = later.isAway ? (awaySince ?? now) : undefined;
      const put = putOff(later, { now, since, awaySince, leftMs: asker.leftMs() });
      if ('because' in put) throw failedAfter(error, spent, put.because);
      const isLong = put.at - since > asker.settings.releaseDeviceAfter;
      if (put.at > now) await whileShown(`It waits until ${whenOf(put.at)}. ${later.message}`, () => pause(asker, put.at, isLong));
    }
  }
}

/** Times in ms since 1970. */
interface Waiting {
  readonly now: number;
  /** When it was put off first. */
  readonly since: number;
  /** Since when it has been away without a word. */
  readonly awaySince: number | undefined;
  readonly leftMs: number | undefined;
}

/** ask-2: when the question is put again, or why it is given up. */
export function putOff(later: Later, { now, since, awaySince, leftMs }: Waiting): { readonly at: number } | { readonly because: string } {
  if (leftMs !== undefined && later.at - now > leftMs)
    return {
      because: `That is later than the ${Math.round(leftMs / 1_000)} s that are left for it (budget.maxTimeMs, or the time limit of a node).`,
    };
  if (leftMs === undefined && awaySince !== undefined && later.at - awaySince > awayMs)
    return { because: 'It has been away for an hour, and is given up: with a budget.maxTimeMs a run waits as long as that.' };
  // The longer it has been put off, the longer it is left alone: each question is some events of a history, which has room for so many.
  return { at: Math.max(later.at, now + Math.min(Math.ceil((now - since) / 60), leftMs ?? Infinity)) };
}

/** ms: how long a run without a limit of time waits for a server that says nothing. */
const awayMs = 3_600_000;

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
