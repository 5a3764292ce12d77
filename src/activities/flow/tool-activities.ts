// `readTool` and `actTool`: the tools of a flow, on the host that holds its device.
//
// tool-1. A tool that acts goes through `performBound`: lease, journal, at most once. One that only looks does not, and may be retried.
// tool-2. The guard judges what was found on the screen, in the same turn that acts on it. Where it requires approval, nothing has run yet, and the
//     approval holds for that one control only.
// tool-3. When the time runs out before `intended`, the call fails with `timeout`: nothing was sent, and nothing will be. A call that has begun by
//     then has the outcome in the journal.
// tool-4. Variables are returned ready to be stored: a value over 8 KB is an artifact.
import type { CallToolInput, CallToolResult, HeldCall, ListedTools, ActForApproval } from '../../domain/flow/requests.js';
import { defined, own } from '../../domain/collections.js';
import { neverRemembered, stoppedAct, stoppedReason, stoppedText, type StoppedAct } from '../../domain/wire/stopped-write.js';
import { isNodeTool } from '../../domain/flow/tools.js';
import { staysText, leavingAs, type Leave } from '../../domain/guard/unsaved-page.js';
import { deedWords, judgedBy } from '../../domain/action/actions.js';
import { findTarget } from '../../domain/anchors/find-target.js';
import { plainClick } from '../../domain/flow/compiled-node.js';
import { whileAlive } from '../device/device-activity.js';
import { inTime } from '../device/within-deadline.js';
import { leaveDue, type ActionOutcome } from '../../domain/device/device-work.js';
import { openedAction } from '../device/perform-actions.js';
import type { Tool } from './define-tool.js';
import { actingTools, guardedAct, type ReadyAct, createJudge, type Judge } from './tool-acts.js';
import { openedCall } from './seal-step.js';
import { callServersTool } from './tool-of-server.js';
import {
  done,
  inFront,
  lookAfter,
  performOne,
  placeOf,
  screenEvidence,
  type ReadResult,
  callMs,
  createToolCalls,
  failed,
  type ToolActivityPorts,
  type ToolCallOnDevice,
} from './tool-on-device.js';
import type { NotRead } from './node-place.js';
import { readingTools } from './tool-reads.js';
import type { Control } from '../../domain/ui/control.js';
import { withTargets, type DeviceAction } from '../../domain/ui/ui-action.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { stillBound } from '../device/compare-approved.js';
import { storeFramed } from '../store-framed.js';
import type { Screen } from './tool-screen.js';
import type { CalledAct, CallLook } from '../../domain/flow/flow-state.js';
import { labelControls } from '../../domain/ui/control-list.js';
import { DeviceGoneError, type Look } from '../../ports/device.js';
import type { HandedDevice } from '../../ports/device-process.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';

