// A tool's turn on its device: nothing else acts meanwhile, and an error becomes the call's result where a flow or a model can do something about it.
import type { Context } from '@temporalio/activity';
import type { ActionOutcome } from '../../domain/device/device-work.js';
import type { ScreenEvidence } from '../../domain/flow/flow-state.js';
import type { CallToolInput, CallToolResult } from '../../domain/flow/requests.js';
import { type Overrides, type BuiltInToolName } from '../../domain/flow/tools.js';
import { extractVariables, oversize } from '../../domain/flow/variables.js';
import { jsonOrText, type Json, type Variables } from '../../domain/run/json.js';
import type { Control } from '../../domain/ui/control.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import type { Application, ArtifactRef } from '../../domain/ui/observation.js';
import { bootNow } from '../../host/boot-clock.js';
import type { Busy } from '../../host/device-mutexes.js';
import type { LeasedDevice } from '../../host/leased-device.js';
import type { RunTools } from '../../host/run-tools.js';
import { ActionFailedError, ConnectionLostError } from '../../ports/device.js';
import type { HandedDevice } from '../../ports/device-process.js';
import { PictureError } from '../../ports/pictures.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { ToolReply } from '../../ports/tool-servers.js';
import { sentNotices, type Sent } from '../../domain/wire/sent-log.js';
import type { DeviceActivityPorts } from '../device/device-activity-ports.js';
import { createDeviceStanding, whileAlive, type DeviceStanding, actionKeyOf, logOf, messageOf } from '../device/device-activity.js';
import { begunInTime } from '../device/within-deadline.js';
import { observeDevice } from '../device/observe-device.js';
import { NoTimeLeftError, shortestActionMs, performBound, type BoundAction } from '../device/perform-actions.js';
import { ToolArgumentError } from './define-tool.js';
import { createScreen, NoSuchWindowError, type Screen, type ScreenTools } from './tool-screen.js';

export interface ToolActivityPorts extends DeviceActivityPorts, ScreenTools {
  readonly runTools: RunTools;
  /** As this host is configured. */
  readonly overrides: Overrides;
}

export interface ToolCallOnDevice {
  readonly ports: ToolActivityPorts;
  readonly leased: LeasedDevice;
  readonly device: HandedDevice;
  readonly screen: Screen;
  readonly busy: Busy;
  readonly context: Context;
  readonly checkLease: DeviceStanding['checkLease'];
  /** Wall clock, ms. */
  readonly deadline: number;
  /** Its node has a `timeout_ms`. */
  readonly isLimited: boolean;
  /** What the browser told of its pages in this turn. */
  readonly notices: string[];
  /** What its pages sent. */
  readonly sent: Sent[];
  /** ms: with less time left, nothing is begun. */
  readonly shortestMs: number;
}

export type FailedCall = Extract<CallToolResult, { readonly status: 'failed' }>;

/** Unless its node has a `timeout_ms`. */
export const callMs = 28_000;

/** tool-3 of tool-activities.ts. */
export function createToolCalls(ports: ToolActivityPorts) {
  const { host } = ports;
  const { checkLease, explained } = createDeviceStanding(ports);

  return function onDevice(input: CallToolInput, work: (turn: ToolCallOnDevice) => Promise<CallToolResult>): Promise<CallToolResult> {
    const { timeoutMs: limitMs = callMs } = input;
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
          const notices: string[] = [];
          const sent: Sent[] = [];
          try {
            const isLimited = input.timeoutMs !== undefined;
            const turn = { ports, leased: held, device, screen, busy, context, checkLease, deadline, isLimited, shortestMs, notices, sent };
            return await withNotices(await work(turn), turn);
          } catch (error) {
            if (error instanceof NoTimeLeftError) return tooLate();
            const told = asFailed(error, input);
            if (told) return withNotices(told, { device, notices, sent });
            throw await explained(error, held);
          }
        }),
      );
    });
  };
}

/** Of a call that came to something. Absent where the browser tells nothing, or nothing happened. */
async function withNotices(
  result: CallToolResult,
  { device, notices, sent }: Pick<ToolCallOnDevice, 'device' | 'notices' | 'sent'>,
): Promise<CallToolResult> {
  if (result.status !== 'done' && result.status !== 'failed') return result;
  const taken = [...sent, await device.takeSent()];
  const told = [...notices, ...(await device.takeEvents()), ...taken.flatMap((each) => sentNotices(each, ''))];
  return told.length === 0 ? result : { ...result, notices: told };
}

/** Another UI session has another epoch. */
function uiSessionOf({ record: { sessionRunId, epoch } }: LeasedDevice): string {
  return `${sessionRunId}:${epoch}`;
}

/** The error as a result of the call, for the flow or the model of its step. */
function asFailed(error: unknown, { call: { name } }: CallToolInput): FailedCall | undefined {
  // A model may choose another window only where the window itself is what is wanted.
  if (error instanceof NoSuchWindowError && name === ('take_screenshot' satisfies BuiltInToolName))
    return { status: 'failed', code: 'target-not-found', message: error.message, candidates: error.candidates };
  if (error instanceof ToolArgumentError || error instanceof ActionFailedError || error instanceof PictureError)
    return failed(error.code, error.message);
  return undefined;
}

export function failed(code: string, message: string): FailedCall {
  return { status: 'failed', code, message };
}

// Performs a tool that acts and reports its outcome, for built-in tools and those of servers alike.

