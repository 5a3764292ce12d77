// A flow's tool call on the device: approved by a person where the guard requires it, and looked up in the journal where its result was lost (docs/design/flow.md §3).
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { ApprovedTarget, CallToolInput, CallToolResult, HeldAct } from '../../domain/flow/call-tool.js';
import type { FlowNode } from '../../domain/flow/document.js';
import type { CallOutcome, FlowEffect, FlowEvent } from '../../domain/flow/flow-state.js';
import { presentNode } from '../../domain/flow/present-node.js';
import { nodeSummary } from '../../domain/flow/node-summary.js';
import { builtInTool } from '../../domain/flow/tools.js';
import { extractVariables } from '../../domain/flow/variables.js';
import { dueChecks, onlyDone, useOf, type DueCheck, type EffectCheckUse } from '../../domain/effect/effect-check.js';
import type { GivenBefore } from '../../domain/human/approvals.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import { describe } from '../engine/activity-failure.js';
import { atMostOnce, looking } from '../device/device-activity-options.js';
import type { Acted, Looked } from '../device/device-calls.js';
import { loopsOf } from './progress.js';
import { deviceReset, stateOf, type FlowShell } from './shell.js';
import type { Reply } from '../people/people-state.js';

/** How often a call that was surely not done is made. */
const mostOften = 3;

type Call = Extract<FlowEffect, { readonly type: 'call' }>;
type Stays = Extract<CallToolResult, { readonly status: 'stays' }>;
type Journalled = Extract<Acted<CallToolResult>, { readonly type: 'journalled' }>;

/** Undefined: the workflow has to continue as new before a person has answered. A call that needs approval is repeated with it. */
export async function callTool(shell: FlowShell, effect: Call): Promise<FlowEvent | undefined> {
  const { graph, settled, run, frame, time } = shell;
  const { client, people } = run;
  const { leftMs } = time;
  const { resolved } = settled;
  const node = presentNode(graph, stateOf(frame));
  const reads = builtInTool(effect.call.name)?.effect === 'read';
  const summary = summaryOf(shell, node, effect);
  const ended = (outcome: CallOutcome): FlowEvent => {
    delete frame.leave;
    return { type: 'called', outcome };
  };
  let approved: ApprovedTarget | null | undefined;
  let held: HeldAct | undefined;
  let approval: GivenBefore | undefined;
  const due = (named: readonly EffectCheckUse[]): readonly DueCheck[] => {
    const checks = dueChecks(named, resolved.effectChecks);
    return builtInTool(effect.call.name) ? checks : checks.map(onlyDone);
  };
  let uses: readonly EffectCheckUse[] = node.effect_check === undefined ? [] : [useOf(node.effect_check)];
  for (let notDone = 0; ;) {
    const toolInput = (handle: { readonly deviceId: string; readonly epoch: number }): CallToolInput => ({
      deviceId: handle.deviceId,
      epoch: handle.epoch,
      run: frame.name,
      call: effect.call,
      node: { name: node.name, type: node.node_type.type },
      guard: settled.guard,
      wantsScreen: effect.wantsScreen ? { controlRoles: resolved.settings.controlRoles } : undefined,
      wantsBefore: node.trace_level === 'Full',
      ...timeoutOf(leftMs()),
      approved,
      held,
      leave: frame.leave,
    });
    const lost = await time.opened();
    if (lost) return ended({ status: 'failed', ...lost });
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
          checks: due(uses),
          send: ({ handle, activityId, attempt }, story) =>
            proxyActivities<Activities>(atMostOnce(handle, activityId, attempt, summary, resolved.timings, leftMs())).actTool({
              ...toolInput(handle),
              ...story,
            }),
        });
    // Under the same approval, for what it is for.
    if (came.type === 'refused' && came.code === 'not-done' && ++notDone < mostOften) continue;
    const result = came.type === 'journalled' ? await recalled(came, effect.call.name, node) : asCalled(came);
    if (result.status === 'stays') {
      // What was approved, and checked, has happened.
      approved = held = approval = undefined;
      uses = [];
      frame.leave = result.leave;
      continue;
    }
    if (result.status !== 'approval') {
      people.withdraw();
      return ended(approval ? { ...result, approval } : result);
    }
    const reply = await askedAbout(shell, effect, result);
    if (!reply) return undefined;
    if (reply.type !== 'confirmed' || !reply.approved) return ended(notApproved(reply));
    approved = result.target ? { role: result.target.role, name: result.target.name } : null;
    ({ held } = result);
    uses = [...uses, ...(result.effectChecks ?? [])];
    approval = reply.before;
  }
}

