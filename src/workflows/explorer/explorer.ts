// An explorer: maps an application by driving it (docs/design/explorer.md). The machine decides; this shell performs its effects.
//
// explorerrun-1. It owns the device: EnsureDevice opens it, Stop gives it back, whatever the reason.
// explorerrun-2. A cancellation goes through Stop: what was found is kept, the device is closed, and the run ends with its summary. It completes,
//     because a workflow that ends as cancelled has no result.
// explorerrun-3. It continues as new between effects only (drive-3).
import { allHandlersFinished, CancellationScope, condition, proxyActivities, setHandler, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { startState, type AgentState } from '../../domain/explorer/agent-state.js';
import type { Effect, Result } from '../../domain/explorer/effects.js';
import { parseExplorerInput, type ExplorerInput } from '../../domain/explorer/input.js';
import { apply, cancelled, handedBack, plan } from '../../domain/explorer/machine.js';
import type { ExplorerSummary, ResolvedExplorer } from '../../domain/explorer/requests.js';
import type { Turned } from '../../domain/explorer/telemetry.js';
import { startOf } from '../../domain/run/resolve-settings.js';
import type { ChainPlace } from '../../domain/run/settled-run.js';
import type { Sealed } from '../engine/carried.js';
import { alone, createClock, drive, machineOf, stopping, type Engine } from '../engine/drive.js';
import { refused } from '../engine/activity-calls.js';
import { drivenBy, enterRun, freshRun, type RunShell } from '../engine/run.js';
import { frontierQuery } from '../messages.js';
import { performEffect, store } from './effects.js';
import { frontierOf, headlineOf, holdingOf, partOf, type Frontier, summaryOf, summaryText } from './progress.js';
import { stateOf, type ExplorerCarried, type ExplorerShell, createExplorerStory } from './shell.js';

/** A node that moves on by itself has no effect. */
type Step = Effect | { readonly type: 'lead-on'; readonly after: AgentState };
type Yield = Result | { readonly type: 'led-on' };

export async function explorer(input: unknown, sealed?: Sealed<ExplorerCarried>): Promise<ExplorerSummary> {
  const frontier: Frontier = { openScreens: 0 };
  return enterRun(input, sealed, {
    parse: parseExplorerInput,
    fresh: (): ExplorerCarried => ({ ...freshRun(), story: { unwritten: [], last: 0, nodeSince: 0 } }),
    hasBegun: ({ state }) => state !== undefined,
    resolve: settle,
    device: ({ run: { device } }) => device,
    takeOver: () => ({ breaks: ['ask'] }),
    hear(entered) {
      const { carried, given } = entered;
      entered.parts = [partOf(carried)];
      setHandler(frontierQuery, () => frontierOf(carried, given, frontier));
    },
    work: (run, of) => explore(run, begin(run, of), frontier),
  });
}

async function explore(run: RunShell, shell: ExplorerShell, frontier: Frontier): Promise<ExplorerSummary> {
  const move = (after: AgentState, came?: Turned['came']): void => moveTo(shell, frontier, after, came);
  await stopping(
    async () => move(cancelled(stateOf(shell.carried), later)),
    () => drive(alone(machineOf(engineOf(shell, move)), drivenBy(run))),
  );
  return CancellationScope.nonCancellable(() => stop(shell));
}

type Of = { readonly given: ExplorerInput; readonly carried: ExplorerCarried; readonly settled: ResolvedExplorer };

function begin({ client, device, people, resolved }: RunShell, { given, carried, settled }: Of): ExplorerShell {
  const { runId, appId, budgets, policy, seed } = settled;
  carried.state = carried.state
    ? { ...carried.state, budgets }
    : startState({ runId, appId, budgets, policy, seed, at: new Date().toISOString() });
  const spec = startOf(given.run.device, resolved.apps);
  const story = createExplorerStory(carried.story, runId, resolved.timings);
  story.begin(carried.state);
  return { carried, settled, client, device, people, clock: createClock(), story, start: spec.url };
}

async function settle(given: ExplorerInput, chain: ChainPlace, { state: known }: ExplorerCarried): Promise<ResolvedExplorer> {
  const { resolveExplorer } = proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    retry: { maximumAttempts: 10 },
    summary: 'resolve settings, guard and budgets',
  });
  const goesOn = known && { runId: known.run_id, appId: known.app_id };
  return resolveExplorer({ ...given, goesOn, chain }).catch(refused);
}

function engineOf(shell: ExplorerShell, move: (after: AgentState, came?: Turned['came']) => void): Engine<AgentState, Step, Yield> {
  const { carried, settled, clock, story } = shell;
  return {
    name: workflowInfo().workflowId,
    type: 'explorer',
    clock,
    handBack: () => move(handedBack(stateOf(carried), later)),
    state: () => stateOf(carried),
    next(state) {
      if (state.node === 'Stop') return undefined;
      const planned = plan(state, settled, later);
      return 'after' in planned ? { type: 'lead-on', after: planned.after } : planned.effect;
    },
    perform: async (step) => (step.type === 'lead-on' ? { type: 'led-on' } : performEffect(shell, step)),
    transition(state, came, step) {
      if (step.type === 'lead-on') return step.after;
      return came.type === 'led-on' ? undefined : apply(state, came, settled, later);
    },
    moveTo: (after, came, step) =>
      move(after, step.type === 'lead-on' || came.type === 'led-on' ? undefined : { effect: step, result: came }),
    headline: () => headlineOf(carried),
    holding: () => holdingOf(carried),
    keep: () => story.write(),
    tally: ({ counters, usage }) => ({ steps: counters.steps_total, unknownOutcomes: counters.unknown_outcomes, usage }),
  };
}

/** Never fails: what the store cannot provide is left out. */
async function stop({ carried, settled, device, people, story }: ExplorerShell): Promise<ExplorerSummary> {
  await device.release();
  const state = stateOf(carried);
  const { appId: app, runId: run, allowDestructive: allowUnsafe, resolved } = settled;
  const reason = state.stop_reason ?? 'crash';
  const patience = reason === 'store_unavailable' ? '10 seconds' : '2 minutes';
  const coverage = await store(resolved.timings, 'store how the run ended', patience)
    .endExploration({ app, run, reason, allowUnsafe, counters: state.counters })
    .catch(() => undefined);
  const summary = summaryOf(state, coverage);
  story.end(state, summary.coverage_pct);
  await story.write(true);
  await condition(allHandlersFinished);
  people.show(summaryText(summary));
  return summary;
}

function later(than: string): string {
  return new Date(Math.max(Date.now(), Date.parse(than) + 1)).toISOString();
}

/** The explorer's next state, with what the frontier and the story are told of it. */
function moveTo({ carried, story, settled }: ExplorerShell, frontier: Frontier, after: AgentState, came?: Turned['came']): void {
  const before = stateOf(carried);
  carried.state = after;
  if (after.ranking) frontier.openScreens = after.ranking.open;
  const coveragePct = after.ranking?.coverage_pct ?? undefined;
  if (coveragePct !== undefined) frontier.coveragePct = coveragePct;
  story.moved({ before, after, model: settled.model, came });
}
