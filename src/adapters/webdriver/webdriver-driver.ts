import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DeviceContext, type DeviceDriver, type OpenContext, DeviceGoneError } from '../../ports/device.js';
import { openPressedState } from '../device-kit/pressed-pointer.js';
import { until } from '../process-kit/poll.js';
import { isRunning, killAll } from '../process-kit/process-marks.js';
import {
  bidiUrlOf,
  connection,
  debuggerAddressOf,
  isAttachment,
  movedFrom,
  names,
  type WebDriverAttachment,
  openBrowser,
  removeTemp,
  sandboxOf,
  takeOverBrowser,
  type HalfOpen,
  type WebDriverOptions,
} from './open-browser.js';
import { listenBidi } from './browser-events.js';
import { browserProblem, findBrowsers } from './chromium.js';
import { createWebDriverDevice, type WebDriverDevice } from './device.js';
import { createNetworkLocks } from './devtools/network-locks.js';
import { createWire } from './devtools/wire.js';
import { createDownloads } from './entry.js';
import { createIsolatedSession } from './isolated-session.js';
import type { Browser } from './session.js';
import { createWitness } from './witness.js';

/** Within it a process that is being ended is gone. */
const endsMs = 2_000;

/** Chromium through chromedriver. `attach` takes both over with the data of their attachment. */
export function createWebDriverDriver(options: WebDriverOptions): DeviceDriver {
  const deviceFor = async (browser: Browser, attachment: WebDriverAttachment, context: OpenContext): Promise<WebDriverDevice> => {
    const address = debuggerAddressOf(attachment);
    const wire = createWire();
    const locks = createNetworkLocks(address, join(context.folder, names.locks), wire);
    // A page that still holds a secret may send it until then.
    await locks.restore();
    const session = createIsolatedSession({ browser, address, locks, wire, attended: attachment.headed });
    const bidi = options.events === true ? bidiUrlOf(attachment) : undefined;
    const holding = await openPressedState(join(context.folder, names.pointer));
    return createWebDriverDevice({
      session,
      witness: createWitness(session, join(context.folder, names.witness), { headed: attachment.headed, holding }),
      origins: context.origins,
      events: bidi !== undefined ? (isAllowed) => listenBidi({ url: bidi, isAllowed }) : undefined,
      secrets: context.secrets,
      holding,
      downloads: createDownloads(join(context.folder, names.downloads)),
      uploads: options.uploads,
      headed: attachment.headed,
      end: () => end(attachment, context),
    });
  };

  return {
    kind: 'web',
    check: () => browserProblem({ ...options, sandbox: sandboxOf(options) }),
    open: async (spec, context) => {
      const started = await openBrowser(options, spec, context);
      try {
        const device = await deviceFor(started.browser, started.attachment, context);
        await device.start(spec.url ?? 'about:blank');
        context.signal.throwIfAborted();
        return { device, attachment: { ...started.attachment } };
      } catch (error) {
        await end(started.attachment, context);
        throw error;
      }
    },
    attach: async (given, context) => {
      if (!isAttachment(given)) throw new DeviceGoneError('The browser session was never fully opened.');
      const known = await movedFrom(given, context);
      const [driver, ...browsers] = known.processes;
      for (const mark of browsers)
        if (!(await isRunning(mark))) throw new DeviceGoneError(`Process ${mark.pid} of the browser session has ended.`);
      const hasEnded = async (): Promise<boolean> => !driver || !(await isRunning(driver));
      const takeOver = async (): Promise<WebDriverDevice> => {
        const { browser, attachment } = await takeOverBrowser(options, known, context);
        return takenUp(await deviceFor(browser, attachment, context));
      };
      if (await hasEnded()) return takeOver();
      const { attach } = await import('webdriverio');
      const browser = await attach({ ...connection(known), sessionId: known.sessionId, capabilities: { ...known.capabilities } }).catch(
        async (error: unknown) => {
          // One that is being ended takes no connection any more, and is there for a moment yet.
          if (await until(endsMs, hasEnded)) return undefined;
          throw error;
        },
      );
      return browser ? takenUp(await deviceFor(browser, known, context)) : takeOver();
    },
    destroy: async (given, context) => (isAttachment(given) ? end(await movedFrom(given, context), context) : endHalfOpen(context)),
  };
}

/** What its pages set going before may go on, but sends nothing that is risky until somebody who may do that acts. */
function takenUp(device: WebDriverDevice): WebDriverDevice {
  device.allowWrites?.({ kinds: [], passes: [] });
  return device;
}

/**
 * Closes the browser normally when its profile is kept, so that cookies reach the disk; then kills what still runs and removes the
 * session's files.
 */
async function end(attachment: WebDriverAttachment, { folder }: DeviceContext): Promise<void> {
  const [driver] = attachment.processes;
  if (attachment.profile && driver && (await isRunning(driver))) {
    await fetch(`http://127.0.0.1:${attachment.port}${attachment.path ?? ''}/session/${attachment.sessionId}`, {
      method: 'DELETE',
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  }
  await killAll(attachment.processes);
  await removeTemp(attachment.temp);
  await removeFiles(folder);
}

async function endHalfOpen({ folder }: DeviceContext): Promise<void> {
  const text = await readFile(join(folder, names.started), 'utf8').catch(() => undefined);
  if (text === undefined) return removeFiles(folder);
  const { driver, temp } = JSON.parse(text) as HalfOpen;
  await killAll([driver, ...(await findBrowsers(driver, join(folder, names.browser)))]);
  await removeTemp(temp);
  await removeFiles(folder);
}

async function removeFiles(folder: string): Promise<void> {
  for (const name of Object.values(names)) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
