import { agentCards } from '../../../src/domain/report/agent-cards.js';
import { blankCard } from '../../../src/domain/report/card.js';
import type { ReportCard } from '../../../src/domain/report/report.schema.js';
import type { StepEntry } from '../../../src/domain/run/entry.js';

const shot = (digit: string): `sha256:${string}` => `sha256:${digit.repeat(64)}`;

function line(step: string, type: string, data: Readonly<Record<string, unknown>>): StepEntry {
  return { seq: `agent-1/app-1#${step}`, at: '2026-01-01T10:20:30.000Z', type: type as StepEntry['type'], data };
}

const cardsOf = (records: readonly StepEntry[]): readonly ReportCard[] => agentCards('agent-1', records).map(({ card }) => card);

function observed(screenshot: string) {
  return { observation: { screenshot }, milliseconds: 100 };
}

const decided = {
  subtask: 'Order a kettle',
  thought: 'The form is open.',
  status: 'CONTINUE',
  actions: [
    { function: 'set_edit_text', args: { text: 'Ann', clear_current_text: false }, target: { label: '7', role: 'textbox', name: 'Name' } },
    { function: 'fly', args: {}, invalid: { code: 'unknown-function', message: 'There is no function "fly".' } },
    { function: 'click_input', args: { button: 'left' }, target: { label: '12', role: 'button', name: 'Order' } },
  ],
  comment: 'Filled the form.',
  questions: [],
  refs: { prompt: shot('d'), reply: shot('e'), annotated: shot('f') },
  notes: [{ type: 'answered', text: 'Which size? large' }],
  ms: 900,
};

const performed = {
  ...observed(shot('b')),
  actions: [
    { function: 'set_edit_text', outcome: { status: 'done' } },
    { function: 'click_input', outcome: { status: 'failed', code: 'control-covered', message: 'A dialog covers it.' } },
  ],
};

const records = [
  line('000000.1-observed', 'observed', observed(shot('a'))),
  line('000001.1-decide', 'decided', decided),
  line('000001.3-performed', 'performed', performed),
];

test('the records of a step read as one: thought, each action with its outcome, screenshots before and after', () => {
  expect(cardsOf(records)).toEqual([
    {
      ...blankCard,
      ...{ id: 'step-app-1-1', kind: 'step', agent: 'app-1', number: 1 },
      title: 'Type “Ann” into “Name”, then Fly, then Click “Order”',
      at: '2026-01-01T10:20:30.000Z',
      subtask: 'Order a kettle',
      thought: 'The form is open.',
      status: 'CONTINUE',
      actions: [
        { text: 'Type “Ann” into “Name”', outcome: 'done' },
        { text: 'Fly', outcome: 'invalid', effect: 'There is no function "fly".' },
        { text: 'Click “Order”', outcome: 'failed', effect: 'A dialog covers it.' },
      ],
      comment: 'Filled the form.',
      notes: ['Which size? large'],
      guard: { verdict: 'allowed', reason: '' },
      pictures: { before: shot('a'), after: shot('b') },
      phases: [
        { name: 'deciding', ms: 900 },
        { name: 'acting', ms: 100 },
      ],
      ...{ prompt: shot('d'), reply: shot('e'), flags: ['failed'] },
    },
  ]);
});

test('the next step begins with the screen that the previous one left', () => {
  const [, next] = cardsOf([...records, line('000002.1-decide', 'decided', { status: 'FINISH' })]);
  expect(next?.pictures).toEqual({ before: shot('b') });
});

test('a step is complete when its action has run, or another step has begun', () => {
  const decisions = [line('000001.1-decide', 'decided', decided), line('000002.1-decide', 'decided', decided)];
  expect(agentCards('agent-1', decisions).map(({ complete }) => complete)).toEqual([true, false]);
});

test('a step that runs nothing is complete at once, one that asks when the next begins', () => {
  const decisions = ['FINISH', 'PENDING'].map((status) => line('000001.1-decide', 'decided', { ...decided, actions: [], status }));
  expect(decisions.map((record) => agentCards('agent-1', [record])[0]?.complete)).toEqual([true, false]);
});

test('an action without a decision in its step is shown with its target', () => {
  const run = {
    function: 'click_input',
    action: { type: 'click', target: { control: { label: '12', name: 'Order' } } },
    outcome: { status: 'unknown' },
  };
  const [step] = cardsOf([line('000003.3-performed', 'performed', { ...observed(shot('c')), actions: [run] })]);
  expect(step?.actions).toEqual([{ text: 'Click “Order”', outcome: 'unknown' }]);
});

