// Mounts a flow's frame: the walk decides, and its effects are performed (docs/design/flow.md).
import { budgetLeft, narrowBudget } from '../../domain/budget/budget.js';
import type { FlowEffect, FlowEvent, FlowState } from '../../domain/flow/flow-state.js';
import { createGraph } from '../../domain/flow/graph.js';
import { startFlow } from '../../domain/flow/start-flow.js';
import { tallyOf } from '../../domain/telemetry/metrics.js';
import type { AppEnd, AppFrame } from '../agent/app-agent-shell.js';
import { createClock, machineOf, type Engine, type Shared } from '../engine/drive.js';
import type { FailedEnd, RunPart } from '../engine/run.js';
import { load } from './document.js';
import { performEffect } from './effects.js';
import { endedAbove } from './frames-above.js';
import { headlineOf, holdingOf } from './progress.js';
import { keepRecords } from './records.js';
import { leaveRecords } from './replay.js';
import { endOf } from './result.js';
import { stateOf, type FlowEnd, type FlowFrame, type FlowRun, type FlowShell } from './shell.js';
import { createFlowTime } from './time.js';
import { isIdle, transition } from './transition.js';

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
  frame.state ??= startFlow(graph, frame.variables, { workflowId: frame.name, agent, vlm }, Date.now());
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
      while (await machine.turn(of));
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
