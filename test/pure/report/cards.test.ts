import { actionWords } from '../../../src/domain/run/action-words.js';
import { agentCards } from '../../../src/domain/report/agent-cards.js';
import type { HistoryFact, StepEntry } from '../../../src/domain/run/entry.js';
import { flowCards, type FlowFact, type VisitFacts } from '../../../src/domain/report/flow-cards.js';
import { isoMs, msBetween } from '../../../src/domain/report/iso-time.js';
import { activity, at, event, history } from '../../support/sample-report.js';

const button = { role: 'button', name: 'Order', label: '8' };

test.each([
  [{ function: 'click_input', args: { double: false }, target: button }, 'Click “Order”'],
  [{ function: 'click_input', args: { double: true }, target: button }, 'Double-click “Order”'],
  [{ function: 'click_input', args: { button: 'right' }, target: { role: 'link', name: '' } }, 'Right-click the link'],
  [{ function: 'set_edit_text', args: { text: 'blue' }, target: { role: 'textbox', name: 'Search' } }, 'Type “blue” into “Search”'],
  [{ function: 'select_option', args: { values: ['a', 'b'] }, target: { role: 'combobox', name: 'Day' } }, 'Choose “a”, “b” in “Day”'],
  [
    { function: 'set_edit_text', args: { text: 'x', clear_current_text: true }, target: button },
    'Type “x” into “Order”, replacing what is there',
  ],
  [{ function: 'click_input', args: { button: 'middle' }, target: { role: 'button', name: 'No” or “Yes' } }, 'Middle-click “No" or "Yes”'],
  [{ function: 'click_on_coordinates', args: { x: 0.5, y: 0.25, button: 'left' } }, 'Click at 0.5, 0.25'],
  [{ function: 'keyboard_input', args: { keys: '{ENTER}' }, target: { role: 'textbox', name: 'Search' } }, 'Press “{ENTER}” in “Search”'],
  [{ function: 'wheel_mouse_input', args: { wheel_dist: -3, sideways: 0, at: '' } }, 'Scroll down by 3'],
  [{ function: 'drag', args: { from: '', to: '7', via: [], hold: true }, target: button }, 'Drag “Order” to [7], and hold it'],
  [{ function: 'click', args: { text: 'Add', button: 'left', click_count: 1 } }, 'Click “Add”'],
  [{ function: 'scroll', args: { delta_y: 300 } }, 'Scroll down by 300 px'],
  [
    { function: 'flow:act', args: { deed: { type: 'SetText', text: 'Ann', clear: false }, target: { role: 'textbox', name: 'Name' } } },
    'Type “Ann” into “Name”',
  ],
  [{ function: 'tap', args: {}, target: { role: 'tap', name: 'Cart' } }, 'Tap “Cart”'],
  [{ function: 'take_a_walk', args: {} }, 'Take a walk'],
  [{ function: 'pay', args: { amount: 12, to: 'Eve' }, target: button }, 'Pay “Order” {"amount":12,"to":"Eve"}'],
  [{ function: 'constructor', args: {} }, 'Constructor'],
  [{}, ''],
])('EV3: %j is said as %s', (action, words) => {
  expect(actionWords(action)).toBe(words);
});

const hash = (digit: string): `sha256:${string}` => `sha256:${digit.repeat(64)}`;
const records: readonly StepEntry[] = [
  {
    ...{ seq: 'run-1/app-1#000003.1-decide.abc123-5', at: at('00:05'), type: 'decided' },
    data: {
      ...{ thought: 't', status: 'CONTINUE', actions: [{ function: 'click_input', args: {}, target: button }] },
      ...{ usage: { inputTokens: 10, outputTokens: 2, costUsd: 0.1 }, model: 'm', ms: 40, refs: { prompt: hash('c'), reply: hash('d') } },
    },
  },
  {
    ...{ seq: 'run-1/app-1#000003.3-performed.abc123-perform-3', at: at('00:06'), type: 'performed' },
    data: {
      ...{ milliseconds: 60, before: { controls: hash('e') }, observation: { screenshot: hash('b') } },
      actions: [{ function: 'click_input', outcome: { status: 'done', effect: { what: 'the page is now "Thanks"' } } }],
    },
  },
];

