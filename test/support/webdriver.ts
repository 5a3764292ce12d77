// Browser devices for tests: the programs, a device with a few shortcuts, and an end to everything that was opened.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { DeviceSpec } from '../../src/domain/device/device-spec.js';
import type { SecretsOptions } from '../../src/adapters/masking-kit/secrets.js';
import type { WebDriverOptions } from '../../src/adapters/webdriver/open-browser.js';
import { createWebDriverDriver } from '../../src/adapters/webdriver/webdriver-driver.js';
import type { Control } from '../../src/domain/ui/control.js';
import type { DeviceAction } from '../../src/domain/ui/ui-action.js';
import type { Attachment, Device, DeviceDriver, Look, OpenContext } from '../../src/ports/device.js';
import { atEdge, contextIn } from './edge.js';

/** The first of these programs on the PATH, or the one that the environment names. */
function program(variable: string, ...names: readonly string[]): string {
  const configured = process.env[variable];
  const found = names
    .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
  if (configured === undefined && found === undefined)
    throw new Error(`None of ${names.join(', ')} is on the PATH: run \`npm run setup\`, or set ${variable}.`);
  return configured ?? found ?? '';
}

export function browserPrograms(): { readonly chromedriver: string; readonly chromium: string } {
  return {
    chromedriver: program('STEADYHAND_CHROMEDRIVER', 'chromedriver'),
    chromium: program('STEADYHAND_CHROMIUM', 'chromium', 'chromium-browser', 'google-chrome', 'chrome'),
  };
}

export interface TestBrowser {
  readonly device: Device;
  readonly driver: DeviceDriver;
  readonly attachment: Attachment;
  readonly context: OpenContext;
  readonly folder: string;
  go(url: string): Promise<Look>;
  act(action: DeviceAction): Promise<{ readonly text?: string }>;
  click(role: string, name: string): Promise<void>;
  type(role: string, name: string, text: string, clear?: boolean): Promise<void>;
  control(role: string, name: string): Promise<Control>;
  /** Names of the visible controls with that role. */
  names(role: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface TestBrowserOptions extends Partial<WebDriverOptions>, SecretsOptions {
  readonly spec?: Partial<DeviceSpec>;
  readonly origins?: readonly string[];
}

const live = new AbortController().signal;

export async function openTestBrowser({
  spec,
  origins = [],
  resolveSecret,
  knownSecrets,
  secretSettings,
  ...options
}: TestBrowserOptions = {}): Promise<TestBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-web-'));
  const driver = atEdge(createWebDriverDriver({ ...browserPrograms(), profiles: join(folder, 'profiles'), ...options }));
  const context = contextIn(folder, { origins, secrets: { resolveSecret, knownSecrets, secretSettings } });
  const { device, attachment } = await driver.open({ kind: 'web', ...spec }, context).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });

  const control = async (role: string, name: string): Promise<Control> => {
    const { controls } = await device.look();
    const found = controls.find((candidate) => candidate.role === role && candidate.name === name);
    if (!found)
      throw new Error(`No ${role} "${name}" among ${controls.map((candidate) => `${candidate.role} "${candidate.name}"`).join(', ')}.`);
    return found;
  };
  const act = async (action: DeviceAction): Promise<{ readonly text?: string }> => {
    const result = await device.perform(action, live);
    await device.settle(5_000);
    return result;
  };

  return {
    device,
    driver,
    attachment,
    context,
    folder,
    control,
    act,
    go: async (url) => {
      await act({ type: 'navigate', url });
      return device.look();
    },
    click: async (role, name) =>
      void (await act({ type: 'click', target: { control: await control(role, name) }, button: 'left', clickCount: 1 })),
    type: async (role, name, text, clear = true) =>
      void (await act({ type: 'set-text', target: { control: await control(role, name) }, text, clear })),
    names: async (role) =>
      (await device.look()).controls.filter((candidate) => candidate.role === role && candidate.visible).map(({ name }) => name),
    close: async () => {
      await driver.destroy(attachment, context);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
