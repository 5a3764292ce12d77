// A flow: a graph of deterministic nodes and AI steps (spec/flow.md). The walk decides; this shell performs its effects.
//
// L1. It owns the device, as `hostAgent` does (W1 of host-agent.ts): opened when a tool needs it, given back at the end of every kind.
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
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import { emptyBlackboard } from '../domain/agent/memory.js';
import { startOf } from '../domain/agent/resolve-settings.js';
import { breachedLimit, budgetLeft, narrowBudget, withoutSteps } from '../domain/budget/budget.js';
import { noUsage, type Usage } from '../domain/budget/usage.js';
import type { ApprovedTarget, CallToolInput, CallToolResult } from '../domain/flow/call-tool.js';
import type { FlowDocument, FlowNode } from '../domain/flow/document.js';
import { unjudged, verdictOf } from '../domain/flow/evidence.js';
import type { CallOutcome, CheckVerdict, FlowEffect, FlowEvent, FlowOutcome, FlowState, NodeEvidence } from '../domain/flow/flow-state.js';
import { createGraph, type FlowGraph } from '../domain/flow/graph.js';
import { parseFlowInput, type FlowInput } from '../domain/flow/input.js';
import { nodeSummary } from '../domain/flow/node-summary.js';
import { runName, type RecordPlace } from '../domain/flow/record.js';
import type { ResolvedFlow } from '../domain/flow/requests.js';
import { builtInTool } from '../domain/flow/tools.js';
import { extractVariables, type Json, type Variables } from '../domain/flow/variables.js';
import type { VisitedEdges } from '../domain/flow/visited.js';
import { flowTransition, presentNode, startFlow, withoutRecords } from '../domain/flow/walk.js';
import { fitBytes, summaryBytes } from '../domain/fit-bytes.js';
import { stateWhileAsking } from '../domain/human/requests.js';
import { InputError } from '../domain/input-error.js';
import { noDevice } from './device-access.js';
import { atMostOnce, createDeviceClient, describe, deviceStory, looking, usageOf, type DeviceClient } from './device-client.js';
import { createDeviceOwner, deviceNews, type DeviceOwner } from './device-owner.js';
import {
  deviceFailedSignal,
  deviceReadySignal,
  positionQuery,
  progressQuery,
  steadyhandState,
  variablesQuery,
  type FlowPosition,
  type ProgressView,
} from './messages.js';
import { createPeople, nobodyAsked, type PeopleState, type Reply } from './people.js';
import { childQuestion, forwardToChild, listenToChild, refuseForChild, runSubtask, type ParentState } from './subtask.js';

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
  readonly unknownOutcomes: number;
  readonly records: RecordPlace;
}

interface Carried extends ParentState {
  settled?: ResolvedFlow & { readonly records: RecordPlace };
  state?: FlowState;
  readonly people: PeopleState;
  /** Agents that were started: each has a number of its own. */
  agents: number;
}

/** Records are written when there are so many of them, and at the end. */
const recordsAtOnce = 200;
/** Names that `position` tells. */
const visitedTold = 200;

