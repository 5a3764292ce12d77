// Documents in the later formats: how they are read, what is refused, and that no checkpoint of theirs is lost.
import { describe, expect, test } from '@jest/globals';
import { describeProcedure } from '../../../src/domain/procedure/catalogue.js';
import { pathText } from '../../../src/domain/procedure/finding.js';
import { parseDefinition } from '../../../src/domain/procedure/parse-definition.schema.js';
import { createProcedure } from '../../../src/domain/procedure/procedure.js';
import { prepared, Run } from '../../support/procedures.js';

type Written = Readonly<Record<string, unknown>>;

const head = { id: 'release', version: '1.0.0', title: 'Release' };
const does = (id: string, more: Written = {}): Written => ({ kind: 'action', id, ...more });
const asks = (id: string, more: Written = {}): Written => ({
  kind: 'checkpoint',
  id,
  message: `${id}?`,
  options: [
    { id: 'yes', label: 'Yes' },
    { id: 'no', label: 'No', effect: { setVariable: { refused: true } } },
  ],
  ...more,
});
const each = (id: string, steps: readonly Written[], more: Written = {}): Written => ({
  kind: 'loop',
  id,
  loopType: 'forEach',
  variable: 'item',
  over: 'items',
  steps,
  ...more,
});

function written(steps: readonly Written[], more: Written = {}, activity: Written = {}): Written {
  return { ...head, activities: [{ id: 'a', name: 'A', steps, ...activity }], ...more };
}

function runOf(document: Written, variables: Readonly<Record<string, never>> | Readonly<Record<string, unknown>> = {}): Run {
  return new Run(prepared(document), { variables: variables as never, by: 'human' });
}

/** Follows it to its end, answering with the first option: where it was. */
function walk(run: Run): readonly string[] {
  const path: string[] = [];
  for (let at = run.at(); at !== 'complete' && path.length < 50; at = run.at()) {
    path.push(at);
    const { step, checkpoint } = run.view().position;
    if (step !== undefined) run.complete(step);
    else if (checkpoint) run.answer(checkpoint.id, checkpoint.options[0]?.id ?? '');
    else break;
  }
  return path;
}

