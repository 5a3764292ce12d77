// A desktop as a device. What it shows is the application in front.
//
// desktop-1. A call that finds the display or its session dead throws `DeviceGoneError`; the adapter restarts nothing.
// desktop-2. The device refuses what it cannot do with `ActionFailedError`, never silently.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from '../../domain/ui/control.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import type { Application } from '../../domain/ui/observation.js';
import { type Device, type Look, ActionFailedError, DeviceGoneError } from '../../ports/device.js';
import { lineOf, sourceOf } from '../device-kit/targets.js';
import { controlsWithoutSecrets } from '../masking-kit/masked-device.js';
import type { PressedState } from '../device-kit/pressed-pointer.js';
import { refOf, type AccessibleRef } from './accessible.js';
import type { ActionTools } from './live-controls.js';
import { mouseOf, perform, wholeCallOf } from './actions.js';
import { UnansweredError } from './bus-connection.js';
import type { DisplayInput, Hands } from './input.js';
import type { InputCall } from './input-protocol.js';
import { lookAround, noApplication, type Eyes, type Scene } from './look.js';
import type { AccessibilityBus } from './accessibility-bus.js';
import type { Applications } from './applications.js';
import { until } from '../process-kit/poll.js';

/** ms between the first sign that a display ends and the end of its process. */
const dyingMs = 500;

export interface DeviceOptions extends Omit<Eyes, 'screen'> {
  readonly hands: DisplayInput;
  readonly holding: PressedState;
  readonly platform: NodeJS.Platform;
  readonly isAlive: () => Promise<boolean>;
  /** Ends the display and what runs on it. */
  readonly end: () => Promise<void>;
}

export async function createDesktopDevice({ isAlive, end, platform, ...parts }: DeviceOptions): Promise<Device> {
  const { bus, hands, applications, holding, front } = parts;
  const eyes: Eyes = { ...parts, screen: { x: 0, y: 0, ...(await hands.size()) } };
  let quietNotBefore = 0;
  /** The application of the last look reported no controls. */
  let isMute = false;
  let scene: Scene | undefined;
  /** The very action is performed next, or none of it. */
  let expected: { readonly action: DeviceAction; readonly announced: { readonly key: string; readonly whole: InputCall } } | undefined;

  const guarded = <T>(run: () => Promise<T>): Promise<T> => whileAlive(isAlive, run);
  const look = async (): Promise<Look> => {
    const seen = await lookAround(eyes);
    isMute = seen.isMute ?? isMute;
    ({ scene } = seen);
    const { held } = holding;
    return held ? { ...seen.look, pressed: { pressed: held.pressed, at: held.at } } : seen.look;
  };
  const sceneWith = async (control?: Control): Promise<Scene> => {
    if (scene && (control === undefined || scene.places.has(control.id))) return scene;
    const seen = await lookAround(eyes);
    return (scene = seen.scene);
  };
  const focusedInLook = async (): Promise<AccessibleRef | undefined> => {
    const { controls } = (await lookAround(eyes)).look;
    const focused = controls.findLast(({ states }) => states?.includes('focused'));
    return focused && refOf(focused.id);
  };
  const readAll = async (): Promise<string> => textsOf(await look());
  const tools: ActionTools = { ...eyes, holding, platform, front, scene: sceneWith, focusedInLook, readAll };
  const closeAll = (): void => {
    front?.close();
    hands.close();
    bus.close();
  };

  const device: Device = {
    kind: 'desktop',
    listApplications: () => guarded(async () => withCurrent(await applications.list())),
    selectApplication: (id) => guarded(async () => (id === noApplication.id ? undefined : applications.select(id))),
    launchApplication: (name) => guarded(() => applications.launch(name)),
    closeApplication: (id) => guarded(() => applications.close(id)),
    screenshot: () => guarded(() => hands.screenshot()),
    look: () => guarded(look),
    source: () => guarded(async () => sourceOf(controlsWithoutSecrets(eyes.secrets, (await look()).controls))),
    async perform(action, signal) {
      signal.throwIfAborted();
      try {
        const announced = expected?.action === action ? { announced: expected.announced } : {};
        return await guarded(() => perform({ ...tools, hands: hands.of({ signal, ...announced }) }, action));
      } finally {
        expected = undefined;
        if (action.type !== 'read-text') quietNotBefore = Date.now() + quietAfter;
      }
    },
    async expect(key, action) {
      const whole = wholeCallOf(action);
      expected = whole && { action, announced: { key, whole } };
      if (whole) hands.announce(key);
    },
    heard: async (key) => (hands.knownOf(key) === 'ended' ? 'its display had taken all of it; what came of it nobody has seen' : undefined),
    neverSent: async (key) => (hands.knownOf(key) === 'not begun' ? 'nothing of it had gone to its display' : undefined),
    settle: (maxMs) =>
      guarded(() => settle({ ...eyes, isMute, notBefore: () => quietNotBefore, check: () => refuseUnless(isAlive) }, maxMs)),
    takeDownloads: async () => [],
    detach: async () => closeAll(),
    async close() {
      const { held } = holding;
      // The display may be a person's, who goes on using the mouse.
      if (held)
        await mouseOf(hands)
          .cancel(held.pressed, held.button)
          .catch(() => undefined);
      closeAll();
      await end();
    },
  };
  return device;
}

