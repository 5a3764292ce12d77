// A browser behind Appium's Chromium driver passes the same suite as without Appium.
import { createAppiumDriver } from '../../../src/adapters/appium/appium-driver.js';
import { describeDeviceConformance } from '../../conformance/device-conformance.js';
import { chromiumCapabilities, startAppium } from '../../support/appium-server.js';
import { startPageServer } from '../../support/page-server.js';

describeDeviceConformance('appium, a browser', async () => {
  const [server, appium] = await Promise.all([startPageServer(), startAppium()]);
  const capabilities = await chromiumCapabilities('--window-size=1280,800', '--force-device-scale-factor=1');
  return {
    driver: createAppiumDriver({ url: appium.url }),
    spec: {
      kind: 'appium',
      url: `${server.origin}/conformance`,
      capabilities,
    },
    restart: { type: 'navigate', url: `${server.origin}/conformance` },
    kill: async ({ url, sessionId }) => void (await fetch(`${String(url)}/session/${String(sessionId)}`, { method: 'DELETE' })),
    dispose: async () => {
      await appium.close();
      await server.close();
    },
  };
});
