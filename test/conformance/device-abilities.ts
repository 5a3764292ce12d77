// What the conformance suite proves of each kind of device: what it can do is done there, what it cannot is refused there as `not-supported`. docs/devices.md shows this table (test/pure/device/abilities.test.ts).

/** By name, as people read it. */
export const abilities = {
  look: 'controls with roles, names, values, places',
  screenshot: 'screenshot in which each control has its place',
  mask: 'password fields masked wherever they could be read',
  click: 'click',
  'set-text': 'set a text, or add to it',
  'press-keys': 'press keys, in a control or where the focus is',
  'select-option': 'select an option by its label',
  'tell-options': 'tell the options of a list that is closed',
  'read-text': 'read text, of a control or of all',
  applications: 'list applications and bring one to the front',
  navigate: 'go to an address',
  'go-back': 'go back',
  attach: 'be found again as it was left, when its connection was dropped',
  gone: 'say that it is gone when it has been killed',
} as const satisfies Readonly<Record<string, string>>;
export type Ability = keyof typeof abilities;

/** Whatever the suite is run on, as people call it. */
export const provenDevices = ['web', 'desktop', 'appium, a browser', 'appium, an application', 'stub', 'memory'] as const;
export type ProvenDevice = (typeof provenDevices)[number];

const cannot: Readonly<Partial<Record<ProvenDevice, readonly Ability[]>>> = {
  desktop: ['navigate', 'go-back'],
  'appium, an application': ['tell-options'],
};

export function can(device: ProvenDevice, ability: Ability): boolean {
  return cannot[device]?.includes(ability) !== true;
}

/** In Markdown. */
export function abilityTable(): string {
  const rows = Object.entries(abilities).map(([ability, told]) => [
    told,
    ...provenDevices.map((device) => (can(device, ability as Ability) ? 'yes' : ability === 'tell-options' ? 'no' : 'refused')),
  ]);
  const head = ['', ...provenDevices.map((device) => device.replace(/^\w+/, '`$&`'))];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
