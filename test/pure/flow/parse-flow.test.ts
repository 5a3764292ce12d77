// The form of a document: what is accepted, what is reported otherwise, and that parsing never throws.
// STEADYHAND_SEED repeats a run, STEADYHAND_WALKS is the number of walks of each kind.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { evaluate, VariableTooLargeError } from '../../../src/domain/flow/condition.js';
import type { Condition, Operand } from '../../../src/domain/flow/document.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { problemText } from '../../../src/domain/flow/problem.js';
import type { Json } from '../../../src/domain/run/json.js';
import { seeded, walksOfEach } from '../../support/properties.js';
import { branch, edge, flow, literal, node, text, variable, when } from './documents.js';

const messagesOf = (document: unknown): readonly string[] => parseFlow(document).problems.map(problemText);

// ── A document as Clickweave's editor saves it ─────────────────────────────────

const uuid = (last: number): string => `7c9e6679-7425-40de-944b-e07fc1f9${String(last).padStart(4, '0')}`;
const asSaved = (id: number, name: string, nodeType: object): object => ({
  id: uuid(id),
  node_type: nodeType,
  position: { x: 120.5, y: id * 100 },
  name,
  enabled: true,
  timeout_ms: null,
  settle_ms: null,
  retries: 0,
  trace_level: 'Minimal',
  expected_outcome: null,
  checks: [],
});
const edgeAsSaved = (from: number, to: number, output: object | null = null): object => ({ from: uuid(from), to: uuid(to), output });
const found = {
  left: { type: 'Variable', name: 'find_text.found' },
  operator: 'Equals',
  right: { type: 'Literal', value: { type: 'Bool', value: true } },
};

const saved = {
  id: uuid(0),
  name: 'New Workflow',
  nodes: [
    asSaved(1, 'Focus Window', { type: 'FocusWindow', method: 'AppName', value: 'Calculator', bring_to_front: true }),
    asSaved(2, 'List Windows', { type: 'ListWindows', app_name: null }),
    asSaved(3, 'Take Screenshot', { type: 'TakeScreenshot', mode: 'Window', target: 'Calculator', include_ocr: true }),
    asSaved(4, 'Loop', { type: 'Loop', exit_condition: found, max_iterations: 5 }),
    asSaved(5, 'Find Text', { type: 'FindText', search_text: '128', match_mode: 'Contains', scope: null, select_result: null }),
    asSaved(6, 'If', { type: 'If', condition: found }),
    asSaved(7, 'Click', { type: 'Click', target: 'Total', x: null, y: null, button: 'Left', click_count: 1 }),
    asSaved(8, 'Scroll', { type: 'Scroll', delta_y: -3, x: null, y: null }),
    asSaved(9, 'End Loop', { type: 'EndLoop', loop_id: uuid(4) }),
    asSaved(10, 'Find Image', { type: 'FindImage', template_image: 'assets/equals.png', threshold: 0.88, max_results: 3 }),
    asSaved(11, 'Switch', {
      type: 'Switch',
      cases: [{ name: 'One hit', condition: { ...found, left: { type: 'Variable', name: 'find_image.found' } } }],
    }),
    asSaved(12, 'Type Text', { type: 'TypeText', text: '5+3=' }),
    asSaved(13, 'Press Key', { type: 'PressKey', key: 'return', modifiers: ['cmd'] }),
    asSaved(14, 'AI Step', {
      type: 'AiStep',
      prompt: 'Read the total.',
      button_text: null,
      template_image: null,
      max_tool_calls: null,
      allowed_tools: null,
      timeout_ms: null,
    }),
    asSaved(15, 'MCP Tool Call', { type: 'McpToolCall', tool_name: 'echo', arguments: null }),
    asSaved(16, 'AppDebugKit Op', { type: 'AppDebugKitOp', operation_name: 'dump', parameters: {} }),
  ],
  edges: [
    edgeAsSaved(1, 2),
    edgeAsSaved(2, 3),
    edgeAsSaved(3, 4),
    edgeAsSaved(4, 5, { type: 'LoopBody' }),
    edgeAsSaved(4, 10, { type: 'LoopDone' }),
    edgeAsSaved(5, 6),
    edgeAsSaved(6, 7, { type: 'IfTrue' }),
    edgeAsSaved(6, 8, { type: 'IfFalse' }),
    edgeAsSaved(7, 9),
    edgeAsSaved(8, 9),
    edgeAsSaved(9, 4),
    edgeAsSaved(10, 11),
    edgeAsSaved(11, 12, { type: 'SwitchCase', name: 'One hit' }),
    edgeAsSaved(11, 13, { type: 'SwitchDefault' }),
    edgeAsSaved(12, 14),
    edgeAsSaved(13, 14),
    edgeAsSaved(14, 15),
    edgeAsSaved(15, 16),
  ],
};

