// A flow's tool call on the device: approved by a person where the guard requires it, and looked up in the journal where its result was lost (docs/design/flow.md §3).
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { leaveDue } from '../../domain/device/device-work.js';
import { addSpent, budgetLeft } from '../../domain/budget/budget.js';
import type { CallToolInput, CallToolResult, HeldCall } from '../../domain/flow/requests.js';
import type { FlowNode } from '../../domain/flow/document.js';
import type { CallOutcome, FlowEffect, FlowEvent } from '../../domain/flow/flow-state.js';
import { writesText, type StoppedWrite } from '../../domain/wire/stopped-write.js';
import { presentNode } from '../../domain/flow/walk-state.js';
import { nodeSummary } from '../../domain/flow/node-summary.js';
import { builtInTool, isNodeTool, type ToolCall } from '../../domain/flow/tools.js';
import { longestWaitMs } from '../../domain/run/limits.js';
import { extractVariables } from '../../domain/flow/variables.js';
import { dueChecks, onlyDone, useOf, type EffectCheckUse } from '../../domain/effect/effect-check.js';
import type { EarlierApproval } from '../../domain/human/approvals.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import { describe } from '../engine/activity-calls.js';
import { atMostOnce, looking } from '../device/send-once.js';
import type { Acted, Looked } from '../device/device-calls.js';
import { loopsOf } from './progress.js';
import { atLeastOne, deviceReset, quickly, stateOf, type FlowShell } from './shell.js';
import type { Reply } from '../people/people-state.js';

/** How often a call that was surely not done is made. */
const mostOften = 3;

type Call = Extract<FlowEffect, { readonly type: 'call' }>;
type Stays = Extract<CallToolResult, { readonly status: 'stays' }>;
type Journalled = Extract<Acted<CallToolResult>, { readonly type: 'journalled' }>;

/** What a person has approved of it, for the next time that it is made. */
interface Approved extends Pick<CallToolInput, 'approved' | 'forApproval' | 'passes'> {
  readonly before?: EarlierApproval;
  readonly uses: readonly EffectCheckUse[];
}

/**
 * Undefined: the workflow may continue as new, and asks again: before a person has answered, or while a node waits for its place. That is looked for in one
 * call after the other, so that a stop or a person has the screen in between. A call that needs approval is repeated with it.
 */
export async function callTool(shell: FlowShell, effect: Call): Promise<FlowEvent | undefined> {
  const { graph, frame, time } = shell;
  const { people } = shell.run;
  const node = presentNode({ graph, state: stateOf(frame) });
  const ended = (outcome: CallOutcome): FlowEvent => {
    delete frame.leave;
    delete frame.stopped;
    delete frame.waitMs;
    return { type: 'called', outcome };
  };
  let approval: Approved = { uses: node.effect_check === undefined ? [] : [useOf(node.effect_check)] };
  const waitMs = frame.waitMs ?? waitOf(effect.call);
  for (let notDone = 0; ;) {
    const lost = await time.opened();
    if (lost) return ended({ status: 'failed', ...lost });
    // What was done, and is asked about, is not done before the answer.
    const came = frame.stopped ?? (await made(shell, { ...effect, call: waitingFor(effect.call, waitMs) }, node, approval));
    // Under the same approval, for what it is for.
    if ('type' in came && came.type === 'refused' && came.code === 'not-done' && ++notDone < mostOften) continue;
    const result = 'status' in came ? came : await resultOf(came, effect.call.name, node);
    if (isNotYet(result) && waitMs > longestWaitMs && approval.approved === undefined && hasTime(shell)) {
      frame.waitMs = waitMs - longestWaitMs;
      return undefined;
    }
    if (result.status === 'stays') {
      // What was approved, and checked, has happened.
      approval = { uses: [] };
      frame.leave = result.leave;
    } else if (result.status === 'approval') {
      if (result.writes) frame.stopped = result;
      const reply = await askedAbout(shell, effect, result);
      if (!reply) return undefined;
      delete frame.stopped;
      if (reply.type !== 'confirmed' || !reply.approved) return ended(notApproved(reply, result.writes));
      const { target, forApproval, writes = [], effectChecks = [] } = result;
      const approved = target ? { role: target.role, name: target.name } : null;
      const { passes = [] } = approval;
      const given = writes.map(({ key }, index) => ({ key, id: `${node.name}:${passes.length + index}:${Date.now()}` }));
      const uses = [...approval.uses, ...effectChecks];
      approval = { approved, forApproval, before: reply.before, passes: [...passes, ...given], uses };
    } else {
      people.withdraw();
      return ended(approval.before ? { ...result, approval: approval.before } : result);
    }
  }
}

/** Whether the budget lasts for another part of a long wait. The part that has ended counts at once, since no event tells of it. */
function hasTime({ frame, clock, settled }: FlowShell): boolean {
  const state = stateOf(frame);
  const spent = addSpent(state.spent, { timeMs: clock.activeMs });
  frame.state = { ...state, spent };
  clock.begin();
  return budgetLeft(settled.resolved.budget, spent).maxTimeMs !== 0;
}

/** ms; 0 for a call that does not wait. */
function waitOf({ name, arguments: { wait_ms: ms } }: ToolCall): number {
  return isNodeTool(name) && typeof ms === 'number' ? ms : 0;
}

