import { android } from './android.js';
import { fake } from './fake.js';
import type { KnownPlatform, Platform } from './platform.js';
import type { SourceFormat } from './widget.js';
import { windows } from './windows.js';
import { ios, mac, tvos } from './xcuitest.js';

export const platforms: readonly KnownPlatform[] = [android, ios, tvos, mac, windows, fake];

/** From all platforms: a source is recognised by its root, not by where it came from. */
export const sourceFormats: readonly SourceFormat[] = [...new Set(platforms.map(({ source }) => source))];

/** The platform of a session. One that is not in the table is treated as a phone about which nothing else is known. */
export function platformOf(capabilities: Readonly<Record<string, unknown>>): Platform {
  const name = String(capabilities['platformName'] ?? '').toLowerCase();
  return platforms.find((platform) => platform.name === name) ?? otherPlatform(name);
}

function otherPlatform(name: string): Platform {
  return {
    name,
    prefix: 'mobile',
    scale: 'asked',
    applications: { launch: 'activateApp', byId: (bundleId) => ({ bundleId }), byFile: (app) => ({ app }) },
    pointer: { type: 'touch' },
    keys: {},
  };
}
