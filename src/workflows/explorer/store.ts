// How the explorer reads and writes the map of the application.
import { ActivityFailure, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { Effect, PersistEffect, Result } from '../../domain/explorer/effects.js';
import type { RankInput } from '../../domain/explorer/requests.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { describe } from '../engine/activity-failure.js';
import { presentScreen, stateOf, type ExplorerShell } from './shell.js';

/** A missing heartbeat reveals a worker that was killed. `patience`: over all attempts. */
export function store({ decideHeartbeatMs }: Timings, summary: string, patience: '10 seconds' | '2 minutes' = '2 minutes') {
  return proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    heartbeatTimeout: decideHeartbeatMs,
    scheduleToCloseTimeout: patience,
    retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
    summary: fitBytes(summary, summaryBytes),
  });
}

export function survey(shell: ExplorerShell, effect: Extract<Effect, { readonly type: 'survey' }>): Promise<Result> {
  const { carried, settled } = shell;
  return stored(async () => {
    const { signature, bundle } = presentScreen(carried);
    const surveyed = await store(settled.resolved.timings, 'look up this screen in the map').surveyScreen({
      ...rankInput(shell, effect),
      screen: signature,
      bundle,
    });
    return { type: 'surveyed', ...surveyed };
  });
}

export function persist(shell: ExplorerShell, { loop, from, action, to, unknown, givenUp, ...ranked }: PersistEffect): Promise<Result> {
  const { carried, settled } = shell;
  return stored(async () => {
    const { bundle } = stateOf(carried);
    const persisted = await store(settled.resolved.timings, `store loop ${loop}`).persistStep({
      ...rankInput(shell, ranked),
      loop,
      from,
      action,
      to,
      unknown,
      givenUp,
      bundle: to && bundle ? bundle : undefined,
    });
    return { type: 'persisted', ...persisted };
  });
}

function rankInput({ settled }: ExplorerShell, { policy, draw }: Pick<PersistEffect, 'policy' | 'draw'>): RankInput {
  const { appId: app, runId: run, goal, allowDestructive: allowUnsafe } = settled;
  return { app, run, goal, allowUnsafe, policy, draw };
}

async function stored(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return { type: 'failed', kind: 'store', message: describe(error).message };
  }
}