function waitingFor(call: ToolCall, waitMs: number): ToolCall {
  return waitOf(call) === 0 ? call : { ...call, arguments: { ...call.arguments, wait_ms: Math.min(waitMs, longestWaitMs) } };
}

function isNotYet(result: CallToolResult | CallOutcome | Stays): boolean {
  return result.status === 'failed' && result.broken !== undefined && result.broken.kind !== 'interrupted';
}

function made(
  shell: FlowShell,
  { call, wantsScreen }: Call,
  node: FlowNode,
  { approved, forApproval, passes, uses }: Approved,
): Promise<Looked<CallToolResult> | Acted<CallToolResult>> {
  const { frame, settled } = shell;
  const { client } = shell.run;
  const { leftMs } = shell.time;
  const { settings, timings, effectChecks } = settled.resolved;
  const text = summaryOf(shell, node, call);
  const builtIn = builtInTool(call.name);
  const input = ({ deviceId, epoch }: { readonly deviceId: string; readonly epoch: number }): CallToolInput => ({
    deviceId,
    epoch,
    run: frame.name,
    call,
    node: { name: node.name, type: node.node_type.type },
    guard: settled.guard,
    wantsScreen: wantsScreen ? { controlRoles: settings.controlRoles } : undefined,
    wantsBefore: node.trace_level === 'Full',
    timeoutMs: atLeastOne(leftMs()),
    approved,
    forApproval,
    passes,
    leave: frame.leave,
  });
  if (builtIn?.effect === 'read')
    return client.look(
      (handle, story) => proxyActivities<Activities>(looking(handle, timings, text, leftMs())).readTool({ ...input(handle), ...story }),
      leftMs,
    );
  const checks = dueChecks(uses, effectChecks);
  return client.act<CallToolResult>({
    text,
    count: 1,
    leftMs,
    checks: builtIn ? checks : checks.map(onlyDone),
    send: ({ handle, activityId, attempt }, story) =>
      proxyActivities<Activities>(atMostOnce(handle, activityId, attempt, text, timings, leftMs())).actTool({ ...input(handle), ...story }),
  });
}

function askedAbout({ time, settled }: FlowShell, { call }: Call, held: HeldCall): Promise<Reply | undefined> {
  const { reason, target, screenshot, facts, remembering, reported = { function: call.name, args: call.arguments } } = held;
  const action = { ...reported, target: target ? { ...target, path: '' } : undefined };
  return time.wait(
    { kind: 'confirmation', reason, actions: [action], facts, remembering },
    screenshot,
    settled.resolved.settings.confirmTimeout,
  );
}

function resultOf(came: Awaited<ReturnType<typeof made>>, tool: string, node: FlowNode): Promise<CallToolResult | CallOutcome | Stays> {
  return came.type === 'journalled' ? recalled(came, tool, node) : Promise.resolve(asCalled(came));
}

/** For a call whose result was lost. */
async function recalled({ outcomes, why }: Journalled, tool: string, node: FlowNode): Promise<CallOutcome | Stays> {
  const [outcome] = outcomes;
  const leave = leaveDue(outcome);
  if (leave) return { status: 'stays', leave };
  if (outcome?.status === 'failed') return { status: 'failed', code: outcome.code, message: outcome.message };
  if (outcome?.status !== 'done') {
    const said = [why, outcome?.status === 'unknown' ? outcome.witness : undefined].filter((text) => text !== undefined);
    return { status: 'unknown', message: said.join('; ') || undefined };
  }
  const about = { name: node.name, type: node.node_type.type };
  const { witness } = outcome;
  const nothing = { status: 'done', variables: extractVariables(about, null), text: '', images: [], isError: false } as const;
  if (witness !== undefined) return { ...nothing, warnings: [`It was done, though its answer was lost: ${witness}.`] };
  // A built-in tool that acts returns nothing.
  if (builtInTool(tool)) return nothing;
  try {
    const { text, textRef } = outcome;
    const { recallResult } = proxyActivities<Activities>({
      ...quickly,
      summary: fitBytes(`read the result of '${tool}' for "${node.name}"`, summaryBytes),
    });
    return { status: 'done', ...(await recallResult({ node: about, text, textRef })), images: [], isError: false };
  } catch (error) {
    const { type, message } = describe(error);
    return { status: 'failed', code: type, message: `'${tool}' ran, but its result cannot be read again: ${message}` };
  }
}

/** The outcome of a tool's activity, as the walk takes it. */
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

function notApproved(reply: Reply, stopped: readonly StoppedWrite[] = []): CallOutcome {
  const note = reply.type === 'confirmed' && reply.note !== '' ? `: ${reply.note}` : '';
  const why = reply.type === 'timed-out' ? 'nobody approved it in time' : `a person did not approve it${note}`;
  const what = stopped.length === 0 ? '' : `; what it was to send was stopped before it left: ${writesText(stopped)}`;
  return { status: 'failed', code: 'rejected', message: `${why}${what}` };
}

function summaryOf({ graph, frame }: FlowShell, node: FlowNode, call: Call['call']): string {
  const what =
    node.node_type.type === 'AiStep'
      ? `${node.name}: ${call.name} ${JSON.stringify(call.arguments)}`
      : `${node.name}: ${nodeSummary(node)}`;
  const rounds = loopsOf(graph, stateOf(frame)).map(([name, text]) => ` · Loop "${name}" ${text}`);
  return fitBytes(`${what}${rounds.join('')}`, summaryBytes);
}