describe("a document that Clickweave's editor saved", () => {
  const parsed = parseFlow(JSON.parse(JSON.stringify(saved)));

  test('is read with every kind of node in it', () => {
    expect(parsed.problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['warning futile']);
    expect(parsed.flow?.nodes.map(({ node_type: { type } }) => type)).toEqual(
      saved.nodes.map((one) => Reflect.get(Reflect.get(one, 'node_type'), 'type')),
    );
  });

  test('has no nulls left, and defaults in their place', () => {
    expect(JSON.stringify(parsed.flow)).not.toContain('null');
    const types = parsed.flow?.nodes.map(({ node_type: type }) => type) ?? [];
    expect(types[13]).toEqual({ type: 'AiStep', prompt: 'Read the total.', max_tool_calls: 10 });
    expect(types[14]).toEqual({ type: 'McpToolCall', tool_name: 'echo', arguments: {} });
  });

  test('is read again as returned', () => {
    expect(parseFlow(parsed.flow)).toEqual(parsed);
  });
});

test('omitted fields get their defaults', () => {
  const least: readonly (readonly [object, object])[] = [
    [{ type: 'AiStep', prompt: 'p' }, { max_tool_calls: 10 }],
    [{ type: 'TakeScreenshot' }, { mode: 'Screen', include_ocr: true }],
    [{ type: 'FindText', search_text: 's' }, { match_mode: 'Contains' }],
    [
      { type: 'FindImage', template_image: 't' },
      { threshold: 0.88, max_results: 3 },
    ],
    [
      { type: 'Click', target: 't' },
      { button: 'Left', click_count: 1 },
    ],
    [{ type: 'PressKey', key: 'k' }, { modifiers: [] }],
    [
      { type: 'FocusWindow', value: 'v' },
      { method: 'AppName', bring_to_front: true },
    ],
    [{ type: 'McpToolCall', tool_name: 't' }, { arguments: {} }],
    [{ type: 'AppDebugKitOp', operation_name: 'o' }, { parameters: {} }],
  ];
  for (const [type, defaults] of least) {
    const { flow: parsed } = parseFlow({ name: 'f', nodes: [{ id: 'a', name: 'A', node_type: type }] });
    const more = { enabled: true, retries: 0, retry_unknown: false, trace_level: 'Minimal', checks: [] };
    expect(parsed).toEqual({ id: '', name: 'f', nodes: [{ id: 'a', name: 'A', node_type: { ...type, ...defaults }, ...more }], edges: [] });
  }
  const condition = { left: { type: 'Variable', name: 'a.b' }, operator: 'IsEmpty' };
  const { flow: parsed } = parseFlow({
    name: 'f',
    nodes: [text('a'), node('l', { type: 'Loop', exit_condition: condition }), node('e', { type: 'EndLoop', loop_id: 'l' })],
    edges: [edge('a', 'l'), edge('l', 'e', 'LoopBody'), edge('e', 'l')],
  });
  expect(parsed?.nodes[1]?.node_type).toEqual({ type: 'Loop', exit_condition: { ...condition, right: literal('') }, max_iterations: 100 });
});