test('EV3, EV5: a step has its words, outcome with effect, guard, tokens, ms by phase, prompt, reply, pictures, target and events', () => {
  const performed = activity({
    ...{ id: 'perform-3', name: 'perform', end: 'completed' },
    scheduled: { ...event('ActivityTaskScheduled', 10, '00:10'), execution: '01a2-abc123' },
    ended: event('ActivityTaskCompleted', 12, '00:16'),
  });
  const look = { ...made('observed', { observation: { screenshot: hash('a') } }), seq: 'run-1/app-1#000002.3-observed' };
  const { card, aims } = only([look, ...records], history({ entries: [performed] }));
  expect(card).toMatchObject({
    ...{ id: 'step-app-1-3', agent: 'app-1', title: 'Click “Order”', thought: 't', status: 'CONTINUE', flags: [] },
    actions: [{ text: 'Click “Order”', outcome: 'done', effect: 'the page is now "Thanks"' }],
    guard: { verdict: 'allowed' },
    tokens: { input: 10, output: 2, costUsd: 0.1, model: 'm' },
    phases: [
      { name: 'deciding', ms: 40 },
      { name: 'acting', ms: 60 },
    ],
    ...{ prompt: hash('c'), reply: hash('d'), pictures: { before: hash('a'), after: hash('b') } },
  });
  expect(card.events.map(({ id }) => id)).toEqual([10, 11, 12]);
  expect(aims).toEqual([{ controls: hash('e'), target: button }]);
});

const made = (type: StepEntry['type'], data: StepEntry['data']): StepEntry => ({
  ...{ seq: `run-1/app-1#000003.${type}`, at: at('00:05'), type, data },
});
const only = (entries: readonly StepEntry[], told: readonly HistoryFact[] = []) => {
  const [card, ...others] = agentCards('run-1', entries, { history: told });
  if (!card || others.length > 0) throw new Error(`${others.length + 1} cards`);
  return card;
};
const ran = (status: string) => made('performed', { actions: [{ function: 'click_input', outcome: { status } }] });

test.each([
  [ran('failed'), ['failed']],
  [ran('unknown'), ['unknown']],
  [made('decide-failed', { code: 'model-unreachable', message: 'no' }), ['failed']],
  [made('decided', { status: 'PENDING', questions: ['When?'] }), ['asked']],
  [made('observed', { recovery: [{ kind: 'device', at: at('00:05'), host: 'h', epoch: 2, same: true }] }), ['recovered']],
])('EV3: what a filter finds of a step: %j', (entry, flags) => {
  expect(only([entry]).card.flags).toEqual(flags);
});

test('EV3: what the guard refused says so', () => {
  const data = { actions: [{ function: 'navigate', invalid: { code: 'origin-refused', message: 'outside' } }] };
  expect(only([made('decided', data)]).card.guard).toEqual({ verdict: 'refused', reason: 'outside' });
});

test('EV3: records of another version make a card with what they have', () => {
  const odd = made('decided', { actions: 'x', usage: 5, refs: null, ms: 'long' });
  expect(only([odd]).card).toMatchObject({ phases: [{ name: 'deciding', ms: 0 }], events: [] });
});

const fact = (seq: number, type: string, payload: FlowFact['payload'] = {}): FlowFact => ({ seq, timestamp: at('00:01'), type, payload });
const visit = (name: string, seq: number, more: Partial<VisitFacts> = {}): VisitFacts => ({
  ...{ node: { id: name, name, visit: 1 }, status: 'ok', started: at('00:01'), attempts: 1, pictures: [], verdicts: [] },
  events: [fact(seq, 'node_started')],
  ...more,
});

test('EV1, FL24: a node of a flow is a card, with its checks and what it set', () => {
  const [card] = flowCards(
    [
      {
        ...{ node: { id: 'find', name: 'Find it', visit: 2 }, status: 'failed', started: at('00:01'), ended: at('00:03'), attempts: 3 },
        error: 'not found',
        events: [
          fact(1, 'tool_call', { name: 'click', args: { text: 'Find' } }),
          fact(2, 'retry', { attempt: 1, code: 'not-found', message: 'no Find' }),
          fact(3, 'tool_result', { text: '', error: 'outcome-unknown' }),
          fact(4, 'variable_set', { name: 'total', value: 25 }),
          fact(5, 'noticed', { message: 'A request failed: <b>' }),
        ],
        ...{ pictures: [hash('a')], verdicts: [{ check: 'one order', result: 'failed', reason: 'two' }] },
      },
    ],
    [],
    true,
  );
  expect(card).toMatchObject({
    ...{ id: 'step-find-2', kind: 'node', agent: 'Find it', number: 2, failures: ['not found'], pictures: { after: hash('a') } },
    // FL24: it failed nothing.
    notes: ['Attempt 2, after not-found: no Find', 'A request failed: <b>'],
    flags: ['failed', 'unknown'],
    actions: [{ text: 'Click “Find”', outcome: 'unknown' }],
    phases: [{ name: 'taking', ms: 2_000 }],
    details: [
      { name: 'attempts', value: '3' },
      { name: 'check “one order”', value: 'failed: two' },
      { name: 'total', value: '25' },
    ],
  });
});

