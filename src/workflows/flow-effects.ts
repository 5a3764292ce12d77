// What a flow's walk asks for, performed: tools on the device, models, people, agents, judges (spec/flow.md §3, §5).
import { ActivityFailure, isCancellation, proxyActivities, sleep, workflowInfo, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import { addSpent, breachedLimit, withoutSteps } from '../domain/budget/budget.js';
import { addUsage, noUsage } from '../domain/budget/usage.js';
import type { ApprovedTarget, CallToolInput, CallToolResult } from '../domain/flow/call-tool.js';
import type { FlowNode } from '../domain/flow/document.js';
import { unjudged } from '../domain/flow/evidence.js';
import type { CallOutcome, CheckVerdict, FlowEffect, FlowEvent, FlowState, NodeEvidence } from '../domain/flow/flow-state.js';
import type { FlowGraph } from '../domain/flow/graph.js';
import { nodeSummary } from '../domain/flow/node-summary.js';
import { paused, timeLeft } from '../domain/flow/time-left.js';
import { builtInTool } from '../domain/flow/tools.js';
import { extractVariables } from '../domain/flow/variables.js';
import { presentNode } from '../domain/flow/graph.js';
import { fitBytes, summaryBytes } from '../domain/fit-bytes.js';
import type { Ask } from '../domain/human/requests.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import { describe, ranOutOfTime, usageOf } from './activity-failure.js';
import { DeviceLostError } from './device-access.js';
import { atMostOnce, looking } from './device-activity-options.js';
import type { Acted, Looked } from './device-client.js';
import { createFlowChildren } from './flow-children.js';
import { deviceReset, stateOf, type FlowShell } from './flow-shell.js';
import type { Reply } from './people.js';

/** Undefined: not done yet, but the workflow is to continue as new. */
export function createFlowEffects(shell: FlowShell): (effect: FlowEffect) => Promise<FlowEvent | undefined> {
  const { workflowId, carried, people } = shell;
  const state = (): FlowState => stateOf(carried);
  const children = createFlowChildren(shell);

  /** Of the effect at work: time spent waiting for a person, ms. */
  let waitedMs = 0;
  /** Of the effect at work: time until a device was there that was not seen yet, ms. */
  let openedMs = 0;
  return async (effect) => {
    const started = Date.now();
    waitedMs = 0;
    openedMs = 0;
    const event = await perform(effect);
    // Also when it is to be done again by the next run of the chain.
    carried.state = paused(state(), waitedMs + openedMs);
    return event && { ...event, activeMs: effect.type === 'settle' ? 0 : Date.now() - started - waitedMs };
  };

  async function perform(effect: FlowEffect): Promise<FlowEvent | undefined> {
    switch (effect.type) {
      case 'advance':
        return { type: 'advance' };
      case 'call':
        return called(effect);
      case 'choose':
        return askedInTime(async (inTime) => {
          const { name, usage } = await models(`which ${effect.what} is "${effect.wanted}"`, inTime()).chooseName({
            ...effect,
            run: workflowId,
            models: shell.settled.resolved.models,
          });
          return { type: 'chosen', name: name ?? undefined, usage };
        });
      case 'think':
        return askedInTime(think);
      case 'look':
        return askedInTime(async (inTime) => {
          const { text, usage } = await models('look at the images', inTime()).describeImages({
            run: workflowId,
            prompt: stepOf().prompt,
            images: effect.images,
            models: shell.settled.resolved.models,
          });
          return { type: 'seen', text, usage };
        });
      case 'ask':
        return askPerson();
      case 'agent':
        return children.agent();
      case 'flow':
        return children.flow();
      case 'keep':
        return asked(async () => {
          const { keepVariables } = proxyActivities<Activities>({
            startToCloseTimeout: '30 seconds',
            retry: { maximumAttempts: 10 },
            summary: fitBytes(`keep what "${presentNode(shell.graph, state()).name}" gave`, summaryBytes),
          });
          return { type: 'kept', variables: await keepVariables({ variables: effect.variables }) };
        });
      case 'settle':
        await sleep(effect.ms, { summary: `until the interface of "${presentNode(shell.graph, state()).name}" has settled` });
        return { type: 'settled' };
      case 'judge':
        return judge(effect.evidence);
      case 'end':
        throw new TypeError('nothing is left to do');
    }
  }

  /** A tool on the device. What acts and needs a person's word is asked for, then made again with it. */
  async function called(effect: Extract<FlowEffect, { type: 'call' }>): Promise<FlowEvent | undefined> {
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
        guard: settled.guard,
        ...(effect.wantsScreen ? { wantsScreen: { controlRoles: resolved.settings.controlRoles } } : {}),
        wantsBefore: node.trace_level === 'Full',
        ...timeoutOf(leftMs()),
        ...(approved === undefined ? {} : { approved }),
      });
      const lost = await opened();
      if (lost) return { type: 'called', outcome: lost };
      const came = reads
        ? await client.look(
            (handle, story) =>
              proxyActivities<Activities>(looking(handle, resolved.timings, summary, leftMs())).readTool({
                ...toolInput(handle),
                ...story,
              }),
            leftMs,
          )
        : await client.act<CallToolResult>({
            text: summary,
            count: 1,
            leftMs,
            send: ({ handle, activityId, attempt }, story) =>
              proxyActivities<Activities>(atMostOnce(handle, activityId, attempt, summary, resolved.timings, leftMs())).actTool({
                ...toolInput(handle),
                ...story,
              }),
          });
      const result = came.type === 'journalled' ? await journalled(came, effect.call.name, node) : asCalled(came);
      if (result.status !== 'approval') {
        await people.withdraw();
        return { type: 'called', outcome: result };
      }
      const { reason, target, screenshot } = result;
      const action = { function: effect.call.name, args: effect.call.arguments, ...(target ? { target: { ...target, path: '' } } : {}) };
      const reply = await wait({ kind: 'confirmation', reason, actions: [action] }, screenshot, resolved.settings.confirmTimeout);
      if (!reply) return undefined;
      if (reply.type !== 'confirmed' || !reply.approved) return { type: 'called', outcome: notApproved(reply) };
      approved = target ? { role: target.role, name: target.name } : null;
    }
  }

  /** Its result was lost. */
  async function journalled({ outcomes, why }: Journalled, tool: string, node: FlowNode): Promise<CallOutcome> {
    const [outcome] = outcomes;
    if (outcome?.status === 'failed') return { status: 'failed', code: outcome.code, message: outcome.message };
    if (outcome?.status !== 'done') return { status: 'unknown', ...(why === undefined ? {} : { message: why }) };
    const about = { name: node.name, type: node.node_type.type };
    // A built-in tool that acts gives nothing.
    if (builtInTool(tool)) return { status: 'done', variables: extractVariables(about, null), text: '', images: [], isError: false };
    try {
      const { text, textRef } = outcome;
      const { recallResult } = proxyActivities<Activities>({
        startToCloseTimeout: '30 seconds',
        retry: { maximumAttempts: 10 },
        summary: fitBytes(`read what '${tool}' gave "${node.name}"`, summaryBytes),
      });
      const stored = { ...(text === undefined ? {} : { text }), ...(textRef === undefined ? {} : { textRef }) };
      return { status: 'done', ...(await recallResult({ node: about, ...stored })), images: [], isError: false };
    } catch (error) {
      const { type, message } = describe(error);
      return { status: 'failed', code: type, message: `'${tool}' ran, but what it gave cannot be read again: ${message}` };
    }
  }

  /** Of the attempt at work; undefined: it has no limit. */
  function leftMs(): number | undefined {
    const { visit } = state();
    return visit && timeLeft(presentNode(shell.graph, state()), visit, Date.now() - waitedMs - openedMs);
  }

  /** A device that was not seen yet, or that was given back, is opened before the time of a node that needs it goes by. */
  async function opened(): Promise<CallOutcome | undefined> {
    if (carried.device.seen !== undefined || leftMs() === undefined) return undefined;
    const started = Date.now();
    try {
      await shell.device.ensure();
      return undefined;
    } catch (error) {
      if (!(error instanceof DeviceLostError)) throw error;
      return { status: 'failed', code: error.code, message: error.message };
    } finally {
      openedMs += Date.now() - started;
    }
  }

  async function think(inTime: () => ActivityOptions): Promise<FlowEvent> {
    const step = stepOf();
    const warnings = shell.settled.toolServers ? await listTools() : [];
    const { transcript = [], unseen = [] } = state().visit?.step ?? {};
    const { reply, usage } = await models(`AI step "${presentNode(shell.graph, state()).name}" thinks`, inTime()).thinkStep({
      run: workflowId,
      prompt: step.prompt,
      transcript,
      images: shell.settled.visionModel === undefined ? unseen : [],
      models: shell.settled.resolved.models,
      ...(step.button_text === undefined ? {} : { buttonText: step.button_text }),
      ...(step.template_image === undefined ? {} : { templateImage: step.template_image }),
      ...(step.allowed_tools === undefined ? {} : { allowedTools: step.allowed_tools }),
      ...(carried.otherTools ? { otherTools: carried.otherTools } : {}),
      ...(shell.settled.overrides ? { overrides: shell.settled.overrides } : {}),
    });
    return { type: 'thought', reply, usage, ...(warnings.length > 0 ? { warnings } : {}) };
  }

  /** Once for the run; where not all servers said what they offer, once for each step. What somebody should hear of it. */
  async function listTools(): Promise<readonly string[]> {
    const { client, settled } = shell;
    const { resolved } = settled;
    const { visit } = state();
    const step = visit && `${visit.visit.id} ${visit.visit.visit} ${visit.attempt}`;
    if (carried.otherTools !== undefined && (carried.otherToolsOf ?? step) === step) return [];
    if (await opened()) return [];
    const left = leftMs();
    const looked = await client.look(
      ({ deviceId, epoch, ...handle }) =>
        proxyActivities<Activities>(
          looking({ deviceId, epoch, ...handle }, resolved.timings, 'list the tools of other servers', left),
        ).listTools({
          deviceId,
          epoch,
          // A server that is silent leaves time to think.
          ...(left === undefined ? {} : { timeoutMs: Math.ceil(left / 2) }),
        }),
      leftMs,
    );
    if (looked.type === 'device-reset') return [];
    const listed = looked.type === 'looked' ? looked.value : null;
    // A server that is not there fails the node that calls it, not the step that could do without.
    carried.otherTools = listed?.tools ?? null;
    if (listed?.isWhole) delete carried.otherToolsOf;
    else if (step !== undefined) carried.otherToolsOf = step;
    return looked.type === 'failed' ? [`The tools of other servers are not known: ${looked.error.message}`] : (listed?.warnings ?? []);
  }

  function stepOf(): Extract<FlowNode['node_type'], { type: 'AiStep' }> {
    const { node_type: type } = presentNode(shell.graph, state());
    if (type.type !== 'AiStep') throw new TypeError('no AI step is at work');
    return type;
  }

  async function askPerson(): Promise<FlowEvent | undefined> {
    const node = presentNode(shell.graph, state());
    if (node.node_type.type !== 'Ask') throw new TypeError('nobody is to be asked');
    const { question, confirmation } = node.node_type;
    return question === undefined
      ? wait({ kind: 'confirmation', reason: confirmation ?? '', actions: [] }, undefined, node.timeout_ms)
      : wait({ kind: 'question', questions: [question] }, undefined, node.timeout_ms);
  }

  async function wait(ask: Ask, screenshot: ArtifactRef | undefined, timeoutMs: number | undefined): Promise<Reply | undefined> {
    const { settled, device } = shell;
    const started = Date.now();
    const reply = await people.ask(ask, screenshot, {
      timeoutMs,
      interrupted: () => workflowInfo().continueAsNewSuggested,
      longAfterMs: settled.resolved.settings.releaseDeviceAfter,
      async onLongWait() {
        await device.release();
        // Opened again on purpose, at the same address: no news to a flow.
        delete carried.device.seen;
      },
    });
    waitedMs += Date.now() - started;
    return reply;
  }

  async function judge(evidence: readonly NodeEvidence[]): Promise<FlowEvent> {
    const { budget, models: chosen } = shell.settled.resolved;
    const verdicts: CheckVerdict[] = [];
    let usage = noUsage;
    const checked = evidence.filter(({ checks }) => checks.length > 0).map(({ expectedOutcome: _, ...one }) => one);
    if (checked.length > 0) {
      try {
        // Reading a picture takes seconds.
        verdicts.push(...(await models('judge the checks', { startToCloseTimeout: '10 minutes' }).judgeChecks({ evidence: checked })));
      } catch (error) {
        verdicts.push(...checked.flatMap((one) => unjudged(one, describe(error).message)));
      }
    }
    for (const one of evidence.filter(({ expectedOutcome }) => expectedOutcome !== undefined)) {
      const outcome = { ...one, checks: [] };
      const limit = breachedLimit(withoutSteps(budget), addSpent(state().spent, { usage }));
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
        usage = addUsage(usage, judged.usage);
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

  /** With what is left of the node's time. Once it has run out, an AI step ends with what it has, and any other node fails. */
  async function askedInTime(work: (inTime: () => ActivityOptions) => Promise<FlowEvent>): Promise<FlowEvent> {
    return asked(async () => {
      try {
        return await work(() => within(leftMs()));
      } catch (error) {
        if (ranOutOfTime(error)) return { type: 'timed-out' };
        throw error;
      }
    });
  }

  function models(summary: string, more: ActivityOptions = {}) {
    return proxyActivities<Activities>({
      startToCloseTimeout: '3 minutes',
      heartbeatTimeout: carried.settled?.resolved.timings.decideHeartbeatMs ?? 10_000,
      retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 5 },
      summary: fitBytes(summary, summaryBytes),
      ...more,
    });
  }

  function summaryOf(node: FlowNode, { call }: Extract<FlowEffect, { type: 'call' }>): string {
    const what =
      node.node_type.type === 'AiStep'
        ? `${node.name}: ${call.name} ${JSON.stringify(call.arguments)}`
        : `${node.name}: ${nodeSummary(node)}`;
    const rounds = loopsOf(shell.graph, state()).map(([name, text]) => ` · Loop "${name}" ${text}`);
    return fitBytes(`${what}${rounds.join('')}`, summaryBytes);
  }
}

