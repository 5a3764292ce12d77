import { SteadyhandError } from '../../domain/errors/errors.js';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Attachment,
  type Device,
  type DeviceContext,
  type DeviceDriver,
  type OpenContext,
  ActionFailedError,
  DeviceGoneError,
} from '../../ports/device.js';
import { openPressedState } from '../device-kit/pressed-pointer.js';
import { createWebDriverDevice, type WebDriverDevice } from '../webdriver/device.js';
import { createDownloads } from '../webdriver/entry.js';
import { withoutRequest, type Browser } from '../webdriver/session.js';
import { createScriptedSession } from '../webdriver/scripted-session.js';
import { applicationInFront } from './native-session.js';
import { createNativeDevice } from './native-device.js';
import { platformOf } from './platforms.js';
import { defined } from '../../domain/collections.js';
import type { DeviceSpec } from '../../domain/device/device-spec.js';
import { makeFolder } from '../filesystem/files.js';

/** A session could not be opened: no server, or it rejects the capabilities. */
export class AppiumStartError extends SteadyhandError {
  readonly code = 'appium-start-failed';
  override readonly name = 'AppiumStartError';
}

/** Whether a driver reports that an application or its file is missing, as opposed to a fault of its own set-up. */
export function missesApplication(reason: string): boolean {
  return /\b(app|application|activity)\b.*(n[o']t installed|exist or (cannot be launched|is not accessible))/i.test(reason);
}

// Devices behind an Appium server. Capabilities are passed through, and `attach` finds a session by its id. A session with a browser
// becomes a browser device; all others are native.

export interface AppiumOptions {
  /** URL of the server, such as http://127.0.0.1:4723. */
  readonly url: string;
  readonly uploads?: string;
}

/** What the host stores. */
interface AppiumAttachment {
  readonly url: string;
  readonly sessionId: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly isWeb: boolean;
  /** Id of the application that a native session was started for. */
  readonly application?: string;
}

/** ms for one command. */
const commandTimeout = 30_000;
/** ms for the start of a session, which may boot a phone or install an application. */
const startTimeout = 180_000;
const names = { downloads: 'downloads', pointer: 'pointer.json' } as const;

export function createAppiumDriver({ url, uploads }: AppiumOptions): DeviceDriver {
  const webDevice = async (browser: Browser, attachment: AppiumAttachment, context: OpenContext): Promise<WebDriverDevice> =>
    createWebDriverDevice({
      session: createScriptedSession(browser),
      origins: context.origins,
      secrets: context.secrets,
      holding: await openPressedState(join(context.folder, names.pointer)),
      downloads: createDownloads(join(context.folder, names.downloads)),
      uploads,
      headed: false,
      end: () => end(attachment, context),
    });
  const nativeDevice = (browser: Browser, attachment: AppiumAttachment, context: OpenContext): Device =>
    createNativeDevice({
      browser,
      capabilities: attachment.capabilities,
      application: attachment.application ?? '',
      secrets: context.secrets,
      end: () => end(attachment, context),
    });

  return {
    kind: 'appium',
    async open(spec, context) {
      const downloads = join(context.folder, names.downloads);
      await makeFolder(downloads);
      const isWeb = typeof spec.capabilities?.['browserName'] === 'string' && spec.capabilities['browserName'] !== '';
      const browser = await start(url, isWeb ? forPages(spec, downloads) : forApps(spec));
      const capabilities = browser.capabilities as Readonly<Record<string, unknown>>;
      let attachment: AppiumAttachment = { url, sessionId: browser.sessionId, capabilities, isWeb };
      try {
        context.signal.throwIfAborted();
        if (!isWeb) {
          const application = await applicationInFront({ browser, capabilities, platform: platformOf(capabilities) });
          attachment = { ...attachment, application };
          return { device: nativeDevice(browser, attachment, context), attachment: { ...attachment } };
        }
        const device = await webDevice(browser, attachment, context);
        await device.start(spec.url ?? 'about:blank');
        return { device, attachment: { ...attachment } };
      } catch (error) {
        await end(attachment, context);
        throw error;
      }
    },
    async attach(known, context) {
      if (!isAttachment(known)) throw new DeviceGoneError('The Appium session was never fully opened.');
      const browser = await attachTo(known);
      return known.isWeb ? webDevice(browser, known, context) : nativeDevice(browser, known, context);
    },
    destroy: (attachment, context) => (isAttachment(attachment) ? end(attachment, context) : removeFiles(context)),
  };
}

/** Throws `DeviceGoneError` when the server does not have the session. */
async function attachTo({ url, sessionId, capabilities }: AppiumAttachment): Promise<Browser> {
  const { attach } = await import('webdriverio');
  try {
    const browser = await attach({ ...connection(url), sessionId, capabilities: { ...capabilities } });
    await browser.getTimeouts().catch((error: unknown) => {
      if (isUnknownSession(error)) throw error;
    });
    return browser;
  } catch (error) {
    if (isUnknownSession(error)) throw new DeviceGoneError(`The Appium session ${sessionId} has ended.`, { cause: error });
    throw error;
  }
}

async function start(url: string, capabilities: Readonly<Record<string, unknown>>): Promise<Browser> {
  const { remote } = await import('webdriverio');
  try {
    const browser = await remote({ ...connection(url), connectionRetryTimeout: startTimeout, capabilities: { ...capabilities } });
    // The library applies the options of the start to every later command.
    browser.options.connectionRetryTimeout = commandTimeout;
    return browser;
  } catch (error) {
    const message = withoutRequest(error instanceof Error ? error.message : String(error));
    const [line = ''] = message.replace(/^(WebDriverError: )+/, '').split('\n');
    const reason = line.replace(/\.$/, '');
    if (missesApplication(reason))
      throw new ActionFailedError('no-such-application', `Appium at ${url} started no session: ${reason.slice(0, 500)}.`);
    throw new AppiumStartError(
      `Appium at ${url} started no session: ${reason.slice(0, 500)}. Is the server running, with the driver that these capabilities name?`,
      { cause: error },
    );
  }
}

function connection(url: string) {
  const { protocol, hostname, port, pathname } = new URL(url);
  return {
    protocol: protocol.slice(0, -1),
    hostname,
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    path: pathname,
    logLevel: 'silent',
    connectionRetryCount: 0,
    connectionRetryTimeout: commandTimeout,
  } as const;
}

async function end({ url, sessionId }: AppiumAttachment, context: DeviceContext): Promise<void> {
  const { pathname, origin } = new URL(url);
  await fetch(`${origin}${pathname.replace(/\/$/, '')}/session/${sessionId}`, {
    method: 'DELETE',
    signal: AbortSignal.timeout(15_000),
  }).catch(() => undefined);
  await removeFiles(context);
}

async function removeFiles({ folder }: DeviceContext): Promise<void> {
  for (const name of Object.values(names)) await rm(join(folder, name), { recursive: true, force: true });
}

function isUnknownSession(error: unknown): boolean {
  return /invalid session id|session is either terminated|ECONNREFUSED|fetch failed|UND_ERR/i.test(String(error));
}

function isAttachment(attachment: Attachment): attachment is Attachment & AppiumAttachment {
  const { url, sessionId } = attachment;
  return typeof url === 'string' && typeof sessionId === 'string';
}

// What a session is asked for: the user's capabilities, and what driving it needs.

type Values = Readonly<Record<string, unknown>>;

/** s without a command after which the server ends a session: longer than any wait during which the device is kept. */
const idleSeconds = 3_600;
const timeouts = { script: 10_000, pageLoad: 15_000, implicit: 0 };

/** Defaults for driving pages as with any browser. The user's capabilities override all but what dialogs and downloads are noticed by. */
export function forPages({ capabilities = {} }: Pick<DeviceSpec, 'capabilities'>, downloads: string): Values {
  const chrome = valuesOf(capabilities['goog:chromeOptions']);
  const isChromium = /chrom|edge/i.test(String(capabilities['browserName']));
  return {
    'appium:newCommandTimeout': idleSeconds,
    pageLoadStrategy: 'eager',
    timeouts: { ...timeouts },
    unhandledPromptBehavior: { default: 'ignore', beforeUnload: 'ignore' },
    'wdio:enforceWebDriverClassic': true,
    ...capabilities,
    ...defined({
      'goog:loggingPrefs': isChromium ? { ...valuesOf(capabilities['goog:loggingPrefs']), performance: 'ALL' } : undefined,
      'goog:chromeOptions': isChromium
        ? {
            ...chrome,
            perfLoggingPrefs: { enableNetwork: false, ...valuesOf(chrome['perfLoggingPrefs']), enablePage: true },
            prefs: { ...valuesOf(chrome['prefs']), 'download.default_directory': downloads, 'download.prompt_for_download': false },
          }
        : undefined,
    }),
  };
}

function forApps({ capabilities = {}, app }: Pick<DeviceSpec, 'capabilities' | 'app'>): Values {
  if (typeof capabilities['platformName'] !== 'string')
    throw new AppiumStartError(
      'An Appium device needs capabilities, at least platformName and appium:automationName: --caps caps.json, or device.capabilities.',
    );
  return {
    'appium:newCommandTimeout': idleSeconds,
    'wdio:enforceWebDriverClassic': true,
    'appium:app': app,
    ...capabilities,
  };
}

function valuesOf(given: unknown): Values {
  return typeof given === 'object' && given !== null ? { ...given } : {};
}
