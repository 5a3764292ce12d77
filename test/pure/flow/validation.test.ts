// What makes a flow invalid, each rule beside the nearest valid flow. Through the parser, so that form and meaning are judged as for a user.
import { describe, expect, test } from '@jest/globals';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { problemText } from '../../../src/domain/flow/problem.js';
import { branch, choice, edge, end, flow, literal, loop, node, text, variable, when } from './documents.js';

/** `missing-edge i`: code and node; warnings are marked. */
const problemsOf = (document: unknown, given?: readonly string[]): readonly string[] =>
  parseFlow(document, given).problems.map(({ severity, code, node: about }) =>
    [...(severity === 'warning' ? ['warning'] : []), code, ...(about === undefined ? [] : [about.id])].join(' '),
  );

const messagesOf = (document: unknown): readonly string[] => parseFlow(document).problems.map(problemText);

const yesNo = (from: string, yes: string, no: string) => [edge(from, yes, 'IfTrue'), edge(from, no, 'IfFalse')];
const round = (id: string, first: string, last: string) => [edge(id, first, 'LoopBody'), edge(last, id)];
const reads = (name: string) => when(variable(name), 'IsNotEmpty');

interface Rule {
  readonly wrong: object;
  readonly problems: readonly string[];
  readonly right: readonly object[];
}

