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
    kill: async ({ processes }) => {
      const [driver] = processes as readonly { readonly pid: number }[];
      process.kill(driver?.pid ?? 0, 'SIGKILL');
    },
    dispose: () => server.close(),
  };
});
