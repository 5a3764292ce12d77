import { describe, expect, test } from '@jest/globals';
import { openedCall, intoPassword, isSealed, sealStep, withoutSealed, type TypedReport } from '../../../src/activities/flow/seal-step.js';
import type { StepCall, StepReply, TranscriptEntry } from '../../../src/domain/flow/flow-state.js';
import type { ThinkStepInput } from '../../../src/domain/flow/requests.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { typedTexts } from '../../support/typed-texts.js';

const call = (name: string, args: object): StepCall => ({ name, arguments: JSON.stringify(args) });
const type = (text: string): StepCall => call('type_text', { text });
const click = call('click', { text: 'Password' });
const said = (text: string, ...calls: readonly StepCall[]): TranscriptEntry => ({ role: 'assistant', text, calls });
const gave = (name: string, told: Partial<TypedReport>): TranscriptEntry => ({
  role: 'tool',
  name,
  text: JSON.stringify({ result: null, ...told }),
  images: [],
  isError: false,
});
const seal = (reply: StepReply, transcript: readonly TranscriptEntry[] = [], more: Partial<ThinkStepInput> = {}) =>
  sealStep(reply, { run: 'r', prompt: 'p', transcript, images: [], models: {}, ...more }, typedTexts);
const textIn = (one: StepCall | undefined): string => (JSON.parse(one?.arguments ?? '{}') as { readonly text?: string }).text ?? '';

const password = 'Kanarie "7" \\ geel';

describe('HE44: what a model of a flow types', () => {
  test.each<[string, readonly TranscriptEntry[], readonly StepCall[], boolean]>([
    ['as the first of all', [], [type(password)], true],
    ['when the focus is in a password field', [said('', click), gave('click', { focus: 'password' })], [type(password)], true],
    ['when the focus is elsewhere', [said('', click), gave('click', { focus: 'textbox' })], [type(password)], false],
    [
      'when it was, and a picture was taken since',
      [said('', click), gave('click', { focus: 'textbox' }), gave('take_screenshot', {})],
      [type(password)],
      false,
    ],
    [
      'when it was, and another tool has acted',
      [said('', click), gave('click', { focus: 'textbox' }), gave('desk/press', {})],
      [type(password)],
      true,
    ],
    ['when nobody could tell', [said('', click), gave('click', { focus: 'unknown' })], [type(password)], true],
    ['after a click in the same reply', [said('', click), gave('click', { focus: 'textbox' })], [click, type(password)], true],
    [
      'after a look in the same reply',
      [said('', click), gave('click', { focus: 'textbox' })],
      [call('find_text', { text: 'x' }), type(password)],
      false,
    ],
  ])('%s', (_when, transcript, calls, hidden) => {
    const { reply } = seal({ text: `I type ${password}.`, tool_calls: calls }, transcript);
    const typed = textIn(reply.tool_calls.at(-1));
    expect(isSealed(typed)).toBe(hidden);
    expect(typedTexts.open(typed)).toBe(password);
    expect(reply.text).toBe(hidden ? 'I type •••.' : `I type ${password}.`);
    expect(reply.tool_calls.slice(0, -1)).toEqual(calls.slice(0, -1));
  });

  test.each([
    ['a reference to a secret', type('{{secret:DOOR}}'), {}],
    ['nothing', type(''), {}],
    ['what is no text', call('type_text', { text: 7 }), {}],
    ['what is no JSON', { name: 'type_text', arguments: 'text' }, {}],
    ["a server's tool of that name", type(password), { overrides: { type_text: 'desk' } }],
  ])('%s stays as it is', (_what, one, more) => {
    expect(seal({ text: '', tool_calls: [one] }, [], more).reply.tool_calls).toEqual([one]);
  });

  test('a password that was typed is masked in later words, and sealed where it is typed again', () => {
    const first = seal({ text: '', tool_calls: [type(password)] }).reply.tool_calls;
    const transcript = [said('', ...first), gave('type_text', { focus: 'textbox', typed: intoPassword })];
    const { reply } = seal({ text: `Signed in with ${password}.`, tool_calls: [type(password)] }, transcript);
    expect(reply.text).toBe('Signed in with •••.');
    expect(isSealed(textIn(reply.tool_calls[0]))).toBe(true);
  });

  test('what was sealed in doubt and was none is a word like any other', () => {
    const first = seal({ text: '', tool_calls: [type('Berlin')] }).reply.tool_calls;
    const transcript = [said('', ...first), gave('type_text', { focus: 'textbox', typed: 'Berlin' })];
    expect(seal({ text: '{"city": "Berlin"}', tool_calls: [] }, transcript).reply.text).toBe('{"city": "Berlin"}');
  });

  test('a stored reply has it in no spelling', () => {
    const reply = { text: password, tool_calls: [type(password)] };
    const raw = JSON.stringify(reply);
    expect(raw).toContain('Kanarie');
    expect(seal(reply).stored(raw)).not.toContain('Kanarie');
  });

  const press = (key: string, ...modifiers: readonly string[]): StepCall => call('press_key', { key, modifiers });

  test('characters that are pressed one by one are sealed, and a stored reply has none of them', () => {
    const reply = { text: 'I press K7q{.', tool_calls: [...'K7q{'].map((key) => press(key)) };
    const { reply: sealed, stored } = seal(reply);
    const keys = sealed.tool_calls.map((each) => (JSON.parse(each.arguments) as { readonly key: string }).key);
    expect(keys.every(isSealed)).toBe(true);
    expect(keys.map((key) => typedTexts.open(key)).join('')).toBe('K7q{');
    expect(sealed.text).toBe('I press •••.');
    expect(withoutSealed(JSON.parse(stored(JSON.stringify(reply))))).toEqual({
      text: 'I press •••.',
      tool_calls: [...'K7q{'].map(() => press('•••')),
    });
  });

  test('a short text is in no stored reply, and what was pressed does not garble the next one', () => {
    const reply = { text: '', tool_calls: [type('7q')] };
    expect(withoutSealed(JSON.parse(seal(reply).stored(JSON.stringify(reply))))).toEqual({ text: '', tool_calls: [type('•••')] });
    const transcript = [
      said('', ...seal({ text: '', tool_calls: [press('{')] }).reply.tool_calls),
      gave('press_key', { focus: 'button', typed: intoPassword }),
    ];
    const next = { text: 'Done.', tool_calls: [click] };
    expect(seal(next, transcript).stored(JSON.stringify(next))).toBe(JSON.stringify(next));
  });

  test.each([
    ['that enter no character', [press('Tab'), press('Enter')]],
    ['of a command', [press('a', 'ctrl'), press('b', 'alt', 'shift')]],
  ])('keys %s stay as they are', (_which, calls) => {
    expect(seal({ text: '', tool_calls: calls }).reply.tool_calls).toEqual(calls);
  });

  test('nor are characters for what is no password field', () => {
    const transcript = [said('', click), gave('click', { focus: 'textbox' })];
    expect(seal({ text: '', tool_calls: [press('q')] }, transcript).reply.tool_calls).toEqual([press('q')]);
  });

  test('a password that was pressed key by key is masked in later words', () => {
    const first = seal({ text: '', tool_calls: [...'K7q{'].map((key) => press(key)) }).reply.tool_calls;
    const answers = first.map(() => gave('press_key', { focus: 'password', typed: intoPassword }));
    expect(seal({ text: 'It was K7q{, as said.', tool_calls: [] }, [said('', ...first), ...answers]).reply.text).toBe(
      'It was •••, as said.',
    );
  });

  test('prompts and records have a mask in its place', () => {
    const { reply } = seal({ text: '', tool_calls: [type(password)] });
    expect(withoutSealed(reply)).toEqual({ text: '', tool_calls: [type('•••')] });
    const plain = { text: 'x' };
    expect(withoutSealed(plain)).toBe(plain);
  });
});

