// What a session is asked for: the user's capabilities, and what driving it needs.
import { defined } from '../../domain/collections.js';
import type { DeviceSpec } from '../../domain/device/device-spec.js';
import { AppiumStartError } from './errors.js';

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

export function forApps({ capabilities = {}, app }: Pick<DeviceSpec, 'capabilities' | 'app'>): Values {
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