function askedAbout(
  { time, settled }: FlowShell,
  { call }: Call,
  held: Extract<CallToolResult, { readonly status: 'approval' }>,
): Promise<Reply | undefined> {
  const { reason, target, screenshot, facts, remembering, told = { function: call.name, args: call.arguments } } = held;
  const action = { ...told, target: target ? { ...target, path: '' } : undefined };
  return time.wait(
    { kind: 'confirmation', reason, actions: [action], facts, remembering },
    screenshot,
    settled.resolved.settings.confirmTimeout,
  );
}

/** For a call whose result was lost. */
async function recalled({ outcomes, why }: Journalled, tool: string, node: FlowNode): Promise<CallOutcome | Stays> {
  const [outcome] = outcomes;
  if (outcome?.status === 'done' && outcome.stays?.leave) return { status: 'stays', leave: outcome.stays.leave };
  if (outcome?.status === 'failed') return { status: 'failed', code: outcome.code, message: outcome.message };
  if (outcome?.status !== 'done')
    return { status: 'unknown', ...messageOf([why, outcome?.status === 'unknown' ? outcome.witness : undefined]) };
  const about = { name: node.name, type: node.node_type.type };
  const { witness } = outcome;
  const nothing = { status: 'done', variables: extractVariables(about, null), text: '', images: [], isError: false } as const;
  if (witness !== undefined) return { ...nothing, warnings: [`It was done, though its answer was lost: ${witness}.`] };
  // A built-in tool that acts returns nothing.
  if (builtInTool(tool)) return nothing;
  try {
    const { text, textRef } = outcome;
    const { recallResult } = proxyActivities<Activities>({
      startToCloseTimeout: '30 seconds',
      retry: { maximumAttempts: 10 },
      summary: fitBytes(`read the result of '${tool}' for "${node.name}"`, summaryBytes),
    });
    const stored = { text, textRef };
    return { status: 'done', ...(await recallResult({ node: about, ...stored })), images: [], isError: false };
  } catch (error) {
    const { type, message } = describe(error);
    return { status: 'failed', code: type, message: `'${tool}' ran, but its result cannot be read again: ${message}` };
  }
}

function messageOf(said: readonly (string | undefined)[]): { readonly message?: string } {
  const message = said.filter((text) => text !== undefined).join('; ');
  return message === '' ? {} : { message };
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

function notApproved(reply: Reply): CallOutcome {
  const note = reply.type === 'confirmed' && reply.note !== '' ? `: ${reply.note}` : '';
  return {
    status: 'failed',
    code: 'rejected',
    message: reply.type === 'timed-out' ? 'nobody approved it in time' : `a person did not approve it${note}`,
  };
}

function timeoutOf(ms: number | undefined): Pick<CallToolInput, 'timeoutMs'> {
  return ms === undefined ? {} : { timeoutMs: Math.max(1, ms) };
}

function summaryOf({ graph, frame }: FlowShell, node: FlowNode, { call }: Call): string {
  const what =
    node.node_type.type === 'AiStep'
      ? `${node.name}: ${call.name} ${JSON.stringify(call.arguments)}`
      : `${node.name}: ${nodeSummary(node)}`;
  const rounds = loopsOf(graph, stateOf(frame)).map(([name, text]) => ` · Loop "${name}" ${text}`);
  return fitBytes(`${what}${rounds.join('')}`, summaryBytes);
}