export type DoneCall = Extract<CallToolResult, { readonly status: 'done' }>;

const settleMs = 5_000;

/** tool-1 of tool-activities.ts. */
export async function performOne(turn: ToolCallOnDevice, action: BoundAction): Promise<ActionOutcome | undefined> {
  const { leased, context, deadline, shortestMs, busy } = turn;
  const [outcome] = await performBound(
    leased,
    [turn.isLimited ? answeredIn(deadline - Date.now(), action) : action],
    {
      key: actionKeyOf(context),
      checkLease: () => turn.checkLease(context, leased),
      now: bootNow,
      deadline: bootNow() + deadline - Date.now(),
      shortestMs,
      busy,
      log: logOf(context),
    },
    turn.ports,
  );
  return outcome;
}

/** An address may take as long to answer as the node has, but for the moment in which it is told that it did not. */
function answeredIn(leftMs: number, { does, ...action }: BoundAction): BoundAction {
  if (typeof does === 'function') return { ...action, does };
  const answerMs = Math.max(1, leftMs - Math.min(1_000, leftMs / 4));
  const opens = ({ type }: DeviceAction): boolean => type === 'navigate' || type === 'launch-application';
  return { ...action, does: { ...does, actions: does.actions.map((each) => (opens(each) ? { ...each, answerMs } : each)) } };
}

/** The action has run: whatever goes wrong from here on, the journal has its outcome. */
export async function lookAfter(turn: ToolCallOnDevice, input: CallToolInput): Promise<{ readonly screen?: ScreenEvidence }> {
  try {
    if (input.wantsScreen || input.call.arguments['settles'] !== false) await turn.device.settle(settleMs);
    return await screenEvidence(turn, input);
  } catch (error) {
    throw new ConnectionLostError(`'${input.call.name}' ran, but the device could not be looked at afterwards: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Only if the node wants it. */
export async function screenEvidence(
  { leased, device, ports, notices, sent }: ToolCallOnDevice,
  { wantsScreen }: CallToolInput,
): Promise<{ readonly screen?: ScreenEvidence }> {
  if (!wantsScreen) return {};
  const { screenshot, controls, title } = await observeDevice(
    leased,
    device,
    { controlRoles: wantsScreen.controlRoles },
    { ...ports, heard: (events) => notices.push(...events), sent: (taken) => sent.push(taken) },
  );
  return { screen: { screenshot, controls, title } };
}

export async function done(
  { ports }: ToolCallOnDevice,
  { node }: CallToolInput,
  read: ReadResult,
  about: Pick<DoneCall, 'app' | 'window' | 'screen' | 'target' | 'warnings' | 'aside'>,
): Promise<DoneCall> {
  const { images, files } = read;
  return { status: 'done', ...(await toolResult(node, read, ports.artifacts)), images, files, isError: false, ...about };
}

export function inFront(leased: LeasedDevice, application: Application | undefined): Pick<DoneCall, 'app' | 'window'> {
  return application === undefined ? {} : { app: application.name, window: { id: application.id, uiSession: uiSessionOf(leased) } };
}

/** Its name, and its middle in px. */
export function placeOf({ role, name, bounds: { x, y, width, height } }: Control): NonNullable<DoneCall['target']> {
  return { role, name, x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

// What a tool's result becomes: variables, and text for a model. The same whether it was returned or is read from the journal.

export type ToolResult = Pick<Extract<CallToolResult, { readonly status: 'done' }>, 'variables' | 'text' | 'textRef'>;

/** Characters of a result that a model reads; the whole is an artifact. */
export const longestText = 4_000;

/** The result, ready to be stored. `beside`: for the text only. */
export async function toolResult(
  node: CallToolInput['node'],
  { result, beside }: { readonly result: Json; readonly beside?: Readonly<Record<string, Json>> },
  artifacts: Pick<ArtifactStore, 'put' | 'putJson'>,
): Promise<ToolResult> {
  const whole = JSON.stringify(beside === undefined ? result : { result, ...beside });
  const text =
    whole.length <= longestText
      ? { text: whole }
      : { text: `${whole.slice(0, longestText)}…`, textRef: await artifacts.put(Buffer.from(whole), 'application/json') };
  return { variables: await storable(extractVariables(node, result), artifacts), ...text };
}

/** Of a server's tool. */
export function resultOf({ structured, text }: ToolReply): Json {
  return (structured as Json | undefined) ?? jsonOrText(text);
}

/** Values over 8 KB by reference (variables-3 of variables.ts). */
export async function storable(variables: Variables, artifacts: Pick<ArtifactStore, 'putJson'>): Promise<Variables> {
  const stored = await Promise.all(
    Object.entries(variables).map(async ([name, value]): Promise<readonly [string, Json]> => {
      const bytes = oversize(value);
      return bytes === undefined ? [name, value] : [name, { $artifact: await artifacts.putJson(value), bytes }];
    }),
  );
  return Object.fromEntries(stored);
}

/** What a tool that only looks comes back with. */
export interface ReadResult {
  /** Becomes variables. */
  readonly result: Json;
  readonly images: readonly ArtifactRef[];
  readonly files: readonly { readonly name: string; readonly ref: ArtifactRef }[];
  /** For the record. */
  readonly warnings?: readonly string[];
  /** Only for a model to read. */
  readonly beside?: Readonly<Record<string, Json>>;
}
