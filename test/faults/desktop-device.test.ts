import { createDesktopDriver } from '../../src/adapters/desktop/desktop-driver.js';
import type { ProcessMark } from '../../src/adapters/process-kit/process-marks.js';
import { describeDeviceConformance } from '../conformance/device-conformance.js';
import { describeWithDesktop, offerApplications, testScreen } from '../support/desktop/test-desktop.js';

describeWithDesktop('a Linux desktop', () => {
  describeDeviceConformance('desktop', async () => {
    const applications = await offerApplications({ Form: ['form'] });
    return {
      driver: createDesktopDriver(testScreen),
      spec: { kind: 'desktop', app: 'Form' },
      restart: { type: 'press-keys', keys: '{F5}' },
      kill: async ({ processes }) => {
        const [x] = processes as readonly ProcessMark[];
        process.kill(x?.pid ?? 0, 'SIGKILL');
      },
      dispose: () => applications.dispose(),
    };
  });
});
