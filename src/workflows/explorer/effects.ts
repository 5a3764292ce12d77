// Performs what the explorer's nodes ask for: on its device, in the store, by models and people (docs/design/explorer.md §1).
import { ActivityFailure, isCancellation, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { EnumeratedAction } from '../../domain/explorer/agent-state.js';
import type { AskEffect, Effect, Result, PersistEffect } from '../../domain/explorer/effects.js';
import { leavingAs, leavingReason } from '../../domain/guard/unsaved-page.js';
import { questionOf } from '../../domain/explorer/requests.js';
import { usageOf, describe } from '../engine/activity-calls.js';
import { askerOf, askModels } from '../engine/ask-models.js';
import { remaining } from '../../domain/explorer/budgets.js';
import { isToContinueAsNew } from '../engine/continue-as-new.js';
import { act, open, perceive, prepare, reopen } from './on-device.js';
import { stateOf, type ExplorerShell, presentScreen } from './shell.js';
import type { RankInput } from '../../domain/explorer/requests.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import type { Timings } from '../../domain/run/resolve-settings.js';

/** ms; unless the settings say otherwise. */
const confirmTimeout = 5 * 60_000;

/** Undefined: the workflow has to continue as new before a person has answered. */
export async function performEffect(shell: ExplorerShell, effect: Effect): Promise<Result | undefined> {
  switch (effect.type) {
    case 'open':
      return shell.clock.wait(() => open(shell));
    case 'reopen':
      return shell.clock.wait(() => reopen(shell));
    case 'provision':
    case 'attach':
    case 'settle':
      return prepare(shell, effect.type);
    case 'perceive':
      return perceive(shell);
    case 'survey':
      return survey(shell, effect);
    case 'persist':
      return persist(shell, effect);
    case 'act':
      return act(shell, effect);
    case 'confirm':
      return shell.clock.wait(() => confirm(shell, effect.action));
    case 'pause':
      await sleep(effect.ms, { summary: 'pause before the next attempt' });
      return { type: 'done' };
    case 'ask':
      return askModel(shell, effect);
    case 'summarize':
      return { type: 'done' };
  }
}

async function askModel({ carried, settled, device, clock }: ExplorerShell, effect: AskEffect): Promise<Result> {
  const { resolved, goal } = settled;
  const { bundle, signature, loop } = stateOf(carried);
  const asker = askerOf({ resolved, device }, clock, remaining(stateOf(carried)).time_ms);
  try {
    return await askModels(asker, { summary: `${effect.node}, loop ${loop}`, isOptional: true }, ({ askExplorer }) =>
      askExplorer({
        run: workflowInfo().workflowId,
        question: questionOf(stateOf(carried), effect, goal),
        shown: effect.shown,
        marked: signature?.inside === true,
        models: resolved.models,
        bundle: bundle || undefined,
      }),
    );
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return { type: 'unanswered', why: 'unreachable', usage: usageOf(error) };
  }
}

async function confirm({ carried, settled, people, device }: ExplorerShell, action: EnumeratedAction): Promise<Result | undefined> {
  const { settings } = settled.resolved;
  const { bundle, chosen_action: chosen } = stateOf(carried);
  const target = { label: '', role: action.verb, name: action.label, path: '' };
  const reply = await people.ask(
    {
      kind: 'confirmation',
      reason: chosen?.leave ? leavingReason : `this may be irreversible; chosen with confidence ${chosen?.confidence ?? 0}`,
      actions: [chosen?.leave ? leavingAs(chosen.leave) : { function: action.verb, args: {}, target }],
      // Rows share a key, and amounts are not in history: nothing tells one action of an explorer from another.
      remembering: { not: 'an explorer keeps too little of what it aims at to tell it again' },
    },
    bundle?.screenshot,
    {
      timeoutMs: settings.confirmTimeout ?? confirmTimeout,
      interrupted: isToContinueAsNew,
      longWait: { afterMs: settings.releaseDeviceAfter, release: () => device.release() },
    },
  );
  return reply && { type: 'confirmed', approved: reply.type === 'confirmed' && reply.approved };
}

/** How the map of the application is read and written. A missing heartbeat reveals a worker that was killed. `patience`: over all attempts. */
export function store({ decideHeartbeatMs }: Timings, summary: string, patience: '10 seconds' | '2 minutes' = '2 minutes') {
  return proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    heartbeatTimeout: decideHeartbeatMs,
    scheduleToCloseTimeout: patience,
    retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
    summary: fitBytes(summary, summaryBytes),
  });
}

function survey(shell: ExplorerShell, effect: Extract<Effect, { readonly type: 'survey' }>): Promise<Result> {
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

function persist(shell: ExplorerShell, { loop, from, action, to, unknown, givenUp, ...ranked }: PersistEffect): Promise<Result> {
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
