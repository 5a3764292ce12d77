// Hands of devices whose driver cannot enter another process: the same code, in the worker. They end with it, and the next one attaches anew.
import type { HandConnection } from '../adapters/hand/hand-connection.js';
import type { Hands } from '../adapters/hand/hand-driver.js';
import { DeviceGoneError } from '../ports/device.js';
import { createTakenDevice, type TakenDevice, type TakenParts } from './taken-device.js';

export function createHandsInProcess(parts: TakenParts): Hands {
  return {
    start: async () => connectionTo(createTakenDevice(parts)),
    // Only whoever has started one can ask it.
    reach: async () => undefined,
    end: async () => undefined,
  };
}

function connectionTo(device: TakenDevice): HandConnection {
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
