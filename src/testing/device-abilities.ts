// What the conformance suite tests: a device either does it, or refuses it as `not-supported`.

/** By name, as shown to people. */
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
