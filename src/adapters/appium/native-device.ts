// A native application on a phone, tablet or other system: page source, W3C pointer actions and Appium's application commands.
//
// native-1 is in native-session.ts, native-3 in native-actions.ts.
// native-2. What the driver behind Appium cannot do is refused as `not-supported`, never silently.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Device, type Look, unsent } from '../../ports/device.js';
import { noteSent } from '../device-kit/note-sent.js';
import { sourceOf } from '../device-kit/targets.js';
import type { Secrets } from '../../ports/secrets.js';
import type { Browser } from '../webdriver/session.js';
import { perform } from './native-actions.js';
import {
  activate,
  applicationInFront,
  applicationOf,
  launch,
  listApplications,
  terminate,
  seen,
  command,
  type NativeSession,
} from './native-session.js';
import { platformOf } from './platforms.js';

export interface NativeOptions {
  readonly browser: Browser;
  /** The session's capabilities. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Id of the application that was in front when the session started. */
  readonly application: string;
  readonly secrets: Secrets;
  readonly end: () => Promise<void>;
}

const quietAfter = 400;
const lookPause = 150;

export function createNativeDevice({ end, ...options }: NativeOptions): Device {
  const { noted: browser, begin, hasSent } = noteSent(options.browser, (command) => !reads.has(command));
  const session: NativeSession = { ...options, browser, platform: platformOf(options.capabilities), scale: undefined };
  let quietNotBefore = 0;
  const device: Device = {
    kind: 'appium',
    application: session.application,
    listApplications: () => listApplications(session),
    async selectApplication(id) {
      if (id !== (await applicationInFront(session))) await activate(session, id);
    },
    launchApplication: (name) => launch(session, name),
    closeApplication: (id) => terminate(session, id),
    screenshot: async () => Buffer.from(await command(() => browser.takeScreenshot()), 'base64'),
    look: () => look(session),
    source: async () => sourceOf((await seen(session)).controls),
    async perform(action, signal) {
      signal.throwIfAborted();
      begin();
      try {
        return await perform(session, action);
      } catch (error) {
        throw hasSent() ? error : unsent(error);
      } finally {
        if (action.type !== 'read-text') quietNotBefore = Date.now() + quietAfter;
      }
    },
    settle: (maxMs) => isSettled(session, maxMs, () => quietNotBefore),
    takeDownloads: async () => [],
    detach: async () => undefined,
    close: end,
  };
  return device;
}

async function look(session: NativeSession): Promise<Look> {
  const { application: id, controls } = await seen(session);
  const heading = controls.find(({ role, visible }) => role === 'heading' && visible)?.name;
  const application = applicationOf(id);
  return { application, title: heading ?? application.name, controls, notices: [] };
}

/** No driver reports changes: the screen has settled when its source has stayed the same for a while. */
async function isSettled({ browser }: NativeSession, maxMs: number, quietNotBefore: () => number): Promise<boolean> {
  let last = '';
  let since = Date.now();
  for (const deadline = Date.now() + maxMs; ; await sleep(lookPause)) {
    const source = await command(() => browser.getPageSource());
    const now = createHash('sha256').update(source).digest('hex');
    if (now !== last) [last, since] = [now, Date.now()];
    if (Date.now() - since >= quietAfter && Date.now() >= quietNotBefore()) return true;
    if (Date.now() >= deadline) return false;
  }
}

/** Of these nothing changes; of any other command it may. */
const reads: ReadonlySet<string> = new Set([
  'findElement',
  'getActiveElement',
  'getElementText',
  'getPageSource',
  'getTimeouts',
  'getWindowRect',
  'takeScreenshot',
]);
