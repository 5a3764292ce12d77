import { join } from 'node:path';
import { createAppiumDriver } from '../adapters/appium/appium-driver.js';
import { createDesktopDriver } from '../adapters/desktop/desktop-driver.js';
import { createMemoryDriver } from '../adapters/memory/memory-driver.js';
import { createStubDriver } from '../adapters/stub/stub-driver.js';
import { createWebDriverDriver } from '../adapters/webdriver/webdriver-driver.js';
import { ConfigError, type Config } from '../config/config.js';
import type { DeviceKind } from '../domain/device/device-spec.js';
import type { LockedSecret } from '../domain/guard/network-lock.js';
import { own } from '../domain/own.js';
import type { DeviceDriver } from '../ports/device.js';
import type { TextReader } from '../ports/text-reader.js';

export interface DriverParts {
  readonly profiles: string;
  readonly reader: TextReader;
}

/** The driver of a kind that is ours. Throws `ConfigError` for any other. */
export function driverOf(
  kind: DeviceKind,
  { appium, browser, cache, desktop, secrets }: Config,
  { profiles, reader }: DriverParts,
): DeviceDriver {
  const secretSettings = (name: string): LockedSecret | undefined => own(secrets, name);
  switch (kind) {
    case 'web':
      return createWebDriverDriver({
        chromium: browser.chromium ?? 'chromium',
        chromedriver: browser.chromedriver ?? 'chromedriver',
        profiles,
        uploads: browser.uploads,
        sandbox: browser.sandbox,
        started: join(cache, 'started-browsers.json'),
        secretSettings,
        resolveSecret: (name, origin) => (secrets[name]?.origins.includes(origin) ? secrets[name].value.reveal() : undefined),
      });
    case 'desktop':
      return createDesktopDriver({
        ...desktop,
        reader,
        secretSettings,
        resolveSecret: (name, application) => (secrets[name]?.apps.includes(application) ? secrets[name].value.reveal() : undefined),
      });
    case 'appium':
      return createAppiumDriver({
        ...appium,
        uploads: browser.uploads,
        secretSettings,
        resolveSecret: (name, place) => {
          const secret = secrets[name];
          return secret && [...secret.origins, ...secret.apps].includes(place) ? secret.value.reveal() : undefined;
        },
      });
    case 'stub':
      return createStubDriver();
    case 'memory':
      return createMemoryDriver();
    default:
      throw new ConfigError(`Devices of the kind '${kind}' need a driver of your own: pass it to startWorker({ drivers: […] }).`);
  }
}
