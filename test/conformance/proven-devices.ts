// What the conformance suite proves of each kind of device: an ability is exercised there, a missing one is refused as `not-supported`. docs/devices.md says so (test/pure/device/abilities.test.ts).
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

/** In Markdown: what all can do, and what single ones cannot. */
export function abilityList(): string {
  const told = (which: (ability: Ability) => boolean): string =>
    Object.entries(abilities)
      .filter(([ability]) => which(ability as Ability))
      .map(([, text]) => text)
      .join('; ');
  const lacking = provenDevices.filter((device) => cannot[device] !== undefined);
  return [
    `- every kind: ${told((ability) => provenDevices.every((device) => can(device, ability)))}`,
    ...lacking.map((device) => `- not ${device.replace(/^\w+/, '`$&`')}: ${told((ability) => !can(device, ability))}`),
  ].join('\n');
}
