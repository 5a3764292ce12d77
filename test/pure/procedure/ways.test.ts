import { describe, expect, test } from '@jest/globals';
import { activity, checkpoint, is, offersOf, option, procedureOf, Run, work } from '../../support/procedures.js';

const ends = ['b', 'c', 'd'].map((id) => activity(id, { steps: [work(`in-${id}`)] }));

type Ways = NonNullable<Parameters<typeof activity>[1]>;

function leaving(ways: Ways, outputs: Readonly<Record<string, boolean>> = {}): Run {
  const run = new Run(procedureOf([activity('a', { steps: [work('s')], ...ways }), ...ends]));
  run.complete('s', outputs);
  return run;
}

describe('P39: the first true transition is taken, else the default', () => {
  const transitions = [
    { to: 'b', condition: is('x'), isDefault: true },
    { to: 'c', condition: is('y') },
  ];

  test.each([
    ['the first of two that are true', { x: true, y: true }, 'b/in-b'],
    ['the only one that is true', { x: false, y: true }, 'c/in-c'],
    ['a default whose own condition is false, where none is true', { x: false, y: false }, 'b/in-b'],
  ])('%s', (_, outputs, at) => {
    expect(leaving({ transitions }, outputs).at()).toBe(at);
  });

  test('a default without a condition comes last, wherever it is', () => {
    const ways = {
      transitions: [
        { to: 'b', isDefault: true },
        { to: 'c', condition: is('y') },
      ],
    };
    expect([leaving(ways, { y: true }).at(), leaving(ways).at()]).toEqual(['c/in-c', 'b/in-b']);
  });

  test('a transition without a condition is always true', () => {
    expect(leaving({ transitions: [{ to: 'b', condition: is('x') }, { to: 'c' }, { to: 'd', isDefault: true }] }).at()).toBe('c/in-c');
  });

  test('the first default is the default', () => {
    expect(
      leaving({
        transitions: [
          { to: 'c', isDefault: true },
          { to: 'd', isDefault: true },
        ],
      }).at(),
    ).toBe('c/in-c');
  });
});

test('P40: no call follows a transition that is not true', () => {
  const run = leaving(
    {
      transitions: [
        { to: 'b', condition: is('x') },
        { to: 'c', condition: is('y') },
      ],
    },
    { x: false },
  );
  expect(run.at()).toBe('a:waits(x y)');
  expect([run.complete('in-b'), run.complete('in-c'), run.complete('b')]).toEqual([
    'STEP_OUT_OF_ORDER',
    'STEP_OUT_OF_ORDER',
    'STEP_NOT_FOUND',
  ]);
  expect(run.report({ x: false })).toBe('ok');
  expect(run.at()).toBe('a:waits(x y)');
});

test('P41: an unfinished activity is not left, even if its transitions are true', () => {
  const run = new Run(
    procedureOf([
      activity('a', {
        steps: [work('s'), work('t')],
        checkpoints: [checkpoint('c', [option('yes')])],
        transitions: [{ to: 'b', condition: is('x') }],
      }),
      ...ends,
    ]),
    { variables: { x: true } },
  );
  const path = [run.at()];
  run.complete('s');
  path.push(run.at());
  run.complete('t');
  path.push(run.at());
  run.answer('c', 'yes');
  path.push(run.at());
  expect(path).toEqual(['a/s', 'a/t', 'a?c', 'b/in-b']);
});

describe('P42: a target that does not exist is never taken', () => {
  test('of a transition', () => {
    const run = leaving({ transitions: [{ to: 'nowhere' }, { to: 'c' }] });
    expect(run.at()).toBe('c/in-c');
  });

  test('of a decision', () => {
    const branches = [
      { id: 'lost', label: 'Lost', transitionTo: 'nowhere' },
      { id: 'found', label: 'Found', transitionTo: 'd', isDefault: true },
    ];
    expect(leaving({ decisions: [{ id: 'q', branches }] }).at()).toBe('d/in-d');
  });

  test('the run stays: it waits, and reports the blocked transition', () => {
    const run = leaving({
      transitions: [
        { to: 'nowhere', isDefault: true },
        { to: 'b', condition: is('x') },
      ],
    });
    expect(run.at()).toBe('a:waits(x)');
    expect(offersOf(run.view())).toEqual({
      required: ['report_variables'],
      optional: ['abort_workflow'],
      blocked: ['transition nowhere: DEFINITION_INVALID'],
    });
  });
});

describe('P43: decisions come after steps and checkpoints, before transitions', () => {
  const decisions = [
    {
      id: 'q',
      branches: [
        { id: 'x', label: 'X', condition: is('x'), transitionTo: 'b' },
        { id: 'stay', label: 'On', condition: is('z') },
      ],
    },
    { id: 'r', branches: [{ id: 'y', label: 'Y', condition: is('y'), transitionTo: 'c' }] },
  ];
  const transitions = [{ to: 'd' }];

  test.each([
    ['the first true branch', { x: true, y: true }, 'b/in-b'],
    ['one that leads nowhere goes on to the next decision', { z: true, y: true }, 'c/in-c'],
    ['none is true: on to the transitions', { x: false }, 'd/in-d'],
  ])('%s', (_, outputs, at) => {
    expect(leaving({ decisions, transitions }, outputs).at()).toBe(at);
  });

  test('the default, where no branch is true', () => {
    const branches = [
      { id: 'no', label: 'No', transitionTo: 'c', isDefault: true },
      { id: 'yes', label: 'Yes', condition: is('x'), transitionTo: 'b' },
    ];
    expect([
      leaving({ decisions: [{ id: 'q', branches }] }, { x: true }).at(),
      leaving({ decisions: [{ id: 'q', branches }] }).at(),
    ]).toEqual(['b/in-b', 'c/in-c']);
  });

  test('after the checkpoint, with what its answer set', () => {
    const run = leaving({ decisions, transitions, checkpoints: [checkpoint('k', [option('yes', { setVariable: { y: true } })])] });
    expect(run.at()).toBe('a?k');
    run.answer('k', 'yes');
    expect(run.at()).toBe('c/in-c');
    expect(run.told('entered').map(({ via }) => via)).toEqual(['start', 'r/y']);
  });
});

