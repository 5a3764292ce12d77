import { browserPrograms } from '../../support/webdriver.js';
import { createWebDriverDriver } from '../../../src/adapters/webdriver/webdriver-driver.js';
import { describeDeviceConformance } from '../../conformance/device-conformance.js';
import { startPageServer } from '../../support/page-server.js';

describeDeviceConformance('web', async () => {
  const server = await startPageServer();
  return {
    driver: createWebDriverDriver({ ...browserPrograms(), profiles: '' }),
    spec: { kind: 'web', url: `${server.origin}/conformance` },
    restart: { type: 'navigate', url: `${server.origin}/conformance` },
    // Its driver alone is replaced by another one (HP6).
    kill: async ({ processes }) => {
      const [, browser] = processes as readonly { readonly pid: number }[];
      process.kill(browser?.pid ?? 0, 'SIGKILL');
    },
    dispose: () => server.close(),
  };
});
