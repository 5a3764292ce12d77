// A tool's turn on its device: nothing else acts meanwhile, and an error becomes the call's result where a flow or a model can do something about it.
import type { Context } from '@temporalio/activity';
import type { CallToolInput, CallToolResult } from '../../domain/flow/call-tool.js';
import type { Overrides } from '../../domain/flow/overrides.js';
import type { BuiltInToolName } from '../../domain/flow/tools.js';
import type { HeldDevice } from '../../host/held-device.js';
import type { Busy } from '../../host/device-turns.js';
import type { RunTools } from '../../host/run-tools.js';
import { ActionFailedError } from '../../ports/device.js';
import type { HandedDevice } from '../../ports/hand.js';
import { PictureError } from '../../ports/pictures.js';
import type { DeviceActivityPorts } from '../device/device-activity-ports.js';
import { createDeviceStanding, whileAlive, type DeviceStanding } from '../device/device-activity.js';
import { begunInTime } from '../device/in-time.js';
import { NoTimeLeftError, shortestActionMs } from '../device/perform-actions.js';
import { ToolArgumentError } from './tool-arguments.js';
import { createScreen, NoSuchWindowError, type Screen, type ScreenTools } from './tool-screen.js';

export interface ToolActivityPorts extends DeviceActivityPorts, ScreenTools {
  readonly runTools: RunTools;
  /** As this host is configured. */
  readonly overrides: Overrides;
}

export interface Turn {
  readonly ports: ToolActivityPorts;
  readonly held: HeldDevice;
  readonly device: HandedDevice;
  readonly screen: Screen;
  readonly busy: Busy;
  readonly context: Context;
  readonly checkLease: DeviceStanding['checkLease'];
  /** Wall clock, ms. */
  readonly deadline: number;
  /** What the browser told of its pages in this turn. */
  readonly notices: string[];
  /** ms: with less time left, nothing is begun. */
  readonly shortestMs: number;
}

export type FailedCall = Extract<CallToolResult, { readonly status: 'failed' }>;

export const callMs = 28_000;

/** tool-3 of tool-activities.ts. */
export function createTurns(ports: ToolActivityPorts) {
  const { host } = ports;
  const { checkLease, explained } = createDeviceStanding(ports);

  return function inTurn(input: CallToolInput, work: (turn: Turn) => Promise<CallToolResult>): Promise<CallToolResult> {
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
          const notices: string[] = [];
          try {
            const turn = { ports, held, device, screen, busy, context, checkLease, deadline, shortestMs, notices };
            return await withNotices(await work(turn), turn);
          } catch (error) {
            if (error instanceof NoTimeLeftError) return tooLate();
            const told = asFailed(error, input);
            if (told) return withNotices(told, { device, notices });
            throw await explained(error, held);
          }
        }),
      );
    });
  };
}

/** Of a call that came to something. Absent where the browser tells nothing, or nothing happened. */
async function withNotices(result: CallToolResult, { device, notices }: Pick<Turn, 'device' | 'notices'>): Promise<CallToolResult> {
  if (result.status !== 'done' && result.status !== 'failed') return result;
  const told = [...notices, ...(await device.takeEvents())];
  return told.length === 0 ? result : { ...result, notices: told };
}

/** Another UI session has another epoch. */
export function uiSessionOf({ record: { sessionRunId, epoch } }: HeldDevice): string {
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
