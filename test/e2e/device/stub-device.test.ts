import { createStubDriver } from '../../../src/adapters/stub/stub-driver.js';
import { describeDeviceConformance } from '../../conformance/device-conformance.js';
import { conformanceScript } from '../../../src/testing/conformance-script.js';

describeDeviceConformance('stub', async () => ({
  driver: createStubDriver(),
  spec: { kind: 'stub', capabilities: { script: conformanceScript } },
  restart: { type: 'navigate', url: 'start' },
  kill: async ({ pid }) => void process.kill(Number(pid), 'SIGKILL'),
  dispose: async () => undefined,
}));
