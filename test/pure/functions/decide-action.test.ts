import { decideAction, slipIn } from '../../../src/activities/agent/decide-action.js';
import { agentFunction, agentFunctions, functionsOf, wireArguments } from '../../../src/domain/agent/functions.schema.js';
import { findApplication } from '../../../src/domain/action/call-references.js';
import { control, labelled, mail, shop } from '../../support/decide-inputs.js';

const { controls } = labelled(
  control('heading', 'Export'),
  control('button', 'Export'),
  control('combobox', 'Format'),
  control('button', 'Gone', { enabled: false }),
);
const target = { label: '1', role: 'button', name: 'Export', path: controls[1]!.path };
const format = { label: '2', role: 'combobox', name: 'Format', path: controls[2]!.path };

function decide(Function: string, Args: unknown, ControlLabel = '', agent: 'app' | 'host' = 'app') {
  return decideAction({ Function, Args, ControlLabel }, controls, { agent, status: 'CONTINUE', applications: [shop, mail] });
}

const device = (action: object) => ({ kind: 'device', action });
const half = { point: { x: 0.5, y: 0.25 }, unit: 'fraction' };

describe('the action of a function call', () => {
  test.each([
    ['click_input', {}, '1', device({ type: 'click', target: { control: target }, button: 'left', clickCount: 1 })],
    [
      'click_input',
      { button: 'right', double: true },
      '1',
      device({ type: 'click', target: { control: target }, button: 'right', clickCount: 2 }),
    ],
    [
      'click_on_coordinates',
      { x: 0.5, y: 0.25 },
      '',
      device({ type: 'click', target: { point: { x: 0.5, y: 0.25 }, unit: 'fraction' }, button: 'left', clickCount: 1 }),
    ],
    ['hover', {}, '1', device({ type: 'hover', target: { control: target } })],
    ['hover', { at: '0.5,0.25' }, '', device({ type: 'hover', target: half })],
    ['hover', { at: '2' }, '1', device({ type: 'hover', target: { control: format } })],
    ['drag', { to: '2' }, '1', device({ type: 'drag', from: { control: target }, to: { control: format }, button: 'left' })],
    [
      'drag',
      { from: '[2]', to: '(0.5, 0.25)', via: ['0.5,0.25', [0.5, 0.25]], hold: 'true' },
      '',
      device({ type: 'drag', from: { control: format }, to: half, via: [half, half], button: 'left', hold: true }),
    ],
    [
      'drag',
      { from: { x: 0.5, y: 0.25 }, to: 2, via: '0.5,0.25' },
      '1',
      device({ type: 'drag', from: half, to: { control: format }, via: [half], button: 'left' }),
    ],
    [
      'drag',
      { to: [0.5, 0.25], via: [0.5, 0.25] },
      '1',
      device({ type: 'drag', from: { control: target }, to: half, via: [half], button: 'left' }),
    ],
    ['set_edit_text', { text: 'a' }, '1', device({ type: 'set-text', target: { control: target }, text: 'a', clear: false })],
    [
      'set_edit_text',
      { text: 12, clear_current_text: 'true' },
      '1',
      device({ type: 'set-text', target: { control: target }, text: '12', clear: true }),
    ],
    ['keyboard_input', { keys: '{ENTER}' }, '', device({ type: 'press-keys', keys: '{ENTER}' })],
    ['keyboard_input', { keys: '^a' }, '1', device({ type: 'press-keys', target: { control: target }, keys: '^a' })],
    ['wheel_mouse_input', { wheel_dist: -3 }, '', device({ type: 'scroll', deltaX: 0, deltaY: 300 })],
    ['wheel_mouse_input', { wheel_dist: -1, at: '0.5,0.25' }, '', device({ type: 'scroll', target: half, deltaX: 0, deltaY: 100 })],
    [
      'wheel_mouse_input',
      { wheel_dist: 0, sideways: 3, at: '2' },
      '',
      device({ type: 'scroll', target: { control: format }, deltaX: 300, deltaY: 0 }),
    ],
    ['wheel_mouse_input', { wheel_dist: 2 }, '1', device({ type: 'scroll', target: { control: target }, deltaX: 0, deltaY: -200 })],
    ['select_option', { values: ['PDF'] }, '2', device({ type: 'select-option', target: { control: format }, values: ['PDF'] })],
    ['select_option', { values: 'PDF' }, '2', device({ type: 'select-option', target: { control: format }, values: ['PDF'] })],
    ['texts', {}, '', device({ type: 'read-text' })],
    ['texts', {}, '1', device({ type: 'read-text', target: { control: target } })],
    ['wait', { seconds: 300 }, '', { kind: 'wait', seconds: 300 }],
    ['summary', { text: 'two left' }, '', { kind: 'summary', text: 'two left' }],
    ['annotation', { control_labels: ['1', '[2]'] }, '', { kind: 'annotation', controls: [target, format] }],
    ['annotation', { control_labels: [1, 77] }, '', { kind: 'annotation', controls: [target] }],
    ['navigate', { url: 'http://shop.test/' }, '', device({ type: 'navigate', url: 'http://shop.test/' })],
    ['go_back', {}, '', device({ type: 'go-back' })],
  ])('%s %j on "%s"', (name, args, label, run) => {
    expect(decide(name, args, label)).toMatchObject({
      function: name,
      run,
      status: 'CONTINUE',
      effect: agentFunctions.find((known) => known.name === name)!.effect,
    });
  });

  test.each([
    ['select_application', { id: 'tab-1' }, device({ type: 'select-application', id: 'tab-1' })],
    ['select_application', { id: '1' }, device({ type: 'select-application', id: 'tab-1' })],
    ['launch_application', { name: 'mail' }, device({ type: 'launch-application', name: 'Mail' })],
  ])('%s %j of a HostAgent', (name, args, run) => {
    expect(decide(name, args, '', 'host')).toMatchObject({ function: name, run });
  });

  test('a launch has the effect that the guard checks', () => {
    expect(decide('launch_application', { name: 'Mail' }, '', 'host')).toMatchObject({ effect: 'launch' });
  });

  test('the arguments are completed with their defaults', () => {
    expect(decide('click_input', {}, '1')!.args).toEqual({ button: 'left', double: false });
  });

  test.each([['[1]'], ['1.'], [' "1" '], ['(1)']])('the label may be written %s', (label) => {
    expect(decide('click_input', {}, label)).toMatchObject({ target });
  });

  test.each([
    ['an object with nulls for unused arguments', { text: 'a', clear_current_text: null, x: null }],
    ['the JSON text of an object', '{"text": "a"}'],
  ])('Args may be %s', (_, args) => {
    expect(decide('set_edit_text', args, '1')).toMatchObject({ run: { kind: 'device', action: { text: 'a', clear: false } } });
  });

  test.each([[''], ['  '], ['none'], ['null']])('no function is called %j', (name) => {
    expect(decide(name, {}, '1')).toBeUndefined();
  });
});

