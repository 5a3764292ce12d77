// `readTool` and `actTool`: the tools of a flow, on the host that holds its device.
//
// T1. What acts goes through `performBound`: lease, journal, at most once. What only looks does not, and may be made again.
// T2. The guard judges what was found on the screen, in the same turn in which it is acted on. Where it wants a person's word nothing has run, and the word counts
//     for that very control only.
// T3. Time that is up before `intended` is a failure by `timeout`: nothing was sent, and nothing will be. What was begun by then has the outcome that the journal has.
// T4. Variables leave here ready to be stored: a value over 8 KB is an artifact.
import type { Context } from '@temporalio/activity';
import type { ToolCall } from '../../domain/flow/tool-call.js';
import type { ApprovedTarget, CallToolInput, CallToolResult, ListedTools, ListToolsInput } from '../../domain/flow/call-tool.js';
import type { ActionOutcome } from '../../domain/device/device-work.js';
import type { ScreenEvidence } from '../../domain/flow/flow-state.js';
import { guardAction, type Guard, type GuardedAction } from '../../domain/guard/guard.js';
import type { Control } from '../../domain/ui/control.js';
import type { Application, ArtifactRef } from '../../domain/ui/observation.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import type { Device } from '../../ports/device.js';
import { actionKeyOf, createDeviceStanding, logOf, messageOf, whileAlive } from '../device/device-activity.js';
import type { DeviceActivityPorts } from '../device/device-activities.js';
import type { HeldDevice } from '../../host/device-host.js';
import type { Busy } from '../../host/device-turns.js';
import { begunInTime, inTime } from '../device/in-time.js';
import { observeDevice } from '../device/observe-device.js';
import { ConnectionLostError, NoTimeLeftError, performBound, shortestActionMs, type BoundAction } from '../device/perform-actions.js';
import { argumentsOf, ToolArgumentError } from './tool-arguments.js';
import { longestText, resultOf, toolResult } from './tool-result.js';
import { guardedAct, guardedOther, isActing, readyAct } from './tool-acts.js';
import { readerOf, type ReadResult } from './tool-reads.js';
import type { RunTools } from '../../host/run-tools.js';
import { createScreen, NoSuchWindowError, type Screen, type ScreenTools } from './tool-screen.js';
import { PictureError } from '../../ports/picture-errors.js';
import { ToolServerError, type ToolListing, type ToolReply } from '../../ports/tool-servers.js';
import { askedName, nameAt, type Overrides } from '../../domain/flow/overrides.js';
import { own } from '../../domain/flow/own.js';
import { builtInTools } from '../../domain/flow/tools.js';

export interface ToolActivityPorts extends DeviceActivityPorts, ScreenTools {
  readonly runTools: RunTools;
  /** As this host is configured. */
  readonly overrides: Overrides;
}

const callMs = 28_000;
const settleMs = 5_000;
const guardsKept = 32;

type Done = Extract<CallToolResult, { readonly status: 'done' }>;

interface Turn {
  readonly held: HeldDevice;
  readonly device: Device;
  readonly screen: Screen;
  readonly busy: Busy;
  readonly context: Context;
  /** Wall clock, ms. */
  readonly deadline: number;
  /** ms: a shorter rest is too short to act in. */
  readonly shortestMs: number;
}

