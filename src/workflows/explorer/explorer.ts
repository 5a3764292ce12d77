// An explorer: maps an application by driving it (spec/explorer.md). The machine decides; this shell performs its effects.
//
// L1. It owns the device: opened by EnsureDevice, given back by Stop, whatever the reason.
// L2. A cancellation leads through Stop: what was found is kept, the device is closed, and the run ends with its summary. It completes: a workflow that ends as cancelled has no result.
// L3. It continues as new between effects only.
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setHandler,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { startOf } from '../../domain/run/resolve-settings.js';
import { noUsage } from '../../domain/budget/usage.js';
import { failures, startState, type AgentState } from '../../domain/explorer/agent-state.js';
import { remaining } from '../../domain/explorer/remaining.js';
import { parseExplorerInput } from '../../domain/explorer/input.js';
import { apply, cancelled, plan } from '../../domain/explorer/machine.js';
import type { Setting } from '../../domain/explorer/node-rule.js';
import type { ExplorerSummary, ResolvedExplorer } from '../../domain/explorer/requests.js';
import type { Turned } from '../../domain/explorer/telemetry.js';
import type { Coverage } from '../../ports/screen-graph.js';
import { noDevice, type DeviceSupply } from '../device/device-access.js';
import { createDeviceClient, deviceStory } from '../device/device-client.js';
import { createDeviceOwner } from '../device/device-owner.js';
import { createExplorerEffects, store, textOf } from './effects.js';
import { createExplorerStory } from './story.js';
import { stateOf, type ExplorerCarried, type ExplorerShell } from './shell.js';
import { frontierQuery, progressQuery, steadyhandState, type FrontierView, type ProgressView } from '../messages.js';
import { nobodyAsked } from '../people/people.js';
import { checked, refused } from '../engine/refusals.js';
import { openDoors } from '../engine/doors.js';
import { progressOfRun } from '../engine/progress.js';

export async function explorer(
  input: unknown,
  carried: ExplorerCarried = {
    people: { ...nobodyAsked },
    device: { ...noDevice, nextEpoch: 1 },
    toChild: [],
    story: { unwritten: [], last: 0, nodeSince: 0 },
  },
): Promise<ExplorerSummary> {
  const given = checked(parseExplorerInput, input);
  const people = openDoors(carried, headline);
  setHandler(progressQuery, () => progress());
  setHandler(frontierQuery, () => frontier());
  /** As the store said last. */
  let openScreens = 0;
  let coveragePct: number | undefined;
  let device: DeviceSupply | undefined;
  try {
    return await run();
  } catch (error) {
    // Not for ContinueAsNew, nor for a bug (which fails the task only, so that a mended worker resumes the run).
    if (error instanceof TemporalFailure && device) await device.release();
    throw error;
  }

  async function run(): Promise<ExplorerSummary> {
    carried.settled ??= await settle();
    const { settled } = carried;
    const { resolved, runId, appId, budgets, policy, seed, plane, goal, allowDestructive } = settled;
    carried.state ??= startState({ runId, appId, budgets, policy, seed, at: new Date().toISOString() });
    const spec = startOf(given.run.device, resolved.apps);
    device = createDeviceOwner(carried.device, spec, resolved.guard.origins, resolved.timings);
    const client = createDeviceClient(carried.device, device, resolved.timings, () => people.show(headline()));
    const story = createExplorerStory(carried.story, runId, resolved.timings);
    story.begin(carried.state);
    const shell: ExplorerShell = {
      carried,
      settled,
      client,
      device,
      people,
      story,
      start: spec.url,
      program: spec.kind === 'desktop' ? spec.app : undefined,
    };
    try {
      await explore(shell, { plane, goal, allowDestructive });
    } catch (error) {
      if (!isCancellation(error)) throw error;
      turn(shell, cancelled(stateOf(carried), later));
    }
    return CancellationScope.nonCancellable(() => stop(shell));
  }

  async function explore(shell: ExplorerShell, setting: Setting): Promise<void> {
    const perform = createExplorerEffects(shell);
    for (let done = 0; stateOf(carried).node !== 'Stop'; done += 1) {
      await shell.story.write();
      if (done > 0 && workflowInfo().continueAsNewSuggested && carried.people.reply === undefined) {
        await condition(allHandlersFinished);
        await continueAsNew<typeof explorer>(input, carried);
      }
      const state = stateOf(carried);
      const planned = plan(state, setting, later);
      if ('after' in planned) {
        turn(shell, planned.after);
        continue;
      }
      if (planned.effect.type !== 'confirm') people.show(headline());
      const result = await perform(planned.effect);
      if (!result) continue;
      const after = apply(state, result, setting, later);
      if (!after) throw new TypeError(`'${result.type}' is refused in ${state.node} while '${planned.effect.type}' is due`);
      turn(shell, after, { effect: planned.effect, result });
    }
  }

  function turn({ story, settled }: ExplorerShell, after: AgentState, came?: Turned['came']): void {
    const before = stateOf(carried);
    carried.state = after;
    if (after.ranking) openScreens = after.ranking.open;
    coveragePct = after.ranking?.coverage_pct ?? coveragePct;
    story.turn({ before, after, model: settled.model, ...(came ? { came } : {}) });
  }

  /** Never fails: what the store cannot say is left out. */
  async function stop({ settled, device: supply, story }: ExplorerShell): Promise<ExplorerSummary> {
    await supply.release();
    const state = stateOf(carried);
    const { appId: app, runId: id, allowDestructive: allowUnsafe } = settled;
    const reason = state.stop_reason ?? 'crash';
    const patience = reason === 'store_unavailable' ? '10 seconds' : '2 minutes';
    const coverage = await store(settled.resolved.timings, 'keep how it ended', patience)
      .endExploration({ app, run: id, reason, allowUnsafe, counters: state.counters })
      .catch(() => undefined);
    const summary = summaryOf(state, coverage);
    story.end(state, summary.coverage_pct);
    await story.write(true);
    await condition(allHandlersFinished);
    people.show(
      `**${summary.stop_reason}** after ${summary.steps} steps: ${summary.screens_new} screens and ${summary.edges_new} edges found${summary.message === undefined ? '' : `\n\n${summary.message}`}`,
    );
    return summary;
  }

  async function settle(): Promise<ResolvedExplorer> {
    upsertSearchAttributes([{ key: steadyhandState, value: 'RUNNING' }]);
    const { resolveExplorer } = proxyActivities<Activities>({
      startToCloseTimeout: '30 seconds',
      retry: { maximumAttempts: 10 },
      summary: 'resolve settings, guard and budgets',
    });
    return resolveExplorer(given).catch(refused);
  }

  function headline(): string {
    const { state } = carried;
    if (!state) return 'Starting';
    const { node, counters, loop, chosen_action: chosen, enumerated_actions: actions, policy } = state;
    const action = actions.find(({ key }) => key === chosen?.key);
    const doing = action ? `: ${textOf(action, loop)}` : '';
    return `**${node}**${doing}\n\n${counters.screens_new} screens, ${counters.edges_new} edges, ${counters.steps_total} steps, policy ${policy}${deviceStory(carried.device)}`;
  }

  function progress(): ProgressView {
    const { state } = carried;
    const left = state && remaining(state);
    return {
      ...progressOfRun(carried),
      status: state?.node ?? 'Starting',
      step: state?.counters.steps_total ?? 0,
      budgetLeft: left
        ? {
            maxSteps: left.steps,
            maxTokens: left.tokens,
            maxTimeMs: left.time_ms,
            ...(left.cost === undefined ? {} : { maxCostUsd: left.cost }),
          }
        : {},
      usage: state?.usage ?? noUsage,
      unknownOutcomes: state?.counters.unknown_outcomes ?? 0,
    };
  }

  function frontier(): FrontierView {
    const { state, settled } = carried;
    const { screens_new = 0, edges_new = 0, steps_total = 0 } = state?.counters ?? {};
    return {
      ...(settled ? { app: settled.appId, run: settled.runId } : {}),
      policy: state?.policy ?? given.policy,
      openScreens,
      ...(coveragePct === undefined ? {} : { coveragePct }),
      screensNew: screens_new,
      edgesNew: edges_new,
      steps: steps_total,
      ...(state ? leftOf(state) : { stepsLeft: 0, timeLeftMs: 0, tokensLeft: 0 }),
    };
  }
}