/** `path: message` of each error. */
function errors(document: unknown, profile: 'compat' | 'strict' = 'compat'): readonly string[] {
  return parseDefinition(document, profile)
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${pathText(document, path)}: ${message}`);
}

describe('P61: steps, checkpoints and loops come up in the order of their list', () => {
  test('a checkpoint is asked exactly where it stands: first, between, twice in a row, last', () => {
    expect(walk(runOf(written([asks('p'), does('s'), asks('q'), asks('r'), does('t'), asks('z')])))).toEqual([
      'a?p',
      'a/s',
      'a?q',
      'a?r',
      'a/t',
      'a?z',
    ]);
  });

  test('while it is open nothing after it can be done, and nothing before it again', () => {
    const run = runOf(written([does('s'), asks('q'), does('t')]));
    expect([run.answer('q', 'yes'), run.complete('t'), run.complete('s'), run.complete('t'), run.skip('t'), run.complete('s')]).toEqual([
      'CHECKPOINT_NOT_ACTIVE',
      'STEP_OUT_OF_ORDER',
      'ok',
      'CHECKPOINT_BLOCKING',
      'CHECKPOINT_BLOCKING',
      'CHECKPOINT_BLOCKING',
    ]);
    expect([run.answer('q', 'yes'), run.complete('t'), run.at()]).toEqual(['ok', 'ok', 'complete']);
  });

  test('one inside a loop is asked in each iteration, and after its last step, too', () => {
    const run = runOf(written([does('s'), each('l', [does('u'), asks('q')]), does('t')]), { items: [1, 2] });
    expect(walk(run)).toEqual(['a/s', 'a/u#1', 'a?q#1', 'a/u#2', 'a?q#2', 'a/t']);
    expect(run.told('checkpoint-answered')).toHaveLength(2);
  });

  test('loops stand in loops, in their place', () => {
    const inner = each('m', [asks('q'), does('v')], { variable: 'part', over: 'item' });
    const run = runOf(written([each('l', [does('u'), inner, does('w')])]), { items: [[1], [2, 3]] });
    expect(walk(run)).toEqual(['a/u#1', 'a?q#1', 'a/v#1', 'a/w#1', 'a/u#2', 'a?q#1', 'a/v#1', 'a?q#2', 'a/v#2', 'a/w#2']);
  });

  test('a condition or a `when` that is false passes it over, and that is recorded', () => {
    const document = written([
      asks('p', { when: 'x == true' }),
      does('s', { when: 'x' }),
      asks('q', { condition: { type: 'simple', variable: 'x', operator: '==', value: false }, when: 'x == false' }),
    ]);
    const run = runOf(document, { x: false });
    expect(walk(run)).toEqual(['a?q']);
    expect(run.told('checkpoint-passed', 'step-passed').map(({ type }) => type)).toEqual(['checkpoint-passed', 'step-passed']);
  });

  test('the gate of a loop passes it over, and its checkpoints with it', () => {
    const document = written([each('l', [asks('q')], { when: 'x == true' }), does('t')]);
    expect(walk(runOf(document, { items: [1], x: false }))).toEqual(['a/t']);
    expect(walk(runOf(document, { items: [1], x: true }))).toEqual(['a?q#1', 'a/t']);
  });

  test('one that is not blocking answers itself in its time, and a later one has to be asked', () => {
    const run = runOf(written([does('s'), asks('q', { blocking: false, defaultOption: 'no', autoAdvanceMs: 1_000 }), asks('r')]));
    run.complete('s');
    run.wait(999);
    expect(run.at()).toBe('a?q');
    run.wait(1);
    expect([run.at(), run.state.variables['refused']]).toEqual(['a?r', true]);
  });

  test('what was not reached is told when an answer leads away', () => {
    const away = asks('q', { options: [{ id: 'stop', label: 'Stop', effect: { transitionTo: '__terminal__' } }] });
    const run = runOf(written([away, does('s'), each('l', [asks('r')]), asks('z')], { variables: [{ name: 'items', type: 'array' }] }));
    run.answer('q', 'stop');
    expect(run.told('abandoned')).toEqual([{ type: 'abandoned', steps: ['s'], checkpoints: ['r', 'z'], loops: [] }]);
    expect(run.at()).toBe('complete');
  });

  test('lists of loops and checkpoints beside an ordered one follow it', () => {
    const closing = { id: 'z', name: 'Z', message: 'Z?', options: [{ id: 'yes', label: 'Yes' }] };
    const loop = { id: 'l', type: 'forEach', variable: 'item', over: 'items', steps: [{ id: 'u', name: 'U' }] };
    const run = runOf(written([asks('p'), does('s')], {}, { checkpoints: [closing], loops: [loop] }), { items: [1] });
    expect(walk(run)).toEqual(['a?p', 'a/s', 'a/u#1', 'a?z']);
  });

  test('the same id in an activity and in its loop means whichever is due', () => {
    const run = runOf(written([does('draft'), asks('ok'), each('l', [does('draft'), asks('ok')]), does('end')]), { items: [1, 2] });
    expect(walk(run)).toEqual(['a/draft', 'a?ok', 'a/draft#1', 'a?ok#1', 'a/draft#2', 'a?ok#2', 'a/end']);
    const again = runOf(written([does('draft'), each('l', [does('other'), does('draft')])]), { items: [1] });
    again.complete('draft');
    expect(again.complete('draft')).toBe('STEP_OUT_OF_ORDER');
  });
});

describe('P62: what might hold an agent and is not known is an error that names it', () => {
  const bad = (steps: readonly Written[], more?: Written, activity?: Written) => written([does('s'), ...steps], more, activity);
  test.each<[string, unknown, string]>([
    ['a kind of step', bad([{ kind: 'gate', id: 'g' }]), "the kind of step 'gate' is not known"],
    ['a field of a step', bad([does('t', { approvedBy: 'lead' })]), "a step has no field 'approvedBy'"],
    [
      'a misspelt one',
      bad([asks('q', { blockng: true })]),
      "a checkpoint has no field 'blockng', and it might hold an agent; did you mean 'blocking'?",
    ],
    ['a field of an option', bad([asks('q', { options: [{ id: 'o', label: 'O', requires: 'x' }] })]), "an option has no field 'requires'"],
    ['an effect', bad([asks('q', { options: [{ id: 'o', label: 'O', effect: { exit: 'done' } }] })]), "an effect has no field 'exit'"],
    ['a field of a transition', bad([], {}, { transitions: [{ to: 'a', unless: 'x' }] }), "a transition has no field 'unless'"],
    ['a field of a loop', bad([each('l', [does('u')], { parallel: true })]), "a loop has no field 'parallel'"],
    [
      'a field of a condition',
      bad([does('t', { condition: { type: 'simple', variable: 'x', operator: '==', value: 1, within: 5 } })]),
      "a condition has no field 'within'",
    ],
    [
      'an operator',
      bad([does('t', { condition: { type: 'simple', variable: 'x', operator: 'matches', value: 1 } })]),
      'expected one of ==, !=, ',
    ],
    ['a field of an activity', bad([], {}, { exits: { done: {} } }), "an activity has no field 'exits'"],
    ['a field of the workflow', bad([], { graph: { a: {} } }), "a workflow has no field 'graph'"],
    ['a field of a variable', bad([], { variables: [{ name: 'x', type: 'string', values: ['a'] }] }), "a variable has no field 'values'"],
    ['a `when`', bad([does('t', { when: 'x =~ 1' })]), '"x =~ 1" is not understood, and it might hold an agent'],
    ['a `when` that is no text', bad([does('t', { when: { any: [] } })]), 'it is not understood'],
    ['a `when` that is never true', bad([asks('q', { when: 'false' })]), 'it is never true'],
    ['an action', bad([does('t', { actions: [{ action: 'await', message: 'the lead' }] })]), "the action 'await' is not known"],
    ['a field of an action', bad([does('t', { actions: [{ action: 'log', approval: true }] })]), "an action has no field 'approval'"],
    [
      'a field of a technique',
      bad([{ kind: 'technique', technique: { name: 'x::y', checkpoint: 'q' } }]),
      "a technique has no field 'checkpoint'",
    ],
    [
      'a checkpoint in prose',
      bad([], {}, { questionDomains: [{ checkpoint: { message: 'Ask' } }] }),
      "'checkpoint' in it might hold an agent",
    ],
    [
      'a checkpoint without its kind',
      bad([{ id: 'q', message: 'Q?', options: [{ id: 'o', label: 'O' }] }]),
      "a step has no field 'message'",
    ],
    [
      'a checkpoint of another kind',
      bad([], {}, { checkpoints: [{ ...asks('q'), kind: 'gate' }] }),
      "the kind 'gate' is not one of a checkpoint",
    ],
    [
      'a checkpoint in triggers',
      bad([does('t', { triggers: [{ workflow: 'x', checkpoints: [] }] })]),
      "'checkpoints' in triggers might hold an agent",
    ],
    ['an optional checkpoint', bad([asks('q', { required: false })]), 'only a step can be optional'],
    ['an id with a template', bad([asks('q-{item}')]), 'expected an id of letters'],
    ['a written order', written([does('s')], {}, { order: [] }), 'the order is that of the list'],
    ['a kind of fragment', bad([], { fragments: { steps: {} } }), "a fragments has no field 'steps'"],
  ])('%s', (_, document, message) => {
    for (const profile of ['compat', 'strict'] as const) expect(errors(document, profile).join('\n')).toContain(message);
    expect(parseDefinition(document, 'compat').definition).toBeUndefined();
  });

  test('with the place as it is written', () => {
    const document = written([
      does('s'),
      each('l', [does('u'), asks('q', { blockng: 1 })]),
      asks('r', { options: [{ id: 'o', label: 'O', effect: { go: 1 } }] }),
    ]);
    expect(errors(document).map((text) => text.split(': ')[0])).toEqual([
      'activities[0] (a).steps[1] (l).steps[1] (q).blockng',
      'activities[0] (a).steps[2] (r).options[0] (o).effect.go',
    ]);
  });

  test('prose of known names is kept and noted', () => {
    const { definition, findings } = parseDefinition(
      written([does('s', { skill: 'x', notes: ['y'] })], { author: 'z', tags: [] }, { outcome: ['done'] }),
      'strict',
    );
    expect(definition).toBeDefined();
    expect(
      findings
        .filter(({ code }) => code === 'unknown-field')
        .map(({ path }) => path.at(-1))
        .toSorted(),
    ).toEqual(['author', 'notes', 'outcome', 'skill', 'tags']);
  });
});

describe('P65: what a document writes once, it may refer to', () => {
  const shared = {
    message: 'Shared?',
    condition: { type: 'simple', variable: 'x', operator: '!=', value: 1 },
    options: [{ id: 'yes', label: 'Yes' }],
  };

  test('a checkpoint is the fragment with its own fields first', () => {
    const run = runOf(
      written(
        [
          { kind: 'checkpoint', id: 'q', ref: 'f', message: 'Mine?' },
          { kind: 'checkpoint', id: 'r', ref: 'release::f' },
        ],
        { fragments: { checkpoints: { f: shared } } },
      ),
    );
    expect(run.view().position.checkpoint).toMatchObject({ id: 'q', message: 'Mine?', options: [{ id: 'yes' }] });
    run.answer('q', 'yes');
    expect(run.view().position.checkpoint).toMatchObject({ id: 'r', message: 'Shared?' });
    expect(
      walk(runOf(written([{ kind: 'checkpoint', id: 'q', ref: 'f' }, does('s')], { fragments: { checkpoints: { f: shared } } }), { x: 1 })),
    ).toEqual(['a/s']);
  });

  test.each([
    ['none of that name', { checkpoints: {} }, "there is no fragment 'f'"],
    ['a circle', { checkpoints: { f: { ref: 'g' }, g: { ref: 'f' } } }, 'refer to each other in a circle'],
    ['a name from the prototype', { checkpoints: { constructor: shared } }, "there is no fragment 'f'"],
  ])('%s is an error', (_, fragments, message) => {
    expect(errors(written([does('s'), { kind: 'checkpoint', id: 'q', ref: 'f' }], { fragments })).join('\n')).toContain(message);
  });

  test('rules by audience are one list, with those that they refer to', () => {
    const rules = { workflow: ['One.', { ref: 'r' }], universal: [{ ref: 'list' }] };
    const fragments = { rules: { r: 'Two.', list: ['Three.', 'Four.'] } };
    expect(describeProcedure(prepared(written([does('s')], { rules, fragments })))).toMatchObject({
      format: 'kinds',
      rules: ['One.', 'Two.', 'Three.', 'Four.'],
    });
    expect(errors(written([does('s')], { rules: { workflow: [{ ref: 'nowhere' }] } })).join()).toContain("there is no fragment 'nowhere'");
  });

  test('an activity that is only named is an error', () => {
    expect(errors({ ...head, activities: ['01-a.yaml'] }).join()).toContain("'01-a.yaml' refers to a file");
  });
});

describe('P66: templates', () => {
  const items = [
    { id: 'one', n: 1 },
    { id: 'two', n: 2 },
  ];

  test('an id per iteration is read without it, and asked anew in each', () => {
    const run = runOf(written([each('l', [asks('pick#{item.id}', { message: 'Take {item.id} of {unset}?' })])]), { items });
    expect(run.view().position.checkpoint).toMatchObject({ id: 'pick', message: 'Take one of {unset}?' });
    expect(walk(run)).toEqual(['a?pick#1', 'a?pick#2']);
  });

  test('values that an answer sets are filled, and keep their type when they are nothing but a template', () => {
    const take = asks('pick', {
      options: [{ id: 'take', label: 'Take {item.id}', effect: { setVariable: { whole: '{item}', text: 'n={item.n}', gone: '{unset}' } } }],
    });
    const run = runOf(written([each('l', [take])]), { items });
    expect(run.view().position.checkpoint?.options).toEqual([{ id: 'take', label: 'Take one' }]);
    run.answer('pick', 'take');
    expect(run.state.variables).toMatchObject({ whole: items[0], text: 'n=1', gone: null });
  });

  test('one that gives another type than declared is not taken', () => {
    const take = asks('pick', { options: [{ id: 'take', label: 'Take', effect: { setVariable: { whole: '{item}' } } }] });
    const run = runOf(written([each('l', [take])], { variables: [{ name: 'whole', type: 'string', defaultValue: 'x' }] }), { items });
    run.answer('pick', 'take');
    expect(run.state.variables['whole']).toBe('x');
  });
});

describe('P67: what the definition sets itself', () => {
  const sets = [
    { action: 'set', target: 'flag', value: true },
    { action: 'set', target: 'list', value: '[]' },
    { action: 'set', target: 'free' },
    { action: 'validate', message: 'Tests pass' },
  ];
  const document = written(
    [
      does('s', { actions: sets }),
      asks('q', { options: [{ id: 'o', label: 'O', effect: { setVariable: { free: 1, flag: false } } }] }),
      does('t'),
    ],
    {
      variables: [{ name: 'list', type: 'array' }],
    },
  );

  test('a value is set by the engine when the step is done, and no agent may set it', () => {
    const run = runOf(document);
    expect(run.complete('s', { flag: false })).toBe('OUTPUT_NOT_ALLOWED');
    expect(run.complete('s')).toBe('ok');
    expect(run.state.variables).toEqual({ flag: true, list: [] });
  });

  test('without a value it may be reported with that step, and with no other', () => {
    const run = runOf(document);
    expect(run.view().actions.required[0]?.outputs).toMatchObject({ free: 'any' });
    expect(run.complete('s', { free: 2 })).toBe('ok');
    run.answer('q', 'o');
    expect(run.complete('t', { free: 3 })).toBe('OUTPUT_NOT_ALLOWED');
  });

  test('what the engine does not check is told as the agent’s', () => {
    const { findings } = parseDefinition(document, 'compat');
    expect(findings.filter(({ code }) => code === 'left-to-agent').map(({ message }) => message)).toEqual([
      expect.stringContaining("'Tests pass'"),
    ]);
    expect(runOf(document).view().actions.required[0]?.description).toContain('validate: Tests pass');
  });

  test('a mode passes activities over while its variable is true, and sets its defaults when it becomes so', () => {
    const way = (id: string, to?: string): Written => ({
      id,
      name: id,
      steps: [{ id: `in-${id}`, name: id }],
      ...(to === undefined ? {} : { transitions: [{ to }] }),
    });
    const modes = [{ id: 'review', activationVariable: 'review', recognition: ['review'], skipActivities: ['b'], defaults: { depth: 2 } }];
    const moded = { ...head, modes, activities: [way('a', 'b'), way('b', 'c'), way('c')] };
    expect(walk(runOf(moded))).toEqual(['a/in-a', 'b/in-b', 'c/in-c']);
    const run = runOf(moded, { review: true });
    expect(walk(run)).toEqual(['a/in-a', 'c/in-c']);
    expect(run.state.variables).toEqual({ review: true, depth: 2 });
    expect(run.told('passed-over')).toHaveLength(1);
  });

  test('a checkpoint that nothing lets come up is told', () => {
    const hopeless = written([
      asks('q', { when: 'refused == true', options: [{ id: 'o', label: 'O', effect: { setVariable: { refused: false } } }] }),
      does('s'),
    ]);
    expect(parseDefinition(hopeless, 'compat').findings).toContainEqual(
      expect.objectContaining({
        code: 'never-asked',
        severity: 'warning',
        message: expect.stringContaining("nothing sets 'refused' to true"),
      }),
    );
  });
});

describe('P69: names that code stumbles over', () => {
  const one = written([asks('q'), does('s')]);
  test.each(['__proto__', 'constructor', 'prototype', 'x.__proto__', 'x.constructor'])('%s is no variable', (name) => {
    const effect = JSON.parse(`{"setVariable": {"${name}": 1}}`) as Written;
    expect(errors(written([asks('q', { options: [{ id: 'o', label: 'O', effect }] })]))).toHaveLength(1);
    expect(errors(written([does('s')], { variables: [{ name, type: 'string' }] }))).toHaveLength(1);
    const outputs = JSON.parse(`{"${name}": 1}`) as Record<string, never>;
    const run = runOf(one);
    run.answer('q', 'yes');
    expect(run.complete('s', outputs)).toBe('OUTPUT_NOT_ALLOWED');
    expect(() => new Run(createProcedure(run.procedure.definition), { variables: outputs })).toThrow('OUTPUT_NOT_ALLOWED');
  });

  test('a value may not hold one either', () => {
    const run = runOf(written([does('s', { when: 'free != 1' })]));
    expect(run.complete('s', { free: JSON.parse('{"a": [{"__proto__": {"x": 1}}]}') as never })).toBe('OUTPUT_TYPE');
    expect(run.complete('s', { free: { constructor: 'Acme' } })).toBe('ok');
  });
});
