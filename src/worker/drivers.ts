// The driver of each kind of device, and where its device process runs. All technologies are known here, and nowhere else.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppiumOptions } from '../adapters/appium/appium-driver.js';
import { builtProgram } from '../adapters/process-kit/programs.js';
import type { DesktopOptions } from '../adapters/desktop/desktop-driver.js';
import { loadDriver, type DriverModule, type PlainSecrets } from '../adapters/device-process/driver-module.js';
import { createProcessDriver } from '../adapters/device-process/process-driver.js';
import { handProcesses } from '../adapters/device-process/start-process.js';
import { createMemoryDriver } from '../adapters/memory/memory-driver.js';
import type { WebDriverOptions } from '../adapters/webdriver/open-browser.js';
import type { Config } from '../config/config.js';
import { ConfigError } from '../config/issues.js';
import type { DeviceKind } from '../domain/device/device-spec.js';
import { createHandsInProcess } from '../device-process/in-process.js';
import type { TakenParts } from '../device-process/taken-device.js';
import { bootNow } from '../host/boot-clock.js';
import type { DeviceDriver } from '../ports/device.js';
import type { HandedDriver } from '../ports/device-process.js';
import type { OwnDriver } from './options.js';

/** What a driver of ours is made of, as plain data. */
export type DriverSettings =
  | ({ readonly kind: 'web' } & WebDriverOptions)
  | ({ readonly kind: 'desktop' } & Omit<DesktopOptions, 'reader'>)
  | ({ readonly kind: 'appium' } & AppiumOptions)
  | { readonly kind: 'stub' };

const modules = {
  web: ['webdriver/webdriver-driver.js', 'createWebDriverDriver'],
  desktop: ['desktop/reading-desktop.js', 'createReadingDesktopDriver'],
  appium: ['appium/appium-driver.js', 'createAppiumDriver'],
  stub: ['stub/stub-driver.js', 'createStubDriver'],
} as const satisfies Readonly<Record<DriverSettings['kind'], readonly [file: string, create: string]>>;

export interface ProcessParts {
  readonly secrets: PlainSecrets;
  /** Folder of this host's journals. */
  readonly journal: string;
  /** Run in place of our own hands: for tests. */
  readonly deviceProgram?: string | undefined;
}

/** A driver of ours: each of its devices has a device process of its own. */
export function driverOfOurs({ kind, ...settings }: DriverSettings, parts: ProcessParts): HandedDriver {
  const [file, create] = modules[kind];
  const module = pathToFileURL(builtProgram(new URL(`../adapters/${file}`, import.meta.url))).href;
  return inProcesses(kind, { module, create, settings }, parts);
}

function inProcesses(kind: DeviceKind, { module, create, settings }: DriverModule, parts: ProcessParts): HandedDriver {
  const { secrets, journal, deviceProgram } = parts;
  const driver: DriverModule = { module, create, settings };
  return createProcessDriver({
    kind,
    driver: () => loadDriver(driver),
    hands: handProcesses(deviceProgram),
    setup: { driver, secrets, journal },
    now: bootNow,
  });
}

export interface DriversParts extends Omit<ProcessParts, 'secrets'> {
  readonly profiles: string;
  /** Of what runs on this machine, and of the Temporal server: no page may reach them. */
  readonly refusedPorts: readonly number[];
  /** Of device processes that run in this process. */
  readonly here: Pick<TakenParts, 'journal' | 'setGeneration' | 'around' | 'blank' | 'log'>;
}

/** Those of the configured kinds, and those that a program brings, which replace ours of the same kind. Throws `ConfigError` for a kind that nobody has a driver of. */
export function driversOf(config: Config, brought: readonly OwnDriver[], { here, ...parts }: DriversParts): readonly HandedDriver[] {
  const plain = Object.entries(config.secrets).map(([name, { value, ...secret }]) => [name, { ...secret, value: value.reveal() }] as const);
  const processes: ProcessParts = { ...parts, secrets: Object.fromEntries(plain) };
  const inThisProcess = (driver: DeviceDriver): HandedDriver =>
    createProcessDriver({
      kind: driver.kind,
      driver: async () => driver,
      hands: createHandsInProcess({ ...here, driver: async () => driver, now: bootNow }),
      setup: { secrets: processes.secrets, journal: processes.journal },
      now: bootNow,
    });
  const driverOf = (kind: DeviceKind): HandedDriver => {
    const own = brought.find((each) => each.kind === kind);
    if (own) return 'module' in own ? inProcesses(kind, own, processes) : inThisProcess(own);
    if (kind === 'memory') return inThisProcess(createMemoryDriver());
    const settings = settingsOf(kind, config, parts);
    if (settings) return driverOfOurs(settings, processes);
    throw new ConfigError(`Devices of the kind '${kind}' need a driver of your own: pass it to startWorker({ drivers: […] }).`);
  };
  return [...new Set([...config.kinds, ...brought.map(({ kind }) => kind)])].map(driverOf);
}

function settingsOf(
  kind: DeviceKind,
  { appium, browser, cache, desktop }: Config,
  { profiles, refusedPorts }: Pick<DriversParts, 'profiles' | 'refusedPorts'>,
): DriverSettings | undefined {
  const { uploads, sandbox, events, permissions } = browser;
  switch (kind) {
    case 'web':
      return {
        kind,
        uploads,
        chromium: browser.chromium ?? 'chromium',
        chromedriver: browser.chromedriver ?? 'chromedriver',
        profiles,
        refusedPorts,
        sandbox,
        events,
        permissions,
        started: join(cache, 'started-browsers.json'),
      };
    case 'desktop':
      return { ...desktop, kind };
    case 'appium':
      return { uploads, kind, ...appium };
    case 'stub':
      return { kind };
    default:
      return undefined;
  }
}
