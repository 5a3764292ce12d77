// Where a run begins, as compiled flows name it: an origin, or an application.
import type { ConfiguredApplication } from '../run/resolve-settings.js';
import type { DeviceSpec } from '../device/device-spec.js';
import { originOf } from '../guard/guard.js';

/** '': it is not said. */
export function applicationOf({ kind, url, app }: Partial<DeviceSpec>, apps: readonly ConfiguredApplication[]): string {
  if (url !== undefined) return applicationNamed(url);
  if (app === undefined) return '';
  const known = kind === undefined || kind === 'web' ? apps.find(({ name }) => name === app) : undefined;
  return known ? applicationNamed(known.url) : app;
}

/** An address is its origin; a name stays. */
export function applicationNamed(text: string): string {
  return /^https?:\/\//i.test(text) ? originOf(text) : text;
}
