// The suite of src/testing on each device that is ours: what a kind cannot do is said once, in its table.
import { describeDeviceConformance as describeConformance, type DeviceConformance } from '../../src/testing/device-conformance.js';
import { cannot, type ProvenDevice } from './proven-devices.js';

const jest = { describe, test, beforeAll, afterAll, beforeEach, afterEach };

/** `proven`: what stands for it in the table of abilities. */
export function describeDeviceConformance(proven: ProvenDevice, setup: () => Promise<Omit<DeviceConformance, 'cannot'>>): void {
  describeConformance(jest, proven, async () => ({ ...(await setup()), cannot: cannot[proven] ?? [] }));
}
