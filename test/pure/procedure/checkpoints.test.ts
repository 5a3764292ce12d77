import { describe, expect, test } from '@jest/globals';
import { activity, checkpoint, is, offersOf, option, procedureOf, Run, work, type CheckpointInput } from '../../support/procedures.js';

const review = procedureOf([
  activity('review', {
    steps: [work('read'), work('sign', { checkpoint: 'sure' }), work('file', { condition: is('signed') })],
    checkpoints: [
      checkpoint('sure', [option('yes', { setVariable: { signed: true } }), option('no', { setVariable: { signed: false } })]),
      checkpoint('fine', [
        option('yes'),
        option('again', { transitionTo: 'review' }),
        option('leave', { setVariable: { left: 1 }, transitionTo: 'archive', skipActivities: ['archive'] }),
        option('over', { skipActivities: ['tidy'] }),
        option('lost', { transitionTo: 'attic' }),
      ]),
      checkpoint('late', [option('yes')], { condition: is('signed') }),
    ],
    transitions: [{ to: 'tidy' }],
  }),
  activity('tidy', { steps: [work('sweep')], transitions: [{ to: 'dust', condition: is('signed', false) }, { to: 'archive' }] }),
  activity('dust', { steps: [work('wipe')], transitions: [{ to: 'archive' }] }),
  activity('archive', { steps: [work('store')] }),
]);

/** At the closing checkpoint `fine`. */
function atFine(sure: 'yes' | 'no' = 'yes'): Run {
  const run = new Run(review);
  run.complete('read');
  run.answer('sure', sure);
  run.complete('sign');
  if (sure === 'yes') run.complete('file');
  return run;
}

test.each([
  ['complete_step', (run: Run) => run.complete('sign')],
  ['complete_step of a completed step', (run: Run) => run.complete('read')],
  ['complete_step of what does not exist', (run: Run) => run.complete('x')],
  ['skip_step', (run: Run) => run.skip('sign')],
  ['report_variables', (run: Run) => run.report({ signed: true })],
  ['abort_workflow', (run: Run) => run.do({ call: 'abort_workflow' })],
])('P19, P20: an open checkpoint refuses %s', (_, attempt) => {
  const run = new Run(review);
  run.complete('read');
  const before = run.state;
  expect(attempt(run)).toBe('CHECKPOINT_BLOCKING');
  expect(run.refused).toMatchObject({ expected: ['sure'] });
  expect(run.state).toBe(before);
  expect(offersOf(run.view())).toMatchObject({ required: ['respond_to_checkpoint sure'], optional: [] });
});

test('P20: one checkpoint is open at a time, in order', () => {
  const run = atFine();
  expect(run.at()).toBe('review?fine');
  run.answer('fine', 'yes');
  expect(run.at()).toBe('review?late');
  run.answer('late', 'yes');
  expect(run.at()).toBe('tidy/sweep');
});

test('P20: a person may abort while a checkpoint is open', () => {
  const run = new Run(review);
  run.complete('read');
  expect(offersOf(run.view('human')).optional).toEqual(['abort_workflow']);
  expect(run.do({ call: 'abort_workflow', by: 'human', reason: 'enough' })).toBe('ok');
  expect([run.at(), run.view().complete]).toEqual(['aborted', false]);
  expect(run.told('aborted')).toEqual([{ type: 'aborted', reason: 'enough' }]);
});

test('P21: an answer and all its effects are one transition', () => {
  const run = atFine();
  expect(run.answer('fine', 'leave')).toBe('ok');
  expect(run.state).toMatchObject({ variables: { signed: true, left: 1 }, skips: ['archive'], ended: 'complete' });
  const other = atFine();
  const before = other.state;
  expect(other.answer('fine', 'lost')).toBe('DEFINITION_INVALID');
  expect(other.state).toBe(before);
});

test.each([
  ['P22: an option that does not exist', 'fine', 'perhaps', 'OPTION_NOT_FOUND', ['yes', 'again', 'leave', 'over']],
  ['P22: an option that leads nowhere', 'fine', 'lost', 'DEFINITION_INVALID', ['yes', 'again', 'leave', 'over']],
  ['P22: a checkpoint that does not exist', 'good', 'yes', 'CHECKPOINT_NOT_FOUND', ['fine']],
  ['P22: a checkpoint that has been answered', 'sure', 'yes', 'CHECKPOINT_ALREADY_RESPONDED', ['fine']],
  ['P23: a checkpoint whose turn has not come', 'late', 'yes', 'CHECKPOINT_NOT_ACTIVE', ['fine']],
])('%s', (_, id, chosen, code, expected) => {
  const run = atFine();
  const before = run.state;
  expect(run.answer(id, chosen)).toBe(code);
  expect(run.refused?.expected).toEqual(expected);
  expect(run.state).toBe(before);
});

test('P22: an option that leads nowhere is shown as blocked, not as an option', () => {
  const { position, actions } = atFine().view();
  expect(position.checkpoint?.options.map(({ id }) => id)).toEqual(['yes', 'again', 'leave', 'over']);
  expect(actions.blocked.map(({ action, code }) => [action.option_id, code])).toContainEqual(['lost', 'DEFINITION_INVALID']);
});

test('P23: nothing can be answered before it is asked', () => {
  const run = new Run(review);
  expect(run.answer('sure', 'yes')).toBe('CHECKPOINT_NOT_ACTIVE');
  expect(run.answer('fine', 'yes')).toBe('CHECKPOINT_NOT_ACTIVE');
  expect(run.state.variables).toEqual({});
});

