// What the conformance suite tests: a device either does it, or refuses it as `not-supported`.

/** By name, as shown to people. */
export const abilities = {
  look: 'controls with roles, names, values, positions',
  screenshot: 'screenshot in which each control has its place',
  mask: 'password fields masked wherever they could be read',
  click: 'click',
  hover: 'move the pointer over something',
  drag: 'drag from one place to another, through others',
  hold: 'hold what is dragged, to look before it is moved on or let go',
  'set-text': 'set a text, or add to it',
  'press-keys': 'press keys, in a control or where the focus is',
  'select-option': 'select an option by its label',
  'tell-options': 'report the options of a closed list',
  'read-text': 'read text, of a control or of all',
  applications: 'list applications and bring one to the front',
  navigate: 'go to an address',
  'go-back': 'go back',
  attach: 'attach again after a dropped connection, as it was left',
  gone: 'report that it is gone after it was killed',
} as const satisfies Readonly<Record<string, string>>;
export type Ability = keyof typeof abilities;
