import { describe, expect, test } from '@jest/globals';
import { activity, checkpoint, is, option, procedureOf, Run, work, type LoopInput } from '../../support/procedures.js';

function looped(loop: Partial<LoopInput>): Run {
  const whole: LoopInput = { id: 'l', type: 'forEach', steps: [work('s')], ...loop };
  return new Run(
    procedureOf(
      [
        activity('a', {
          steps: [work('first')],
          loops: [whole],
          checkpoints: [
            checkpoint('c', [option('yes')]),
            checkpoint('each', [option('yes'), option('stop', { setVariable: { stop: true } })]),
          ],
        }),
      ],
      { variables: [{ name: 'more', type: 'boolean', defaultValue: true }] },
    ),
  );
}

const over = { variable: 'item', over: 'items' } as const;

describe('P31: a forEach iterates over its collection as it was at its start', () => {
  test('one iteration per item, shown with it', () => {
    const run = looped(over);
    run.complete('first', { items: ['red', 'blue'] });
    expect(run.view().position).toEqual({
      workflow: 'release',
      activity: 'a',
      step: 's',
      loop: { id: 'l', iteration: 1, total: 2, item: 'red' },
    });
    run.complete('s');
    expect(run.view().position.loop).toEqual({ id: 'l', iteration: 2, total: 2, item: 'blue' });
    run.complete('s');
    expect(run.at()).toBe('a?c');
    expect(run.told('loop-entered', 'loop-ended')).toEqual([
      { type: 'loop-entered', loop: 'l', total: 2 },
      { type: 'loop-ended', loop: 'l', why: 'done' },
    ]);
  });

  test('whatever happens to the variable', () => {
    const run = looped(over);
    run.complete('first', { items: ['red', 'blue'] });
    run.complete('s', { items: ['red', 'blue', 'green', 'black'] });
    expect(run.view().position.loop).toMatchObject({ total: 2, item: 'blue' });
    run.complete('s', { items: [] });
    expect(run.at()).toBe('a?c');
  });

  test('an empty one is skipped', () => {
    const run = looped(over);
    run.complete('first', { items: [] });
    expect(run.at()).toBe('a?c');
    expect(run.told('loop-passed')).toHaveLength(1);
  });

  test('conditions can read the item', () => {
    const run = looped({ ...over, steps: [work('s', { condition: is('item.isNew') }), work('t', { condition: is('item.isNew', false) })] });
    run.complete('first', { items: [{ isNew: false }, { isNew: true }, {}, { isNew: true }] });
    const path: string[] = [];
    while (run.state.closing === 0 && !run.view().position.checkpoint) {
      path.push(run.at());
      run.complete(run.view().position.step ?? '');
    }
    expect(path).toEqual(['a/t#1', 'a/s#2', 'a/s#4']);
  });
});

describe('P32: a while tests before each iteration', () => {
  test('false from the start', () => {
    const run = looped({ type: 'while', condition: is('more') });
    run.complete('first', { more: false });
    expect(run.at()).toBe('a?c');
  });

  test('until the condition is false', () => {
    const run = looped({ type: 'while', condition: is('more') });
    run.complete('first');
    run.complete('s');
    expect(run.at()).toBe('a/s#2');
    expect(run.view().position.loop).toEqual({ id: 'l', iteration: 2 });
    run.complete('s', { more: false });
    expect(run.at()).toBe('a?c');
  });
});

describe('P33: a doWhile tests after each iteration', () => {
  test('once, even if the condition is false from the start', () => {
    const run = looped({ type: 'doWhile', condition: is('more') });
    run.complete('first', { more: false });
    expect(run.at()).toBe('a/s#1');
    run.complete('s');
    expect(run.at()).toBe('a?c');
  });

  test('until the condition is false', () => {
    const run = looped({ type: 'doWhile', condition: is('more') });
    run.complete('first');
    run.complete('s');
    expect(run.at()).toBe('a/s#2');
  });
});

test.each([
  ['forEach', over],
  ['while', { type: 'while', condition: is('more') }],
  ['doWhile', { type: 'doWhile', condition: is('more') }],
] as const)('P34: a breakCondition ends a %s after the iteration in which it became true', (_, kind) => {
  const run = looped({ ...kind, breakCondition: is('stop'), steps: [work('s', { checkpoint: 'each' }), work('t')] });
  run.complete('first', 'over' in kind ? { items: [1, 2, 3] } : {});
  run.answer('each', 'yes');
  run.complete('s');
  run.complete('t');
  expect(run.at()).toBe('a?each#2');
  run.answer('each', 'stop');
  expect(run.at()).toBe('a/s#2');
  run.complete('s');
  expect(run.at()).toBe('a/t#2');
  run.complete('t');
  expect(run.at()).toBe('a?c');
  expect(run.told('loop-ended')).toEqual([{ type: 'loop-ended', loop: 'l', why: 'break' }]);
});

test.each(['while', 'doWhile'] as const)('P35: a %s ends at its limit, and that is recorded', (type) => {
  const run = looped({ type, condition: is('more'), maxIterations: 3 });
  run.complete('first');
  const path: string[] = [];
  for (; run.at() !== 'a?c'; run.complete('s')) path.push(run.at());
  expect(path).toEqual(['a/s#1', 'a/s#2', 'a/s#3']);
  expect(run.told('loop-ended')).toEqual([{ type: 'loop-ended', loop: 'l', why: 'LOOP_LIMIT_REACHED' }]);
});

