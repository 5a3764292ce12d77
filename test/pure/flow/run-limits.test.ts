// What the form of a document allows and no run could do is refused by the check that `flow validate` and the run share.
import { describe, expect, test } from '@jest/globals';
import { missingFields, needsValue, refuseMissing, storedText } from '../../../src/domain/flow/run-limits.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { problemText } from '../../../src/domain/flow/problem.js';
import { nodeWords } from '../../../src/domain/action/actions.js';
import { edge, flow, node, text } from './documents.js';

const told = (document: unknown): readonly string[] => parseFlow(document, ['key', 'shop', 'port']).problems.map(problemText);
const one = (type: object, more: object = {}): object => flow([node('a', type, more)]);
const act = (deed: object, more: object = {}): object => one({ type: 'Act', deed, ...more });
const field = { role: 'textbox', name: 'Notes' };
const MB = 'x'.repeat(1_000_000);
const most = 'and 256 kB are the most for all of it: say where the rest can be found';

describe('A node that no run could carry out', () => {
  test.each<[string, object, string]>([
    [
      'a text of 5,001 characters',
      one({ type: 'TypeText', text: 'x'.repeat(5_001) }),
      'error: "a" (a): its text has 5001 characters, and 5000 are the most that are typed at once: divide it, or give a field all of it with an Act that does SetText',
    ],
    ['a prompt of 1 MB', one({ type: 'AiStep', prompt: MB }), `error: "a" (a): its field 'prompt' has 1.1 MB, ${most}`],
    ['a request of 1 MB', one({ type: 'AgentTask', request: MB }), `error: "a" (a): its field 'request' has 1.1 MB, ${most}`],
    ['a question of 1 MB', one({ type: 'Ask', question: MB }), `error: "a" (a): its field 'question' has 1.1 MB, ${most}`],
    [
      'an expected outcome of 1 MB',
      flow([text('a', { expected_outcome: MB })]),
      `error: "a" (a): its field 'expected_outcome' has 1.1 MB, ${most}`,
    ],
    [
      'arguments of 1 MB',
      one({ type: 'McpToolCall', tool_name: 't', arguments: { a: MB } }),
      `error: "a" (a): its field 'arguments' has 1.1 MB, ${most}`,
    ],
    ['a field of 1 MB', act({ type: 'SetText', text: MB }, { target: field }), `error: "a" (a): its field 'deed' has 1.1 MB, ${most}`],
    [
      'letters that take three bytes',
      one({ type: 'AiStep', prompt: '€'.repeat(100_000) }),
      `error: "a" (a): its field 'prompt' has 301 kB, ${most}`,
    ],
    [
      'a key that is none',
      one({ type: 'PressKey', key: 'Entr', modifiers: ['ctrl'] }),
      `error: "a" (a): There is no key 'ctrl+Entr'. Keys are single characters and names such as Enter, Tab, Escape, ArrowDown, F5; modifiers are ctrl, alt, shift.`,
    ],
    [
      'keys that cannot be read',
      act({ type: 'PressKeys', keys: 'a{ENTR}' }),
      `error: "a" (a): Keys 'a{ENTR}' at character 2: {ENTR} is not a key.`,
    ],
    [
      'keys that cannot be read beside a brace that is a key',
      act({ type: 'PressKeys', keys: '{{}{ENTRR}' }),
      `error: "a" (a): Keys '{{}{ENTRR}' at character 4: {ENTRR} is not a key.`,
    ],
    ['a click on nothing', act({ type: 'Click' }), 'error: "a" (a): A Click needs a target.'],
    ['a text into nothing', act({ type: 'SetText', text: 'x' }), 'error: "a" (a): A SetText needs a target.'],
    ['an address that is none', act({ type: 'Navigate', url: 'shop' }), `error: "a" (a): 'shop' is not an http or https address`],
    ...['http://', 'https://exa mple:99999/', 'https://shop.example:99999/', 'ftp://{{var:shop}}/'].map((url): [string, object, string] => [
      `the address ${url}`,
      act({ type: 'Navigate', url }),
      `error: "a" (a): '${url}' is not an http or https address`,
    ]),
    [
      'a picture by half of a hash',
      one({ type: 'FindImage', template_image: 'sha256:abc' }),
      `error: "a" (a): 'sha256:abc' is no artifact`,
    ],
    [
      'the same in a check',
      flow([text('a', { checks: [{ name: 'there', check_type: 'TemplateFound', params: { template: 'sha256:abc' } }] })]),
      `error: "a" (a): 'sha256:abc' is no artifact`,
    ],
    [
      'a place that no screen has',
      one({ type: 'Click', x: -1e9, y: 5 }),
      `error: "a" (a): node_type.x is -1000000000; expected at least 0`,
    ],
    ['one that no number of pixels reaches', one({ type: 'Scroll', delta_y: 0, x: 5, y: 1e308 }), 'error: "a" (a): node_type.y is 1e+308'],
    ['a wheel that turns for ever', one({ type: 'Scroll', delta_y: -1e308 }), 'error: "a" (a): node_type.delta_y is -1e+308'],
    [
      'a wheel of an Act that does',
      act({ type: 'Scroll', delta_x: 1e300, delta_y: 0 }),
      'error: "a" (a): node_type.deed.delta_x is 1e+300',
    ],
    [
      'a region beyond',
      one({ type: 'TakeScreenshot', mode: 'Region', x: 0, y: 0, width: 1e12, height: 1 }),
      'error: "a" (a): node_type.width is 1000000000000',
    ],
    [
      'a window by its process',
      one({ type: 'FocusWindow', method: 'Pid', value: '7' }),
      'warning: "a" (a): windows have no process ids here, so a run fails at it; the method AppName or WindowId names one',
    ],
  ])('%s is refused in one sentence', (_name, document, sentence) => {
    expect(told(document)).toEqual([expect.stringContaining(sentence)]);
  });

  test.each<[string, object]>([
    ['a text of 5,000 characters', one({ type: 'TypeText', text: 'x'.repeat(5_000) })],
    ['a long text for a field', act({ type: 'SetText', text: 'x'.repeat(200_000) }, { target: field })],
    ['a prompt of 250 kB', one({ type: 'AiStep', prompt: 'x'.repeat(250_000) })],
    ['a comment of 1 MB, which nobody is sent', flow([text('a', { comment: MB })])],
    ['a key that a variable names', one({ type: 'PressKey', key: '{{var:key}}' })],
    ['an address that a variable names', act({ type: 'Navigate', url: '{{var:shop}}/cart' })],
    ['a port that a variable names', act({ type: 'Navigate', url: 'http://127.0.0.1:{{var:port}}/' })],
    ['an empty page', act({ type: 'Navigate', url: 'about:blank' })],
    ['a picture in the store', one({ type: 'FindImage', template_image: `sha256:${'0a'.repeat(32)}` })],
    ['keys without a target', act({ type: 'PressKeys', keys: '^a{DELETE}' })],
    ['a scroll without a target', act({ type: 'Scroll', delta_y: 100 })],
    ['what is switched off', one({ type: 'PressKey', key: 'Entr' }, { enabled: false })],
    ['a text that is switched off', one({ type: 'TypeText', text: MB }, { enabled: false })],
  ])('%s is none', (_name, document) => {
    expect(told(document)).toEqual([]);
  });

  test('is found beside nodes of which the form is wrong, too', () => {
    expect(told(flow([node('a', { type: 'Click', target: 7 }), node('b', { type: 'PressKey', key: 'Entr' })], [edge('a', 'b')]))).toEqual([
      expect.stringContaining('node_type.target is 7'),
      expect.stringContaining("There is no key 'Entr'"),
    ]);
  });

  test('is not made of a step that a model did: a longer text stays an AI step', () => {
    const call = (length: number) => ({ text: () => 'x'.repeat(length), number: () => undefined, texts: () => [], target: '' });
    expect(nodeWords.TypeText.from(call(5_000))).toMatchObject({ type: 'TypeText' });
    expect(nodeWords.TypeText.from(call(5_001))).toBeUndefined();
  });
});