export function createToolActivities(ports: ToolActivityPorts) {
  const onDevice = createToolCalls(ports);
  const judge = createJudge(ports.artifacts);
  return {
    /** A tool that only looks. Retryable, as `observe` is. */
    readTool: (input: CallToolInput): Promise<CallToolResult> => onDevice(input, (turn) => read(turn, input, judge)),

    /** What the run's tool servers offer within that time (ms); null when none are configured. Starts them. */
    listTools: ({
      deviceId,
      epoch,
      timeoutMs = callMs,
    }: Pick<CallToolInput, 'deviceId' | 'epoch' | 'timeoutMs'>): Promise<ListedTools | null> =>
      whileAlive({ hostId: ports.host.hostId, epoch }, async () => {
        const servers = ports.runTools.of(deviceId);
        if (!servers) return null;
        const { tools, unavailable } = await servers.list(AbortSignal.timeout(timeoutMs));
        return { tools: await ports.artifacts.putJson(tools), isWhole: unavailable.length === 0, warnings: servers.takeWarnings() };
      }),

    /** A tool that acts. `maximumAttempts: 1`; failure types as for `perform`. */
    actTool: (input: CallToolInput): Promise<CallToolResult> =>
      onDevice(input, (turn) => {
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

async function read(turn: ToolCallOnDevice, input: CallToolInput, judge: Judge): Promise<CallToolResult> {
  const { leased, screen, ports } = turn;
  const tool = own<Tool<ReadResult | NotRead>>(readingTools, input.call.name);
  if (!tool || !isOffered(input)) return failed('no-such-tool', `There is no tool '${input.call.name}'.`);
  const result = await inTime(turn, input.call.name, (signal) => tool.run(input.call, { ...turn, tools: ports, signal }));
  if ('failed' in result) return notFound(result.failed, turn, input, judge);
  const evidence = await screenEvidence(turn, input);
  return done(turn, input, result, { ...inFront(leased, (await screen.look()).application), ...evidence, warnings: result.warnings });
}

async function act(tool: Tool<ReadyAct>, turn: ToolCallOnDevice, input: CallToolInput, judge: Judge): Promise<CallToolResult> {
  const { leased, device, screen, ports } = turn;
  const { call } = input;
  if (input.leave) return leavePage(turn, input, input.leave, judge);
  const sealed = openedCall(call, ports.typed);
  const ready = await inTime(turn, call.name, (signal) => tool.run(sealed.call, { ...turn, tools: ports, signal }));
  if ('failed' in ready) return notFound(ready.failed, turn, input, judge);
  const { app } = ready;
  if (!ready.action) return done(turn, input, { result: null, images: [], files: [] }, inFront(leased, app));
  const found = sealed.where({ action: ready.action, target: ready.target });
  const guarded = await guardedAct(found.isPassword ? call : sealed.call, found, { look: () => screen.look(), lexicon: ports.lexicon });
  const stopped = sealed.told(await judge.verdict(input, guarded, found.target), found);
  const facts = guarded.activation?.facts;
  const reported = isNodeTool(call.name) ? { reported: { function: guarded.function, args: guarded.args as ToldArgs } } : {};
  const read = { facts, ...reported };
  if (stopped) return stopped.status === 'approval' ? { ...stopped, ...(await heldOn(screen, found, ports)), ...read } : stopped;
  const approved = await asApproved(turn, input, found);
  if ('because' in approved) return { ...(await askedOn(turn, `what was approved has changed: ${approved.because}`, found)), ...read };
  const { target } = approved;
  const action = guarded.activation ? judgedBy(approved.action, guarded.activation.presses) : approved.action;
  const before = input.wantsBefore ? [{ name: 'before.png', ref: await screen.stored() }] : [];
  const seenBefore = input.node.type === 'AiStep' ? await keptLook(await screen.look(), ports.artifacts) : undefined;
  const writes = await judge.writes(input, guarded);
  const does = { ...openedAction(action, { typed: ports.typed, mayHide: true }), ...defined({ writes }) };
  const outcome = await performOne(turn, { function: call.name, does });
  const leave = leaveDue(outcome);
  if (leave) return { status: 'stays', leave };
  const after = await lookAfter(turn, input);
  const stopping = outcome?.status === 'done' ? await stoppedIn(turn) : undefined;
  if (stopping) {
    if (stopping.sent.length > 0) return { ...failed('stopped', stoppedText(stopping)), ...after };
    return {
      ...(await askedOn(turn, stoppedReason(stopping), { ...found, target })),
      ...read,
      ...neverRemembered,
      writes: stopping.writes,
    };
  }
  if (outcome?.status === 'failed') return { ...failed(outcome.code, outcome.message), ...after };
  const warnings = [...(ready.warnings ?? []), ...(outcome?.status === 'done' ? doneWarnings(outcome) : [])];
  const about = {
    ...inFront(leased, app),
    target: target ? placeOf(target) : undefined,
    ...after,
    warnings: warnings.length > 0 ? warnings : undefined,
    aside: ready.aside,
  };
  if (!seenBefore) return done(turn, input, { result: null, images: [], files: before }, about);
  const look = await lookedAfter(device);
  const beside = { ...sealed.typed(found), ...(warnings.length > 0 && { warnings }), focus: focusedRole(look) };
  const kept = await calledAct(approved.action, seenBefore, look, ports.artifacts);
  return { ...(await done(turn, input, { result: null, images: [], files: before, beside }, about)), act: kept };
}

/** A page is turned only by what nobody would have to approve. */
async function notFound(
  failure: (NotRead | Extract<ReadyAct, { readonly failed: unknown }>)['failed'],
  { screen, ports }: ToolCallOnDevice,
  input: CallToolInput,
  judge: Judge,
): Promise<CallToolResult> {
  if (!('broken' in failure) || !('nextPage' in failure.broken) || !failure.broken.nextPage) return { status: 'failed', ...failure };
  const { nextPage, ...broken } = failure.broken;
  const found = findTarget(nextPage, (await screen.look()).controls);
  const action = 'control' in found ? deedWords.Click.action(plainClick, { control: found.control }, undefined) : undefined;
  if (!('control' in found) || !action) return { status: 'failed', ...failure, broken };
  const call = { name: 'flow:act', arguments: { deed: plainClick } };
  const guarded = await guardedAct(call, { action, target: found.control }, { look: () => screen.look(), lexicon: ports.lexicon });
  const stopped = await judge.verdict({ ...input, approved: undefined }, guarded, found.control);
  return { status: 'failed', ...failure, broken: stopped ? broken : failure.broken };
}

type ToldArgs = NonNullable<HeldCall['reported']>['args'];

/** Of a text that was typed. */
function doneWarnings({ unverified, effect, stays }: Extract<ActionOutcome, { readonly status: 'done' }>): readonly string[] {
  return [
    ...(unverified === undefined ? [] : [`The text is not verified: ${unverified}.`]),
    ...(effect?.kind === 'changed' ? [effect.what] : []),
    ...(stays ? [`It was done, but ${staysText}.`] : []),
  ];
}

// An approval of a flow's action is for what was on the screen when it was asked for: the element, where it stands (domain/guard/binding.ts).

interface Found {
  readonly action: DeviceAction;
  readonly target: Control | undefined;
}

/** What the approval will be for. */
async function heldOn(
  screen: Screen,
  { action, target }: Found,
  { artifacts, images }: Pick<ToolActivityPorts, 'artifacts' | 'images'>,
): Promise<{ readonly screenshot: ArtifactRef; readonly forApproval: ActForApproval }> {
  const screenshot = await screen.stored();
  const framed = target && (await storeFramed(await screen.pixels(), target, { artifacts, images }));
  const { controls, application } = await screen.look();
  const seen = { controls: await artifacts.putJson({ version: 1, controls }), screenshot };
  const decided = withTargets(action, ({ role, name, path }) => ({ label: '', role, name, path }));
  return {
    screenshot: framed ?? screenshot,
    forApproval: { action: decided, seen, address: application.url },
  };
}

/** The action on what was approved, which may be elsewhere by now, or why that is no longer what it was. */
async function asApproved(
  { screen, device, ports }: ToolCallOnDevice,
  { forApproval }: CallToolInput,
  found: Found,
): Promise<Found | { readonly because: string }> {
  if (!forApproval) return found;
  const { application } = await screen.look();
  if (application.url !== forApproval.address) return { because: 'it is another page' };
  const still = await stillBound({ action: forApproval.action, ...forApproval.seen }, device, ports);
  if (!still.fits) return still;
  const left = [...still.targets];
  return { action: withTargets(found.action, (control) => left.shift() ?? control), target: still.targets[0] ?? found.target };
}

/** What the act was to send, and nobody approved. */
async function stoppedIn({ screen, device, sent }: ToolCallOnDevice): Promise<StoppedAct | undefined> {
  sent.push(await device.takeSent());
  const { controls } = await screen.look();
  const all = { stopped: sent.flatMap((each) => each.stopped), ofAction: sent.flatMap((each) => each.ofAction) };
  return stoppedAct(all, controls);
}

/** A person is asked about what is there now. */
async function askedOn({ screen, ports }: ToolCallOnDevice, reason: string, found: Found): Promise<HeldCall> {
  const { target } = found;
  return {
    status: 'approval',
    reason,
    target: target ? { label: '', role: target.role, name: target.name } : undefined,
    ...(await heldOn(screen, found, ports)),
  };
}

// What a call of an AI step did, on what, and what was seen around it: fixed nodes are compiled from it. Screens go by reference.

/** Before the action: what cannot be kept lets it fail unsent. */
async function keptLook({ controls, application, title }: Look, artifacts: Pick<ArtifactStore, 'putJson'>): Promise<CallLook> {
  const { id, name, url } = application;
  const list = labelControls(controls, { roles: [], address: url, title });
  return { controls: await artifacts.putJson(list), application: { id, name, url }, title };
}

/** After an action. Where the screen cannot be looked at, nothing is known of it. */
async function lookedAfter(device: HandedDevice): Promise<Look | undefined> {
  try {
    return await device.look();
  } catch (error) {
    if (error instanceof DeviceGoneError) throw error;
    return undefined;
  }
}

function focusedRole(look: Look | undefined): string {
  if (!look) return 'unknown';
  const focused = look.controls.find(({ states }) => states?.includes('focused') === true);
  return focused?.masked === true ? 'password' : (focused?.role ?? 'unknown');
}

/** `action`: as it may be stored. The action has run: what cannot be kept any more is left out. */
async function calledAct(
  action: DeviceAction,
  before: CallLook,
  look: Look | undefined,
  artifacts: Pick<ArtifactStore, 'putJson'>,
): Promise<CalledAct> {
  const after = look && (await keptLook(look, artifacts).catch(() => undefined));
  return {
    action: withTargets(action, ({ role, name, path }) => ({ label: '', role, name, path })),
    before,
    after,
  };
}

// What is left of an act of a flow that led away from a page with unsaved input, and has happened: the leaving, which nothing has to be found for.

/** Once it is approved. The device sees to it that it is still the same page. */
async function leavePage(turn: ToolCallOnDevice, input: CallToolInput, leave: Leave, judge: Judge): Promise<CallToolResult> {
  const { device, leased, screen } = turn;
  const { function: name, args, ...judged } = leavingAs(leave);
  const stopped = await judge.verdict(input, { function: name, args, ...judged });
  if (stopped)
    return stopped.status === 'approval' ? { ...stopped, screenshot: await screen.stored(), reported: { function: name, args } } : stopped;
  const outcome = await performOne(turn, {
    function: name,
    does: { actions: [leave], ...defined({ writes: await judge.writes(input, { function: name, args, ...judged }) }) },
  });
  const again = leaveDue(outcome);
  if (again) return { status: 'stays', leave: again };
  const after = await lookAfter(turn, input);
  const stopping = outcome?.status === 'done' ? await stoppedIn(turn) : undefined;
  if (stopping) return { ...failed('stopped', stoppedText(stopping)), ...after };
  if (outcome?.status === 'failed') return { ...failed(outcome.code, outcome.message), ...after };
  const { application } = await device.look();
  return done(turn, input, { result: null, images: [], files: [] }, { ...inFront(leased, application), ...after });
}
