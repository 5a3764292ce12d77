import { join } from 'node:path';
import type { DriverSettings } from '../adapters/hand/driver-settings.js';
import { createHandDriver } from '../adapters/hand/hand-driver.js';
import { createMemoryDriver } from '../adapters/memory/memory-driver.js';
import { ConfigError, type Config } from '../config/config.js';
import type { DeviceKind } from '../domain/device/device-spec.js';
import { bootNow } from '../host/boot-clock.js';
import type { DeviceDriver } from '../ports/device.js';

export interface DriverParts {
  readonly profiles: string;
  readonly journal: string;
  /** LK30: of what runs on this machine, and of the Temporal server: no page may reach them. */
  readonly refusedPorts: readonly number[];
  /** Run in place of our own hands: for tests. */
  readonly handProgram?: string;
}

/** The driver of a kind that is ours. Throws `ConfigError` for any other. */
export function driverOf(kind: DeviceKind, config: Config, { journal, handProgram, ...parts }: DriverParts): DeviceDriver {
  const settings = handSettingsOf(kind, config, parts);
  if (settings) return createHandDriver({ settings, journal, now: bootNow, program: handProgram });
  if (kind === 'memory') return createMemoryDriver();
  throw new ConfigError(`Devices of the kind '${kind}' need a driver of your own: pass it to startWorker({ drivers: […] }).`);
}

/** Of the kinds whose devices have a process of their own. */
function handSettingsOf(
  kind: DeviceKind,
  { appium, browser, cache, desktop, secrets }: Config,
  { profiles, refusedPorts }: Pick<DriverParts, 'profiles' | 'refusedPorts'>,
): DriverSettings | undefined {
  const plain = Object.entries(secrets).map(([name, { value, ...secret }]) => [name, { ...secret, value: value.reveal() }] as const);
  const common = { secrets: Object.fromEntries(plain) };
  const uploads = browser.uploads === undefined ? {} : { uploads: browser.uploads };
  switch (kind) {
    case 'web':
      return {
        ...common,
        ...uploads,
        kind,
        chromium: browser.chromium ?? 'chromium',
        chromedriver: browser.chromedriver ?? 'chromedriver',
        profiles,
        refusedPorts,
        sandbox: browser.sandbox,
        events: browser.events,
        started: join(cache, 'started-browsers.json'),
      };
    case 'desktop':
      return { ...common, ...desktop, kind };
    case 'appium':
      return { ...common, ...uploads, kind, ...appium };
    case 'stub':
      return { ...common, kind };
    default:
      return undefined;
  }
}