/** desktop-1, desktop-2. */
async function whileAlive<T>(isAlive: () => Promise<boolean>, run: () => Promise<T>): Promise<T> {
  await refuseUnless(isAlive);
  try {
    return await run();
  } catch (error) {
    if (error instanceof ActionFailedError || error instanceof DeviceGoneError) throw error;
    await refuseUnless(() => staysAlive(isAlive), error);
    if (error instanceof UnansweredError) throw new ActionFailedError('timeout', `The application does not answer: ${error.message}`);
    throw new ActionFailedError('action-failed', error instanceof Error ? error.message : String(error));
  }
}

/** A display refuses connections before its process counts as ended. */
async function staysAlive(isAlive: () => Promise<boolean>): Promise<boolean> {
  return !(await until(dyingMs, async () => !(await isAlive()), 50));
}

async function refuseUnless(isAlive: () => Promise<boolean>, cause?: unknown): Promise<void> {
  if (await isAlive()) return;
  throw new DeviceGoneError('The desktop is gone: its display or its session has ended.', { cause });
}

function textsOf({ title, controls }: Look): string {
  return [title, ...controls.map(lineOf)].filter((line) => line !== '').join('\n');
}

/** Exactly one is current. */
function withCurrent(applications: readonly Application[]): readonly Application[] {
  if (applications.some(({ current }) => current)) return applications;
  const last = applications.findLastIndex(({ running }) => running);
  return last < 0
    ? [noApplication, ...applications]
    : applications.map((application, index) => (index === last ? { ...application, current: true } : application));
}

/** ms without a change after which a desktop is at rest, also after an action. */
const quietAfter = 400;
/** ms between screenshots of an application that does not report changes. */
const watchPause = 100;

interface SettleOptions {
  readonly bus: AccessibilityBus;
  readonly hands: Hands;
  readonly applications: Applications;
  /** The application of the last look reported no controls. */
  readonly isMute: boolean;
  /** The desktop is not at rest before this time, ms of the clock. */
  readonly notBefore: () => number;
  /** Called between looks; an error that it throws ends the wait. */
  readonly check: () => Promise<void>;
}

/** Whether the desktop came to rest within `maxMs`. */
async function settle(options: SettleOptions, maxMs: number): Promise<boolean> {
  const { bus, hands, applications, isMute, notBefore, check } = options;
  const front = (await applications.open()).find(({ current }) => current);
  const watch = front !== undefined && (isMute || front.bus === undefined) ? createWatch(hands) : undefined;
  for (const deadline = Date.now() + maxMs; ;) {
    const quietFor = Math.min(bus.quietFor(), (await watch?.quietFor()) ?? Number.POSITIVE_INFINITY);
    const left = Math.max(quietAfter - quietFor, notBefore() - Date.now());
    if (left <= 0) return true;
    const rest = deadline - Date.now();
    if (rest <= 0) return false;
    await sleep(Math.min(left, rest, watch ? watchPause : left));
    await check();
  }
}

/** ms since the screenshot last differed from the one before. */
function createWatch(hands: Hands): { quietFor(): Promise<number> } {
  let last: Buffer | undefined;
  let since = Date.now();
  return {
    async quietFor() {
      const picture = Buffer.from(await hands.screenshot());
      if (last === undefined || !picture.equals(last)) since = Date.now();
      last = picture;
      return Date.now() - since;
    },
  };
}