test('null counts as absent, except in tool arguments', () => {
  const call = { type: 'McpToolCall', tool_name: 't', arguments: { a: null, b: [null, { c: null }] } };
  const nulls = { enabled: null, retries: null, timeout_ms: null, trace_level: null, checks: null, position: null };
  const { flow: parsed, problems } = parseFlow({ id: null, name: 'f', nodes: [node('a', call, nulls)], edges: null, groups: null });
  expect(problems).toEqual([]);
  expect(parsed?.nodes[0]).toMatchObject({ node_type: call, enabled: true, retries: 0, checks: [] });
  expect(messagesOf({ name: null, nodes: [null, { ...text('a'), name: null }], edges: [{ from: 'a', to: null }] })).toEqual([
    'error: name is missing; expected a text',
    'error: nodes[0] is null; expected an object',
    'error: a: name is missing; expected a text',
    'error: edges[0].to is missing; expected a text',
  ]);
});

describe('an invalid form', () => {
  const yesNo = [edge('a', 'z', 'IfTrue'), edge('a', 'z', 'IfFalse')];

  const words = { type: 'TypeText', text: 'x' };
  const condition = when(literal(1), 'Equals', literal(1));
  const types =
    'AiStep, TakeScreenshot, FindText, FindImage, Click, TypeText, PressKey, Scroll, ListWindows, FocusWindow, McpToolCall, AppDebugKitOp, If, Switch, Loop, EndLoop, AgentTask, Ask, Flow, Act, Read, Expect';

  test.each<[unknown, readonly string[]]>([
    [undefined, ['error: the document is missing; expected an object']],
    [null, ['error: the document is null; expected an object']],
    [42, ['error: the document is 42; expected an object']],
    ['{}', ['error: the document is "{}"; expected an object']],
    [[], ['error: the document is an empty list; expected an object']],
    [{}, ['error: name is missing; expected a text', 'error: nodes is missing; expected a list']],
    [{ name: ' ', nodes: [] }, ['error: name is " "; expected a text that is not blank']],
    [{ name: 'f', nodes: { a: {} } }, ['error: nodes is an object; expected a list']],
    [{ name: 'f', nodes: [], edges: {} }, ['error: edges is an object; expected a list']],
    [
      { name: 'f', nodes: [3, 'a', []] },
      ['3', '"a"', 'an empty list'].map((what, index) => `error: nodes[${index}] is ${what}; expected an object`),
    ],
    [flow([{ ...text('a'), id: 7 }]), ['error: "a" (nodes[0]): id is 7; expected a text']],
    [flow([{ ...text('a'), name: ['n'] }]), ['error: a: name is a list; expected a text']],
    [flow([node('a', words, { enabled: 'yes' })]), ['error: "a" (a): enabled is "yes"; expected true or false']],
    [flow([node('a', words, { retries: 11 })]), ['error: "a" (a): retries is 11; expected at most 10']],
    [flow([node('a', words, { retries: -1 })]), ['error: "a" (a): retries is -1; expected at least 0']],
    [flow([node('a', words, { retries: 1.5 })]), ['error: "a" (a): retries is 1.5; expected a whole number']],
    [flow([node('a', words, { timeout_ms: 0 })]), ['error: "a" (a): timeout_ms is 0; expected at least 1']],
    [flow([node('a', words, { trace_level: 'full' })]), ['error: "a" (a): trace_level is "full"; expected one of Off, Minimal, Full']],
    [flow([node('a', words, { position: [1, 2] })]), ['error: "a" (a): position is a list; expected an object']],
    [flow([node('a', { type: 'Clik' })]), [`error: "a" (a): node_type.type is "Clik"; expected one of ${types}`]],
    [flow([node('a', { type: ['Click'] })]), [`error: "a" (a): node_type.type is a list; expected one of ${types}`]],
    [flow([node('a', { type: 'constructor' })]), [`error: "a" (a): node_type.type is "constructor"; expected one of ${types}`]],
    [flow([node('a', {})]), [`error: "a" (a): node_type.type is missing; expected one of ${types}`]],
    [flow([{ ...text('a'), node_type: 'Click' }]), ['error: "a" (a): node_type is "Click"; expected an object']],
    [flow([node('a', { type: 'TypeText', text: '' })]), ['error: "a" (a): node_type.text is ""; expected a text that is not empty']],
    [flow([node('a', { type: 'Switch', cases: [] })]), ['error: "a" (a): node_type.cases is an empty list; expected at least one entry']],
    [
      flow([node('a', { type: 'Click', x: '1', y: true, click_count: 4 })]),
      [
        'error: "a" (a): node_type.x is "1"; expected a number',
        'error: "a" (a): node_type.y is true; expected a number',
        'error: "a" (a): node_type.click_count is 4; expected at most 3',
      ],
    ],
    [
      flow([node('a', { type: 'McpToolCall', tool_name: 't', arguments: [1] })]),
      ['error: "a" (a): node_type.arguments is a list; expected an object'],
    ],
    [
      flow([node('a', { type: 'If', condition: { ...condition, left: { type: 'Var', name: 'x' } } }), text('z')], yesNo),
      ['error: "a" (a): node_type.condition.left.type is "Var"; expected one of Variable, Literal'],
    ],
    [
      flow(
        [
          node('a', { type: 'If', condition: { ...condition, right: { type: 'Literal', value: { type: 'Number', value: '1' } } } }),
          text('z'),
        ],
        yesNo,
      ),
      ['error: "a" (a): node_type.condition.right.value.value is "1"; expected a number'],
    ],
    [
      flow(
        [node('a', { type: 'Switch', cases: [{ name: 'n', condition: { ...condition, operator: '==' } }] }), text('z')],
        [edge('a', 'z', 'SwitchCase n')],
      ),
      [
        'error: "a" (a): node_type.cases[0].condition.operator is "=="; expected one of Equals, NotEquals, GreaterThan, LessThan, GreaterThanOrEqual, LessThanOrEqual, Contains, NotContains, IsEmpty, IsNotEmpty',
      ],
    ],
    [
      flow([node('a', { type: 'Ask', question: 'q', confirmation: 'c' })]),
      ['error: "a" (a): node_type.question is "q"; expected either a question or a confirmation, not both'],
    ],
    [
      flow([text('a')], [{ from: 'a', to: 3, output: { type: 'Else' } }]),
      [
        'error: edges[0].to is 3; expected a text',
        'error: edges[0].output.type is "Else"; expected one of IfTrue, IfFalse, SwitchCase, SwitchDefault, LoopBody, LoopDone',
      ],
    ],
    [
      flow([node('a', words, { trace_level: 'x'.repeat(1_000) })]),
      [`error: "a" (a): trace_level is "${'x'.repeat(80)}…"; expected one of Off, Minimal, Full`],
    ],
  ])('%#: is reported in one sentence each', (document, messages) => {
    expect(messagesOf(document)).toEqual(messages);
  });

  test('is reported for all nodes at once', () => {
    const codes = parseFlow(flow([node('a', { type: 'Clik' }), text('b', { retries: 11 }), text('c')])).problems.map(
      ({ code, node: about }) => `${code} ${about?.id}`,
    );
    expect(codes).toEqual(['unknown-node-type a', 'invalid-field b', 'several-entries undefined']);
  });
});