function later(than: string): string {
  return new Date(Math.max(Date.now(), Date.parse(than) + 1)).toISOString();
}

function leftOf(state: AgentState): Pick<FrontierView, 'stepsLeft' | 'timeLeftMs' | 'tokensLeft'> {
  const { steps, time_ms, tokens } = remaining(state);
  return { stepsLeft: steps, timeLeftMs: time_ms, tokensLeft: tokens };
}

function summaryOf(state: AgentState, coverage: Coverage | undefined): ExplorerSummary {
  const { app_id, run_id, stop_reason, breached, last_error: error, counters, usage, active_ms } = state;
  const asked = counters.llm_calls + counters.cache_hits;
  return {
    app_id,
    run_id,
    stop_reason: stop_reason ?? 'crash',
    ...(breached === null ? {} : { breached }),
    ...(error && failures.has(stop_reason ?? 'crash') ? { message: error.message } : {}),
    coverage_pct: coverage && coverage.actions > 0 ? percent(coverage.tried, coverage.actions) : null,
    screens: coverage?.screens ?? null,
    variants: coverage?.variants ?? null,
    edges: coverage?.edges ?? null,
    screens_new: counters.screens_new,
    edges_new: counters.edges_new,
    steps: counters.steps_total,
    restarts: counters.restarts,
    errors: counters.errors,
    unknown_outcomes: counters.unknown_outcomes,
    no_change: counters.no_change,
    tokens: usage.inputTokens + usage.outputTokens,
    cost_usd: usage.costUsd,
    cache_hit_rate: asked === 0 ? 0 : counters.cache_hits / asked,
    time_ms: active_ms,
    screens_per_minute: active_ms === 0 ? 0 : Math.round((600_000 * counters.screens_new) / active_ms) / 10,
  };
}

/** One digit after the point. */
function percent(part: number, whole: number): number {
  return Math.round((1_000 * part) / whole) / 10;
}
