// An application of a telephone, behind a real Appium server: the suite that every device passes.
import { createAppiumDriver } from '../../../src/adapters/appium/appium-driver.js';
import { describeDeviceConformance } from '../../conformance/device-conformance.js';
import { phoneCapabilities, startAppium } from '../../support/appium-server.js';

describeDeviceConformance('appium, an application', async () => {
  const appium = await startAppium();
  return {
    driver: createAppiumDriver({ url: appium.url }),
    spec: { kind: 'appium', capabilities: phoneCapabilities('form') },
    restart: { type: 'navigate', url: 'form://start' },
    kill: async ({ url, sessionId }) => void (await fetch(`${String(url)}/session/${String(sessionId)}`, { method: 'DELETE' })),
    dispose: () => appium.close(),
  };
});