/** Loops that are being run, with how far they are: `until empty`, `3/100`. */
export function loopsOf(
  { nodes }: Pick<FlowGraph, 'nodes'>,
  { counters }: Pick<FlowState, 'counters'>,
): readonly (readonly [name: string, progress: string])[] {
  return Object.entries(counters).flatMap(([id, started]) => {
    const loop = nodes.get(id);
    return loop?.node_type.type === 'Loop' ? [[loop.name, `${started}/${loop.node_type.max_iterations}`] as const] : [];
  });
}

type Journalled = Extract<Acted<CallToolResult>, { readonly type: 'journalled' }>;

/** What became of a tool's activity, as the walk hears it. */
function asCalled(done: Looked<CallToolResult> | Exclude<Acted<CallToolResult>, Journalled>): CallToolResult | CallOutcome {
  switch (done.type) {
    case 'looked':
      return done.value;
    case 'ran':
      return done.result;
    case 'refused':
      return { status: 'failed', code: done.code, message: done.message };
    case 'device-reset':
      return { status: 'failed', ...deviceReset };
    case 'failed':
      return { status: 'failed', code: done.error.type, message: done.error.message };
  }
}

/** Over all attempts. */
function within(ms: number | undefined): ActivityOptions {
  return ms === undefined ? {} : { scheduleToCloseTimeout: Math.max(1, ms) };
}

function timeoutOf(ms: number | undefined): Pick<CallToolInput, 'timeoutMs'> {
  return ms === undefined ? {} : { timeoutMs: Math.max(1, ms) };
}

function notApproved(reply: Reply): CallOutcome {
  const note = reply.type === 'confirmed' && reply.note !== '' ? `: ${reply.note}` : '';
  return {
    status: 'failed',
    code: 'rejected',
    message: reply.type === 'timed-out' ? 'nobody approved it in time' : `a person did not approve it${note}`,
  };
}