test.each<[string, Rule]>([
  ['F15: a flow has a node', { wrong: flow([]), problems: ['no-nodes'], right: [flow([text('a')])] }],
  [
    'F16: there is a node to begin with',
    {
      wrong: flow([text('a'), text('b')], [edge('a', 'b'), edge('b', 'a')]),
      problems: ['no-entry', 'cycle a'],
      right: [flow([text('a'), text('b')], [edge('b', 'a')])],
    },
  ],
  [
    'F17: there is one node to begin with',
    {
      wrong: flow([text('a'), text('b'), text('c')], [edge('a', 'b')]),
      problems: ['several-entries'],
      right: [flow([text('a'), text('b'), text('c')], [edge('a', 'b'), edge('b', 'c')])],
    },
  ],
  [
    'F18: the edge of an EndLoop does not count there, any other does',
    {
      wrong: flow([loop('l'), text('t')], round('l', 't', 't')),
      problems: ['no-entry', 'no-end-loop l', 'cycle l'],
      right: [
        flow([loop('l'), text('t'), end('e', 'l')], [...round('l', 't', 'e'), edge('t', 'e')]),
        flow([text('a'), loop('l'), end('e', 'l')], [edge('a', 'l'), ...round('l', 'e', 'e')]),
      ],
    },
  ],
  [
    'F19: an edge leads to a node',
    {
      wrong: flow([text('a')], [edge('a', 'ghost')]),
      problems: ['unknown-node a'],
      right: [flow([text('a'), text('ghost')], [edge('a', 'ghost')])],
    },
  ],
  [
    'F20: an edge comes from a node',
    {
      wrong: flow([text('a')], [edge('ghost', 'a')]),
      problems: ['unknown-node'],
      right: [flow([text('a'), text('ghost')], [edge('ghost', 'a')])],
    },
  ],
  [
    'F21: an If has an edge IfTrue',
    {
      wrong: flow([branch('i'), text('a')], [edge('i', 'a', 'IfFalse')]),
      problems: ['missing-edge i'],
      right: [flow([branch('i'), text('a')], yesNo('i', 'a', 'a'))],
    },
  ],
  [
    'F22: an If has an edge IfFalse',
    {
      wrong: flow([branch('i'), text('a')], [edge('i', 'a', 'IfTrue')]),
      problems: ['missing-edge i'],
      right: [flow([branch('i'), text('a'), text('b')], yesNo('i', 'a', 'b'))],
    },
  ],
  [
    'F23: an If has each of them once, and no other',
    {
      wrong: flow(
        [branch('i'), text('a')],
        [
          ...yesNo('i', 'a', 'a'),
          edge('i', 'a', 'IfTrue'),
          edge('i', 'a'),
          edge('i', 'a', 'LoopBody'),
          edge('i', 'a', 'SwitchCase IfTrue'),
        ],
      ),
      problems: ['repeated-edge i', 'unknown-edge i', 'unknown-edge i', 'unknown-edge i'],
      right: [flow([branch('i'), branch('j'), text('a')], [...yesNo('i', 'j', 'a'), ...yesNo('j', 'a', 'a')])],
    },
  ],
  [
    'F24: the cases of a Switch have names of their own',
    {
      wrong: flow([choice('s', 'paid', 'open', 'paid'), text('a')], [edge('s', 'a', 'SwitchCase paid'), edge('s', 'a', 'SwitchCase open')]),
      problems: ['repeated-case s'],
      right: [
        flow([choice('s', 'paid', 'Paid'), text('a')], [edge('s', 'a', 'SwitchCase paid'), edge('s', 'a', 'SwitchCase Paid')]),
        flow([choice('s', 'paid'), choice('t', 'paid'), text('a')], [edge('s', 't', 'SwitchCase paid'), edge('t', 'a', 'SwitchCase paid')]),
      ],
    },
  ],
  [
    'F25: each case of a Switch has an edge',
    {
      wrong: flow([choice('s', 'paid', 'open'), text('a')], [edge('s', 'a', 'SwitchCase paid'), edge('s', 'a', 'SwitchDefault')]),
      problems: ['missing-edge s'],
      right: [flow([choice('s', 'paid', 'open'), text('a')], [edge('s', 'a', 'SwitchCase paid'), edge('s', 'a', 'SwitchCase open')])],
    },
  ],
  [
    'F26: each case of a Switch has one edge, and so has SwitchDefault',
    {
      wrong: flow(
        [choice('s', 'paid'), text('a')],
        [...['SwitchCase paid', 'SwitchCase paid', 'SwitchDefault', 'SwitchDefault'].map((label) => edge('s', 'a', label))],
      ),
      problems: ['repeated-edge s', 'repeated-edge s'],
      right: [flow([choice('s', 'paid'), text('a')], [edge('s', 'a', 'SwitchCase paid'), edge('s', 'a', 'SwitchDefault')])],
    },
  ],
  [
    'F27: no edge of a Switch is for a case that it does not have; SwitchDefault need not be there',
    {
      wrong: flow(
        [choice('s', 'paid'), text('a')],
        [edge('s', 'a', 'SwitchCase paid'), edge('s', 'a', 'SwitchCase late'), edge('s', 'a', 'IfTrue'), edge('s', 'a')],
      ),
      problems: ['unknown-edge s', 'unknown-edge s', 'unknown-edge s'],
      right: [flow([choice('s', 'late'), text('a')], [edge('s', 'a', 'SwitchCase late')])],
    },
  ],
  [
    'F28: a Loop has an edge LoopBody',
    {
      wrong: flow([loop('l'), text('a'), end('e', 'l')], [edge('l', 'a', 'LoopDone'), edge('a', 'e'), edge('e', 'l')]),
      problems: ['missing-edge l'],
      right: [flow([loop('l'), text('a'), end('e', 'l')], [edge('l', 'e', 'LoopBody'), edge('l', 'a', 'LoopDone'), edge('e', 'l')])],
    },
  ],
  [
    'F29: a Loop has one LoopBody, and no edge but that and LoopDone',
    {
      wrong: flow(
        [loop('l'), text('a'), end('e', 'l')],
        [...round('l', 'a', 'e'), edge('a', 'e'), edge('l', 'e', 'LoopBody'), edge('l', 'a'), edge('l', 'a', 'IfTrue')],
      ),
      problems: ['repeated-edge l', 'unknown-edge l', 'unknown-edge l'],
      right: [flow([loop('l'), text('a'), end('e', 'l')], [...round('l', 'a', 'e'), edge('a', 'e')])],
    },
  ],
  [
    'F30: a Loop has one LoopDone, or none where the flow ends with it',
    {
      wrong: flow([loop('l'), end('e', 'l'), text('a')], [...round('l', 'e', 'e'), edge('l', 'a', 'LoopDone'), edge('l', 'a', 'LoopDone')]),
      problems: ['repeated-edge l'],
      right: [
        flow([loop('l'), end('e', 'l')], round('l', 'e', 'e')),
        flow([loop('l'), end('e', 'l'), text('a')], [...round('l', 'e', 'e'), edge('l', 'a', 'LoopDone')]),
      ],
    },
  ],
  [
    'F31: the loop_id of an EndLoop is a Loop',
    {
      wrong: flow([text('a'), end('e', 'a')], [edge('a', 'e'), edge('e', 'a')]),
      problems: ['no-such-loop e'],
      right: [flow([loop('a'), end('e', 'a')], round('a', 'e', 'e'))],
    },
  ],
  [
    'F32: the edge of an EndLoop goes to its Loop',
    {
      wrong: flow([loop('l'), text('a'), end('e', 'l')], [edge('l', 'a', 'LoopBody'), edge('a', 'e'), edge('e', 'a')]),
      problems: ['end-loop-edge e'],
      right: [flow([loop('l'), text('a'), end('e', 'l')], [edge('l', 'a', 'LoopBody'), edge('a', 'e'), edge('e', 'l')])],
    },
  ],
  [
    'F32: and there is one, without a label',
    {
      wrong: flow(
        [loop('l'), loop('m'), loop('n'), end('e', 'l'), end('f', 'm'), end('g', 'n')],
        [
          edge('l', 'e', 'LoopBody'),
          edge('l', 'm', 'LoopDone'),
          edge('m', 'f', 'LoopBody'),
          edge('m', 'n', 'LoopDone'),
          edge('n', 'g', 'LoopBody'),
          edge('f', 'm', 'LoopBody'),
          edge('g', 'n'),
          edge('g', 'l'),
        ],
      ),
      problems: ['end-loop-edge e', 'end-loop-edge f', 'end-loop-edge g'],
      right: [
        flow(
          [loop('l'), loop('m'), end('e', 'l'), end('f', 'm')],
          [...round('l', 'e', 'e'), edge('l', 'm', 'LoopDone'), ...round('m', 'f', 'f')],
        ),
      ],
    },
  ],
  [
    'F33: a Loop has an EndLoop',
    {
      wrong: flow([loop('l'), text('a')], [edge('l', 'a', 'LoopBody')]),
      problems: ['no-end-loop l'],
      right: [flow([loop('l'), end('a', 'l')], round('l', 'a', 'a'))],
    },
  ],
  [
    'F34: a Loop has one EndLoop',
    {
      wrong: flow(
        [loop('l'), branch('i'), end('e', 'l'), end('f', 'l')],
        [edge('l', 'i', 'LoopBody'), ...yesNo('i', 'e', 'f'), edge('e', 'l'), edge('f', 'l')],
      ),
      problems: ['several-end-loops l'],
      right: [flow([loop('l'), branch('i'), end('e', 'l')], [edge('l', 'i', 'LoopBody'), ...yesNo('i', 'e', 'e'), edge('e', 'l')])],
    },
  ],
  [
    'F35: Loops may stand in Loops, each with its own EndLoop',
    {
      wrong: flow(
        [loop('outer'), loop('inner'), end('e', 'outer'), end('f', 'outer')],
        [edge('outer', 'inner', 'LoopBody'), ...round('inner', 'e', 'e'), edge('inner', 'f', 'LoopDone'), edge('f', 'outer')],
      ),
      problems: ['end-loop-edge e', 'several-end-loops outer', 'no-end-loop inner'],
      right: [
        flow(
          [loop('outer'), loop('inner'), end('e', 'inner'), end('f', 'outer')],
          [edge('outer', 'inner', 'LoopBody'), ...round('inner', 'e', 'e'), edge('inner', 'f', 'LoopDone'), edge('f', 'outer')],
        ),
      ],
    },
  ],
  [
    'F36: one edge leaves any other node, whatever comes to it',
    {
      wrong: flow([text('a'), text('b'), text('c')], [edge('a', 'b'), edge('a', 'c'), edge('b', 'c')]),
      problems: ['several-edges a'],
      right: [flow([branch('a'), text('b'), text('c'), text('d')], [...yesNo('a', 'b', 'c'), edge('b', 'd'), edge('c', 'd')])],
    },
  ],
  [
    'F37: that edge has no label',
    {
      wrong: flow([text('a'), text('b')], [edge('a', 'b', 'IfTrue')]),
      problems: ['labelled-edge a'],
      right: [flow([text('a'), text('b')], [{ from: 'a', to: 'b', output: null }])],
    },
  ],
  [
    'F38: only an EndLoop leads back',
    {
      wrong: flow([text('a'), branch('i'), text('b'), text('c')], [edge('a', 'i'), ...yesNo('i', 'b', 'c'), edge('b', 'i')]),
      problems: ['cycle i'],
      right: [
        flow([text('a'), branch('i'), text('b'), text('c')], [edge('a', 'i'), ...yesNo('i', 'b', 'c'), edge('b', 'c')]),
        flow(
          [text('a'), loop('i'), end('b', 'i'), text('c')],
          [edge('a', 'i'), edge('i', 'b', 'LoopBody'), edge('i', 'c', 'LoopDone'), edge('b', 'i')],
        ),
      ],
    },
  ],
  [
    'F38: not even to the same node',
    {
      wrong: flow([text('a'), branch('i'), text('b')], [edge('a', 'i'), ...yesNo('i', 'i', 'b')]),
      problems: ['cycle i'],
      right: [flow([text('a'), branch('i'), text('b')], [edge('a', 'i'), ...yesNo('i', 'b', 'b')])],
    },
  ],
  [
    'F39: a condition reads what a node produces',
    {
      wrong: flow([text('a'), branch('i', reads('b.success')), text('z')], [edge('a', 'i'), ...yesNo('i', 'z', 'z')]),
      problems: ['unknown-variable i'],
      right: [flow([text('a'), branch('i', reads('a.success')), text('z')], [edge('a', 'i'), ...yesNo('i', 'z', 'z')])],
    },
  ],
  [
    'F39: in a Switch and a Loop too, on both sides, and not what a control node is called',
    {
      wrong: flow(
        [
          text('a'),
          node('s', { type: 'Switch', cases: [{ name: 'x', condition: when(literal(1), 'Equals', variable('s.result')) }] }),
          loop('l', when(variable('l.count'), 'LessThan', variable('a_.count'))),
          end('e', 'l'),
        ],
        [edge('a', 's'), edge('s', 'l', 'SwitchCase x'), ...round('l', 'e', 'e')],
      ),
      problems: ['unknown-variable s', 'unknown-variable l', 'unknown-variable l'],
      right: [
        flow(
          [
            text('a'),
            node('s', { type: 'Switch', cases: [{ name: 'x', condition: when(literal(1), 'Equals', variable('a.result')) }] }),
            loop('l', when(variable('a.count'), 'LessThan', variable('a.most'))),
            end('e', 'l'),
          ],
          [edge('a', 's'), edge('s', 'l', 'SwitchCase x'), ...round('l', 'e', 'e')],
        ),
      ],
    },
  ],
  [
    'F39: on the right side only where that is looked at',
    {
      wrong: flow(
        [text('a'), branch('i', when(literal(1), 'Equals', variable('b.c'))), text('z')],
        [edge('a', 'i'), ...yesNo('i', 'z', 'z')],
      ),
      problems: ['unknown-variable i'],
      right: [
        flow([text('a'), branch('i', when(literal(1), 'IsEmpty', variable('b.c'))), text('z')], [edge('a', 'i'), ...yesNo('i', 'z', 'z')]),
      ],
    },
  ],
  [
    'F40: names in conditions are compared as prefixes',
    {
      wrong: flow(
        [text('a', { name: 'v1.2 Größe' }), branch('i', reads('v1.3 größe.success')), text('z')],
        [edge('a', 'i'), ...yesNo('i', 'z', 'z')],
      ),
      problems: ['unknown-variable i'],
      right: ['v1.2 Größe.success', 'V1-2-GRÖßE.x', 'v1_2_größe.a.b.c'].map((name) =>
        flow([text('a', { name: 'v1.2 Größe' }), branch('i', reads(name)), text('z')], [edge('a', 'i'), ...yesNo('i', 'z', 'z')]),
      ),
    },
  ],
  [
    'F41: retries are 0 to 10',
    {
      wrong: flow([text('a', { retries: 11 }), text('b', { retries: -1 }), text('c', { retries: 1.5 }), text('d', { retries: '1' })]),
      problems: ['invalid-field a', 'invalid-field b', 'invalid-field c', 'invalid-field d', 'several-entries'],
      right: [flow([text('a', { retries: 10 })]), flow([text('a', { retries: 0 })])],
    },
  ],
  [
    'F45: ids are of one node each',
    {
      wrong: flow([text('a'), text('b'), text('a', { name: 'another' })], [edge('a', 'b')]),
      problems: ['duplicate-id', 'several-entries'],
      right: [flow([text('a'), text('b'), text('c')], [edge('a', 'b'), edge('b', 'c')])],
    },
  ],
])('%s', (_rule, { wrong, problems, right }) => {
  expect(problemsOf(wrong)).toEqual(problems);
  expect(parseFlow(wrong).flow).toBeUndefined();
  for (const document of right) {
    expect(messagesOf(document)).toEqual([]);
    expect(parseFlow(document).flow).toBeDefined();
  }
});