describe('HE10: a place is a label or a point', () => {
  const screen = { width: 1_000, height: 1_000 };
  const pressed = { pressed: { x: 10, y: 10 }, at: { x: 300, y: 400 } };
  const decideHeld = (Function: string, Args: unknown, ControlLabel = '') =>
    decideAction({ Function, Args, ControlLabel }, controls, { agent: 'app', status: 'CONTINUE', screen, pressed });

  test('what an action is aimed at is the place among its arguments, before the label', () => {
    expect(decide('hover', { at: '2' }, '1')?.target).toEqual(format);
    expect(decide('drag', { from: '2', to: '1' }, '')?.target).toEqual(format);
    expect(decide('drag', { from: '0.9,0.9', to: '1' }, '2')?.target).toBeUndefined();
  });

  test('what is held is moved to a label or a point, and let go where it was seen', () => {
    expect(decideHeld('move_pointer', {}, '1')?.run).toEqual(device({ type: 'move', target: { control: target } }));
    expect(decideHeld('move_pointer', { at: '0.5,0.25' })?.run).toEqual(device({ type: 'move', target: half }));
    expect(decideHeld('release_pointer', {})?.run).toEqual(
      device({ type: 'release', target: { point: pressed.at, unit: 'px' }, pressed: { point: pressed.pressed, unit: 'px' } }),
    );
  });

  test.each([
    ['hover', {}, 'missing-label', /hover needs/],
    ['hover', { at: '99' }, 'unknown-label', /"99"/],
    ['hover', { at: '640,200' }, 'invalid-arguments', /640,200 is outside/],
    ['drag', { to: '1' }, 'missing-label', /ControlLabel of a control, or from/],
    ['drag', { from: '1', to: '99' }, 'unknown-label', /"99"/],
    ['drag', { from: '1', to: '' }, 'missing-label', /ControlLabel/],
    ['drag', { from: '1', to: '2', via: ['2'] }, 'invalid-arguments', /"2" is no point/],
    ['drag', { from: '1', to: '2', via: ['2,2'] }, 'invalid-arguments', /outside/],
    ['drag', { from: '1' }, 'invalid-arguments', /to: .*It takes \{to, from="", via=\[\], hold=false\}/],
    ['move_pointer', { at: '0.1,0.1' }, 'nothing-held', /nothing is pressed/],
    ['release_pointer', {}, 'nothing-held', /drag and hold=true/],
  ])('%s %j is %s', (name, args, code, message) => {
    expect(decide(name, args)?.run).toMatchObject({ kind: 'invalid', code, message: expect.stringMatching(message) });
  });
});

