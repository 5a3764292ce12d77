// `readTool` and `actTool`: the tools of a flow, on the host that holds its device.
//
// tool-1. A tool that acts goes through `performBound`: lease, journal, at most once. One that only looks does not, and may be retried.
// tool-2. The guard judges what was found on the screen, in the same turn that acts on it. Where it requires approval, nothing has run yet, and the
//     approval holds for that one control only.
// tool-3. When the time runs out before `intended`, the call fails with `timeout`: nothing was sent, and nothing will be. A call that has begun by
//     then has the outcome in the journal.
// tool-4. Variables are returned ready to be stored: a value over 8 KB is an artifact.
import type { CallToolInput, CallToolResult, ListedTools, ListToolsInput } from '../../domain/flow/call-tool.js';
import { own } from '../../domain/collections.js';
import { isNodeTool } from '../../domain/flow/tools.js';
import { staysText } from '../../domain/guard/unsaved-page.js';
import { judgedBy } from '../../domain/action/actions.js';
import { whileAlive } from '../device/device-activity.js';
import { inTime } from '../device/in-time.js';
import type { ActionOutcome } from '../../domain/device/device-work.js';
import { openedAction } from '../device/perform-actions.js';
import { asApproved, askAgain, heldOn } from './approved-act.js';
import type { Tool } from './define-tool.js';
import { actingTools, guardedAct, type ReadyAct } from './tool-acts.js';
import { calledAct, focusedRole, keptLook, lookedAfter } from './called-act.js';
import { openedCall } from './sealed-call.js';
import { createJudge, type Judge } from './tool-guard.js';
import { callServersTool } from './tool-of-server.js';
import { done, inFront, lookAfter, performOne, placeOf, screenEvidence } from './tool-outcome.js';
import type { NotRead } from './node-reads.js';
import type { ReadResult } from './read-result.js';
import { leavePage } from './leaving-act.js';
import { readingTools } from './tool-reads.js';
import { callMs, createTurns, failed, type ToolActivityPorts, type Turn } from './tool-turn.js';

export function createToolActivities(ports: ToolActivityPorts) {
  const inTurn = createTurns(ports);
  const judge = createJudge(ports.artifacts);
  return {
    /** A tool that only looks. Retryable, as `observe` is. */
    readTool: (input: CallToolInput): Promise<CallToolResult> => inTurn(input, (turn) => read(turn, input)),

    /** What the run's tool servers offer within that time (ms); null when none are configured. Starts them. */
    listTools: ({ deviceId, epoch, timeoutMs = callMs }: ListToolsInput): Promise<ListedTools | null> =>
      whileAlive({ hostId: ports.host.hostId, epoch }, async () => {
        const servers = ports.runTools.of(deviceId);
        if (!servers) return null;
        const { tools, unavailable } = await servers.list(AbortSignal.timeout(Math.min(timeoutMs, callMs)));
        return { tools: await ports.artifacts.putJson(tools), isWhole: unavailable.length === 0, warnings: servers.takeWarnings() };
      }),

    /** A tool that acts. `maximumAttempts: 1`; failure types as for `perform`. */
    actTool: (input: CallToolInput): Promise<CallToolResult> =>
      inTurn(input, (turn) => {
        const tool = own<Tool<ReadyAct>>(actingTools, input.call.name);
        if (tool && !isOffered(input)) return Promise.resolve(failed('no-such-tool', `There is no tool '${input.call.name}'.`));
        return tool ? act(tool, turn, input, judge) : callServersTool(turn, input, judge);
      }),
  };
}

/** What stands behind the nodes of compiled flows is no tool for a model, nor for others. */
function isOffered({ call, node }: CallToolInput): boolean {
  return !isNodeTool(call.name) || !['AiStep', 'McpToolCall'].includes(node.type);
}