const condition = when(literal(1), 'Equals', literal(1));

describe('required parameters', () => {
  test.each<[string, string, object, object]>([
    ['an AiStep needs a prompt', 'invalid-field', { type: 'AiStep', prompt: ' \n' }, { type: 'AiStep', prompt: 'Look.' }],
    ['a FindText needs a text', 'invalid-field', { type: 'FindText', search_text: '' }, { type: 'FindText', search_text: 'x' }],
    [
      'a FindImage needs an image',
      'invalid-field',
      { type: 'FindImage', template_image: null },
      { type: 'FindImage', template_image: 'a.png' },
    ],
    ['a Click needs a target', 'missing-parameter', { type: 'Click' }, { type: 'Click', target: 'Buy' }],
    ['or both coordinates', 'missing-parameter', { type: 'Click', x: 1 }, { type: 'Click', x: 0, y: 0 }],
    ['a TypeText needs a text; blanks are one', 'invalid-field', { type: 'TypeText', text: '' }, { type: 'TypeText', text: ' ' }],
    ['a PressKey needs a key', 'invalid-field', { type: 'PressKey', key: '' }, { type: 'PressKey', key: ' ' }],
    ['a Scroll needs a distance', 'invalid-field', { type: 'Scroll' }, { type: 'Scroll', delta_y: -3 }],
    ['and both coordinates or none', 'missing-parameter', { type: 'Scroll', delta_y: 1, y: 5 }, { type: 'Scroll', delta_y: 1, x: 5, y: 5 }],
    ['a FocusWindow needs a value', 'invalid-field', { type: 'FocusWindow', value: '' }, { type: 'FocusWindow', value: 'Notes' }],
    ['an McpToolCall needs a tool', 'invalid-field', { type: 'McpToolCall' }, { type: 'McpToolCall', tool_name: 'echo' }],
    ['an AppDebugKitOp needs an operation', 'invalid-field', { type: 'AppDebugKitOp' }, { type: 'AppDebugKitOp', operation_name: 'dump' }],
    [
      'a TakeScreenshot of a Region needs the region',
      'missing-parameter',
      { type: 'TakeScreenshot', mode: 'Region', x: 0, y: 0, width: 5 },
      { type: 'TakeScreenshot', mode: 'Region', x: 0, y: 0, width: 5, height: 5 },
    ],
    ['an AgentTask needs a request', 'invalid-field', { type: 'AgentTask' }, { type: 'AgentTask', request: 'Buy milk.' }],
    ['an Ask needs something to ask', 'invalid-field', { type: 'Ask' }, { type: 'Ask', question: 'Which?' }],
    ['one thing', 'invalid-field', { type: 'Ask', question: 'Which?', confirmation: 'Go on?' }, { type: 'Ask', confirmation: 'Go on?' }],
    ['a Flow needs the name of one', 'invalid-field', { type: 'Flow' }, { type: 'Flow', name: 'login' }],
  ])('F42: %s', (_need, code, wrong, right) => {
    expect(problemsOf(flow([node('a', wrong)]))).toEqual([`${code} a`]);
    expect(problemsOf(flow([node('a', right)])).filter((each) => each !== 'warning futile a')).toEqual([]);
  });

  test.each<[string, object]>([
    ['an If needs a condition', { type: 'If' }],
    ['a Switch needs a case', { type: 'Switch', cases: [] }],
    ['a Switch needs its cases named', { type: 'Switch', cases: [{ name: '', condition }] }],
    ['a Loop needs a condition', { type: 'Loop' }],
    ['an EndLoop needs a Loop', { type: 'EndLoop', loop_id: '' }],
    ['a condition needs a variable', { type: 'If', condition: { ...condition, left: { type: 'Variable', name: '' } } }],
  ])('F42: %s', (_need, wrong) => {
    expect(problemsOf(flow([node('a', wrong)])).filter((each) => !/^(?:missing-edge|no-end-loop) a$/.test(each))).toEqual([
      'invalid-field a',
    ]);
  });

  test('HP22: an effect check belongs to one action, and a flow that reads has none that acts', () => {
    expect(messagesOf(flow([text('a', { effect_check: 'orders' })]))).toEqual([]);
    expect(messagesOf(flow([text('a', { effect_check: { check: 'orders', with: { who: 'ada' } } })]))).toEqual([]);
    expect(problemsOf(flow([text('a', { effect_check: { check: 'orders', which: 'x' } })]))).toEqual(['warning unknown-field a']);
    expect(messagesOf(flow([node('a', { type: 'FindText', search_text: 'x' }, { effect_check: 'orders' })]))).toEqual([
      'error: "a" (a): effect_check tells what became of one action, and a FindText is none; only Click, TypeText, PressKey, Scroll, FocusWindow, McpToolCall, AppDebugKitOp take it',
    ]);
    expect(messagesOf({ ...flow([node('a', { type: 'FindText', search_text: 'x' })]), reads: true })).toEqual([]);
    expect(messagesOf({ ...flow([text('a')]), reads: true })).toEqual([
      'error: "a" (a): the flow says "reads": true, and a TypeText may act; it may have TakeScreenshot, FindText, FindImage, ListWindows',
    ]);
  });

  test('F246: a pause needs retries, and a factor a pause', () => {
    const withRetries = (more: object) => flow([text('a', more)]);
    expect(messagesOf(withRetries({ retry_delay_ms: 500 }))).toEqual([
      'error: "a" (a): retry_delay_ms 500 is a pause before retries, and it has none; add retries',
    ]);
    expect(messagesOf(withRetries({ retries: 1, retry_factor: 2 }))).toEqual([
      'error: "a" (a): retry_factor 2 has no pause to multiply; add retry_delay_ms',
    ]);
    expect(messagesOf(withRetries({ retries: 1, retry_delay_ms: 500, retry_factor: 2 }))).toEqual([]);
    expect(problemsOf(withRetries({ retries: 1, retry_delay_ms: 0 }))).toEqual(['invalid-field a']);
    expect(problemsOf(withRetries({ retries: 1, retry_delay_ms: 1, retry_factor: 0.5 }))).toEqual(['invalid-field a']);
  });

  test('F42: a check needs its target', () => {
    const withCheck = (type: string, params: object) => flow([text('a', { checks: [{ name: 'seen', check_type: type, params }] })]);
    for (const [type, key] of [
      ['TextPresent', 'text'],
      ['TextAbsent', 'text'],
      ['TemplateFound', 'template'],
      ['WindowTitleMatches', 'title'],
    ] as const) {
      expect(messagesOf(withCheck(type, {}))).toEqual([`error: "a" (a): checks[0].params.${key} is missing; a ${type} check needs it`]);
      expect(messagesOf(withCheck(type, { [key]: 'x' }))).toEqual([]);
    }
  });
});

