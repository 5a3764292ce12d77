import { createMemoryDriver } from '../../../src/adapters/memory/memory-driver.js';
import { describeDeviceConformance } from '../../conformance/device-conformance.js';
import { conformanceScript } from '../../../src/testing/conformance-script.js';

describeDeviceConformance('memory', async () => {
  const driver = createMemoryDriver();
  return {
    driver,
    spec: { kind: 'memory', capabilities: { script: conformanceScript } },
    restart: { type: 'navigate', url: 'start' },
    kill: async ({ sessionId }) => driver.kill(String(sessionId)),
    dispose: async () => expect(driver.sessions.size).toBe(0),
  };
});
