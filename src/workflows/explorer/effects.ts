// What the explorer's nodes ask for, performed: on its device, in the store, by people (spec/explorer.md §1).
import { ActivityFailure, isCancellation, proxyActivities, sleep, workflowInfo, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { AgentState, EnumeratedAction } from '../../domain/explorer/agent-state.js';
import type { AskEffect, Effect, PersistEffect, Result, Seen } from '../../domain/explorer/effects.js';
import { questionOf } from '../../domain/explorer/questions.js';
import type { ExploredStep, ExploreOn, RankInput } from '../../domain/explorer/requests.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { fitBytes, summaryBytes } from '../../domain/fit-bytes.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import { describe, usageOf } from '../engine/activity-failure.js';
import { DeviceLostError } from '../device/device-access.js';
import { atMostOnce, looking } from '../device/device-activity-options.js';
import type { Acted, Looked } from '../device/device-client.js';
import { asking } from '../engine/model-activity-options.js';
import { stateOf, type ExplorerShell } from './shell.js';

/** ms; unless the settings say otherwise. */
const confirmTimeout = 5 * 60_000;

/** Undefined: a person has not answered yet, but the workflow is to continue as new. */
export function createExplorerEffects(shell: ExplorerShell): (effect: Effect) => Promise<Result | undefined> {
  const { carried, settled, client, device, people, start, program } = shell;
  const { timings, settings } = settled.resolved;
  /** Of the effect at work, ms. */
  let waitedMs = 0;

  return async (effect) => {
    const started = Date.now();
    waitedMs = 0;
    const result = await perform(effect);
    return result && { ...result, activeMs: Date.now() - started - waitedMs };
  };

  async function perform(effect: Effect): Promise<Result | undefined> {
    const state = stateOf(carried);
    switch (effect.type) {
      case 'open':
        return opened(() => device.ensure());
      case 'reopen':
        return opened(async () => {
          await device.release();
          delete carried.device.seen;
          await device.reopen(start);
          await device.ensure();
        });
      case 'provision':
      case 'attach':
      case 'settle': {
        const summary = { provision: 'can the application be reached', attach: 'is it in front', settle: 'until it is quiet' }[effect.type];
        const looked = await client.look((handle) => onHost(handle, summary).prepareApp({ ...on(handle), step: effect.type }));
        if (looked.type !== 'looked') return lost(looked);
        return looked.value.ok ? { type: 'done' } : { type: 'failed', kind: 'perceive', message: looked.value.message };
      }
      case 'perceive': {
        const looked = await client.look((handle) => onHost(handle, 'look, and list what can be done', once).perceive(on(handle)));
        return looked.type === 'looked' ? { type: 'perceived', seen: looked.value } : lost(looked);
      }
      case 'survey':
        return stored(async () => {
          const { signature, bundle } = present(state);
          const surveyed = await store(timings, 'what is known of this screen').surveyScreen({
            ...rankInput(effect),
            screen: signature,
            bundle,
          });
          return { type: 'surveyed', ...surveyed };
        });
      case 'persist':
        return persist(effect);
      case 'act':
        return acted(await act(effect.action));
      case 'confirm':
        return confirm(effect.action);
      case 'pause':
        await sleep(effect.ms, { summary: 'before it is tried again' });
        return { type: 'done' };
      case 'ask':
        return ask(effect);
      case 'summarize':
        return { type: 'done' };
    }
  }

  async function opened(work: () => Promise<unknown>): Promise<Result> {
    const started = Date.now();
    try {
      await work();
      return { type: 'done' };
    } catch (error) {
      if (!(error instanceof DeviceLostError)) throw error;
      return { type: 'failed', kind: error.reason === 'no-such-application' ? 'perceive' : 'device', message: error.message };
    } finally {
      waitedMs += Date.now() - started;
    }
  }

  function act(action: EnumeratedAction): Promise<Acted<ExploredStep>> {
    const { bundle } = present(stateOf(carried));
    const { generation, controls, actions } = bundle;
    const text = textOf(action, stateOf(carried).loop);
    return client.act<ExploredStep>({
      text,
      count: 1,
      send: ({ handle, activityId, attempt }) =>
        proxyActivities<Activities>(atMostOnce(handle, activityId, attempt, text, timings)).exploreStep({
          ...on(handle),
          observation: { generation, controls, actions },
          key: action.key,
        }),
    });
  }

  function persist({ loop, from, action, to, unknown, givenUp, ...ranked }: PersistEffect): Promise<Result> {
    return stored(async () => {
      const { bundle } = stateOf(carried);
      const persisted = await store(timings, `keep loop ${loop}`).persistStep({
        ...rankInput(ranked),
        loop,
        from,
        action,
        to,
        unknown,
        givenUp,
        ...(to && bundle ? { bundle } : {}),
      });
      return { type: 'persisted', ...persisted };
    });
  }

  async function ask(effect: AskEffect): Promise<Result> {
    const { bundle, signature } = stateOf(carried);
    const { askExplorer } = proxyActivities<Activities>(asking(timings, `${effect.node}, loop ${stateOf(carried).loop}`));
    try {
      return await askExplorer({
        run: workflowInfo().workflowId,
        question: questionOf(stateOf(carried), effect, settled.goal),
        shown: effect.shown,
        marked: signature?.inside === true,
        models: settled.resolved.models,
        ...(bundle ? { bundle } : {}),
      });
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      return { type: 'unanswered', why: 'unreachable', usage: usageOf(error) };
    }
  }

  async function confirm(action: EnumeratedAction): Promise<Result | undefined> {
    const started = Date.now();
    const { bundle, chosen_action: chosen } = stateOf(carried);
    const target = { label: '', role: action.verb, name: action.label, path: '' };
    const reply = await people.ask(
      {
        kind: 'confirmation',
        reason: `this may not be undone; chosen with confidence ${chosen?.confidence ?? 0}`,
        actions: [{ function: action.verb, args: {}, target }],
      },
      bundle?.screenshot,
      {
        timeoutMs: settings.confirmTimeout ?? confirmTimeout,
        interrupted: () => workflowInfo().continueAsNewSuggested,
        longWait: { afterMs: settings.releaseDeviceAfter, release: () => device.release() },
      },
    );
    waitedMs += Date.now() - started;
    return reply && { type: 'confirmed', approved: reply.type === 'confirmed' && reply.approved };
  }

  function on({ deviceId, epoch }: DeviceHandle): ExploreOn {
    const before = stateOf(carried).bundle?.actions;
    return {
      deviceId,
      epoch,
      app: {
        id: settled.appId,
        origins: settled.resolved.guard.origins,
        ...(start === undefined ? {} : { url: start }),
        ...(program === undefined ? {} : { name: program }),
      },
      guard: settled.guard,
      controlRoles: settings.controlRoles,
      ...(before === undefined ? {} : { before }),
    };
  }

  function rankInput({ policy, draw }: Pick<PersistEffect, 'policy' | 'draw'>): RankInput {
    const { appId: app, runId: run, goal, allowDestructive: allowUnsafe } = settled;
    return { app, run, goal, allowUnsafe, policy, draw };
  }

  function onHost(handle: DeviceHandle, summary: string, more: ActivityOptions = {}) {
    return proxyActivities<Activities>({ ...looking(handle, timings, summary), ...more });
  }
}

/** A look that fails is made again by RecoverFromError, which counts and pauses: nobody else does so too. */
const once: ActivityOptions = { retry: { maximumAttempts: 1 } };

/** Of the graph. A worker that is killed with it is missed by its heartbeat. `patience`: over all attempts. */
export function store({ decideHeartbeatMs }: Timings, summary: string, patience: '10 seconds' | '2 minutes' = '2 minutes') {
  return proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    heartbeatTimeout: decideHeartbeatMs,
    scheduleToCloseTimeout: patience,
    retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
    summary: fitBytes(summary, summaryBytes),
  });
}

