// A driver as its hand has it: with the secrets of its device, and masked at its edge.
import { join } from 'node:path';
import { maskedDriver } from '../../src/adapters/masking-kit/masked-device.js';
import { createSecrets, type SecretsOptions } from '../../src/adapters/masking-kit/secrets.js';
import { createSharpImages } from '../../src/adapters/sharp/sharp-images.js';
import type { DeviceDriver, OpenContext } from '../../src/ports/device.js';

interface In extends Partial<Omit<OpenContext, 'secrets' | 'folder'>> {
  readonly secrets?: SecretsOptions;
}

const live = new AbortController().signal;

export function contextIn(folder: string, { deviceId = 'test', origins = [], signal = live, secrets = {} }: In = {}): OpenContext {
  return { deviceId, folder, origins, signal, secrets: createSecrets(join(folder, 'secrets.json'), secrets) };
}

export function atEdge(driver: DeviceDriver): DeviceDriver {
  return { ...driver, ...maskedDriver(driver, createSharpImages().blank) };
}