describe('a node in an invalid form', () => {
  const wrong = node('a', { type: 'Clik' });
  const told = (document: unknown): readonly string[] =>
    parseFlow(document).problems.map(({ code, node: about }) => `${code} ${about?.id ?? ''}`.trim());

  test('does not hide problems of the others', () => {
    const document = {
      ...flow([wrong, text('b'), text('b')]),
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'nowhere' },
      ],
    };
    expect(told(document)).toEqual(['unknown-node-type a', 'duplicate-id', 'unknown-node b', 'shared-prefix']);
  });

  test('is not reported for what it would be', () => {
    const loop = node('a', { type: 'Loop', exit_condition: 7 });
    const document = {
      ...flow([loop, text('b'), node('e', { type: 'EndLoop', loop_id: 'a' }), text('z')]),
      edges: [
        { from: 'a', to: 'b', output: { type: 'LoopBody' } },
        { from: 'b', to: 'e' },
        { from: 'e', to: 'a' },
        { from: 'a', to: 'z', output: { type: 'LoopDone' } },
      ],
    };
    expect(told(document)).toEqual(['invalid-field a']);
  });
});

describe('unknown fields', () => {
  const left = { ...variable('a.b'), was: 1 };
  const condition = { ...when(left, 'Equals', literal(1)), note: 'n' };
  const document = {
    ...flow(
      [
        text('a', { colour: 'red', role: null, position: { x: 1, y: 2, z: 3 }, checks: [] }),
        node('i', { type: 'If', condition, hint: { deep: [null, 1] }, weight: 2 }, { name: 'Is it?' }),
        text('z', { checks: [{ name: 'c', check_type: 'TextPresent', params: { text: 't', z_order: 1 }, severity: 2 }] }),
      ],
      [edge('a', 'i'), { ...edge('i', 'z', 'IfTrue'), curve: 1 }, { from: 'i', to: 'z', output: { type: 'IfFalse', why: 'w' } }],
    ),
    groups: [],
    intent: 'x',
  };
  const copy = structuredClone(document);
  const { flow: parsed, problems } = parseFlow(document);

  test('are warnings at every level, naming the node', () => {
    expect(problems.map(problemText).sort()).toEqual(
      [
        `warning: "a" (a): the field 'colour' is not known and changes nothing`,
        `warning: "a" (a): the field 'position.z' is not known and changes nothing`,
        `warning: "Is it?" (i): the field 'node_type.condition.left.was' is not known and changes nothing`,
        `warning: "Is it?" (i): the field 'node_type.condition.note' is not known and changes nothing`,
        `warning: "Is it?" (i): the fields 'node_type.hint', 'node_type.weight' are not known and change nothing`,
        `warning: "z" (z): the field 'checks[0].params.z_order' is not known and changes nothing`,
        `warning: "z" (z): the field 'checks[0].severity' is not known and changes nothing`,
        `warning: the field 'edges[1].curve' is not known and changes nothing`,
        `warning: the field 'edges[2].output.why' is not known and changes nothing`,
        `warning: the fields 'groups', 'intent' are not known and change nothing`,
      ].sort(),
    );
  });

  test('are kept unchanged, and the given document is not modified', () => {
    expect(parsed).toMatchObject({
      groups: [],
      intent: 'x',
      nodes: [
        { colour: 'red', position: { x: 1, y: 2, z: 3 } },
        { node_type: { condition: { note: 'n', left: { was: 1 } }, hint: { deep: [null, 1] }, weight: 2 } },
        { checks: [{ params: { text: 't', z_order: 1 }, severity: 2 }] },
      ],
      edges: [{}, { curve: 1 }, { output: { why: 'w' } }],
    });
    expect(document).toEqual(copy);
  });

  test('do not hide problems beside them', () => {
    const wrong = parseFlow(flow([text('a', { colour: 1, retries: 11 }), node('b', { type: 'Click', tint: 1 })]));
    expect(wrong.flow).toBeUndefined();
    expect(wrong.problems.map(({ severity, code, node: about }) => `${severity} ${code} ${about?.id}`)).toEqual([
      'warning unknown-field a',
      'warning unknown-field b',
      'error invalid-field a',
      'error several-entries undefined',
      'error missing-parameter b',
    ]);
    expect(messagesOf(flow([node('b', { type: 'Click', tint: 1 })]))).toEqual([
      `warning: "b" (b): the field 'node_type.tint' is not known and changes nothing`,
      'error: "b" (b): a Click needs a target, or x and y',
    ]);
  });
});

