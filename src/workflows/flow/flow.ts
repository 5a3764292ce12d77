// A run of a flow: a graph of deterministic nodes and AI steps (docs/design/flow.md). Flows and agents that its nodes run are frames above it.
//
// flowrun-1. It owns the device, as `hostAgent` does (agentrun-1 of host-agent.ts): opened when a tool needs it, given back however the run ends.
// flowrun-2. A cancellation stops all walks, the top one first: checks that have their evidence are judged, records are written, the device is closed, and the
//     run ends as cancelled.
// flowrun-3. It continues as new between any two effects (drive-3); documents are fetched again, the walks' states are carried. What the configuration and the
//     input say is resolved in each execution.
import { allHandlersFinished, ApplicationFailure, condition, setHandler, workflowInfo } from '@temporalio/workflow';
import { emptyBlackboard } from '../../domain/agent/memory.js';
import { parseFlowInput, type FlowInput } from '../../domain/flow/input.js';
import type { ResolvedFlow } from '../../domain/flow/requests.js';
import type { AgentSettings } from '../../domain/run/settings.js';
import { startOf } from '../../domain/run/resolve-settings.js';
import type { AppFrame } from '../agent/app-agent-shell.js';
import { mountApp } from '../agent/app-frame.js';
import { carrying, continueCarrying, type Sealed } from '../engine/carried.js';
import { freshRun, openDoors, type RunState } from '../engine/doors.js';
import { drive, releasing, stopping } from '../engine/drive.js';
import { countRun } from '../engine/measures.js';
import { parsed } from '../engine/refusals.js';
import { failedEnd, headlineOf, openRun, progressOf, type RunPart } from '../engine/run.js';
import { openStack, type Stack } from '../engine/stack.js';
import { blackboardQuery, positionQuery, progressQuery, variablesQuery } from '../messages.js';
import { showRunning } from '../people/people-state.js';
import { settle } from './document.js';
import { mountFlow, type FlowPart, type FlowRunEnd } from './flow-frame.js';
import { positionOf } from './progress.js';
import type { FlowResult } from './flow-result.js';
import { leaveRecords } from './replay.js';
import { endOf } from './result.js';
import { createRoom } from './room.js';
import { startFlowFrame, type FlowFrame, type FlowRun } from './shell.js';

/** What a run of a flow carries over a continue-as-new. */
export interface FlowCarried extends RunState {
  /** Empty until its document is judged; the lowest is the run's own. */
  readonly frames: (FlowFrame | AppFrame)[];
}

type Part = RunPart<FlowFrame | AppFrame, FlowRunEnd>;

interface Walked {
  readonly own: FlowPart;
  readonly run: FlowRun;
  readonly stack: Stack<Part>;
}

export async function flow(input: unknown, sealed?: Sealed<FlowCarried>): Promise<FlowResult> {
  const fresh = (): FlowCarried => ({ ...freshRun(), frames: [] });
  return countRun(() => carrying(sealed, fresh, (carried, checked) => walk(input, carried, checked)));
}

async function walk(input: unknown, carried: FlowCarried, checked: () => Promise<void>): Promise<FlowResult> {
  const given = parsed(parseFlowInput, input);
  let settings: AgentSettings | undefined;
  let walked: Walked | undefined;
  const frames = (): readonly Part[] => walked?.stack.frames ?? [];
  const doors = openDoors(carried, { settings: () => settings });
  setHandler(progressQuery, () => progressOf(carried, frames()));
  setHandler(positionQuery, () => positionOf(ownOf(carried), walked?.own.shell.graph));
  setHandler(variablesQuery, () => ownOf(carried)?.state?.variables ?? {});
  setHandler(blackboardQuery, () => frames().at(-1)?.blackboard?.() ?? emptyBlackboard);
  return releasing(
    () => walked?.run.device.release(),
    async () => {
      await checked();
      if (!ownOf(carried)) showRunning();
      const settled = await settle(given);
      const { resolved } = settled;
      ({ settings } = resolved);
      const opened = openRun({ carried, resolved, ...doors }, startOf(given.run.device, resolved.apps), frames);
      const lowest = begin(carried, settled, given);
      const run: FlowRun = { ...opened, given, settled, room: createRoom(carried, lowest, input) };
      const own = await mountFlow(lowest, run);
      const stack = await openStack<FlowFrame | AppFrame, FlowRunEnd, Part>({
        states: carried.frames,
        mount: async (frame) => (frame === lowest ? own : frame.kind === 'flow' ? mountFlow(frame, run) : mountApp(frame, run)),
        failed: failedEnd,
        shared: {
          ...doors,
          headline: () => headlineOf(carried, frames()),
          continueAsNew: () => continueCarrying('flow', input, carried),
          fits: run.room.fits,
        },
      });
      walked = { own, run, stack };
      const { shell } = own;
      await stopping(
        async (cancelled) => {
          await stack.stop();
          await own.stop(stack);
          await run.device.release();
          throw cancelled;
        },
        async () => {
          await drive(stack);
          await leaveRecords(shell);
        },
      );
      return finish(walked);
    },
  );
}

function begin(carried: FlowCarried, { name, document, slices }: ResolvedFlow, { variables }: FlowInput): FlowFrame {
  const known = ownOf(carried);
  if (known) return known;
  const begun = startFlowFrame(workflowInfo().workflowId, { name, document, slices }, { variables });
  carried.frames.push(begun);
  return begun;
}

function ownOf({ frames: [frame] }: FlowCarried): FlowFrame | undefined {
  return frame?.kind === 'flow' ? frame : undefined;
}

/** Throws when the flow failed. */
async function finish({ own: { shell }, run }: Walked): Promise<FlowResult> {
  await run.device.release();
  await condition(allHandlersFinished);
  const result = endOf(shell);
  const { outcome, message, visits } = result;
  run.people.show(`**${outcome}** after ${visits} visits${message === '' ? '' : `: ${message}`}`);
  if (outcome !== 'failed') return result;
  throw ApplicationFailure.create({ message, type: 'flow-failed', nonRetryable: true, details: [result] });
}
