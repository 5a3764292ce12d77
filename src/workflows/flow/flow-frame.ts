// Mounts a flow's frame: the walk decides, and its effects are performed (docs/design/flow.md).
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { budgetLeft, narrowBudget } from '../../domain/budget/budget.js';
import type { FlowEffect, FlowEvent, FlowState, FlowRules } from '../../domain/flow/flow-state.js';
import type { FlowDocument } from '../../domain/flow/document.js';
import { createGraph } from '../../domain/flow/graph.js';
import { startFlow, presentNode, paused, timeLeft } from '../../domain/flow/walk-state.js';
import type { StoredFlow } from '../../domain/flow/requests.js';
import { tallyOf } from '../../domain/telemetry/metrics.js';
import type { AppEnd, AppFrame } from '../agent/app-frame.js';
import { createClock, machineOf, type Engine, type Shared } from '../engine/drive.js';
import type { FailedEnd, RunPart } from '../engine/run.js';
import { endedAbove, performEffect } from './effects.js';
import { headlineOf, holdingOf } from './progress.js';
import { keepRecords, leaveRecords } from './records.js';
import { type FlowEnd } from './flow-result.js';
import { endOf, quickly, stateOf, type FlowFrame, type FlowRun, type FlowShell, type FlowTime } from './shell.js';
import { DeviceLostError } from '../device/device-owner.js';
import { refused } from '../engine/activity-calls.js';
import { isToContinueAsNew } from '../engine/continue-as-new.js';
import { flowTransition } from '../../domain/flow/walk.js';

export type FlowRunEnd = AppEnd | FlowEnd | FailedEnd;
type Walking = Engine<FlowState, Exclude<FlowEffect, { type: 'end' }>, FlowEvent, AppFrame | FlowFrame, FlowRunEnd>;

export interface FlowPart extends RunPart<AppFrame | FlowFrame, FlowRunEnd> {
  readonly shell: FlowShell;
  /** A cancelled walk: checks that have their evidence are judged, and its records are written. */
  stop(of: Shared): Promise<void>;
}

export async function mountFlow(frame: FlowFrame, run: FlowRun): Promise<FlowPart> {
  const { settled } = run;
  const { agentModel: agent, visionModel: vlm } = settled;
  const graph = createGraph(await load(frame.document));
  frame.state ??= startFlow(
    graph,
    frame.variables,
    { workflowId: frame.name, agent, vlm, isCalled: frame.budget !== undefined },
    Date.now(),
  );
  const { document, records } = frame;
  const budget = narrowBudget(settled.resolved.budget, frame.budget ?? {});
  const here = {
    frame,
    run,
    graph,
    settled: { ...settled, ...document, resolved: { ...settled.resolved, budget }, records },
    clock: createClock(),
  };
  const shell: FlowShell = { ...here, time: createFlowTime(here) };
  const machine = machineOf(walkingOf(shell));
  return Object.assign(machine, {
    shell,
    async end() {
      await leaveRecords(shell);
      const result = endOf(shell);
      return { end: { kind: 'flow', name: frame.name, result } as const, outcome: result.outcome };
    },
    async stop(of: Shared) {
      frame.state = transition(shell, stateOf(frame), { type: 'stopped' }) ?? stateOf(frame);
      while (await machine.runEffect(of));
      await leaveRecords(shell);
    },
    progress() {
      const { spent, visit, unknownOutcomes } = stateOf(frame);
      return {
        status: visit ? visit.visit.name : 'CONTINUE',
        step: spent.steps,
        budgetLeft: budgetLeft(budget, spent),
        usage: spent.usage,
        unknownOutcomes,
      };
    },
  });
}

/** Validated and stored by a worker; fetched again by each part of the chain. */
async function load({ document, slices }: StoredFlow): Promise<FlowDocument> {
  const { loadFlow } = proxyActivities<Activities>({ ...quickly, summary: 'load the flow' });
  let text = '';
  for (let slice = 0; slice < slices; slice += 1) text += await loadFlow({ document, slice }).catch(refused);
  return JSON.parse(text) as FlowDocument; // `resolveFlow` has validated and stored it
}

function walkingOf(shell: FlowShell): Walking {
  const { frame, graph, clock, time } = shell;
  return {
    name: frame.name,
    type: 'flow',
    clock,
    handBack(returned) {
      frame.state = transition(shell, stateOf(frame), { type: 'handed-back', returned }) ?? stateOf(frame);
    },
    state: () => stateOf(frame),
    next: ({ next }) => (next.type === 'end' ? undefined : next),
    perform: (effect) => time.during(() => performEffect(shell, effect)),
    transition: (state, event, { type }) => transition(shell, state, isIdle(type) ? { ...event, activeMs: 0 } : event),
    moveTo: (after) => void (frame.state = after),
    ended: endedAbove,
    keep: () => keepRecords(shell),
    headline: () => headlineOf(frame, graph),
    holding: () => holdingOf(stateOf(frame)),
    // One that has ended is judged in this part of its chain.
    overfull: ({ message }) => (stateOf(frame).ended ? undefined : { type: 'overfull', message }),
    tally: tallyOf,
  };
}

// Which time counts towards a node's limit: not the wait for a person, nor the wait for a device.

function createFlowTime({ graph, frame, settled, run, clock }: Omit<FlowShell, 'time'>): FlowTime {
  const { device, people } = run;
  const { device: access } = run.carried;
  /** What the current effect spent on opening a device, ms: it counts for the run, but not for the node. */
  let openedMs = 0;

  function leftMs(): number | undefined {
    const { visit } = stateOf(frame);
    return visit && timeLeft(presentNode({ graph, state: stateOf(frame) }), visit, Date.now() - clock.waitedMs - openedMs);
  }

  async function release(): Promise<void> {
    await device.release();
    // Opened again on purpose, at the same address: the flow need not be told.
    delete access.seen;
  }

  return {
    leftMs,
    async during(work) {
      openedMs = 0;
      const value = await work();
      // Also when the next run of the chain repeats the effect.
      frame.state = paused(stateOf(frame), clock.waitedMs + openedMs);
      return value;
    },
    async opened() {
      if (access.seen !== undefined || leftMs() === undefined) return undefined;
      const started = Date.now();
      try {
        await device.ensure();
        return undefined;
      } catch (error) {
        if (!(error instanceof DeviceLostError)) throw error;
        return { code: error.code, message: error.message };
      } finally {
        openedMs += Date.now() - started;
      }
    },
    wait: (ask, screenshot, timeoutMs) =>
      clock.wait(() =>
        people.ask(ask, screenshot, {
          byFrame: frame.name,
          timeoutMs,
          interrupted: isToContinueAsNew,
          longWait: { afterMs: settled.resolved.settings.releaseDeviceAfter, release },
        }),
      ),
  };
}

// The walk's next state, by the rules of this run.

function transition({ graph, settled, run: { given } }: FlowShell, state: FlowState, event: FlowEvent): FlowState | undefined {
  const { resolved, agentModel, visionModel, overrides } = settled;
  const rules: FlowRules = {
    budget: resolved.budget,
    vision: visionModel !== undefined,
    heal: given.heal ?? (agentModel === '' ? 'never' : 'ask'),
    fallback: given.fallback,
    overrides,
  };
  return flowTransition(graph, rules, state, event, Date.now());
}

/** Nothing works meanwhile: not active time. */
function isIdle(effect: FlowEffect['type']): boolean {
  return effect === 'settle' || effect === 'pause';
}
