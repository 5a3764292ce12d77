// What the conformance suite proves of each kind of device: what it can do is done there, what it cannot is refused there as `not-supported`. docs/devices.md shows this table (test/pure/device/abilities.test.ts).
import type { DeviceKind } from '../../src/domain/device/device-spec.js';

/** By name, as people read it. */
export const abilities = {
  look: 'controls with roles, names, values, places',
  screenshot: 'screenshot in which each control has its place',
  mask: 'password fields masked wherever they could be read',
  click: 'click',
  'set-text': 'set a text, or add to it',
  'press-keys': 'press keys, in a control or where the focus is',
  'select-option': 'select an option by its label',
  'read-text': 'read text, of a control or of all',
  applications: 'list applications and bring one to the front',
  navigate: 'go to an address',
  'go-back': 'go back',
  attach: 'be found again as it was left, when its connection was dropped',
  gone: 'say that it is gone when it has been killed',
} as const satisfies Readonly<Record<string, string>>;
export type Ability = keyof typeof abilities;

/** Kinds whose devices the suite is run on. */
export const provenKinds = ['web', 'desktop', 'appium', 'stub', 'memory'] as const satisfies readonly DeviceKind[];

const cannot: Readonly<Partial<Record<DeviceKind, readonly Ability[]>>> = { desktop: ['navigate', 'go-back'] };

export function can(kind: DeviceKind, ability: Ability): boolean {
  return cannot[kind]?.includes(ability) !== true;
}

/** In Markdown. */
export function abilityTable(): string {
  const rows = Object.entries(abilities).map(([ability, told]) => [
    told,
    ...provenKinds.map((kind) => (can(kind, ability as Ability) ? 'yes' : 'refused')),
  ]);
  const head = ['', ...provenKinds.map((kind) => `\`${kind}\``)];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