describe('A document', () => {
  test.each([
    [
      'is refused by its size as a run stores it',
      'ä'.repeat(100),
      4_100,
      /^error: the document holds 3\.3 MB as a run stores it; at most 2\.5 MB can be run: shorten/,
    ],
    ['is taken with as many letters of ASCII', 'a'.repeat(100), 4_100, undefined],
  ])('%s', (_name, comment, count, sentence) => {
    const ids = Array.from({ length: count }, (_, index) => `n${index}`);
    const document = flow(
      ids.map((id) => text(id, { comment })),
      ids.slice(1).map((id, index) => edge(`n${index}`, id)),
    );
    expect(told(document)).toEqual(sentence ? [expect.stringMatching(sentence)] : []);
  });

  test('is refused for a field that goes with every node', () => {
    expect(told({ ...flow([text('a')]), interruptions: [{ name: 'x', close: field, texts: [MB] }] })).toEqual([
      `error: its field 'interruptions' has 1.1 MB, ${most}`,
    ]);
    expect(told({ ...flow([text('a')]), thumbnail: MB })).toEqual([expect.stringMatching(/^warning: the field 'thumbnail'/)]);
  });

  test('is refused for halves of characters, each with its place, and with all that is wrong besides', () => {
    const document = {
      ...flow([node('a', { type: 'TypeText', text: 'half \ud83d' }), node('b', { type: 'Click' })], [edge('a', 'b')]),
      name: '\ude00x',
    };
    expect(told(document)).toEqual([
      'error: name has half of a character, \\ude00 without its other half: write both or neither',
      'error: "a" (a): node_type.text has half of a character, \\ud83d without its other half: write both or neither',
      expect.stringContaining('a Click needs a target'),
    ]);
    expect(told(flow([text('a', { comment: 'whole \ud83d\ude00' })]))).toEqual([]);
  });

  test('is stored in ASCII: a slice never cuts a letter', () => {
    const parsed = parseFlow(flow([text('a', { comment: 'é😀' })])).flow!;
    expect(storedText(parsed)).toMatch(/^[ -~]+$/);
    expect(JSON.parse(storedText(parsed))).toEqual(parsed);
  });
});

test('what a run has to be given is known before it begins', () => {
  const form = [
    { name: 'who', title: 'Customer', type: 'text' },
    { name: 'count', type: 'number' },
    { name: 'usual', type: 'text', default: '' },
  ] as const;
  expect(missingFields({ form: [...form] }, ['count']).map(needsValue)).toEqual([
    '"Customer" needs a value: give the variable \'who\' (--var who=…)',
  ]);
  expect(() => refuseMissing({ name: 'Order', form: [...form] }, { who: 'Ada' })).toThrow(
    "variables.count is missing; allowed: a value: 'Order' has none for 'count' (--var count=…).",
  );
  expect(() => refuseMissing({ name: 'Order', form: [...form] }, { who: 'Ada', count: 1 })).not.toThrow();
});
