// Performs a tool that acts and reports its outcome, for built-in tools and those of servers alike.
import type { ActionOutcome } from '../../domain/device/device-work.js';
import type { CallToolInput, CallToolResult } from '../../domain/flow/call-tool.js';
import type { ScreenEvidence } from '../../domain/flow/flow-state.js';
import type { Control } from '../../domain/ui/control.js';
import type { Application } from '../../domain/ui/observation.js';
import { ConnectionLostError } from '../../ports/device.js';
import { bootNow } from '../../host/boot-clock.js';
import type { HeldDevice } from '../../host/held-device.js';
import { actionKeyOf, logOf, messageOf } from '../device/device-activity.js';
import { observeDevice } from '../device/observe-device.js';
import { performBound, type BoundAction } from '../device/perform-actions.js';
import type { ReadResult } from './read-result.js';
import { toolResult } from './tool-result.js';
import { uiSessionOf, type Turn } from './tool-turn.js';

export type DoneCall = Extract<CallToolResult, { readonly status: 'done' }>;

const settleMs = 5_000;

/** tool-1 of tool-activities.ts. */
export async function performOne(turn: Turn, action: BoundAction): Promise<ActionOutcome | undefined> {
  const { held, context, deadline, shortestMs, busy } = turn;
  const [outcome] = await performBound(
    held,
    [action],
    {
      key: actionKeyOf(context),
      checkLease: () => turn.checkLease(context, held),
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

/** The action has run: whatever goes wrong from here on, the journal has its outcome. */
export async function lookAfter(turn: Turn, input: CallToolInput): Promise<{ readonly screen?: ScreenEvidence }> {
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
  { held, device, ports, notices }: Turn,
  { wantsScreen }: CallToolInput,
): Promise<{ readonly screen?: ScreenEvidence }> {
  if (!wantsScreen) return {};
  const { screenshot, controls, title } = await observeDevice(
    held,
    device,
    { controlRoles: wantsScreen.controlRoles },
    { ...ports, heard: (events) => notices.push(...events) },
  );
  return { screen: { screenshot, controls, title } };
}

export async function done(
  { ports }: Turn,
  { node }: CallToolInput,
  read: ReadResult,
  about: Pick<DoneCall, 'app' | 'window' | 'screen' | 'target' | 'warnings'>,
): Promise<DoneCall> {
  const { images, files } = read;
  return { status: 'done', ...(await toolResult(node, read, ports.artifacts)), images, files, isError: false, ...about };
}

export function inFront(held: HeldDevice, application: Application | undefined): Pick<DoneCall, 'app' | 'window'> {
  return application === undefined ? {} : { app: application.name, window: { id: application.id, uiSession: uiSessionOf(held) } };
}

/** Its name, and its middle in px. */
export function placeOf({ role, name, bounds: { x, y, width, height } }: Control): NonNullable<DoneCall['target']> {
  return { role, name, x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}
