import { describe, expect, test } from '@jest/globals';
import type { Json } from '../../../src/domain/run/json.js';
import { activity, checkpoint, flowOf, is, offersOf, option, procedureOf, Run, work } from '../../support/procedures.js';

const build = procedureOf(
  [
    activity('build', {
      steps: [work('fetch'), work('compile'), work('measure', { required: false }), work('pack')],
      transitions: [{ to: 'publish' }],
    }),
    activity('publish', {
      steps: [work('upload'), work('tell', { condition: is('public') })],
      checkpoints: [checkpoint('done', [option('yes')])],
    }),
  ],
  { variables: [{ name: 'public', type: 'boolean' }] },
);

test('P11: a completed step leads to the next one', () => {
  const run = new Run(build);
  const path = [run.at()];
  for (const step of ['fetch', 'compile', 'measure', 'pack', 'upload']) {
    expect(run.complete(step)).toBe('ok');
    path.push(run.at());
  }
  expect(path).toEqual(['build/fetch', 'build/compile', 'build/measure', 'build/pack', 'publish/upload', 'publish?done']);
  expect(run.told('step-completed')[0]).toMatchObject({ step: 'fetch', summary: 'fetch is done' });
});

test.each([
  ['P12: a later step is out of order', 'pack', 'STEP_OUT_OF_ORDER', ['compile']],
  ['P12: a step of a later activity is out of order', 'upload', 'STEP_OUT_OF_ORDER', ['compile']],
  ['P13: a step that is done is not done again', 'fetch', 'STEP_ALREADY_COMPLETE', ['compile']],
  ['P13: a step that does not exist is unknown', 'deploy', 'STEP_NOT_FOUND', ['compile']],
  ['P13: nor is a name of the language one', 'constructor', 'STEP_NOT_FOUND', ['compile']],
])('%s', (_, step, code, expected) => {
  const run = new Run(build);
  run.complete('fetch');
  const before = run.state;
  expect(run.complete(step)).toBe(code);
  expect(run.refused).toMatchObject({ expected });
  expect(run.state).toBe(before);
  expect(run.told('refused')).toEqual([{ type: 'refused', call: 'complete_step', code }]);
});

test('P13: a step of an activity that was left is done', () => {
  const run = new Run(build);
  for (const step of ['fetch', 'compile', 'measure', 'pack']) run.complete(step);
  expect(run.complete('pack')).toBe('STEP_ALREADY_COMPLETE');
});

test('P14: one call completes one step', () => {
  const run = new Run(build);
  run.complete('fetch');
  expect(run.at()).toBe('build/compile');
  expect(run.complete('fetch')).toBe('STEP_ALREADY_COMPLETE');
  expect(run.complete('fetch,compile,measure')).toBe('STEP_NOT_FOUND');
  expect(run.told('step-completed')).toHaveLength(1);
});

test.each([
  ['P15: an empty summary is refused', '', 'SUMMARY_REQUIRED'],
  ['P15: blanks are no summary', ' \n\t', 'SUMMARY_REQUIRED'],
  ['P15: one of 2,001 characters is too long', 'x'.repeat(2_001), 'SUMMARY_REQUIRED'],
  ['P15: one of 2,000 characters is not', 'x'.repeat(2_000), 'ok'],
  ['P15: one character is enough', 'x', 'ok'],
])('%s', (_, summary, code) => {
  expect(new Run(build).do({ call: 'complete_step', step_id: 'fetch', summary })).toBe(code);
});

describe('P16: a step whose condition is false is skipped, and that is recorded', () => {
  const toPublish = (outputs?: { readonly public: boolean }): Run => {
    const run = new Run(build);
    for (const step of ['fetch', 'compile', 'measure']) run.complete(step);
    run.complete('pack', outputs);
    run.complete('upload');
    return run;
  };

  test('false', () => {
    const run = toPublish({ public: false });
    expect(run.at()).toBe('publish?done');
    expect(run.told('step-passed')).toEqual([{ type: 'step-passed', step: 'tell' }]);
    expect(run.complete('tell')).toBe('CHECKPOINT_BLOCKING');
  });

  test('its variable is unset', () => {
    expect(toPublish().at()).toBe('publish?done');
  });

  test('true', () => {
    const run = toPublish({ public: true });
    expect(run.at()).toBe('publish/tell');
    expect(run.told('step-passed')).toEqual([]);
  });
});