describe('nodes whose variables share a prefix', () => {
  const twins = [text('a', { name: 'Find total' }), text('b', { name: 'find-total' })];

  test('F43: are a warning that names them', () => {
    const { flow: parsed, problems } = parseFlow(flow(twins, [edge('a', 'b')]));
    expect(parsed).toBeDefined();
    expect(problems.map(problemText)).toEqual([
      'warning: several nodes write the variables \'find_total.…\': "Find total" (a), "find-total" (b)',
    ]);
  });

  test('F43: are an error if a condition reads them', () => {
    const reading = (name: string) =>
      flow(
        [...twins, text('c', { name: 'other' }), branch('i', reads(name)), text('z')],
        [...['a b', 'b c', 'c i'].map((pair) => edge(pair.slice(0, 1), pair.slice(2))), ...yesNo('i', 'z', 'z')],
      );
    expect(problemsOf(reading('Find Total.found'))).toEqual(['ambiguous-variable']);
    expect(problemsOf(reading('other.found'))).toEqual(['warning shared-prefix']);
  });

  test('F43: do not include control nodes, which write none', () => {
    const named = [node('i', { type: 'If', condition }, { name: 'Same' }), text('a', { name: 'Same' })];
    expect(messagesOf(flow(named, yesNo('i', 'a', 'a')))).toEqual([]);
  });
});