async function read(turn: Turn, input: CallToolInput): Promise<CallToolResult> {
  const { held, screen, ports } = turn;
  const tool = own<Tool<ReadResult | NotRead>>(readingTools, input.call.name);
  if (!tool || !isOffered(input)) return failed('no-such-tool', `There is no tool '${input.call.name}'.`);
  const result = await inTime(turn, input.call.name, (signal) => tool.run(input.call, { ...turn, tools: ports, signal }));
  if ('failed' in result) return { status: 'failed', ...result.failed };
  const evidence = await screenEvidence(turn, input);
  return done(turn, input, result, { ...inFront(held, (await screen.look()).application), ...evidence });
}

async function act(tool: Tool<ReadyAct>, turn: Turn, input: CallToolInput, judge: Judge): Promise<CallToolResult> {
  const { held, device, screen, ports } = turn;
  const { call } = input;
  if (input.leave) return leavePage(turn, input, input.leave, judge);
  const sealed = openedCall(call, ports.typed);
  const ready = await inTime(turn, call.name, (signal) => tool.run(sealed.call, { ...turn, tools: ports, signal }));
  if ('failed' in ready) return { status: 'failed', ...ready.failed };
  const { app } = ready;
  if (!ready.action) return done(turn, input, { result: null, images: [], files: [] }, inFront(held, app));
  const found = sealed.where({ action: ready.action, target: ready.target });
  const guarded = await guardedAct(found.isPassword ? call : sealed.call, found, { look: () => screen.look(), lexicon: ports.lexicon });
  const stopped = sealed.told(await judge(input, guarded, found.target), found);
  const facts = guarded.activation?.facts;
  const told = isNodeTool(call.name) ? { told: { function: guarded.function, args: guarded.args as ToldArgs } } : {};
  const read = { facts, ...told };
  if (stopped) return stopped.status === 'approval' ? { ...stopped, ...(await heldOn(screen, found, ports)), ...read } : stopped;
  const approved = await asApproved(turn, input, found);
  if ('because' in approved) return { ...(await askAgain(turn, approved.because, found)), ...read };
  const { target } = approved;
  const action = guarded.activation ? judgedBy(approved.action, guarded.activation.presses) : approved.action;
  const before = input.wantsBefore ? [{ name: 'before.png', ref: await screen.stored() }] : [];
  const seenBefore = input.node.type === 'AiStep' ? await keptLook(await screen.look(), ports.artifacts) : undefined;
  const outcome = await performOne(turn, { function: call.name, does: openedAction(action, { typed: ports.typed, mayHide: true }) });
  if (outcome?.status === 'done' && outcome.stays?.leave) return { status: 'stays', leave: outcome.stays.leave };
  const after = await lookAfter(turn, input);
  if (outcome?.status === 'failed') return { ...failed(outcome.code, outcome.message), ...after };
  const warnings = outcome?.status === 'done' ? doneWarnings(outcome) : [];
  const about = {
    ...inFront(held, app),
    target: target ? placeOf(target) : undefined,
    ...after,
    warnings: warnings.length > 0 ? warnings : undefined,
  };
  if (!seenBefore) return done(turn, input, { result: null, images: [], files: before }, about);
  const look = await lookedAfter(device);
  const beside = { ...sealed.typed(found), ...(warnings.length > 0 && { warnings }), focus: focusedRole(look) };
  const kept = await calledAct(approved.action, seenBefore, look, ports.artifacts);
  return { ...(await done(turn, input, { result: null, images: [], files: before, beside }, about)), act: kept };
}

type ToldArgs = NonNullable<Extract<CallToolResult, { readonly status: 'approval' }>['told']>['args'];

/** Of a text that was typed. */
function doneWarnings({ unverified, effect, stays }: Extract<ActionOutcome, { readonly status: 'done' }>): readonly string[] {
  return [
    ...(unverified === undefined ? [] : [`The text is not verified: ${unverified}.`]),
    ...(effect?.kind === 'changed' ? [effect.what] : []),
    ...(stays ? [`It was done, but ${staysText}.`] : []),
  ];
}
