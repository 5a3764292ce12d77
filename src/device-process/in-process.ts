// Hands of devices whose driver cannot enter another process: the same code, in the worker. They end with it, and the next one attaches anew.
import type { ProcessConnection } from '../adapters/device-process/connection.js';
import type { Hands } from '../adapters/device-process/process-driver.js';
import { DeviceGoneError } from '../ports/device.js';
import { createServedDevice, type TakenDevice, type TakenParts } from './taken-device.js';

export function createHandsInProcess(parts: TakenParts): Hands {
  return {
    start: async () => connectionTo(createServedDevice(parts)),
    // Only whoever has started one can ask it.
    reach: async () => undefined,
    end: async () => undefined,
  };
}

function connectionTo(device: TakenDevice): ProcessConnection {
  let isOpen = true;
  return {
    get isOpen() {
      return isOpen;
    },
    ask: (call, of) => (isOpen ? device.calls[call](of) : Promise.reject(new DeviceGoneError('The device was given back.'))),
    async end() {
      isOpen = false;
      await device.detach();
    },
  };
}