describe('a hostile document', () => {
  const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

  test('with ids and names that every object inherits is an ordinary document', () => {
    const nodes = [
      ...odd.map((id) => text(id)),
      branch('i', when(variable('__proto__.success'), 'Equals', variable('Constructor.result'))),
    ];
    const edges = [...odd, 'i'].flatMap((id, index, all) => (index === 0 ? [] : [edge(all[index - 1] ?? '', id)]));
    const ends = [edge('i', 'z', 'IfTrue'), edge('i', 'z', 'IfFalse')];
    expect(messagesOf(flow([...nodes, text('z')], [...edges, ...ends]))).toEqual([]);
    expect(messagesOf(flow([text('a')], [edge('a', '__proto__')]))).toHaveLength(1);
    expect(
      messagesOf(flow([text('a'), branch('i', when(variable('constructor.name'), 'IsEmpty')), text('z')], [edge('a', 'i'), ...ends])),
    ).toEqual([`error: "i" (i): its condition reads 'constructor.name', which no node produces; what nodes produce begins with a., z.`]);
  });

  test('with keys that every object inherits leaves all objects unchanged', () => {
    const evil = '{"__proto__":{"evil":1},"constructor":{"prototype":{"evil":1}},"toString":1}';
    const document = JSON.parse(
      `{"name":"f","nodes":[{"id":"a","name":"A","node_type":{"type":"McpToolCall","tool_name":"t","arguments":${evil},"__proto__":{"tool_name":"u"}},"__proto__":{"retries":5}}],"__proto__":{"nodes":[]}}`,
    );
    const { flow: parsed, problems } = parseFlow(document);
    expect(problems.map(({ code }) => code)).toEqual(['unknown-field', 'unknown-field', 'unknown-field']);
    expect(Reflect.get({}, 'evil')).toBeUndefined();
    const [first] = parsed?.nodes ?? [];
    expect([first?.retries, Object.getPrototypeOf(first), Object.hasOwn(first ?? {}, '__proto__')]).toEqual([0, Object.prototype, true]);
    expect(first?.node_type).toMatchObject({ tool_name: 't', arguments: { toString: 1 } });
  });

  const nested = (wrap: (inner: unknown) => unknown): unknown => Array.from({ length: 10_000 }).reduce((inner) => wrap(inner), 'core');
  const deepList = nested((inner) => [inner]);
  const deepObject = nested((inner) => ({ a: inner }));

  test.each<[string, unknown]>([
    ['as a list', deepList],
    ['as an object', deepObject],
    ['in place of the nodes', { name: 'f', nodes: deepObject }],
    ['in place of a text', flow([{ ...text('a'), name: deepList }])],
    ['in place of a condition', flow([node('a', { type: 'If', condition: { left: deepObject } })])],
    ['in an unknown field', flow([text('a', { junk: deepObject })])],
    ['in what goes to a tool', flow([node('a', { type: 'McpToolCall', tool_name: 't', arguments: { deepObject } })])],
  ])('with 10,000 levels %s is refused', (_where, document) => {
    const { flow: parsed, problems } = parseFlow(document);
    expect(parsed).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(['too-large']);
    expect(problemText(problems[0]!)).toMatch(/^error: .*is nested deeper than 64 levels/);
  });

  test('with 5,000 nodes is read, even when each of them has an unknown field', () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => `n${index}`);
    const edges = ids.slice(1).map((id, index) => edge(`n${index}`, id));
    expect(
      parseFlow(
        flow(
          ids.map((id) => text(id)),
          edges,
        ),
      ).problems,
    ).toEqual([]);
    const tooMany = parseFlow(
      flow(
        ids.map((id) => text(id, { colour: 'red' })),
        edges,
      ),
    );
    expect(tooMany.flow?.nodes).toHaveLength(5_000);
    expect(tooMany.problems).toHaveLength(5_000);
  });

  test('with 5,000 nodes in one cycle is refused in as many short sentences', () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => `n${index}`);
    const forward = ids.slice(1).map((id, index) => edge(`n${index}`, id));
    const { problems } = parseFlow(
      flow(
        ids.map((id) => text(id)),
        [...forward, ...ids.map((id) => edge(id, 'n0'))],
      ),
    );
    expect(problems.filter(({ code }) => code === 'cycle')).toHaveLength(5_000);
    expect(Math.max(...problems.map(({ message }) => message.length))).toBeLessThan(300);
  });
});

