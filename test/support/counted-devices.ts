// Wraps a driver and counts: how many UI sessions it opened, the most that lived at once, and how often each was observed.
import type { Device, DeviceDriver } from '../../src/ports/device.js';

export interface CountedDevices {
  around(driver: DeviceDriver): DeviceDriver;
  opened: number;
  /** The most that lived at once. */
  most: number;
  pictures: number;
  /** Every screenshot fails. */
  blind: boolean;
}

export function countDevices(): CountedDevices {
  const live = new Set<object>();
  const counted: CountedDevices = {
    opened: 0,
    most: 0,
    pictures: 0,
    blind: false,
    around: (driver) => ({
      ...driver,
      async open(...of) {
        const opened = await driver.open(...of);
        const device = watched(opened.device);
        live.add(device);
        counted.opened += 1;
        counted.most = Math.max(counted.most, live.size);
        return { ...opened, device };
      },
    }),
  };

  function watched(device: Device): Device {
    const own: Device = {
      ...device,
      async screenshot() {
        counted.pictures += 1;
        if (counted.blind) throw new Error('the camera is covered');
        return device.screenshot();
      },
      async close() {
        live.delete(own);
        await device.close();
      },
    };
    return own;
  }

  return counted;
}