describe('P45: completion', () => {
  test('where no transitions are declared', () => {
    const run = leaving({});
    expect(run.view()).toMatchObject({
      complete: true,
      position: { workflow: 'release', activity: 'a' },
      actions: { required: [], optional: [], blocked: [] },
      message: 'The procedure is complete.',
    });
    expect(run.told('completed')).toHaveLength(1);
  });

  test.each([
    ['complete_step', (run: Run) => run.complete('s')],
    ['skip_step', (run: Run) => run.skip('s')],
    ['respond_to_checkpoint', (run: Run) => run.answer('c', 'yes')],
    ['report_variables', (run: Run) => run.report({ x: 1 })],
    ['abort_workflow', (run: Run) => run.do({ call: 'abort_workflow' })],
    ['a person’s abort', (run: Run) => run.do({ call: 'abort_workflow', by: 'human' })],
  ])('%s is refused afterwards', (_, attempt) => {
    const run = leaving({});
    const before = run.state;
    expect(attempt(run)).toBe('WORKFLOW_COMPLETED');
    expect(run.state).toBe(before);
    const aborted = new Run(run.procedure);
    aborted.do({ call: 'abort_workflow' });
    expect(attempt(aborted)).toBe('WORKFLOW_COMPLETED');
  });

  test('in the final activity, where none of its transitions is true', () => {
    const procedure = procedureOf([activity('a', { steps: [work('s')], transitions: [{ to: 'a', condition: is('again') }] })], {
      finalActivity: 'a',
    });
    const run = new Run(procedure);
    run.complete('s', { again: true });
    expect(run.at()).toBe('a/s');
    run.complete('s', { again: false });
    expect(run.at()).toBe('complete');
  });
});

describe('P46: if no transition is true the run waits for the variables that decide', () => {
  const ways: Ways = {
    decisions: [{ id: 'q', branches: [{ id: 'z', label: 'Z', condition: is('z'), transitionTo: 'd' }] }],
    transitions: [{ to: 'b', condition: { type: 'and', conditions: [is('x'), { type: 'not', condition: is('y') }] } }],
  };

  test('it names them, and offers nothing else', () => {
    const run = leaving(ways);
    expect(run.view().position.waiting).toEqual({ code: 'NO_ELIGIBLE_TRANSITION', variables: ['z', 'x', 'y'] });
    expect(offersOf(run.view())).toEqual({ required: ['report_variables'], optional: ['abort_workflow'], blocked: [] });
    expect(run.complete('s')).toBe('STEP_ALREADY_COMPLETE');
    expect(run.report({})).toBe('NO_ELIGIBLE_TRANSITION');
    expect(run.report({ other: true })).toBe('OUTPUT_NOT_ALLOWED');
  });

  test.each([
    [{ x: true }, 'b/in-b'],
    [{ z: true }, 'd/in-d'],
    [{ x: true, y: true }, 'a:waits(z x y)'],
  ])('reporting %j advances the run', (outputs, at) => {
    const run = leaving(ways);
    expect(run.report(outputs)).toBe('ok');
    expect(run.at()).toBe(at);
  });

  test('report_variables is offered only then', () => {
    const run = new Run(procedureOf([activity('a', { steps: [work('s', { condition: is('x', null) })] })]));
    expect(run.report({ x: null })).toBe('OUTPUT_NOT_ALLOWED');
    expect(JSON.stringify(run.view().actions)).not.toContain('report_variables');
  });

  test('empty activities in a cycle wait, too', () => {
    const run = leaving({
      transitions: [{ to: 'round' }],
    });
    expect(run.at()).toBe('complete');
    const circle = new Run(
      procedureOf([
        activity('a', {
          transitions: [
            { to: 'b', condition: is('out') },
            { to: 'round', isDefault: true },
          ],
        }),
        activity('round', { transitions: [{ to: 'a' }] }),
        activity('b', { steps: [work('s')] }),
      ]),
    );
    expect(circle.at()).toBe('round:waits(out)');
    expect(circle.report({ out: true })).toBe('ok');
    expect(circle.at()).toBe('b/s');
  });
});

test('P47: entering an activity again is a new visit', () => {
  const run = new Run(
    procedureOf([
      activity('a', {
        steps: [work('s'), work('t')],
        loops: [{ id: 'l', type: 'forEach', variable: 'item', over: 'items', steps: [work('u')] }],
        checkpoints: [checkpoint('c', [option('again', { transitionTo: 'a' }), option('on')])],
      }),
    ]),
    { variables: { items: [1, 2] } },
  );
  const round = ['s', 't', 'u', 'u'];
  for (const each of round) expect(run.complete(each)).toBe('ok');
  run.answer('c', 'again');
  expect(run.state).toMatchObject({ visits: { a: 2 }, answered: [], closing: 0 });
  for (const each of round) expect(run.complete(each)).toBe('ok');
  run.answer('c', 'on');
  expect(run.at()).toBe('complete');
  expect(run.entries.filter(({ happening }) => happening.type === 'step-completed').map(({ visit }) => visit)).toEqual([
    1, 1, 1, 1, 2, 2, 2, 2,
  ]);
});
