// Appium servers of the tests, and capabilities for their devices.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { quietly } from '../../src/adapters/webdriver/chromium.js';
import { freePort } from './free-port.mjs';
import { browserPrograms } from './webdriver.js';

export { startAppium, type AppiumServer } from './appium-program.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

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