export async function flow(
  input: unknown,
  carried: Carried = { people: { ...nobodyAsked }, device: { ...noDevice, nextEpoch: 1 }, toChild: [], agents: 0 },
): Promise<FlowResult> {
  const { workflowId, firstExecutionRunId, startTime } = workflowInfo();
  const given = checked(input);
  const people = createPeople(
    carried.people,
    (message) => forwardToChild(carried, message),
    () => (carried.people.pending ? undefined : refuseForChild(carried)),
  );
  const news = deviceNews(carried.device);
  setHandler(deviceReadySignal, news.ready);
  setHandler(deviceFailedSignal, news.failed);
  listenToChild(carried, () => people.show(childQuestion(carried, workflowId) ?? headline()));
  setHandler(progressQuery, () => progress());
  setHandler(positionQuery, () => position());
  setHandler(variablesQuery, () => carried.state?.variables ?? {});

  let owner: DeviceOwner | undefined;
  let graph: FlowGraph | undefined;
  try {
    return await run();
  } catch (error) {
    // Not for ContinueAsNew, nor for a bug (which fails the task only, so that a mended worker resumes the run).
    if (error instanceof TemporalFailure) await owner?.release();
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
    owner = createDeviceOwner(carried.device, startOf(given.run.device, resolved.apps), resolved.guard.origins, resolved.timings);
    const client = createDeviceClient(carried.device, owner, resolved.timings, () => people.show(headline()));
    const shell = { graph: loaded, settled, client, owner };
    try {
      await walk(shell);
    } catch (error) {
      if (!isCancellation(error)) throw error;
      await CancellationScope.nonCancellable(() => stop(shell));
      throw error;
    }
    return finish(settled, owner);
  }

  interface Shell {
    readonly graph: FlowGraph;
    readonly settled: NonNullable<Carried['settled']>;
    readonly client: DeviceClient;
    readonly owner: DeviceOwner;
  }

  async function walk(shell: Shell): Promise<void> {
    for (;;) {
      const { next, records } = state();
      if (next.type === 'end') break;
      if (workflowInfo().continueAsNewSuggested && carried.people.reply === undefined) {
        await condition(allHandlersFinished);
        await continueAsNew<typeof flow>(input, carried);
      }
      if (records.length >= recordsAtOnce) await writeRecords(shell);
      if (next.type !== 'ask') people.show(headline());
      const started = Date.now();
      const event = await perform(shell, next);
      if (!event) continue;
      const isActive = next.type !== 'ask' && next.type !== 'settle';
      go(shell, { ...event, activeMs: isActive ? Date.now() - started : 0 });
    }
    await writeRecords(shell);
  }

  function go({ graph, settled }: Shell, event: FlowEvent): void {
    const after = flowTransition(
      graph,
      { budget: settled.resolved.budget, vision: settled.visionModel !== undefined },
      state(),
      event,
      Date.now(),
    );
    if (!after) throw new TypeError(`'${event.type}' is refused while '${state().next.type}' is due`);
    carried.state = after;
  }

  /** L2. */
  async function stop(shell: Shell): Promise<void> {
    go(shell, { type: 'stopped' });
    while (state().next.type !== 'end') {
      const event = await perform(shell, state().next);
      if (event) go(shell, event);
    }
    await writeRecords(shell);
    await shell.owner.release();
  }

  async function finish(settled: Shell['settled'], device: DeviceOwner): Promise<FlowResult> {
    await device.release();
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
      unknownOutcomes,
      records: settled.records,
    };
    people.show(`**${outcome}** after ${visits} visits${message === '' ? '' : `: ${message}`}`);
    if (outcome !== 'failed') return result;
    throw ApplicationFailure.create({ message, type: 'flow-failed', nonRetryable: true, details: [result] });
  }

  // ── Effects ──

  async function perform(shell: Shell, effect: FlowEffect): Promise<FlowEvent | undefined> {
    switch (effect.type) {
      case 'advance':
        return { type: 'advance' };
      case 'call':
        return called(shell, effect);
      case 'choose':
        return asked(async () => {
          const { name, usage } = await models(`which ${effect.what} is "${effect.wanted}"`).chooseName({
            ...effect,
            run: workflowId,
            models: shell.settled.resolved.models,
          });
          return { type: 'chosen', name: name ?? undefined, usage };
        });
      case 'think':
        return asked(() => think(shell));
      case 'look':
        return asked(async () => {
          const { text, usage } = await models('look at the images').describeImages({
            run: workflowId,
            prompt: stepOf(shell).prompt,
            images: effect.images,
            models: shell.settled.resolved.models,
          });
          return { type: 'seen', text, usage };
        });
      case 'ask':
        return askPerson(shell);
      case 'agent':
        return agentTask(shell);
      case 'flow':
        return { type: 'failed', code: 'not-supported', message: 'Flow nodes cannot be run yet: run that flow by itself' };
      case 'settle':
        await sleep(effect.ms, { summary: `until the interface of "${presentNode(shell.graph, state()).name}" has settled` });
        return { type: 'settled' };
      case 'judge':
        return judge(shell, effect.evidence);
      case 'end':
        throw new TypeError('nothing is left to do');
    }
  }

  /** A tool on the device. What acts and needs a person's word is asked for, then made again with it. */
  async function called(shell: Shell, effect: Extract<FlowEffect, { type: 'call' }>): Promise<FlowEvent | undefined> {
    const { graph, settled, client } = shell;
    const { resolved } = settled;
    const node = presentNode(graph, state());
    const reads = builtInTool(effect.call.name)?.effect === 'read';
    const summary = summaryOf(node, effect);
    let approved: ApprovedTarget | null | undefined;
    for (;;) {
      const toolInput = (handle: { readonly deviceId: string; readonly epoch: number }): CallToolInput => ({
        deviceId: handle.deviceId,
        epoch: handle.epoch,
        run: workflowId,
        call: effect.call,
        node: { name: node.name, type: node.node_type.type },
        guard: resolved.guard,
        wantsScreen: effect.wantsScreen,
        wantsBefore: node.trace_level === 'Full',
        controlRoles: resolved.settings.controlRoles,
        ...(node.timeout_ms === undefined ? {} : { timeoutMs: node.timeout_ms }),
        ...(approved === undefined ? {} : { approved }),
      });
      const result = reads
        ? asCalled(
            await client.look((handle, story) =>
              proxyActivities<Activities>(looking(handle, resolved.timings, summary)).readTool({ ...toolInput(handle), ...story }),
            ),
          )
        : asCalled(
            await client.act<CallToolResult>({
              text: summary,
              count: 1,
              send: ({ handle, activityId, attempt }, story) =>
                proxyActivities<Activities>(atMostOnce(handle, activityId, attempt, summary, resolved.timings)).actTool({
                  ...toolInput(handle),
                  ...story,
                }),
            }),
            node,
          );
      if (result.status !== 'approval') return { type: 'called', outcome: result };
      const { reason, target, screenshot } = result;
      const action = { function: effect.call.name, args: effect.call.arguments, ...(target ? { target: { ...target, path: '' } } : {}) };
      const reply = await wait(shell, { kind: 'confirmation', reason, actions: [action] }, screenshot, resolved.settings.confirmTimeout);
      if (!reply) return undefined;
      if (reply.type !== 'confirmed' || !reply.approved) return { type: 'called', outcome: notApproved(reply) };
      approved = target ? { role: target.role, name: target.name } : null;
    }
  }

  async function think(shell: Shell): Promise<FlowEvent> {
    const step = stepOf(shell);
    const { transcript = [], unseen = [] } = state().visit?.step ?? {};
    const { reply, usage } = await models(`AI step "${presentNode(shell.graph, state()).name}" thinks`).thinkStep({
      run: workflowId,
      prompt: step.prompt,
      transcript,
      images: shell.settled.visionModel === undefined ? unseen : [],
      models: shell.settled.resolved.models,
      ...(step.button_text === undefined ? {} : { buttonText: step.button_text }),
      ...(step.template_image === undefined ? {} : { templateImage: step.template_image }),
      ...(step.allowed_tools === undefined ? {} : { allowedTools: step.allowed_tools }),
    });
    return { type: 'thought', reply, usage };
  }

  function stepOf({ graph }: Shell): Extract<FlowNode['node_type'], { type: 'AiStep' }> {
    const { node_type: type } = presentNode(graph, state());
    if (type.type !== 'AiStep') throw new TypeError('no AI step is at work');
    return type;
  }

  async function askPerson(shell: Shell): Promise<FlowEvent | undefined> {
    const node = presentNode(shell.graph, state());
    if (node.node_type.type !== 'Ask') throw new TypeError('nobody is to be asked');
    const { question, confirmation } = node.node_type;
    return question === undefined
      ? wait(shell, { kind: 'confirmation', reason: confirmation ?? '', actions: [] }, undefined, node.timeout_ms)
      : wait(shell, { kind: 'question', questions: [question] }, undefined, node.timeout_ms);
  }

  /** An agent carries out the request on the flow's own device. */
  async function agentTask({ graph: { nodes }, settled: { resolved }, client, owner: device }: Shell): Promise<FlowEvent> {
    const node = nodes.get(state().visit?.node ?? '');
    if (node?.node_type.type !== 'AgentTask') throw new TypeError('no agent is due');
    const { request, max_steps: most } = node.node_type;
    const { spent } = state();
    const options = { controlRoles: resolved.settings.controlRoles };
    const seen = await client.observe(options, { run: workflowId, agent: workflowId, step: spent.steps });
    if (seen.type !== 'observed') return notSeen(seen);
    const budget = narrowBudget(budgetLeft(resolved.budget, spent), most === undefined ? {} : { maxSteps: most });
    const input = {
      run: workflowId,
      owner: workflowId,
      request,
      subtask: request,
      message: [],
      application: seen.observation.application,
      previousSubtasks: [],
      blackboard: emptyBlackboard,
      resolved: { ...resolved, budget },
      stepsBefore: spent.steps,
    };
    carried.agents += 1;
    const end = await runSubtask(carried, device, resolved.timings, `${workflowId}/app-${carried.agents}`, input, () =>
      people.show(headline()),
    );
    if (!('output' in end)) return { type: 'failed', code: 'child-failed', message: end.failure.cause?.message ?? end.failure.message };
    const { result, spent: used, unknownOutcomes } = end.output;
    const { status, result: text } = result;
    return {
      type: 'child-ended',
      result: { status, text },
      ...(status === 'FINISH' ? {} : { failure: `the agent ended with ${status}${text === '' ? '' : `: ${text}`}` }),
      spent: used,
      unknownOutcomes,
    };
  }

  async function wait(
    { settled, owner: device }: Shell,
    ask: Parameters<typeof people.ask>[0],
    screenshot: Parameters<typeof people.ask>[1],
    timeoutMs: number | undefined,
  ): Promise<Reply | undefined> {
    return people.ask(ask, screenshot, {
      timeoutMs,
      interrupted: () => workflowInfo().continueAsNewSuggested,
      longAfterMs: settled.resolved.settings.releaseDeviceAfter,
      async onLongWait() {
        await device.release();
        // Opened again on purpose, at the same address: no news to a flow.
        delete carried.device.seen;
      },
    });
  }

  async function judge(shell: Shell, evidence: readonly NodeEvidence[]): Promise<FlowEvent> {
    const { budget, models: chosen } = shell.settled.resolved;
    const verdicts: CheckVerdict[] = [];
    let usage = noUsage;
    const { judgeChecks } = models('judge the checks');
    if (evidence.some(({ checks }) => checks.length > 0)) verdicts.push(...(await judgeChecks({ evidence })));
    for (const one of evidence.filter(({ expectedOutcome }) => expectedOutcome !== undefined)) {
      const outcome = { ...one, checks: [] };
      const limit = breachedLimit(withoutSteps(budget), { ...state().spent, usage });
      if (limit) {
        verdicts.push(...unjudged(outcome, limit));
        continue;
      }
      try {
        const judged = await models(`judge the outcome of "${one.node.name}"`).judgeOutcome({
          run: workflowId,
          evidence: outcome,
          models: chosen,
        });
        verdicts.push(judged.verdict);
        usage = judged.usage;
      } catch (error) {
        verdicts.push(...unjudged(outcome, describe(error).message));
      }
    }
    return { type: 'judged', verdicts, usage };
  }

  async function asked(work: () => Promise<FlowEvent>): Promise<FlowEvent> {
    try {
      return await work();
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      const { type, message } = describe(error);
      return { type: 'failed', code: type, message, usage: usageOf(error) };
    }
  }

  function models(summary: string) {
    return proxyActivities<Activities>({
      startToCloseTimeout: '3 minutes',
      heartbeatTimeout: carried.settled?.resolved.timings.decideHeartbeatMs ?? 10_000,
      retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 5 },
      summary: fitBytes(summary, summaryBytes),
    });
  }

  // ── The document, the records ──

  async function settle(): Promise<NonNullable<Carried['settled']>> {
    upsertSearchAttributes([{ key: steadyhandState, value: 'RUNNING' }]);
    const { resolveFlow } = proxyActivities<Activities>({
      startToCloseTimeout: '30 seconds',
      retry: { maximumAttempts: 10 },
      summary: 'judge the flow, and resolve settings, guard and budget',
    });
    const resolved = await resolveFlow({ flow: given.flow, run: given.run, given: Object.keys(given.variables) });
    return { ...resolved, records: { flow: nameOf(given), run: runName(startTime.toISOString(), firstExecutionRunId) } };
  }

  async function load({ document, slices }: ResolvedFlow): Promise<FlowDocument> {
    const { loadFlow } = proxyActivities<Activities>({
      startToCloseTimeout: '30 seconds',
      retry: { maximumAttempts: 10 },
      summary: 'load the flow',
    });
    let text = '';
    for (let slice = 0; slice < slices; slice += 1) text += await loadFlow({ document, slice });
    return JSON.parse(text) as FlowDocument; // `resolveFlow` has judged and stored it
  }

  async function writeRecords({ settled }: Shell): Promise<void> {
    const { records } = state();
    const last = records.at(-1);
    if (!last) return;
    const { writeFlowRecords } = proxyActivities<Activities>({
      ...(carried.device.handle ? { taskQueue: carried.device.handle.taskQueue } : {}),
      startToCloseTimeout: '30 seconds',
      scheduleToCloseTimeout: '2 minutes',
      retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds', maximumAttempts: 8 },
      summary: `write ${records.length} records`,
    });
    await writeFlowRecords({ place: settled.records, records });
    carried.state = withoutRecords(state(), last.seq);
  }

  // ── What it says of itself ──

  function state(): FlowState {
    if (!carried.state) throw new TypeError('the flow is not loaded yet');
    return carried.state;
  }

  function summaryOf(node: FlowNode, { call }: Extract<FlowEffect, { type: 'call' }>): string {
    const what =
      node.node_type.type === 'AiStep'
        ? `${node.name}: ${call.name} ${JSON.stringify(call.arguments)}`
        : `${node.name}: ${nodeSummary(node)}`;
    const rounds = loops().map(([name, text]) => `Loop "${name}" ${text}: `);
    return fitBytes(`${rounds.join('')}${what}`, summaryBytes);
  }

  function headline(): string {
    const { visit, visits } = state();
    const node = visit && graph?.nodes.get(visit.node);
    const again = visit && visit.attempt > 0 ? `, attempt ${visit.attempt + 1}` : '';
    const at = node ? `**${node.name}**: ${nodeSummary(node)}${again}` : 'Walking';
    const rounds = loops().map(([name, text]) => `\n\nLoop "${name}" ${text}`);
    return `${at} (visit ${visits})${rounds.join('')}${deviceStory(carried.device)}`;
  }

  function position(): FlowPosition {
    const { visit, visits = 0, visited = [], visitsOf = {}, taken = {} } = carried.state ?? {};
    return {
      ...(visit ? { node: visit.visit.id, name: visit.visit.name, visit: visit.visit.visit, attempt: visit.attempt } : {}),
      visits,
      loops: Object.fromEntries(loops()),
      visited: visited.slice(-visitedTold),
      path: { nodes: visitsOf, edges: taken },
      ...(carried.settled ? { records: carried.settled.records } : {}),
    };
  }

  /** Loops that are being run, with how far they are. */
  function loops(): readonly (readonly [name: string, progress: string])[] {
    return Object.entries(carried.state?.counters ?? {}).flatMap(([id, started]) => {
      const loop = graph?.nodes.get(id);
      return loop?.node_type.type === 'Loop' ? [[loop.name, `${started}/${loop.node_type.max_iterations}`] as const] : [];
    });
  }

  function progress(): ProgressView {
    const { spent, visit, unknownOutcomes = 0 } = carried.state ?? {};
    const asks = carried.child?.asks;
    const request = carried.people.pending ?? asks?.request;
    return {
      state: stateWhileAsking(carried.people.pending),
      status: visit ? visit.visit.name : 'CONTINUE',
      step: spent?.steps ?? 0,
      budgetLeft: carried.settled && spent ? budgetLeft(carried.settled.resolved.budget, spent) : {},
      usage: spent?.usage ?? noUsage,
      unknownOutcomes,
      ...(request ? { request, asker: carried.people.pending ? workflowId : (asks?.workflowId ?? workflowId) } : {}),
      ...(carried.child ? { child: carried.child.workflowId } : {}),
      ...(carried.device.handle ? { device: carried.device.handle } : {}),
    };
  }
}