describe('P36: a collection', () => {
  test('that is missing is waited for, and reporting it continues the run', () => {
    const run = looped(over);
    run.complete('first');
    expect(run.at()).toBe('a:waits(items)');
    expect(run.view().position.waiting).toEqual({ code: 'LOOP_ITEMS_REQUIRED', variables: ['items'] });
    expect(run.report({})).toBe('LOOP_ITEMS_REQUIRED');
    expect(run.report({ items: 'red' })).toBe('ok');
    expect(run.at()).toBe('a:waits(items)');
    expect(run.report({ items: ['red'] })).toBe('ok');
    expect(run.at()).toBe('a/s#1');
  });

  test('that is longer than maxIterations is refused at entry', () => {
    const run = looped({ ...over, maxIterations: 2 });
    run.complete('first', { items: [1, 2, 3] });
    expect(run.view().position.waiting).toEqual({ code: 'LOOP_LIMIT_REACHED', variables: ['items'] });
    expect(run.view().message).toContain('more than 2 items');
    expect(run.report({})).toBe('LOOP_LIMIT_REACHED');
    expect(run.complete('s')).toBe('STEP_OUT_OF_ORDER');
    run.report({ items: [1, 2] });
    expect(run.at()).toBe('a/s#1');
  });
});

test('P37: one call completes one iteration’s step, never those of other iterations', () => {
  const run = looped(over);
  run.complete('first', { items: [1, 2, 3] });
  run.complete('s');
  expect(run.at()).toBe('a/s#2');
  expect(run.told('step-completed')).toHaveLength(2);
  expect(run.answer('c', 'yes')).toBe('CHECKPOINT_NOT_ACTIVE');
  run.complete('s');
  run.complete('s');
  expect(run.complete('s')).toBe('CHECKPOINT_BLOCKING');
  expect(run.entries.filter(({ happening }) => happening.type === 'step-completed').map(({ iterations }) => iterations)).toEqual([
    undefined,
    [1],
    [2],
    [3],
  ]);
});

describe('P38: loops inside loops', () => {
  const nested = (): Run =>
    looped({
      variable: 'row',
      over: 'rows',
      steps: [work('open', { checkpoint: 'each' })],
      loops: [
        { id: 'm', type: 'forEach', variable: 'cell', over: 'row.cells', steps: [work('fill', { condition: is('cell') })] },
        { id: 'n', type: 'while', condition: is('row.again'), maxIterations: 2, steps: [work('polish')] },
      ],
    });

  test('are frames, each with its own iteration', () => {
    const run = nested();
    run.complete('first', { rows: [{ cells: [true, false, true] }, { cells: [] }, { cells: [true], again: true }] });
    const path: string[] = [];
    while (run.state.frames.length > 1) {
      const { position } = run.view();
      path.push(run.at());
      if (position.checkpoint) run.answer('each', 'yes');
      else run.complete(position.step ?? '');
    }
    expect(path).toEqual([
      'a?each#1',
      'a/open#1',
      'a/fill#1',
      'a/fill#3',
      'a?each#2',
      'a/open#2',
      'a?each#3',
      'a/open#3',
      'a/fill#1',
      'a/polish#1',
      'a/polish#2',
    ]);
    expect(run.at()).toBe('a?c');
  });

  test('the checkpoint of a body asks in each iteration, and not again afterwards', () => {
    const run = nested();
    run.complete('first', { rows: [{ cells: [] }, { cells: [] }] });
    run.answer('each', 'yes');
    run.complete('open');
    expect(run.at()).toBe('a?each#2');
    expect(run.complete('open')).toBe('CHECKPOINT_BLOCKING');
    run.answer('each', 'yes');
    run.complete('open');
    run.answer('c', 'yes');
    expect(run.at()).toBe('complete');
  });

  test('a collection missing inside is waited for inside', () => {
    const run = nested();
    run.complete('first', { rows: [{}] });
    run.answer('each', 'yes');
    run.complete('open');
    expect(run.at()).toBe('a:waits(row.cells)');
    expect(run.report({ 'row.cells': [] })).toBe('OUTPUT_NOT_ALLOWED');
  });
});

test('P35: a loop without steps is skipped', () => {
  const run = looped({ ...over, steps: [] });
  run.complete('first');
  expect(run.at()).toBe('a?c');
});

test('P38: of two loops with the same variable, the inner item is used', () => {
  const run = looped({
    ...over,
    loops: [{ id: 'm', type: 'forEach', variable: 'item', over: 'item.parts', steps: [work('t', { condition: is('item', 'small') })] }],
  });
  run.complete('first', { items: [{ parts: ['large', 'small'] }] });
  run.complete('s');
  expect(run.view().position.loop).toEqual({ id: 'm', iteration: 2, total: 2, item: 'small' });
});

test('P13: a step of a finished loop is done, one of a later loop is not due', () => {
  const run = new Run(
    procedureOf([
      activity('a', {
        loops: ['one', 'two', 'three'].map((id) => ({
          id,
          type: 'forEach' as const,
          variable: 'item',
          over: 'items',
          steps: [work(`in-${id}`)],
        })),
      }),
    ]),
    { variables: { items: [1] } },
  );
  run.complete('in-one');
  expect([run.complete('in-one'), run.complete('in-three'), run.at()]).toEqual([
    'STEP_ALREADY_COMPLETE',
    'STEP_OUT_OF_ORDER',
    'a/in-two#1',
  ]);
});