describe('P17: an optional step may be skipped, a required one may not', () => {
  test('required', () => {
    const run = new Run(build);
    expect(run.skip('fetch')).toBe('STEP_REQUIRED');
    expect(run.at()).toBe('build/fetch');
  });

  test('optional', () => {
    const run = new Run(build);
    run.complete('fetch');
    run.complete('compile');
    expect(offersOf(run.view()).optional).toContain('skip_step measure');
    expect(run.do({ call: 'skip_step', step_id: 'measure', reason: 'no scales' })).toBe('ok');
    expect(run.told('step-skipped')).toEqual([{ type: 'step-skipped', step: 'measure', reason: 'no scales' }]);
    expect(run.at()).toBe('build/pack');
    expect(run.skip('measure')).toBe('STEP_ALREADY_COMPLETE');
  });

  test('not before its turn', () => {
    expect(new Run(build).skip('measure')).toBe('STEP_OUT_OF_ORDER');
  });
});

describe('P18: outputs', () => {
  const outputs = procedureOf(
    [
      activity('a', {
        steps: [
          work('s', { condition: { type: 'simple', variable: 'plan.size', operator: 'notExists' } }),
          work('t', { condition: is('review.ready') }),
        ],
        checkpoints: [
          checkpoint('c', [option('yes', { setVariable: { approved: true, 'review.passed': true, verdict: 'good', open: 1 } })]),
        ],
        loops: [{ id: 'l', type: 'forEach', variable: 'item', over: 'plan.tasks', steps: [work('u', { condition: is('item.isNew') })] }],
      }),
    ],
    {
      variables: [
        { name: 'title', type: 'string' },
        { name: 'count', type: 'number' },
        { name: 'isNew', type: 'boolean' },
        { name: 'tags', type: 'array' },
        { name: 'details', type: 'object' },
        { name: 'details.size', type: 'number' },
        { name: 'approved', type: 'boolean' },
        { name: 'verdict', type: 'string', writers: ['checkpoint'] },
        { name: 'open', type: 'number', writers: ['agent', 'checkpoint'] },
        { name: 'sealed', type: 'string', writers: ['checkpoint'], defaultValue: '' },
      ],
    },
  );

  test.each<[string, string, Json, string]>([
    ['a text', 'title', 'Tea', 'ok'],
    ['a number for a text', 'title', 1, 'OUTPUT_TYPE'],
    ['null for a text', 'title', null, 'OUTPUT_TYPE'],
    ['a number', 'count', 0, 'ok'],
    ['a text for a number', 'count', '1', 'OUTPUT_TYPE'],
    ['infinity', 'count', Number.POSITIVE_INFINITY, 'OUTPUT_TYPE'],
    ['a truth value', 'isNew', false, 'ok'],
    ['a number for a truth value', 'isNew', 0, 'OUTPUT_TYPE'],
    ['a list', 'tags', [], 'ok'],
    ['an object for a list', 'tags', {}, 'OUTPUT_TYPE'],
    ['an object', 'details', { size: 1 }, 'ok'],
    ['a list for an object', 'details', [], 'OUTPUT_TYPE'],
    ['an object with a typed member', 'details', { size: 'large' }, 'OUTPUT_TYPE'],
    ['a variable that is read but not declared', 'plan', { tasks: [] }, 'ok'],
    ['the same by its whole name', 'plan.tasks', [], 'ok'],
    ['an unknown variable', 'colour', 'red', 'OUTPUT_NOT_ALLOWED'],
    ['what a checkpoint sets', 'approved', true, 'OUTPUT_NOT_ALLOWED'],
    ['the parent of what a checkpoint sets', 'review', { passed: true, ready: true }, 'OUTPUT_NOT_ALLOWED'],
    ['a sibling of what a checkpoint sets', 'review.ready', true, 'ok'],
    ['what a checkpoint sets by its whole name', 'review.passed', true, 'OUTPUT_NOT_ALLOWED'],
    ['what only a checkpoint writes', 'verdict', 'good', 'OUTPUT_NOT_ALLOWED'],
    ['what only a checkpoint may write and none does', 'sealed', 'x', 'OUTPUT_NOT_ALLOWED'],
    ['what a checkpoint sets and an agent may write, too', 'open', 2, 'ok'],
    ['the item of a loop', 'item', 'x', 'OUTPUT_NOT_ALLOWED'],
    ['a member of a loop item', 'item.isNew', true, 'OUTPUT_NOT_ALLOWED'],
    ['a value nested too deeply', 'details', nested(20), 'OUTPUT_TYPE'],
    ['a value that is too large', 'title', 'x'.repeat(20_000), 'OUTPUT_TYPE'],
  ])('%s', (_, name, value, code) => {
    const run = new Run(outputs);
    expect(run.complete('s', { [name]: value })).toBe(code);
    expect(run.at() === 'a/s').toBe(code !== 'ok');
    expect(run.state.variables[name] === value).toBe(code === 'ok');
  });

  test('P70: of them those are related that the step names, or that are read before the first step of another activity', () => {
    const read = (variable: string) => ({ condition: is(variable) });
    const document = procedureOf(
      [
        activity('a', {
          steps: [work('s', { name: 'Say the title', description: 'Then look at `spare`.' }), work('t', read('here'))],
          transitions: [{ to: 'between', ...read('out') }, { to: 'far' }],
        }),
        activity('between', {
          decisions: [{ id: 'd', name: 'D', branches: [{ id: 'b', label: 'B', transitionTo: 'far', ...read('passed') }] }],
          transitions: [{ to: 'far' }],
        }),
        activity('far', { steps: [work('u'), work('v', read('later'))] }),
      ],
      { variables: ['title', 'spare', 'unread'].map((name) => ({ name, type: 'string' as const })) },
    );
    const [offer] = new Run(document).view().actions.required;
    expect(offer?.related).toEqual(['title', 'spare', 'here', 'out', 'passed']);
    expect(Object.keys(offer?.outputs ?? {})).toEqual(expect.arrayContaining(['unread', 'later']));
  });

  test('reportable outputs are offered, with their types', () => {
    const [offer] = new Run(outputs).view().actions.required;
    expect(offer?.outputs).toEqual({
      title: 'string',
      count: 'number',
      isNew: 'boolean',
      tags: 'array',
      details: 'object',
      'details.size': 'number',
      open: 'number',
      'plan.size': 'any',
      'plan.tasks': 'any',
      plan: 'any',
      'review.ready': 'any',
    });
  });

  test('one refused output means none is applied', () => {
    const run = new Run(outputs);
    expect(run.complete('s', { title: 'Tea', approved: true })).toBe('OUTPUT_NOT_ALLOWED');
    expect(run.state.variables).toEqual({ sealed: '' });
  });

  test('a new value leaves no part of the old one', () => {
    const run = new Run(outputs);
    run.complete('s', { 'plan.tasks': ['old'], 'review.ready': true });
    run.complete('t', { plan: { tasks: [{ isNew: true }, {}] } });
    expect(run.view().position.loop).toEqual({ id: 'l', iteration: 1, total: 2, item: { isNew: true } });
  });
});