test('F40: variables that a run starts with may be read, under the same rules', () => {
  const document = flow(
    [branch('i', when(variable('Order Number'), 'Equals', variable('customer.name'))), text('z')],
    yesNo('i', 'z', 'z'),
  );
  expect(problemsOf(document)).toEqual(['unknown-variable i', 'unknown-variable i']);
  expect(problemsOf(document, ['order_number', 'customer.name'])).toEqual([]);
});

describe('several problems', () => {
  test('F44: are reported together, each with its node and the fix', () => {
    const document = flow(
      [
        text('a', { name: 'Type name' }),
        branch('i', reads('nowhere.found')),
        node('c', { type: 'Click' }),
        choice('s', 'paid'),
        end('e', 'gone'),
        loop('l'),
      ],
      [edge('a', 'i'), edge('i', 'c', 'IfTrue'), edge('c', 's'), edge('s', 'e', 'SwitchCase late'), edge('s', 'l'), edge('e', 'nobody')],
    );
    expect(messagesOf(document)).toEqual([
      `error: "e" (e): the edge from 'e' to 'nobody' is loose: no node has the id 'nobody'; correct the edge or remove it`,
      'error: "i" (i): no edge IfFalse leaves it, and an If needs one',
      'error: "c" (c): a Click needs a target, or x and y',
      'error: "s" (s): no edge SwitchCase "paid" leaves it, and a Switch needs one',
      'error: "s" (s): an edge SwitchCase "late" leaves it; allowed are SwitchCase "paid", SwitchDefault',
      'error: "s" (s): an edge without a label leaves it; allowed are SwitchCase "paid", SwitchDefault',
      `error: "e" (e): its loop_id 'gone' names no Loop; give it the id of the Loop whose body it ends`,
      'error: "l" (l): no edge LoopBody leaves it, and a Loop needs one',
      `error: "l" (l): no EndLoop has the loop_id 'l', so this Loop would never repeat; end its body with one`,
      `error: "i" (i): its condition reads 'nowhere.found', which no node produces; what nodes produce begins with type_name., c.`,
    ]);
  });

  test('F44: are reported even when they concern no single node', () => {
    expect(messagesOf(flow([text('a'), text('b', { name: 'Second' })]))).toEqual([
      'error: 2 nodes have no edge to them, so it is not clear where to begin: "a" (a), "Second" (b); connect or remove all but one',
    ]);
    expect(messagesOf(flow([text('a'), text('a', { name: 'Twin' })], [edge('a', 'a')]))).toEqual([
      `error: 2 nodes have the id 'a': "a", "Twin"; give each its own`,
      'error: every node has an edge to it, so there is none to begin with; remove the edge to the node that comes first',
      'error: "Twin" (a): the edges form a cycle: "Twin" → "Twin"; only an EndLoop leads back',
    ]);
  });

  test('F44: report a variable that one condition reads twice only once', () => {
    const twice = when(variable('b.c'), 'Equals', variable('b.c'));
    expect(problemsOf(flow([text('a'), branch('i', twice), text('z')], [edge('a', 'i'), ...yesNo('i', 'z', 'z')]))).toEqual([
      'unknown-variable i',
    ]);
  });

  test('F44: list at most a few names', () => {
    const many = Array.from({ length: 500 }, (_, index) => text(`n${index}`));
    const circle = many.map(({ id }, index) => edge(id, `n${(index + 1) % 500}`));
    const messages = [...messagesOf(flow(many)), ...messagesOf(flow(many, circle))];
    expect(messages).toHaveLength(3);
    for (const message of messages) expect(message.length).toBeLessThan(300);
  });

  test('F38: each cycle is reported', () => {
    const document = flow(
      [text('a'), branch('i'), text('b'), text('c')],
      [edge('a', 'i'), ...yesNo('i', 'b', 'c'), edge('b', 'i'), edge('c', 'a')],
    );
    expect(problemsOf(document)).toEqual(['no-entry', 'cycle a', 'cycle i']);
  });
});

