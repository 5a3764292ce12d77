// The product's own browser device, and beside it a plain WebDriver client on the very same session.
import { createSecrets } from '../../dist/adapters/masking-kit/secrets.js';
import { join } from 'node:path';
import { attach } from 'webdriverio';
import { createWebDriverDriver } from '../../dist/adapters/webdriver/webdriver-driver.js';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';

/** `origin`: the only one that it may visit, as in every run, with those of `also`. `uploads`: the folder of files that may be given to pages. */
export async function openBrowser(scope, origin, { uploads, also = [] } = {}) {
  const { chromium, chromedriver } = await ensureBrowser();
  const folder = await scope.folder();
  const driver = createWebDriverDriver({ chromium, chromedriver, profiles: join(folder, 'profiles'), uploads });
  const context = {
    deviceId: 'bench',
    folder,
    origins: [origin, ...also],
    signal: new AbortController().signal,
    secrets: createSecrets('', {}),
  };
  const { device, attachment } = await driver.open({ kind: 'web' }, context);
  scope.onEnd(() => driver.destroy(attachment, context));
  process.env.DISABLE_WEBDRIVERIO_DEPRECATION_WARNINGS ??= 'true';
  const { port, path, sessionId, capabilities } = attachment;
  const plain = await attach({ protocol: 'http', hostname: '127.0.0.1', port, path, logLevel: 'silent', sessionId, capabilities });
  return {
    device,
    plain,
    chromium,
    async go(url) {
      await device.perform({ type: 'navigate', url }, context.signal);
      await device.settle(10_000);
    },
  };
}
