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
import { createDeviceClient } from '../device/device-client.js';
import { createDeviceOwner } from '../device/device-owner.js';
import { carrying, continueCarrying, type Sealed } from '../engine/carried.js';
import { freshRun, openDoors } from '../engine/doors.js';
import { alone, createClock, drive, machineOf, releasing, stopping, type Engine } from '../engine/drive.js';
import { countRun } from '../engine/measures.js';
import { parsed, refused } from '../engine/refusals.js';
import { frontierQuery, progressQuery } from '../messages.js';
import type { People } from '../people/people.js';
import { showRunning } from '../people/people-state.js';
import type { OpenWheel } from '../wheel/open-wheel.js';
import { performEffect } from './effects.js';
import { frontierOf, headlineOf, progressOf, type Frontier } from './progress.js';
import { moveTo } from './move.js';
import { stateOf, type ExplorerCarried, type ExplorerShell } from './shell.js';
import { store } from './store.js';
import { createExplorerStory } from './story.js';
import { summaryOf, summaryText } from './summary.js';

/** A node that moves on by itself has no effect. */
type Step = Effect | { readonly type: 'lead-on'; readonly after: AgentState };
type Came = Result | { readonly type: 'led-on' };

export async function explorer(input: unknown, sealed?: Sealed<ExplorerCarried>): Promise<ExplorerSummary> {
  const fresh = (): ExplorerCarried => ({ ...freshRun(), story: { unwritten: [], last: 0, nodeSince: 0 } });
  return countRun(() => carrying(sealed, fresh, (carried, checked) => explore(input, carried, checked)));
}

async function explore(input: unknown, carried: ExplorerCarried, checked: () => Promise<void>): Promise<ExplorerSummary> {
  const given = parsed(parseExplorerInput, input);
  const frontier: Frontier = { openScreens: 0 };
  let shell: ExplorerShell | undefined;
  const { people, wheel } = openDoors(carried, { settings: () => shell?.settled.resolved.settings, breaks: ['ask'] });
  setHandler(progressQuery, () => progressOf(carried));
  setHandler(frontierQuery, () => frontierOf(carried, given, frontier));
  return releasing(
    () => shell?.device.release(),
    async () => {
      await checked();
      const begun = (shell = await begin(given, carried, people, wheel));
      const turn = (after: AgentState, came?: Turned['came']): void => moveTo(begun, frontier, after, came);
      await stopping(
        async () => turn(cancelled(stateOf(carried), later)),
        () =>
          drive(
            alone(machineOf(engineOf(begun, turn)), { people, wheel, continueAsNew: () => continueCarrying('explorer', input, carried) }),
          ),
      );
      return CancellationScope.nonCancellable(() => stop(begun));
    },
  );
}

async function begin(given: ExplorerInput, carried: ExplorerCarried, people: People, wheel: OpenWheel): Promise<ExplorerShell> {
  const settled = await settle(given, carried.state);
  const { resolved, runId, appId, budgets, policy, seed } = settled;
  carried.state = carried.state
    ? { ...carried.state, budgets }
    : startState({ runId, appId, budgets, policy, seed, at: new Date().toISOString() });
  const spec = startOf(given.run.device, resolved.apps);
  const device = createDeviceOwner(carried.device, spec, resolved.guard.origins, resolved.timings);
  const client = createDeviceClient(carried.device, device, resolved.timings, () => people.show(headlineOf(carried)));
  const story = createExplorerStory(carried.story, runId, resolved.timings);
  story.begin(carried.state);
  wheel.serve(client, resolved, () => ({ name: workflowInfo().workflowId, steps: stateOf(carried).counters.steps_total }));
  const program = spec.kind === 'desktop' ? spec.app : undefined;
  return { carried, settled, client, device, people, clock: createClock(), story, wheel, start: spec.url, program };
}

/** `known`: of a run that goes on. */
async function settle(given: ExplorerInput, known: AgentState | undefined): Promise<ResolvedExplorer> {
  if (!known) showRunning();
  const { resolveExplorer } = proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    retry: { maximumAttempts: 10 },
    summary: 'resolve settings, guard and budgets',
  });
  return resolveExplorer({ ...given, goesOn: known ? { runId: known.run_id, appId: known.app_id } : undefined }).catch(refused);
}

function engineOf(shell: ExplorerShell, turn: (after: AgentState, came?: Turned['came']) => void): Engine<AgentState, Step, Came> {
  const { carried, settled, clock, story } = shell;
  return {
    name: workflowInfo().workflowId,
    type: 'explorer',
    clock,
    handBack: () => turn(handedBack(stateOf(carried), later)),
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
      turn(after, step.type === 'lead-on' || came.type === 'led-on' ? undefined : { effect: step, result: came }),
    headline: () => headlineOf(carried),
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
