// A real Appium server with the drivers among this project's development dependencies.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quietly } from '../../src/adapters/webdriver/capabilities.js';
import { freePort } from './free-port.mjs';
import { browserPrograms } from './webdriver.js';

export interface AppiumServer {
  readonly url: string;
  /** Its log; the beginning may have been dropped. */
  log(): string;
  close(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const longestLog = 1_000_000;
const readyMs = 60_000;
/** By package name. */
const drivers = {
  'appium-chromium-driver': `${root}node_modules/appium-chromium-driver`,
  '@appium/fake-driver': `${root}node_modules/@appium/fake-driver`,
  'steadyhand-phone': `${root}test/support/phone`,
} as const;

export async function startAppium(): Promise<AppiumServer> {
  const [port, home] = await Promise.all([freePort(), makeHome()]);
  const child = spawn(
    process.execPath,
    [`${root}node_modules/appium/index.js`, 'server', '--address', '127.0.0.1', '--port', String(port), '--log-no-colors'],
    {
      env: { ...process.env, APPIUM_HOME: home, APPIUM_SKIP_CHROMEDRIVER_INSTALL: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-longestLog)));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-longestLog)));
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + readyMs; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Appium did not start: ${said.slice(-2_000)}`);
    if (
      await fetch(`${url}/status`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      break;
  }
  return {
    url,
    log: () => said,
    async close() {
      const ended = once(child, 'exit');
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Servers that start at the same time must not share one: each records its drivers there. */
async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'steadyhand-appium-home-'));
  await writeFile(join(home, 'package.json'), JSON.stringify({ name: 'home', private: true, dependencies: { appium: '*' } }));
  for (const [name, folder] of Object.entries({ appium: `${root}node_modules/appium`, ...drivers })) {
    const link = join(home, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(folder, link);
  }
  return home;
}

/** Chromium through Appium's driver, whose own chromedriver takes one fixed port unless it is told another. */
export async function chromiumCapabilities(...more: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { chromium, chromedriver } = browserPrograms();
  return {
    platformName: 'linux',
    browserName: 'chrome',
    'appium:automationName': 'Chromium',
    'appium:executable': chromedriver,
    'appium:autodownloadEnabled': false,
    'appium:chromedriverPort': await freePort(),
    'goog:chromeOptions': { binary: chromium, args: [...quietly, '--headless=new', '--no-sandbox', ...more] },
  };
}

/** Capabilities of a phone that shows one of the applications in test/support/phone. `udid`: identifies the phone, a new one unless given. */
export function phoneCapabilities(
  application: 'form' | 'shop' | 'reach' | 'echo' | 'lossy',
  udid: string = randomUUID(),
): Readonly<Record<string, unknown>> {
  return {
    platformName: 'Android',
    'appium:automationName': 'Phone',
    'appium:udid': udid,
    'appium:app': `${root}test/support/phone/${application}.json`,
  };
}