describe('HE44: a call of a flow whose text is sealed', () => {
  const field = (role: string): Control => ({
    id: '1',
    role,
    name: 'Field',
    bounds: { x: 0, y: 0, width: 1, height: 1 },
    enabled: true,
    visible: true,
    interactive: true,
    path: '',
    source: 'tree',
  });
  const sealed = typedTexts.seal(password);
  const open = openedCall({ name: 'type_text', arguments: { text: sealed } }, typedTexts);
  const on = (role: string) =>
    open.where({ action: { type: 'set-text', target: { control: field(role) }, text: password, clear: false }, target: field(role) });
  const asked = { status: 'approval', reason: 'runs a command' } as const;

  test('is opened to see where it goes', () => expect(open.call.arguments).toEqual({ text: password }));

  test('for a password field it stays sealed in what is stored, and nobody is told', () => {
    expect(on('password').action).toMatchObject({ text: sealed });
    expect(open.typed(on('password'))).toEqual({ typed: intoPassword });
    expect(open.told(asked, on('password'))).toEqual(asked);
  });

  test('a key for a password field stays sealed, however keys spell it', () => {
    const key = openedCall({ name: 'press_key', arguments: { key: typedTexts.seal('{') } }, typedTexts);
    expect(key.call.arguments).toEqual({ key: '{' });
    const { action } = key.where({ action: { type: 'press-keys', keys: '{{}' }, target: field('password') });
    expect(action).toMatchObject({ type: 'press-keys', keys: expect.stringMatching(/^\{\{sealed:/) });
    expect(action.type === 'press-keys' && typedTexts.open(action.keys)).toBe('{{}');
  });

  test('elsewhere it is told, also to a person who is asked about it', () => {
    expect(on('textbox').action).toMatchObject({ text: password });
    expect(open.typed(on('textbox'))).toEqual({ typed: password });
    expect(open.told(asked, on('textbox'))?.status === 'approval' && open.told(asked, on('textbox'))).toMatchObject({
      reason: `runs a command: ${JSON.stringify(password)}`,
    });
  });
});
