// Under which name a flow is kept in the library: a file's name everywhere, and (with `_` for `-`) the name of a tool.
import type { FlowDocument } from '../flow/document.js';
import { digestOf } from '../ui/digest.js';
import type { ConfiguredApplication } from '../run/resolve-settings.js';
import type { DeviceSpec } from '../device/device-spec.js';
import { originOf } from '../guard/guard.js';

const longest = 48;

/** Of its own id, else of its name: `Order the kettle` becomes `order-the-kettle`. What has an id already keeps it. */
export function flowIdOf({ id, name }: Pick<FlowDocument, 'id' | 'name'>): string {
  const given = id.trim() === '' ? name : id;
  const letters = given
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '');
  const plain = letters.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  // Letters of other scripts would be lost, and with them what tells it from others.
  if (plain !== '' && plain.length <= longest && !/(?![a-z0-9])[\p{L}\p{N}]/u.test(letters)) return plain;
  const end = digestOf(given).slice(0, 8);
  const start = plain.slice(0, longest - 9).replace(/-+$/, '');
  return start === '' ? `flow-${end}` : `${start}-${end}`;
}

export function isFlowId(text: string): boolean {
  return text.length <= longest && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

// ── Where a run begins, as compiled flows name it: an origin, or an application ──

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
