// A flow: a graph of deterministic nodes and AI steps (spec/flow.md). The walk decides; this shell performs its effects.
//
// L1. It owns the device, as `hostAgent` does (W1 of host-agent.ts): opened when a tool needs it, given back at the end of every kind. A flow that a node of another one runs borrows its.
// L2. A cancellation is a stop: what has its evidence is judged, records are written, the device is closed, and the run ends as cancelled.
// L3. It continues as new between effects only; the document is fetched again, the walk's state is carried.
import {
  ActivityFailure,
  allHandlersFinished,
  ApplicationFailure,
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
import { budgetLeft } from '../../domain/budget/budget.js';
import { noUsage, type Usage } from '../../domain/budget/usage.js';
import type { FlowDocument } from '../../domain/flow/document.js';
import { verdictOf } from '../../domain/flow/evidence.js';
import type { CheckVerdict, FlowEvent, FlowOutcome, FlowState } from '../../domain/flow/flow-state.js';
import { createGraph, type FlowGraph } from '../../domain/flow/graph.js';
import { overfull, unmeasured } from '../../domain/flow/held.js';
import { parseFlowInput } from '../../domain/flow/input.js';
import { nodeSummary } from '../../domain/flow/node-summary.js';
import { batchesOf, runName, type RecordPlace } from '../../domain/flow/record.js';
import type { ResolvedFlow } from '../../domain/flow/requests.js';
import { type Variables } from '../../domain/flow/variables.js';
import type { VisitedEdges } from '../../domain/flow/visited.js';
import { flowTransition, startFlow, withoutRecords } from '../../domain/flow/walk.js';
import { describe, failureOf, isAboutTheHost } from '../engine/activity-failure.js';
import { borrowDevice } from '../device/borrowed-device.js';
import { noDevice, type DeviceSupply } from '../device/device-access.js';
import { createDeviceClient } from '../device/device-client.js';
import { deviceStory } from '../device/device-story.js';
import { createDeviceOwner } from '../device/device-owner.js';
import { positionQuery, progressQuery, steadyhandState, variablesQuery, type FlowPosition, type ProgressView } from '../messages.js';
import { loopsOf } from './calls.js';
import { createFlowEffects } from './effects.js';
import { flowFailed, stateOf, type FlowCarried, type FlowShell, type SettledFlow } from './shell.js';
import { nobodyAsked } from '../people/people.js';
import { checked, refused } from '../engine/refusals.js';
import { openDoors } from '../engine/doors.js';
import { progressOfRun } from '../engine/progress.js';

export interface FlowResult {
  readonly outcome: FlowOutcome;
  readonly message: string;
  /** What the checks say, whatever the outcome. */
  readonly verdict: ReturnType<typeof verdictOf>;
  readonly checks: readonly CheckVerdict[];
  /** Names of the last nodes visited. */
  readonly visited: readonly string[];
  readonly visits: number;
  readonly path: VisitedEdges;
  readonly variables: Variables;
  readonly usage: Usage;
  readonly steps: number;
  /** Active time, ms. */
  readonly timeMs: number;
  readonly unknownOutcomes: number;
  readonly records: RecordPlace;
  /** The UI session that it saw last, for a flow above it. */
  readonly uiSession?: string;
}

/** Records are written when there are so many of them, and at the end. */
const recordsAtOnce = 200;
/** Names that `position` tells. */
const visitedTold = 200;
/** Until the document is loaded. */
const noGraph = { nodes: new Map() } as const;

type Perform = ReturnType<typeof createFlowEffects>;

export async function flow(
  input: unknown,
  carried: FlowCarried = { people: { ...nobodyAsked }, device: { ...noDevice, nextEpoch: 1 }, toChild: [], children: 0 },
): Promise<FlowResult> {
  const { workflowId, firstExecutionRunId, startTime } = workflowInfo();
  const given = checked(parseFlowInput, input);
  const people = openDoors(carried, headline);
  setHandler(progressQuery, () => progress());
  setHandler(positionQuery, () => position());
  setHandler(variablesQuery, () => carried.state?.variables ?? {});

  let device: DeviceSupply | undefined;
  const changed = (): void => people.show(headline());
  let graph: FlowGraph | undefined;
  try {
    return await run();
  } catch (error) {
    // Not for ContinueAsNew, nor for a bug (which fails the task only, so that a mended worker resumes the run).
    if (error instanceof TemporalFailure && device) await giveBack(device);
    throw error;
  }

  async function run(): Promise<FlowResult> {
    carried.settled ??= await settle();
    const { settled } = carried;
    const { resolved } = settled;
    const loaded = createGraph(await load(settled));
    graph = loaded;
    carried.state ??= startFlow(
      loaded,
      given.variables,
      { workflowId, agent: settled.agentModel, ...(settled.visionModel === undefined ? {} : { vlm: settled.visionModel }) },
      Date.now(),
    );
    device = carried.parent
      ? borrowDevice(carried.device, carried.parent.workflowId)
      : createDeviceOwner(carried.device, startOf(given.run.device, resolved.apps), resolved.guard.origins, resolved.timings);
    const client = createDeviceClient(carried.device, device, resolved.timings, changed);
    const shell: FlowShell = { given, workflowId, carried, people, graph: loaded, settled, client, device, changed };
    const perform = createFlowEffects(shell);
    try {
      await walk(shell, perform);
    } catch (error) {
      if (!isCancellation(error)) throw error;
      await CancellationScope.nonCancellable(() => stop(shell, perform));
      throw error;
    }
    return finish(settled, device);
  }

  async function walk(shell: FlowShell, perform: Perform): Promise<void> {
    // Loading a large document may already make the server suggest it: each run of the chain gets something done.
    let since = Infinity;
    for (let done = 0; state().next.type !== 'end'; done += 1) {
      // Before it continues as new: what is carried must fit into a payload.
      if (state().records.length >= recordsAtOnce) await writeRecords(shell);
      const isPartOver = done > 0 && workflowInfo().continueAsNewSuggested && carried.people.reply === undefined;
      if (isPartOver || since > unmeasured) {
        since = 0;
        const { state: _, ...rest } = carried;
        const message = overfull(state(), [input, rest]);
        // What was seen is judged in this part.
        if (message !== undefined && !state().ended) {
          go(shell, { type: 'overfull', message });
          continue;
        }
        if (message === undefined && isPartOver) {
          await condition(allHandlersFinished);
          await continueAsNew<typeof flow>(input, carried);
        }
      }
      const { next } = state();
      if (next.type !== 'ask') people.show(headline());
      const event = await perform(next);
      if (!event) continue;
      go(shell, event);
      since += JSON.stringify(event).length;
    }
    await writeRecords(shell);
  }

  function go({ graph, settled }: FlowShell, event: FlowEvent): void {
    const after = flowTransition(
      graph,
      {
        budget: settled.resolved.budget,
        vision: settled.visionModel !== undefined,
        ...(settled.overrides ? { overrides: settled.overrides } : {}),
      },
      state(),
      event,
      Date.now(),
    );
    if (!after) throw new TypeError(`'${event.type}' is refused while '${state().next.type}' is due`);
    carried.state = after;
  }

  /** L2. */
  async function stop(shell: FlowShell, perform: Perform): Promise<void> {
    go(shell, { type: 'stopped' });
    while (state().next.type !== 'end') {
      const event = await perform(state().next);
      if (event) go(shell, event);
    }
    await writeRecords(shell);
    await giveBack(shell.device);
  }

  /** What is borrowed stays open: the flow above goes on with it. */
  async function giveBack(supply: DeviceSupply): Promise<void> {
    if (!carried.parent) await supply.release();
  }

  async function finish(settled: SettledFlow, supply: DeviceSupply): Promise<FlowResult> {
    await giveBack(supply);
    await condition(allHandlersFinished);
    const { ended, verdicts, visited, visits, visitsOf, taken, variables, spent, unknownOutcomes } = state();
    const { outcome = 'completed', message = '' } = ended ?? {};
    const result: FlowResult = {
      outcome,
      message,
      verdict: verdictOf(verdicts),
      checks: verdicts,
      visited,
      visits,
      path: { nodes: visitsOf, edges: taken },
      variables,
      usage: spent.usage,
      steps: spent.steps,
      timeMs: spent.timeMs,
      unknownOutcomes,
      records: settled.records,
      ...(carried.device.seen === undefined ? {} : { uiSession: carried.device.seen }),
    };
    people.show(`**${outcome}** after ${visits} visits${message === '' ? '' : `: ${message}`}`);
    if (outcome !== 'failed') return result;
    throw ApplicationFailure.create({ message, type: flowFailed, nonRetryable: true, details: [result] });
  }

  // ── The document, the records ──

  async function settle(): Promise<SettledFlow> {
    upsertSearchAttributes([{ key: steadyhandState, value: 'RUNNING' }]);
    const { resolveFlow } = proxyActivities<Activities>({
      startToCloseTimeout: '30 seconds',
      retry: { maximumAttempts: 10 },
      summary: 'judge the flow, and resolve settings, guard and budget',
    });
    const { flow: document, flows, run, variables } = given;
    const resolved =
      carried.parent?.resolved ?? (await resolveFlow({ flow: document, flows, run, given: Object.keys(variables) }).catch(refused));
    return { ...resolved, records: { flow: resolved.name, run: runName(startTime.toISOString(), firstExecutionRunId) } };
  }

  async function load({ document, slices }: ResolvedFlow): Promise<FlowDocument> {
    const { loadFlow } = proxyActivities<Activities>({
      startToCloseTimeout: '30 seconds',
      retry: { maximumAttempts: 10 },
      summary: 'load the flow',
    });
    let text = '';
    for (let slice = 0; slice < slices; slice += 1) text += await loadFlow({ document, slice }).catch(refused);
    return JSON.parse(text) as FlowDocument; // `resolveFlow` has judged and stored it
  }

  async function writeRecords({ settled }: FlowShell): Promise<void> {
    for (const records of batchesOf(state().records)) {
      const on = (where: { readonly taskQueue?: string }): Promise<void> => {
        const { writeFlowRecords } = proxyActivities<Activities>({
          ...where,
          startToCloseTimeout: '30 seconds',
          scheduleToStartTimeout: settled.resolved.timings.hostSilenceMs,
          scheduleToCloseTimeout: '2 minutes',
          retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds', maximumAttempts: 5 },
          summary: `write ${records.length} records`,
        });
        return writeFlowRecords({ place: settled.records, records });
      };
      // The host of the device has what it wrote at hand; where it is gone, any worker will do: records are shared.
      const { taskQueue } = carried.device.handle ?? {};
      await (
        taskQueue === undefined
          ? on({})
          : on({ taskQueue }).catch((error: unknown) => (isAboutTheHost(failureOf(error)) ? on({}) : refused(error)))
      ).catch(unwritten);
      carried.state = withoutRecords(state(), records.at(-1)?.seq ?? 0);
    }
  }

  function unwritten(error: unknown): never {
    if (!(error instanceof ActivityFailure) || error.cause instanceof ApplicationFailure) refused(error);
    const message = `no worker could write the records of this run: ${describe(error).message}; look at \`steadyhand hosts\``;
    throw ApplicationFailure.create({ message, type: 'records-unavailable', nonRetryable: true });
  }

  // ── What it says of itself ──

  function state(): FlowState {
    return stateOf(carried);
  }

  function headline(): string {
    if (!carried.state) return 'Starting';
    const { visit, visits } = carried.state;
    const node = visit && graph?.nodes.get(visit.node);
    const again = visit && visit.attempt > 0 ? `, attempt ${visit.attempt + 1}` : '';
    const at = node ? `**${node.name}**: ${nodeSummary(node)}${again}` : 'Walking';
    const rounds = loopsOf(graph ?? noGraph, carried.state).map(([name, text]) => `\n\nLoop "${name}" ${text}`);
    return `${at} (visit ${visits})${rounds.join('')}${deviceStory(carried.device)}`;
  }

  function position(): FlowPosition {
    const { visit, visits = 0, visited = [], visitsOf = {}, taken = {} } = carried.state ?? {};
    return {
      ...(visit ? { node: visit.visit.id, name: visit.visit.name, visit: visit.visit.visit, attempt: visit.attempt } : {}),
      visits,
      loops: Object.fromEntries(loopsOf(graph ?? noGraph, carried.state ?? { counters: {} })),
      visited: visited.slice(-visitedTold),
      path: { nodes: visitsOf, edges: taken },
      ...(carried.settled ? { records: carried.settled.records } : {}),
    };
  }

  function progress(): ProgressView {
    const { spent, visit, unknownOutcomes = 0 } = carried.state ?? {};
    return {
      ...progressOfRun(carried),
      status: visit ? visit.visit.name : 'CONTINUE',
      step: spent?.steps ?? 0,
      budgetLeft: carried.settled && spent ? budgetLeft(carried.settled.resolved.budget, spent) : {},
      usage: spent?.usage ?? noUsage,
      unknownOutcomes,
    };
  }
}