describe('an impossible call is reported to the model, with what would be valid', () => {
  test.each([
    ['an unknown function', 'explode', {}, '1', 'unknown-function', /no function "explode".*click_input/],
    ["a function of the other agent's", 'launch_application', { name: 'Mail' }, '', 'unknown-function', /no function/],
    ['A55: a label that is not on this screen', 'click_input', {}, '99', 'unknown-label', /"99".*from 1 to 2/],
    ['a missing label', 'click_input', {}, '', 'missing-label', /needs the ControlLabel/],
    ['the label of a control that is no longer a target', 'set_edit_text', { text: 'a' }, '3', 'unknown-label', /from 1 to 2/],
    ['a missing argument', 'set_edit_text', {}, '1', 'invalid-arguments', /text: .*clear_current_text=false/],
    ['a point outside the picture', 'click_on_coordinates', { x: 640, y: 0.5 }, '', 'invalid-arguments', /x: .*<=1/],
    ['a wait that is too long', 'wait', { seconds: 301 }, '', 'invalid-arguments', /300/],
    ['an unknown button', 'click_input', { button: 'top' }, '1', 'invalid-arguments', /button/],
    ['Args that are no object', 'wait', 'ten', '', 'invalid-arguments', /not a JSON object/],
    ['Args that are a list', 'wait', [10], '', 'invalid-arguments', /not a JSON object/],
    ['an annotation of nothing there', 'annotation', { control_labels: ['8'] }, '', 'unknown-label', /from 1 to 2/],
  ])('%s', (_, name, args, label, code, message) => {
    expect(decide(name, args, label)!.run).toMatchObject({ kind: 'invalid', code, message: expect.stringMatching(message) });
  });

  test('an application that is not on the list', () => {
    expect(decide('select_application', { id: '9' }, '', 'host')!.run).toMatchObject({
      code: 'no-such-application',
      message: expect.stringMatching(/1 "Shop", 2 "Mail"/),
    });
  });

  test('a screen without labels', () => {
    const decided = decideAction({ Function: 'click_input', Args: {}, ControlLabel: '1' }, [], { agent: 'app', status: 'CONTINUE' });
    expect(decided!.run).toMatchObject({ code: 'unknown-label', message: expect.stringMatching(/No control is labelled/) });
  });
});

describe('the table of functions', () => {
  test('CL23: a signature is derived from the arguments: required ones first, then defaults', () => {
    const { signature, wire } = agentFunction({
      name: 'fold',
      args: { side: 'button', twice: 'flag', page: 'fraction', labels: 'texts' },
      description: '',
      words: { takes: [], say: () => 'Fold' },
      effect: 'input',
      aims: 'nothing',
      run: ({ side, page }) => ({ kind: 'summary', text: `${side} ${page}` }),
    });
    expect(signature).toBe('page, labels, side="left"|"right"|"middle", twice=false');
    expect(wire).toEqual({
      type: 'object',
      properties: {
        side: { type: 'string', enum: ['left', 'right', 'middle'] },
        twice: { type: 'boolean' },
        page: { type: 'number' },
        labels: { type: 'array', items: { type: 'string' } },
      },
      required: ['side', 'twice', 'page', 'labels'],
      additionalProperties: false,
    });
  });

  const slip = (ControlText: string, ControlLabel = '1') => slipIn({ ControlLabel, ControlText }, controls);

  test('HE33: a label whose words are those of one other control is asked about', () => {
    expect(slip(' FORMAT ')).toEqual({
      kind: 'invalid',
      code: 'another-control',
      message:
        'Nothing was done: label 1 is the button "Export", and ControlText names another control: 2 is the combobox "Format". Name one of them.',
    });
  });

  test.each([
    ['its own', 'export'],
    ['of nobody', 'Formats'],
    ['of what has no label', 'Gone'],
    ['none', ' '],
  ])('HE33: the label decides beside words that are %s', (_whose, text) => {
    expect(slip(text)).toBeUndefined();
  });

  test('HE33: the label decides beside words that several others have, and no label is none', () => {
    const { controls: three } = labelled(control('button', 'Save'), control('button', 'Open'), control('link', 'Open'));
    expect(slipIn({ ControlLabel: '1', ControlText: 'Open' }, three)).toBeUndefined();
    expect(slip('Format', '')).toBeUndefined();
    expect(slip('Format', '9')).toBeUndefined();
  });

  test('CL23: a function has one name, and its arguments begin with another key than those of each other shape', () => {
    const names = agentFunctions.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    for (const agent of ['app', 'host'] as const) {
      const { anyOf } = wireArguments(agent) as { readonly anyOf: readonly { readonly required: readonly string[] }[] };
      const first = anyOf.map(({ required }) => required[0]);
      expect(first).toEqual([...new Set(first)]);
    }
  });

  test('offers navigation only where there is an address', () => {
    expect(functionsOf('app', false).map(({ name }) => name)).not.toContain('navigate');
    expect(functionsOf('app', true).map(({ name }) => name)).toContain('navigate');
  });

  test('offers no launch to an AppAgent', () => {
    expect(functionsOf('app').map(({ effect }) => effect)).not.toContain('launch');
  });
});

test.each([
  [['2'], mail],
  [['[1]'], shop],
  [['mail'], mail],
  [['', 'shop – CART'], shop],
  [['', ''], undefined],
  [['Calendar'], undefined],
])('an application is found by %j', (words, found) => {
  expect(findApplication([shop, mail], ...words)).toBe(found);
});