type Done = Awaited<ReturnType<DeviceClient['look']>> | Awaited<ReturnType<DeviceClient['act']>>;

/** What became of a tool's activity, as the walk hears it. */
function asCalled(done: Done & { readonly value?: unknown; readonly result?: unknown }, node?: FlowNode): CallToolResult | CallOutcome {
  switch (done.type) {
    case 'looked':
      return done.value as CallToolResult;
    case 'ran':
      return done.result as CallToolResult;
    case 'journalled': {
      const [outcome] = done.outcomes;
      if (outcome?.status === 'done')
        return {
          status: 'done',
          variables: extractVariables({ name: node?.name ?? '', type: node?.node_type.type ?? 'Click' }, jsonOf(outcome.text)),
          text: outcome.text ?? '',
          images: [],
          isError: false,
        };
      if (outcome?.status === 'failed') return { status: 'failed', code: outcome.code, message: outcome.message };
      return { status: 'unknown' };
    }
    case 'refused':
      return { status: 'failed', code: done.code, message: done.message };
    case 'device-reset':
      return { status: 'failed', ...deviceReset };
    case 'failed':
      return { status: 'failed', code: done.error.type, message: done.error.message };
  }
}

function notSeen(seen: Exclude<Awaited<ReturnType<DeviceClient['observe']>>, { type: 'observed' }>): FlowEvent {
  return seen.type === 'device-reset'
    ? { type: 'failed', ...deviceReset }
    : { type: 'failed', code: seen.error.type, message: seen.error.message };
}

const deviceReset = { code: 'device-reset', message: 'the interface was opened again: what was entered in it may be lost' } as const;

function jsonOf(text: string | undefined): Json {
  return text ?? null;
}

function notApproved(reply: Reply): CallOutcome {
  const note = reply.type === 'confirmed' && reply.note !== '' ? `: ${reply.note}` : '';
  return {
    status: 'failed',
    code: 'rejected',
    message: reply.type === 'timed-out' ? 'nobody approved it in time' : `a person did not approve it${note}`,
  };
}

function nameOf({ flow }: FlowInput): string {
  const name = typeof flow === 'string' ? undefined : flow['name'];
  return typeof name === 'string' ? name : 'flow';
}

function checked(input: unknown): FlowInput {
  try {
    return parseFlowInput(input);
  } catch (error) {
    if (error instanceof InputError) throw ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: true });
    throw error;
  }
}
