// A run of a flow: a graph of deterministic nodes and AI steps (docs/design/flow.md). Flows and agents that its nodes run are frames above it.
//
// flowrun-1. It owns the device, as `hostAgent` does (agentrun-1 of host-agent.ts): opened when a tool needs it, given back however the run ends.
// flowrun-2. A cancellation stops all walks, the top one first: checks that have their evidence are judged, records are written, the device is closed, and the
//     run ends as cancelled.
// flowrun-3. It continues as new between any two effects (drive-3); documents are fetched again, the walks' states are carried. What the configuration and the
//     input say is resolved in each execution.
import { lastOf } from '../device/device-owner.js';
import type { ChainPlace } from '../../domain/run/settled-run.js';
import { allHandlersFinished, ApplicationFailure, condition, proxyActivities, setHandler, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { parseFlowInput, type FlowInput } from '../../domain/flow/input.js';
import type { ResolvedFlow } from '../../domain/flow/requests.js';
import { type AppFrame, mountApp } from '../agent/app-frame.js';
import type { Sealed } from '../engine/carried.js';
import { drive, stopping } from '../engine/drive.js';
import { refused } from '../engine/activity-calls.js';
import { enterRun, freshRun, hearBlackboard, openFrames, type RunShell, type RunState } from '../engine/run.js';
import { positionQuery, variablesQuery } from '../messages.js';
import { mountFlow, type FlowPart, type FlowRunEnd } from './flow-frame.js';
import { positionOf } from './progress.js';
import type { FlowResult } from './flow-result.js';
import { leaveRecords } from './records.js';
import { endOf, quickly, startFlowFrame, type FlowFrame, type FlowRun } from './shell.js';

/** What a run of a flow carries over a continue-as-new. */
export interface FlowCarried extends RunState {
  /** Empty until its document is judged; the lowest is the run's own. */
  readonly frames: (FlowFrame | AppFrame)[];
}

export async function flow(input: unknown, sealed?: Sealed<FlowCarried>): Promise<FlowResult> {
  let own: FlowPart | undefined;
  return enterRun(input, sealed, {
    parse: parseFlowInput,
    fresh: (): FlowCarried => ({ ...freshRun(), frames: [] }),
    hasBegun: (carried) => ownOf(carried) !== undefined,
    resolve: settle,
    device: ({ run: { device } }) => device,
    hear(entered) {
      const { carried } = entered;
      hearBlackboard(entered);
      setHandler(positionQuery, () => positionOf(ownOf(carried), own?.shell.graph));
      setHandler(variablesQuery, () => ownOf(carried)?.state?.variables ?? {});
    },
    async work(opened, { given, carried, settled }) {
      const lowest = begin(carried, settled, given);
      const run: FlowRun = Object.assign(opened, { given, settled });
      own = await mountFlow(lowest, run);
      return walk(run, own, carried);
    },
  });
}

async function walk(run: FlowRun, own: FlowPart, { frames }: FlowCarried): Promise<FlowResult> {
  const stack = await openFrames<FlowFrame | AppFrame, FlowRunEnd>(run, frames, async (frame) =>
    frame === own.shell.frame ? own : frame.kind === 'flow' ? mountFlow(frame, run) : mountApp(frame, run),
  );
  await stopping(
    async (cancelled) => {
      await stack.stop();
      await own.stop(stack);
      await run.device.release(true);
      throw cancelled;
    },
    async () => {
      await drive(stack);
      await leaveRecords(own.shell);
    },
  );
  return finish(run, own);
}

function settle({ flow, flows, run, variables }: FlowInput, chain: ChainPlace): Promise<ResolvedFlow> {
  const { resolveFlow } = proxyActivities<Activities>({ ...quickly, summary: 'judge the flow, and resolve settings, guard and budget' });
  return resolveFlow({ flow, flows, run, given: Object.keys(variables), chain }).catch(refused);
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
async function finish(run: RunShell, { shell }: FlowPart): Promise<FlowResult> {
  await run.device.release();
  await condition(allHandlersFinished);
  const result = { ...endOf(shell), ...lastOf(run.carried.device) };
  const { outcome, message, visits } = result;
  run.people.show(`**${outcome}** after ${visits} visits${message === '' ? '' : `: ${message}`}`);
  if (outcome !== 'failed') return result;
  throw ApplicationFailure.create({ message, type: 'flow-failed', nonRetryable: true, details: [result] });
}