describe('P17: a step that the engine does can be completed by nobody else', () => {
  const own = procedureOf(
    [activity('a', { steps: [work('s', { run: { flow: 'smoke' }, required: false })], checkpoints: [checkpoint('c', [option('yes')])] })],
    { flows: { smoke: flowOf('smoke') } },
  );

  test.each(['agent', 'human'] as const)('not of %s', (by) => {
    const run = new Run(own);
    expect(run.do({ call: 'complete_step', step_id: 's', summary: 'done', by })).toBe('STEP_RUN_BY_ENGINE');
    expect(run.do({ call: 'skip_step', step_id: 's', by })).toBe('STEP_RUN_BY_ENGINE');
    expect(offersOf(run.view(by))).toMatchObject({
      required: [],
      optional: ['abort_workflow'],
      blocked: ['complete_step s: STEP_RUN_BY_ENGINE', 'skip_step s: STEP_RUN_BY_ENGINE', 'respond_to_checkpoint c: CHECKPOINT_NOT_ACTIVE'],
    });
  });

  test('the engine completes it', () => {
    const run = new Run(own);
    expect(run.do({ call: 'complete_step', step_id: 's', summary: 'the flow passed', by: 'engine' })).toBe('ok');
    expect(run.at()).toBe('a?c');
  });
});

function nested(depth: number): Json {
  return depth === 0 ? {} : { inside: nested(depth - 1) };
}