test('failed attempts are shown, and records of another version do no harm', () => {
  const [step] = cardsOf([
    line('000001.1-decide-failed-001', 'decide-failed', { code: 'model-unavailable', message: '503', ms: 5 }),
    line('000001.7-new', 'something-new', { actions: 'none', observation: 7 }),
    { ...line('', 'other', {}), seq: 'no step' },
  ]);
  expect(step).toMatchObject({
    failures: ['model-unavailable: 503'],
    actions: [],
    thought: '',
    phases: [{ name: 'failed attempts', ms: 5 }],
  });
});

describe('A recovery', () => {
  const lost = {
    ...{
      kind: 'work',
      at: '2026-01-01T10:21:00.000Z',
      work: 'perform-2',
      actions: 'click_input "Order" [12]',
      attempt: 1,
      host: 'H1',
      epoch: 1,
    },
    ...{ evidence: 'heartbeat-timeout', journal: 'journal-unknown', decision: 'accept-unknown' },
  };
  const opened = { kind: 'device', at: '2026-01-01T10:21:30.000Z', host: 'H2', epoch: 2, same: false };
  const told = [
    '10:21:00 perform-2 (click_input "Order" [12]), attempt 1 on host H1, epoch 1: its host fell silent while it ran; the journal shows that it began, and not how it ended; unknown, and never sent again: the model looks at the screen and decides.',
    '10:21:30 Another device was opened: host H2, epoch 2. What was on the old one is gone.',
  ];

  test('is shown in the step whose record has it', () => {
    const [step] = cardsOf([...records, line('000001.1-observed', 'observed', { ...observed(shot('c')), recovery: [lost, opened] })]);
    expect(step?.recovery).toEqual(told);
  });

  test('is shown even where nothing was decided yet', () => {
    expect(cardsOf([line('000000.1-observed', 'observed', { ...observed(shot('a')), recovery: [opened] })])).toMatchObject([
      { number: 0, recovery: [told[1]] },
    ]);
  });

  test('in an unknown version is left out', () => {
    const [step] = cardsOf([...records, line('000001.4-x', 'observed', { recovery: [{ kind: 'meteor', at: 'x' }, 'word'] })]);
    expect(step?.recovery).toEqual([]);
  });
});

describe('What a person did at the wheel', () => {
  const act = (more: object) => ({ actor: 'person:Ann', key: 'k', action: 'click at 40, 12', outcome: { status: 'done' }, ...more });

  test('EV32, EV34: is shown with who did it, what came of it, and what they approved thereby', () => {
    const [step, next] = cardsOf([
      ...records,
      line('000001.4-person', 'person-acted', act({ picture: shot('9'), approved: { by: 'person:Ann', reason: 'deletes something' } })),
      line('000001.4-person', 'person-acted', act({ action: 'text', outcome: { status: 'unknown' } })),
      line('000002.1-decide', 'decided', { status: 'FINISH' }),
    ]);
    if (!step) throw new Error('no step');
    expect(step.actions.slice(-2)).toEqual([
      { text: 'Ann, by hand: click at 40, 12', outcome: 'done', effect: 'approved by doing it: deletes something' },
      { text: 'Ann, by hand: text', outcome: 'unknown' },
    ]);
    expect({ left: step.pictures.after, found: next?.pictures.before }).toEqual({ left: shot('b'), found: shot('9') });
  });

  test('EV32: is shown where the engine has made no step yet', () => {
    const [step] = cardsOf([{ seq: 'flow-1#000000.4-person', at: '2026-01-01T10:20:30.000Z', type: 'person-acted', data: act({}) }]);
    expect(step).toMatchObject({
      ...{ status: 'HELD', title: 'Ann did it by hand' },
      actions: [{ text: 'Ann, by hand: click at 40, 12', outcome: 'done' }],
    });
  });
});

test('FL24: what the looks of a step noticed is told with it, what the first look noticed with the first step', () => {
  const noticing = (notice: string) => ({ observation: { screenshot: shot('a'), notices: [notice] }, milliseconds: 1 });
  const steps = cardsOf([
    line('000000.1-observed', 'observed', noticing('A request failed: GET https://shop.example/a: 404')),
    line('000001.1-decide', 'decided', { ...decided, observation: noticing('repeated').observation, notes: [] }),
    line('000001.3-performed', 'performed', { ...performed, ...noticing('The page reports an error: "boom"') }),
  ]);
  expect(steps.map(({ notes }) => notes)).toEqual([
    ['A request failed: GET https://shop.example/a: 404', 'The page reports an error: "boom"'],
  ]);
});
