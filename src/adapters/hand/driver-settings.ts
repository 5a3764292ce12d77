// What a driver of ours is made of, as plain data: a worker sends it to the hands that use it.
import type { LockedSecret } from '../../domain/guard/network-lock.js';
import { own } from '../../domain/collections.js';
import type { DeviceDriver } from '../../ports/device.js';
import type { TextReader } from '../../ports/text-reader.js';
import type { AppiumOptions } from '../appium/appium-driver.js';
import type { DesktopOptions } from '../desktop/desktop-driver.js';
import type { SecretsOptions } from '../masking-kit/secrets.js';
import type { WebDriverOptions } from '../webdriver/options.js';
import { createReaderOnUse } from './reader-on-use.js';

type Plain<Options> = Omit<Options, keyof SecretsOptions | 'reader'>;

export interface PlainSecret extends LockedSecret {
  readonly apps: readonly string[];
  readonly value: string;
}

/** `secrets`: by name, in clear; they pass a socket of the user's own, and are stored nowhere. */
export type DriverSettings = { readonly secrets: Readonly<Record<string, PlainSecret>> } & (
  | ({ readonly kind: 'web' } & Plain<WebDriverOptions>)
  | ({ readonly kind: 'desktop' } & Plain<DesktopOptions>)
  | ({ readonly kind: 'appium' } & Plain<AppiumOptions>)
  | { readonly kind: 'stub' }
);

/** `settings`: asked again for each secret, since a newer worker may bring others. Only what the kind needs is loaded. */
export async function driverOf(settings: () => DriverSettings): Promise<DeviceDriver> {
  const first = settings();
  const secrets = (places: (secret: PlainSecret) => readonly string[]): Required<SecretsOptions> => ({
    secretSettings: (name) => own(settings().secrets, name),
    knownSecrets: () => Object.values(settings().secrets).map(({ value }) => value),
    resolveSecret(name, place) {
      const secret = own(settings().secrets, name);
      return secret && places(secret).includes(place) ? secret.value : undefined;
    },
  });
  switch (first.kind) {
    case 'web': {
      const { createWebDriverDriver } = await import('../webdriver/webdriver-driver.js');
      return createWebDriverDriver({ ...first, ...secrets(({ origins }) => origins) });
    }
    case 'desktop': {
      const { createDesktopDriver } = await import('../desktop/desktop-driver.js');
      return createDesktopDriver({ ...first, reader: createReaderOnUse(loadReader, readerIdleMs), ...secrets(({ apps }) => apps) });
    }
    case 'appium': {
      const { createAppiumDriver } = await import('../appium/appium-driver.js');
      return createAppiumDriver({ ...first, ...secrets(({ origins, apps }) => [...origins, ...apps]) });
    }
    case 'stub': {
      const { createStubDriver } = await import('../stub/stub-driver.js');
      return createStubDriver();
    }
  }
}

/** ms: longer than between two looks of a run at the same screen. */
const readerIdleMs = 30_000;

async function loadReader(): Promise<TextReader> {
  const { createTesseractTextReader } = await import('../tesseract/tesseract-text-reader.js');
  return createTesseractTextReader();
}