export function createToolActivities(ports: ToolActivityPorts) {
  const { host, journal, artifacts } = ports;
  const guards = new Map<ArtifactRef, Guard>();
  const { checkLease, explained } = createDeviceStanding(ports);

  return {
    /** A tool that only looks. Retryable, as `observe` is. */
    readTool: (input: CallToolInput): Promise<CallToolResult> => inTurn(input, (turn) => read(turn, input)),

    /** What the run's tool servers offer within that time (ms); null when none are configured. Starts them. */
    listTools: ({ deviceId, epoch, timeoutMs = callMs }: ListToolsInput): Promise<ListedTools | null> =>
      whileAlive({ hostId: host.hostId, epoch }, async () => {
        const servers = ports.runTools.of(deviceId);
        if (!servers) return null;
        const { tools, unavailable } = await servers.list(AbortSignal.timeout(Math.min(timeoutMs, callMs)));
        return { tools: await artifacts.putJson(tools), isWhole: unavailable.length === 0, warnings: servers.takeWarnings() };
      }),

    /** A tool that acts. `maximumAttempts: 1`; failure types as of `perform`. */
    actTool: (input: CallToolInput): Promise<CallToolResult> => inTurn(input, (turn) => act(turn, input)),
  };

  function inTurn(input: CallToolInput, work: (turn: Turn) => Promise<CallToolResult>): Promise<CallToolResult> {
    const limitMs = Math.min(input.timeoutMs ?? callMs, callMs);
    const shortestMs = Math.min(shortestActionMs, limitMs / 2);
    const tooLate = (): CallToolResult =>
      failed('timeout', `'${input.call.name}' was not done within the ${limitMs} ms that it had; nothing was sent.`);
    return whileAlive({ hostId: host.hostId, epoch: input.epoch }, (context) => {
      const deadline = Date.now() + limitMs;
      return begunInTime(deadline, tooLate, (begin) =>
        host.exclusive(input.deviceId, async (busy) => {
          if (!begin()) return tooLate();
          const { held, device } = host.usable(input.deviceId, input.epoch);
          const { window } = input.call;
          const screen = createScreen(device, ports, window?.uiSession === uiSessionOf(held) ? window.id : undefined);
          try {
            return await work({ held, device, screen, busy, context, deadline, shortestMs });
          } catch (error) {
            if (error instanceof NoTimeLeftError) return tooLate();
            const told = asFailed(error, input.call);
            if (told) return told;
            throw await explained(error, held);
          }
        }),
      );
    });
  }

  async function read({ held, device, screen, busy, deadline }: Turn, input: CallToolInput): Promise<CallToolResult> {
    const reader = readerOf(input.call);
    if (!reader) return failed('no-such-tool', `There is no tool '${input.call.name}'.`);
    const result = await inTime({ deadline, busy }, input.call.name, (signal) =>
      reader(device, screen, argumentsOf(input.call), ports, signal),
    );
    const evidence = input.wantsScreen ? { screen: await evidenceOf(held, device, input.wantsScreen) } : {};
    return done(input, result, { ...inFront(held, (await screen.look()).application), ...evidence });
  }

  async function act(turn: Turn, input: CallToolInput): Promise<CallToolResult> {
    const { held, device, screen, busy, deadline } = turn;
    const { call, approved } = input;
    if (!isActing(call)) return callOthers(turn, input);
    const ready = await inTime({ deadline, busy }, call.name, (signal) => readyAct(device, screen, call, signal));
    if ('failed' in ready) return { status: 'failed', ...ready.failed };
    const { action, target, app } = ready;
    if (!action) return done(input, { result: null, images: [], files: [] }, inFront(held, app));
    const stopped = judge(await guardOf(input), guardedAct(call, action, target), target, approved);
    if (stopped) return stopped.status === 'approval' ? { ...stopped, screenshot: await screen.stored() } : stopped;
    const before = input.wantsBefore ? [{ name: 'before.png', ref: await screen.stored() }] : [];
    const outcome = await performOne(turn, { function: call.name, run: (signal) => device.perform(action, signal) });
    const after = await lookAfter(held, device, input);
    if (outcome?.status === 'failed') return { status: 'failed', code: outcome.code, message: outcome.message, ...after };
    return done(
      input,
      { result: null, images: [], files: before },
      {
        ...inFront(held, app),
        ...(target ? { target: placeOf(target) } : {}),
        ...after,
      },
    );
  }

  /** A tool of another server: journalled like an action, since nobody knows what it does. */
  async function callOthers(turn: Turn, input: CallToolInput): Promise<CallToolResult> {
    const { held, context, deadline, device } = turn;
    const { call, approved } = input;
    const servers = ports.runTools.of(input.deviceId);
    const listing = await servers?.list(signalUntil(deadline), call.name);
    const known = listing?.tools ?? [];
    // What took a built-in's place is found at its own server only.
    const isOverride = askedName(call.name, ports.overrides) !== call.name;
    const tool =
      known.find(({ server, name }) => nameAt(server, name) === call.name) ?? known.find(({ name }) => name === call.name && !isOverride);
    const heard = (): Pick<Done, 'warnings'> => {
      const warnings = servers?.takeWarnings() ?? [];
      for (const warning of warnings) logOf(context)(warning);
      return warnings.length > 0 ? { warnings } : {};
    };
    if (!servers || !tool) return { status: 'failed', ...notFound(call.name, listing, ports.overrides), ...heard() };
    const stopped = judge(await guardOf(input), guardedOther(tool, call.arguments), undefined, approved);
    if (stopped) return stopped;
    let reply: ToolReply | undefined;
    const run = async (signal: AbortSignal): Promise<{ readonly text?: string }> => {
      reply = await servers
        .call(tool, call.arguments, { signal, timeoutMs: Math.max(1, deadline - Date.now()) })
        .catch((error: unknown) => {
          throw afterCall(error, tool.name);
        });
      if (reply.isError) throw new ActionFailedError('tool-error', reply.text.slice(0, longestText));
      return { text: JSON.stringify(resultOf(reply)) };
    };
    const outcome = await performOne(turn, { function: tool.name, run });
    const after = { ...heard(), ...(await lookAfter(held, device, input)) };
    if (outcome?.status === 'failed' && !reply?.isError)
      return { status: 'failed', code: outcome.code, message: outcome.message, ...after };
    if (!reply) throw new TypeError(`'${tool.name}' gave neither an answer nor a failure`);
    const images = await Promise.all(reply.images.map(({ bytes, mediaType }) => artifacts.put(bytes, mediaType)));
    const result = await done(input, { result: resultOf(reply), images, files: [] }, after);
    return result.status === 'done'
      ? { ...result, isError: reply.isError, ...(reply.isError ? { text: reply.text.slice(0, longestText) } : {}) }
      : result;
  }

  /** T1. */
  async function performOne({ held, context, deadline, shortestMs, busy }: Turn, action: BoundAction): Promise<ActionOutcome | undefined> {
    const [outcome] = await performBound(
      held,
      [action],
      {
        key: actionKeyOf(context),
        checkLease: () => checkLease(context, held),
        now: Date.now,
        deadline,
        shortestMs,
        busy,
        log: logOf(context),
      },
      { journal, artifacts, raiseGeneration: (each) => host.raiseGeneration(each) },
    );
    return outcome;
  }

  /** What ran has run: whatever goes wrong from here on, the journal has the outcome. */
  async function lookAfter(held: HeldDevice, device: Device, input: CallToolInput): Promise<{ readonly screen?: ScreenEvidence }> {
    try {
      await device.settle(settleMs);
      return input.wantsScreen ? { screen: await evidenceOf(held, device, input.wantsScreen) } : {};
    } catch (error) {
      throw new ConnectionLostError(`'${input.call.name}' ran, but the device could not be looked at afterwards: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  /** Few runs are at work at a time, and each asks for the same one again and again. */
  async function guardOf({ guard: ref }: CallToolInput): Promise<Guard> {
    const known = guards.get(ref);
    if (known) return known;
    const guard = (await artifacts.getJson(ref)) as Guard;
    guards.set(ref, guard);
    for (const oldest of [...guards.keys()].slice(0, -guardsKept)) guards.delete(oldest);
    return guard;
  }

  async function evidenceOf(
    held: HeldDevice,
    device: Device,
    { controlRoles }: NonNullable<CallToolInput['wantsScreen']>,
  ): Promise<ScreenEvidence> {
    const { screenshot, controls, title } = await observeDevice(held, device, { controlRoles }, ports);
    return { screenshot, controls, title };
  }

  async function done(
    { node }: CallToolInput,
    read: ReadResult,
    about: Pick<Done, 'app' | 'window' | 'screen' | 'target' | 'warnings'>,
  ): Promise<CallToolResult> {
    const { images, files } = read;
    return { status: 'done', ...(await toolResult(node, read, artifacts)), images, files, isError: false, ...about };
  }
}

/** T2. Undefined: it may run. */
function judge(
  guard: Guard,
  action: GuardedAction,
  target: Control | undefined,
  approved: ApprovedTarget | null | undefined,
): Extract<CallToolResult, { readonly status: 'failed' | 'approval' }> | undefined {
  const verdict = guardAction(guard, action);
  switch (verdict.verdict) {
    case 'allow':
      return undefined;
    case 'refuse':
      return { status: 'failed', code: verdict.code, message: verdict.message };
    case 'confirm':
      if (approved !== undefined && approved?.role === target?.role && approved?.name === target?.name) return undefined;
      return {
        status: 'approval',
        reason: verdict.reason,
        ...(target ? { target: { label: '', role: target.role, name: target.name } } : {}),
      };
  }
}

/** Whether it ran nobody knows, unless the server never had it. */
function afterCall(error: unknown, name: string): unknown {
  if (!(error instanceof ToolServerError)) return error;
  if (error.code === 'tool-server-lost' || error.code === 'tool-timeout')
    return new ConnectionLostError(`${error.message}; whether '${name}' ran is not known.`, { cause: error });
  return new ActionFailedError('tool-unavailable', error.message);
}

/** It may be at a server that said nothing, unless the name is of one that did. */
function notFound(
  name: string,
  { tools, unavailable }: ToolListing = { tools: [], unavailable: [] },
  overrides: Overrides,
): { readonly code: string; readonly message: string } {
  const isOfKnown = tools.some(({ server }) => name.startsWith(nameAt(server, '')));
  if (unavailable.length === 0 || isOfKnown) return { code: 'no-such-tool', message: noSuchTool(name, tools, overrides) };
  const why = unavailable.map(({ message }) => message).join(' ');
  return { code: 'tool-server-unavailable', message: `No tool '${askedName(name, overrides)}' was found. ${why}` };
}

function noSuchTool(name: string, known: ToolListing['tools'], overrides: Overrides): string {
  const tool = askedName(name, overrides);
  const server = own(overrides, tool);
  if (tool !== name && server !== undefined) {
    const has = known.filter((other) => other.server === server).map((other) => `'${other.name}'`);
    return `The tool server '${server}' has no tool '${tool}', although its 'overrides' in the configuration name it in place of the built-in one; it has ${has.join(', ') || 'none'}.`;
  }
  const others = known.map((tool) => tool.name).join(', ');
  return `There is no tool '${name}'. Built in: ${builtInTools.map((tool) => tool.name).join(', ')}; of servers: ${others || 'none (configure toolServers)'}.`;
}

function inFront(held: HeldDevice, application: Application | undefined): Pick<Done, 'app' | 'window'> {
  return application === undefined ? {} : { app: application.name, window: { id: application.id, uiSession: uiSessionOf(held) } };
}

/** One that is opened anew has another epoch. */
function uiSessionOf({ record: { sessionRunId, epoch } }: HeldDevice): string {
  return `${sessionRunId}:${epoch}`;
}

/** Its name, and its middle in px. */
function placeOf({ role, name, bounds: { x, y, width, height } }: Control): NonNullable<Done['target']> {
  return { role, name, x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

/** What the flow, or the model of its step, should hear as the call's result. */
function asFailed(error: unknown, { name }: ToolCall): Extract<CallToolResult, { readonly status: 'failed' }> | undefined {
  // Only where the window itself is what is wanted may a model choose another.
  if (error instanceof NoSuchWindowError && name === 'take_screenshot')
    return { status: 'failed', code: 'target-not-found', message: error.message, candidates: error.candidates };
  if (error instanceof ToolArgumentError || error instanceof ActionFailedError || error instanceof PictureError)
    return { status: 'failed', code: error.code, message: error.message };
  return undefined;
}

function failed(code: string, message: string): CallToolResult {
  return { status: 'failed', code, message };
}

function signalUntil(deadline: number): AbortSignal {
  return AbortSignal.timeout(Math.max(1, deadline - Date.now()));
}
