// Runs the suite of src/testing on each of our devices. What a kind cannot do is stated once, in its table.
import { describeDeviceConformance as describeConformance, type DeviceConformance } from '../../src/testing/device-conformance.js';
import { cannot, type ProvenDevice } from './proven-devices.js';

/** `proven`: the device's key in the table of abilities. */
export function describeDeviceConformance(proven: ProvenDevice, setup: () => Promise<Omit<DeviceConformance, 'cannot'>>): void {
  const jest = { describe, test, beforeAll, afterAll, beforeEach, afterEach };
  describeConformance(jest, proven, async () => ({ ...(await setup()), cannot: cannot[proven] ?? [] }));
}
