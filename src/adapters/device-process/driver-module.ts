// A driver that is loaded where its device process runs: which, and what it is made of, a worker says as plain data.
import type { LockedSecret } from '../../domain/guard/network-lock.js';
import { own } from '../../domain/collections.js';
import type { DeviceDriver } from '../../ports/device.js';
import type { SecretsOptions } from '../masking-kit/secrets.js';

export interface DriverModule {
  /** A path, or the URL of a file. */
  readonly module: string;
  /** The function of that module which makes the driver. */
  readonly create: string;
  /** What it is called with: JSON. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface PlainSecret extends LockedSecret {
  readonly apps: readonly string[];
  readonly value: string;
}

/** By name, in clear; they pass a socket of the user's own, and are stored nowhere. */
export type PlainSecrets = Readonly<Record<string, PlainSecret>>;

export async function loadDriver({ module, create, settings }: DriverModule): Promise<DeviceDriver> {
  const exported = (await import(module)) as Readonly<Record<string, unknown>>;
  const made = exported[create];
  if (typeof made !== 'function') throw new TypeError(`${module} exports no function '${create}' that makes a driver.`);
  return (await made({ ...settings })) as DeviceDriver;
}

/** `secrets` is asked again for each of them, since a newer worker may bring others. */
export function secretsFrom(secrets: () => PlainSecrets): Required<SecretsOptions> {
  return {
    secretSettings: (name) => own(secrets(), name),
    knownSecrets: () => Object.values(secrets()).map(({ value }) => value),
    resolveSecret(name, place, of) {
      const secret = own(secrets(), name);
      return secret?.[of].includes(place) ? secret.value : undefined;
    },
  };
}