// ── In general ───────────────────────────────────────────────────────────────

const savedText = JSON.stringify(saved);
let places = 0;
JSON.parse(savedText, () => (places += 1));

/** The saved document with any value in any one place. */
const bent = fc.tuple(fc.nat(places - 1), fc.jsonValue()).map(([place, value]) => {
  let visited = 0;
  return JSON.parse(savedText, (_key, inner: unknown) => (visited++ === place ? value : inner));
});

describe('for any document', () => {
  test.each<[string, fc.Arbitrary<unknown>]>([
    ['any JSON', fc.jsonValue()],
    ['a saved document with one place bent', bent],
  ])('parsing %s throws nothing, and returns a flow exactly when there is no error', (_what, documents) => {
    const property = (document: unknown) => {
      const { flow: parsed, problems } = parseFlow(document);
      expect(parsed === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
      for (const one of problems) expect(problemText(one)).toMatch(/^(error|warning): [^]+/);
      if (parsed) expect(parseFlow(parsed).flow).toEqual(parsed);
    };
    fc.assert(fc.property(documents, property), { ...seeded, numRuns: walksOfEach });
  });
});

describe('for any condition', () => {
  const names = fc.constantFrom('a.b', 'A.b', 'c', '__proto__', 'nowhere.x');
  const large = { $artifact: 'sha256:ab', bytes: 9_000 };
  const operand: fc.Arbitrary<Operand> = fc.oneof(
    names.map(variable),
    fc
      .oneof(fc.string(), fc.constantFrom('1', 'inf', 'nan', 'true'), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean())
      .map(literal),
  );
  const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));
  const variables = fc.dictionary(names, fc.oneof(json, fc.constant<Json>(large)));
  const opposites: readonly (readonly [Condition['operator'], Condition['operator']])[] = [
    ['Equals', 'NotEquals'],
    ['Contains', 'NotContains'],
    ['IsEmpty', 'IsNotEmpty'],
    ['GreaterThan', 'LessThan'],
    ['GreaterThanOrEqual', 'LessThanOrEqual'],
  ];

  test('the result is true or false, or variable-too-large; opposites differ, and equality is symmetric', () => {
    const property = ([left, right, known]: readonly [Operand, Operand, Readonly<Record<string, Json>>]) => {
      const ask = (operator: Condition['operator'], a = left, b = right): boolean | undefined => {
        try {
          return evaluate(when(a, operator, b), known);
        } catch (error) {
          expect(error).toBeInstanceOf(VariableTooLargeError);
          return undefined;
        }
      };
      for (const [operator, opposite] of opposites) {
        const [is, isNot] = [ask(operator), ask(opposite)];
        expect(['boolean', 'undefined']).toContain(typeof is);
        if (operator.startsWith('Greater')) expect(ask(opposite, right, left)).toBe(is);
        else expect(isNot).toBe(is === undefined ? undefined : !is);
      }
      expect(ask('Equals', right, left)).toBe(ask('Equals'));
    };
    fc.assert(fc.property(fc.tuple(operand, operand, variables), property), { ...seeded, numRuns: walksOfEach });
  });
});

test('a hundred thousand unknown fields are one warning; were each looked for among all, this would not end', () => {
  const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, 1]));
  const { problems } = parseFlow(fields);
  expect(problems[0]?.message).toMatch(/^the fields 'x0', .* 'x19', 99980 more are not known and change nothing$/);
});
