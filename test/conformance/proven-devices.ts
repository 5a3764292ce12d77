// What the conformance suite proves of each kind of device: an ability is exercised there, a missing one is refused as `not-supported`. docs/devices.md shows this table (test/pure/device/abilities.test.ts).
import { abilities, type Ability } from '../../src/testing/device-abilities.js';

/** Everything the suite runs on, by its display name. */
export const provenDevices = ['web', 'desktop', 'appium, a browser', 'appium, an application', 'stub', 'memory'] as const;
export type ProvenDevice = (typeof provenDevices)[number];

export const cannot: Readonly<Partial<Record<ProvenDevice, readonly Ability[]>>> = {
  desktop: ['navigate', 'go-back'],
  'appium, an application': ['hover', 'hold', 'tell-options'],
};

export function can(device: ProvenDevice, ability: Ability): boolean {
  return cannot[device]?.includes(ability) !== true;
}

/** The table in Markdown. */
export function abilityTable(): string {
  const rows = Object.entries(abilities).map(([ability, told]) => [
    told,
    ...provenDevices.map((device) => (can(device, ability as Ability) ? 'yes' : ability === 'tell-options' ? 'no' : 'refused')),
  ]);
  const head = ['', ...provenDevices.map((device) => device.replace(/^\w+/, '`$&`'))];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