async function stored(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return { type: 'failed', kind: 'store', message: describe(error).message };
  }
}

function lost(looked: Exclude<Looked<unknown>, { readonly type: 'looked' }>): Result {
  if (looked.type === 'device-reset') return { type: 'reset' };
  return { type: 'failed', kind: looked.error.type === 'device-lost' ? 'device' : 'perceive', message: looked.error.message };
}

function acted(came: Acted<ExploredStep>): Result {
  switch (came.type) {
    case 'ran': {
      const { outcome, seen } = came.result;
      const looked: { readonly seen?: Seen } = came.present ? { seen } : {};
      return outcome.status === 'failed'
        ? { type: 'unacted', message: outcome.message, ...looked }
        : { type: 'acted', outcome: 'done', ...looked };
    }
    case 'journalled': {
      const [outcome] = came.outcomes;
      if (outcome?.status === 'failed') return { type: 'unacted', message: outcome.message };
      return { type: 'acted', outcome: outcome?.status === 'done' ? 'done' : 'unknown' };
    }
    case 'refused':
      return { type: 'failed', kind: 'act', message: came.message };
    case 'device-reset':
      return { type: 'reset' };
    case 'failed':
      return { type: 'failed', kind: came.error.type === 'device-lost' ? 'device' : 'act', message: came.error.message };
  }
}

function present({ signature, bundle }: AgentState) {
  if (!signature || !bundle) throw new TypeError('nothing was seen yet');
  return { signature, bundle };
}

export function textOf({ verb, label }: EnumeratedAction, loop: number): string {
  return `loop ${loop}: ${verb}${label === '' ? '' : ` "${label}"`}`;
}