test.each([
  ['yes', 'review/file'],
  ['no', 'review?fine'],
] as const)('P24: what an answer sets is seen by the next condition: %s', (sure, at) => {
  const run = new Run(review);
  run.complete('read');
  run.answer('sure', sure);
  run.complete('sign');
  expect(run.at()).toBe(at);
});

test('P25: transitionTo leaves at once; unfinished work is recorded as abandoned', () => {
  const run = atFine();
  run.answer('fine', 'again');
  expect(run.at()).toBe('review/read');
  expect(run.told('abandoned')).toEqual([{ type: 'abandoned', steps: [], checkpoints: ['late'], loops: [] }]);
  expect(run.complete('sign')).toBe('STEP_OUT_OF_ORDER');
});

test('P25: transitionTo from the middle of a loop leaves the loop', () => {
  const run = new Run(
    procedureOf([
      activity('a', {
        loops: [
          {
            id: 'l',
            type: 'forEach',
            variable: 'item',
            over: 'items',
            steps: [work('s', { checkpoint: 'c' }), work('t')],
            loops: [{ id: 'm', type: 'while', condition: is('more'), steps: [work('u')] }],
          },
          { id: 'n', type: 'doWhile', condition: is('more'), steps: [work('v')] },
        ],
        checkpoints: [checkpoint('c', [option('on'), option('out', { transitionTo: 'b' })]), checkpoint('d', [option('yes')])],
      }),
      activity('b', { steps: [work('w')] }),
    ]),
  );
  run.report({ items: [1, 2] });
  expect(run.at()).toBe('a?c#1');
  run.answer('c', 'out');
  expect(run.at()).toBe('b/w');
  expect(run.told('abandoned')).toEqual([{ type: 'abandoned', steps: ['s', 't', 'u', 'v'], checkpoints: ['d'], loops: ['l'] }]);
});

describe('P26: an activity in skipActivities is skipped, and its own transitions are followed', () => {
  test('to where they lead', () => {
    const run = atFine();
    run.answer('fine', 'over');
    run.answer('late', 'yes');
    expect(run.at()).toBe('archive/store');
    expect(run.told('passed-over')).toHaveLength(1);
  });

  test('with their conditions', () => {
    const run = atFine('no');
    run.answer('fine', 'over');
    expect(run.at()).toBe('dust/wipe');
  });

  test('not its decisions, which are about its own work', () => {
    const run = new Run(
      procedureOf([
        activity('a', { checkpoints: [checkpoint('c', [option('over', { skipActivities: ['b'] })])], transitions: [{ to: 'b' }] }),
        activity('b', {
          steps: [work('s')],
          decisions: [{ id: 'd', branches: [{ id: 'back', label: 'Back', transitionTo: 'a' }] }],
          transitions: [{ to: 'e' }],
        }),
        activity('e', { steps: [work('t')] }),
      ]),
    );
    run.answer('c', 'over');
    expect(run.at()).toBe('e/t');
  });

  test('the last one ends the procedure', () => {
    const run = atFine();
    run.answer('fine', 'leave');
    expect(run.at()).toBe('complete');
  });
});

test('P27: a checkpoint whose condition is false is skipped, and that is recorded', () => {
  const run = atFine('no');
  run.answer('fine', 'yes');
  expect(run.at()).toBe('tidy/sweep');
  expect(run.told('checkpoint-passed')).toEqual([{ type: 'checkpoint-passed', checkpoint: 'late' }]);
});

test('P30: an activity that is entered again asks again', () => {
  const run = atFine();
  run.answer('fine', 'again');
  run.complete('read');
  expect(run.at()).toBe('review?sure');
  expect(run.answer('sure', 'no')).toBe('ok');
});

describe('P19: who may answer', () => {
  const asked = (more: Partial<CheckpointInput>, answers: 'agent' | 'human'): Run =>
    new Run(procedureOf([activity('a', { checkpoints: [checkpoint('c', [option('yes')], more)] })]), { answers });

  test.each([
    ['a blocking one, where people answer', {}, 'human', 'AWAITING_USER'],
    ['one that does not block, where people answer', { blocking: false }, 'human', 'ok'],
    ['a blocking one, where agents answer', {}, 'agent', 'ok'],
    ['one of a person, where agents answer', { authority: 'human' }, 'agent', 'AWAITING_USER'],
    ['one of an agent, where people answer', { authority: 'agent' }, 'human', 'ok'],
  ] as const)('%s', (_, more, answers, code) => {
    const run = asked(more, answers);
    const before = run.state;
    expect(run.answer('c', 'yes')).toBe(code);
    if (code === 'ok') return;
    expect(run.state).toBe(before);
    expect(offersOf(run.view())).toEqual({
      required: [],
      optional: [],
      blocked: ['respond_to_checkpoint c: AWAITING_USER', 'abort_workflow: CHECKPOINT_BLOCKING'],
    });
    expect(offersOf(run.view('human')).required).toEqual(['respond_to_checkpoint c']);
    expect(run.answer('c', 'yes', 'human')).toBe('ok');
    expect(run.entries.find(({ happening }) => happening.type === 'checkpoint-answered')).toMatchObject({ by: 'human' });
  });

  test('a person may answer what an agent may', () => {
    expect(asked({}, 'agent').answer('c', 'yes', 'human')).toBe('ok');
  });
});