describe('a Loop over lines', () => {
  const lines = (nodeType: object) =>
    flow([node('l', { type: 'Loop', ...nodeType }), text('b'), end('e', 'l')], [...round('l', 'b', 'e'), edge('b', 'e')]);

  test('RP6: has both names, and its list comes from the form, the run or a node', () => {
    const both = lines({ over: 'rows', as: 'row' });
    expect(problemsOf({ ...both, form: [{ name: 'rows' }] })).toEqual([]);
    expect(problemsOf(both, ['rows'])).toEqual([]);
    expect(problemsOf(lines({ over: 'b.text', as: 'row' }))).toEqual([]);
    expect(problemsOf(both)).toEqual(['unknown-variable l']);
    expect(messagesOf(lines({}))[0]).toContain('expected a condition; only a Loop `over` lines may be without one');
    expect(problemsOf(lines({ over: 'rows' }), ['rows', 'row'])).toEqual(['missing-parameter l']);
    expect(messagesOf(both)).toEqual([
      `error: "l" (l): it runs over the lines of 'rows', which is neither in the flow's form nor produced by a node; add it to the form`,
    ]);
  });
});

describe('names that a flow refers to', () => {
  const types = (words: string, more: object = {}) => node('t', { type: 'TypeText', text: words }, { name: 'Types', ...more });
  const find = node('f', { type: 'FindText', search_text: 'Total' }, { name: 'Find total' });

  test.each<[string, object, string]>([
    ['a variable that nobody gives', flow([types('{{var:who}}')]), `it takes {{var:who}}, which is neither in the flow's form`],
    [
      'one in a list of a deed',
      flow([node('t', { type: 'Act', deed: { type: 'Select', values: ['{{var:who}}'] }, target: { role: 'combobox', name: 'x' } })]),
      'it takes {{var:who}}',
    ],
    ['one of the result', { ...flow([types('x')]), result: 'Hello {{var:who}}' }, 'the result takes {{var:who}}'],
    [
      'one of a node that comes later',
      flow([types('{{var:find_total.text}}'), find], [edge('t', 'f')]),
      '"Find total" (f) never runs before it',
    ],
    [
      'one of a node that is switched off',
      flow([{ ...find, enabled: false }, types('{{var:find_total.text}}')], [edge('f', 't')]),
      'nor produced by a node',
    ],
    [
      'a field that its node never sets',
      flow([find, types('{{var:find_total.txt}}')], [edge('f', 't')]),
      'it takes {{var:find_total.txt}}, which is never there: "Find total" (f) sets success, result',
    ],
    [
      'the same in a condition',
      flow([find, branch('i', reads('find_total.txt')), types('x')], [edge('f', 'i'), ...yesNo('i', 't', 't')]),
      `its condition reads 'find_total.txt', which is always empty`,
    ],
    ['a secret by a name that none has', flow([types('{{secret:MY PASSWORD}}')]), `'{{secret:MY PASSWORD' is no reference`],
    ['a reference with a capital', flow([types('{{Var:who}}')]), `'{{Var:who' is no reference`],
    ['a name alone', flow([types('{{who}}')]), `'{{who}}' is no reference`],
    [
      'one in a check',
      flow([types('x', { checks: [{ name: 'c', check_type: 'TextPresent', params: { text: '{{var:who}}' } }] })]),
      'its checks have {{var:who}}, and nothing is filled in there',
    ],
    [
      'modifiers of a key that a variable names',
      { ...flow([node('t', { type: 'PressKey', key: '{{var:who}}', modifiers: ['hyper'] })]), form: [{ name: 'who' }] },
      `There is no key 'hyper+a'`,
    ],
    [
      'a key of the tool',
      flow([node('t', { type: 'McpToolCall', tool_name: 'press_key', arguments: { key: 'Entr' } })]),
      `There is no key 'Entr'`,
    ],
    [
      'a tool that only nodes call',
      flow([node('t', { type: 'McpToolCall', tool_name: 'flow:act' })]),
      `'flow:act' is no tool that a node can call`,
    ],
  ])('F247: %s', (_what, document, sentence) => {
    expect(messagesOf(document)).toEqual([expect.stringContaining(sentence)]);
  });

  test('F247: what can be there is no problem', () => {
    const looped = flow(
      [
        node('l', { type: 'Loop', over: 'rows', as: 'row' }, {}),
        types('{{var:row}} {{var:find_total.text}} {{secret:SHOP.pass-1}}'),
        find,
        end('e', 'l'),
      ],
      [...round('l', 't', 'e'), edge('t', 'f'), edge('f', 'e')],
    );
    expect(problemsOf({ ...looped, form: [{ name: 'rows' }], result: '{{var:find_total.text}} of {{var:rows}}' })).toEqual([]);
    expect(problemsOf(flow([types('{{var:Order Number}}')]), ['order_number'])).toEqual([]);
    expect(problemsOf(flow([types('{{var:nobody}}', { enabled: false })]))).toEqual([]);
  });

  test('F247: an error of form hides none of the graph or of names', () => {
    const document = flow(
      [
        types('{{var:who}}', { retries: 11 }),
        node('l', { type: 'Loop', exit_condition: { ...reads('x'), operator: 'Never' } }),
        text('b', { colour: 'red' }),
        branch('i', reads('nowhere.found')),
        node('w', { type: 'Clik' }),
      ],
      [edge('t', 'l'), edge('l', 'b', 'LoopBody'), edge('b', 'i'), edge('i', 'b', 'IfTrue'), edge('i', 'w', 'IfFalse')],
    );
    expect(problemsOf(document)).toEqual([
      'warning unknown-field b',
      'invalid-field t',
      'invalid-field l',
      'unknown-node-type w',
      'cycle b',
      'unknown-variable i',
      'unknown-variable t',
    ]);
  });
});