test('F236: what the walk decided stands with the node that it led to, and at the end by itself', () => {
  const events = [
    fact(1, 'workflow_started'),
    fact(2, 'loop_iteration', { node: 'Until paid', iteration: 1, max_iterations: 1 }),
    fact(5, 'loop_exited', { node: 'Until paid', reason: 'max_iterations', iterations: 1 }),
    fact(6, 'warning', { node: 'Until paid', message: 'the loop ended after 1 iterations without its exit condition' }),
    fact(7, 'branch_evaluated', { node: 'Paid?', branch: 'IfFalse', value: false }),
    fact(10, 'warning', { node: 'Which', message: 'no case matched' }),
    fact(12, 'workflow_completed', { outcome: 'completed' }),
    fact(13, 'of a later version'),
  ];
  const visits = [visit('Pay', 3), visit('Tell', 8)];
  expect(flowCards(visits, events, true).map(({ agent, title, notes }) => [agent, title, notes])).toEqual([
    ['Pay', 'Pay', ['↻ Until paid 1/1']],
    [
      'Tell',
      'Tell',
      [
        '↻ Until paid left after 1: max_iterations',
        '! Until paid: the loop ended after 1 iterations without its exit condition',
        '◆ Paid? → IfFalse',
      ],
    ],
    ['Which', '! Which: no case matched', []],
  ]);
  expect(flowCards(visits, events, false)).toHaveLength(2);
});

test('F236: many rounds are a few lines and a count; a branch taken once among them stays visible', () => {
  const rounds = Array.from({ length: 1_000 }, (_, index) => [
    fact(index * 2, 'loop_iteration', { node: 'Loop', iteration: index + 1, max_iterations: 1_000 }),
    fact(index * 2 + 1, 'branch_evaluated', { node: 'There?', branch: index === 500 ? 'IfTrue' : 'IfFalse' }),
  ]).flat();
  expect(flowCards([visit('Last', 5_000)], rounds, true)[0]?.notes).toEqual([
    ...[1, 2, 3].flatMap((round) => [`↻ Loop ${round}/1000`, '◆ There? → IfFalse']),
    '… 996 more like ↻ Loop 4/1000',
    '… 995 more like ◆ There? → IfFalse',
    '◆ There? → IfTrue',
    '↻ Loop 1000/1000',
    '◆ There? → IfFalse',
  ]);
});

test.each([
  '1970-01-01T00:00:00Z',
  '2000-02-29T23:59:59.999Z',
  '2026-11-26T10:29:15.051Z',
  '2100-03-01T00:00:00.000Z',
  '1969-12-31T23:59:59Z',
])('EV2: %s is the moment that it is elsewhere', (time) => {
  expect(isoMs(time)).toBe(Date.parse(time));
});

test.each(['', 'yesterday', '2026-11-26', undefined])('EV2: %s is no moment', (time) => {
  expect(isoMs(time)).toBeUndefined();
  expect(msBetween(time, at('00:00'))).toBeUndefined();
});

test('EV32: with a history, what a person did by hand has cards of its own, and its screen is what the next step begins with', () => {
  const act = made('person-acted', { actor: 'person:Ann', action: 'click', picture: hash('9') });
  const next = { ...made('decided', { status: 'FINISH' }), seq: 'run-1/app-1#000004.1-decide' };
  const cards = agentCards('run-1', [act, next], { actsApart: true }).map(({ card }) => card);
  expect(cards).toMatchObject([{ number: 4, pictures: { before: hash('9') } }]);
});

test('EV4: a call that a frame of the run lost is told by the events of the run’s own workflow', () => {
  const work = { kind: 'work', at: at('00:20'), work: 'perform-3', attempt: 1, host: 'h', epoch: 1 };
  const lost = activity({ id: 'perform-3', name: 'perform', ended: event('ActivityTaskFailed', 12, '00:15') });
  const told = [...history({ entries: [lost] }), ...history({ workflow: 'run-1/device-1' })];
  expect(only([made('observed', { recovery: [work] })], told).card.events.map(({ id }) => id)).toEqual([10, 11, 12]);
});
