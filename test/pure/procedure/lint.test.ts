import { describe, expect, test } from '@jest/globals';
import type { DefinitionInput } from '../../../src/domain/procedure/definition.js';
import { pathText } from '../../../src/domain/procedure/finding.js';
import { parseDefinition } from '../../../src/domain/procedure/parse-definition.schema.js';
import { activity, checkpoint, documentOf, is, option, work, type LoopInput } from '../../support/procedures.js';

/** `code at path`, in that profile, without the others. */
function found(document: unknown, severity: 'error' | 'warning' | 'note', profile: 'compat' | 'strict' = 'compat'): readonly string[] {
  const { findings } = parseDefinition(document, profile);
  return findings.filter((finding) => finding.severity === severity).map(({ code, path }) => `${code} at ${pathText(document, path)}`);
}

const end = activity('end', { steps: [work('last')] });
const good = documentOf([activity('a', { steps: [work('s')], transitions: [{ to: 'end', isDefault: true }] }), end]);
const withActivity = (more: Parameters<typeof activity>[1], rest: Partial<DefinitionInput> = {}): DefinitionInput =>
  documentOf([activity('a', { steps: [work('s')], transitions: [{ to: 'end', isDefault: true }], ...more }), end], rest);
const loop = (more: Partial<LoopInput>): LoopInput => ({
  id: 'l',
  type: 'forEach',
  variable: 'x',
  over: 'xs',
  steps: [work('t')],
  ...more,
});

test('a valid definition has no findings', () => {
  for (const profile of ['compat', 'strict'] as const) {
    const { definition, findings } = parseDefinition(good, profile);
    expect(findings).toEqual([]);
    expect(definition?.activities.map(({ id }) => id)).toEqual(['a', 'end']);
  }
});

describe('errors, in any profile', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['nothing', undefined, ['invalid-field at ']],
    ['a list', [], ['invalid-field at ']],
    ['no activities', documentOf([]), ['invalid-field at activities']],
    ['a wrong type', { ...good, title: 7 }, ['invalid-field at title']],
    [
      'a value outside the enumeration',
      withActivity({ loops: [loop({ type: 'for' as never })] }),
      ['invalid-field at activities[0] (a).loops[0] (l).type'],
    ],
    ['an id with a blank', documentOf([activity('a b')]), ['invalid-field at activities[0] (a b).id']],
    ['an id that is a reserved word', documentOf([activity('constructor')]), ['invalid-field at activities[0] (constructor).id']],
    [
      'a variable that is a reserved word',
      withActivity({ steps: [work('s', { condition: is('a.__proto__.b') })] }),
      ['invalid-field at activities[0] (a).steps[0] (s).condition.variable'],
    ],
    [
      'a checkpoint without options',
      withActivity({ checkpoints: [checkpoint('c', [])] }),
      ['invalid-field at activities[0] (a).checkpoints[0] (c).options'],
    ],
    [
      'a step with an empty run',
      withActivity({ steps: [work('s', { run: {} })] }),
      ['invalid-field at activities[0] (a).steps[0] (s).run'],
    ],
    ['two activities with one id', documentOf([...good.activities, activity('a')]), ['duplicate-id at activities[2] (a)']],
    ['two steps with one id', withActivity({ steps: [work('s'), work('s')] }), ['duplicate-id at activities[0] (a).steps[1] (s)']],
    [
      'two steps of a loop',
      withActivity({ loops: [loop({ steps: [work('t'), work('t')] })] }),
      ['duplicate-id at activities[0] (a).loops[0] (l).steps[1] (t)'],
    ],
    [
      'two loops, one inside the other',
      withActivity({ loops: [loop({ loops: [loop({ steps: [work('u')] })] })] }),
      ['duplicate-id at activities[0] (a).loops[0] (l).loops[0] (l)'],
    ],
    [
      'two options',
      withActivity({ checkpoints: [checkpoint('c', [option('o'), option('o')])] }),
      ['duplicate-id at activities[0] (a).checkpoints[0] (c).options[1] (o)'],
    ],
    [
      'two variables',
      documentOf(good.activities, {
        variables: [
          { name: 'v', type: 'string' },
          { name: 'v', type: 'number' },
        ],
      }),
      ['duplicate-id at variables[1] (v)'],
    ],
    ['an unknown beginning', { ...good, initialActivity: 'z' }, ['unknown-activity at initialActivity']],
    ['an unknown end', { ...good, finalActivity: 'z' }, ['unknown-activity at finalActivity']],
    [
      'a step that names no checkpoint',
      withActivity({ steps: [work('s', { checkpoint: 'c' })] }),
      ['unknown-checkpoint at activities[0] (a)'],
    ],
    [
      'a default that is not an option',
      withActivity({ checkpoints: [checkpoint('c', [option('o')], { defaultOption: 'p' })] }),
      ['unknown-option at activities[0] (a).checkpoints[0] (c).defaultOption'],
    ],
    [
      'a default of a wrong type',
      documentOf(good.activities, { variables: [{ name: 'v', type: 'string', defaultValue: 1 }] }),
      ['wrong-type at variables[0] (v).defaultValue'],
    ],
    [
      'an answer of a wrong type',
      withActivity(
        { checkpoints: [checkpoint('c', [option('o', { setVariable: { v: 1 } })])] },
        { variables: [{ name: 'v', type: 'string' }] },
      ),
      ['wrong-type at activities[0] (a).checkpoints[0] (c).options[0] (o).effect.setVariable.v'],
    ],
    [
      'a forEach over nothing',
      withActivity({ loops: [{ id: 'l', type: 'forEach', steps: [work('t')] }] }),
      ['incomplete-loop at activities[0] (a).loops[0] (l)'],
    ],
    [
      'a while without a condition',
      withActivity({ loops: [{ id: 'l', type: 'while', steps: [work('t')] }] }),
      ['incomplete-loop at activities[0] (a).loops[0] (l)'],
    ],
    [
      'nested loops without a practical limit',
      withActivity({ loops: [loop({ maxIterations: 200, loops: [loop({ id: 'm', steps: [work('u')] })] })] }),
      ['endless-loops at activities[0] (a).loops[0] (l).loops[0] (m)'],
    ],
    ['no end', documentOf([activity('a', { steps: [work('s')], transitions: [{ to: 'a' }] })]), ['no-end at ']],
  ])('%s', (_, document, expected) => {
    for (const profile of ['compat', 'strict'] as const) expect(found(document, 'error', profile)).toEqual(expected);
    expect(parseDefinition(document, 'compat').definition).toBeUndefined();
  });

  test('all are reported at once', () => {
    const document = withActivity(
      { steps: [work('s'), work('s')], checkpoints: [checkpoint('c', [option('o'), option('o')])] },
      { initialActivity: 'z' },
    );
    expect(found(document, 'error')).toHaveLength(3);
  });
});

describe('warnings in the profile compat, errors in strict', () => {
  test.each<[string, unknown, readonly string[]]>([
    [
      'a transition that leads nowhere',
      withActivity({ transitions: [{ to: 'z' }, { to: 'end' }] }),
      ['missing-target at activities[0] (a).transitions[0].to'],
    ],
    [
      'a branch that leads nowhere',
      withActivity(
        { decisions: [{ id: 'd', branches: [{ id: 'b', label: 'B', transitionTo: 's', condition: is('x') }] }] },
        { variables: [{ name: 'x', type: 'boolean' }] },
      ),
      ['missing-target at activities[0] (a).decisions[0] (d).branches[0] (b).transitionTo'],
    ],
    [
      'an option that leads nowhere',
      withActivity({ checkpoints: [checkpoint('c', [option('o', { transitionTo: 'z' }), option('p')])] }),
      ['missing-target at activities[0] (a).checkpoints[0] (c).options[0] (o).effect.transitionTo'],
    ],
    [
      'a loop over activities',
      withActivity({ loops: [loop({ over: 's1', activities: ['end'] })] }, { variables: [{ name: 's1', type: 'array' }] }),
      ['loop-activities at activities[0] (a).loops[0] (l).activities'],
    ],
    [
      'a loop without steps',
      withActivity({ loops: [loop({ over: 's1', steps: [] })] }, { variables: [{ name: 's1', type: 'array' }] }),
      ['empty-loop at activities[0] (a).loops[0] (l)'],
    ],
    [
      'a blocking checkpoint with a time',
      withActivity({ checkpoints: [checkpoint('c', [option('o')], { defaultOption: 'o', autoAdvanceMs: 5 })] }),
      ['never-advances at activities[0] (a).checkpoints[0] (c).autoAdvanceMs'],
    ],
    [
      'a trap',
      documentOf([
        activity('a', {
          checkpoints: [checkpoint('c', [option('in', { transitionTo: 'trap' }), option('on')])],
          transitions: [{ to: 'end' }],
        }),
        activity('trap', { steps: [work('s')], transitions: [{ to: 'trap', isDefault: true }] }),
        end,
      ]),
      ['trap at activities[1] (trap)'],
    ],
    [
      'a wait for what an agent may not report',
      documentOf([
        activity('a', {
          checkpoints: [checkpoint('c', [option('o', { setVariable: { x: true } }), option('p')])],
          transitions: [{ to: 'end', condition: is('x') }],
        }),
        end,
      ]),
      ['trap at activities[0] (a).transitions'],
    ],
    [
      'a loop over a variable that nothing may set',
      withActivity({ loops: [loop({ over: 'x.parts' })] }),
      ['trap at activities[0] (a).loops[0] (l).over'],
    ],
    [
      'a final activity that is only inferred',
      documentOf([
        activity('a', {
          checkpoints: [checkpoint('c', [option('o', { setVariable: { x: true } })])],
          transitions: [{ to: 'a', condition: is('x', false) }],
        }),
      ]),
      ['end-inferred at '],
    ],
  ])('%s', (_, document, expected) => {
    expect(found(document, 'warning')).toEqual(expected);
    expect(parseDefinition(document, 'compat').definition).toBeDefined();
    expect(parseDefinition(document, 'strict').definition).toBeUndefined();
  });
});

describe('warnings in any profile', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['an activity that nothing leads to', documentOf([...good.activities, activity('z')]), ['unreachable at activities[2] (z)']],
    [
      'a way behind one that is always taken',
      withActivity({ transitions: [{ to: 'end' }, { to: 'a' }] }),
      ['never-taken at activities[0] (a).transitions[1]'],
    ],
    ['a variable that nothing sets', withActivity({ steps: [work('s', { condition: is('x') })] }), ['unset-variable at activities[0] (a)']],
    [
      'a variable that nothing may set',
      documentOf(good.activities, { variables: [{ name: 'v', type: 'string', writers: ['checkpoint'] }] }),
      ['unset-variable at variables[0] (v)'],
    ],
    [
      'a variable that only a report would set, and what depends on it',
      withActivity(
        {
          decisions: [
            {
              id: 'd',
              name: 'd',
              branches: [
                { id: 'p', label: 'p', transitionTo: 'end', condition: is('x') },
                { id: 'q', label: 'q', transitionTo: 'a' },
              ],
            },
          ],
          transitions: [
            { to: 'end', condition: is('x') },
            { to: 'a', isDefault: true },
          ],
        },
        { variables: [{ name: 'x', type: 'boolean' }] },
      ),
      ['unset-variable at variables[0] (x)'],
    ],
    [
      'a wait',
      withActivity({ transitions: [{ to: 'end', condition: is('x') }] }, { variables: [{ name: 'x', type: 'boolean' }] }),
      ['may-wait at activities[0] (a).transitions', 'unset-variable at variables[0] (x)'],
    ],
  ])('%s', (_, document, expected) => {
    for (const profile of ['compat', 'strict'] as const) expect(found(document, 'warning', profile)).toEqual(expected);
    expect(parseDefinition(document, 'strict').definition).toBeDefined();
  });
});

describe('how definitions are read', () => {
  test('unknown fields are kept and reported', () => {
    const document = { ...withActivity({ steps: [{ ...work('s'), skill: 'review' } as never] }), author: 'somebody' };
    expect(found(document, 'note')).toEqual(['unknown-field at activities[0] (a).steps[0] (s).skill', 'unknown-field at author']);
    const { definition } = parseDefinition(document, 'strict');
    expect(definition).toMatchObject({ author: 'somebody', activities: [{ steps: [{ skill: 'review' }] }, {}] });
  });

  test("an option's effect overrides its own transitionTo", () => {
    const options = [
      { ...option('o'), transitionTo: 'end' },
      { ...option('p', { transitionTo: 'a', setVariable: { x: 1 } }), transitionTo: 'end' },
    ];
    const document = withActivity({ checkpoints: [checkpoint('c', options)] });
    const { definition } = parseDefinition(document, 'strict');
    expect(definition?.activities[0]?.checkpoints[0]?.options).toEqual([
      { id: 'o', label: 'Choose o', effect: { transitionTo: 'end' } },
      { id: 'p', label: 'Choose p', effect: { transitionTo: 'a', setVariable: { x: 1 } } },
    ]);
    expect(found(document, 'note')).toHaveLength(2);
  });

  test('omitted fields get their defaults', () => {
    const { definition } = parseDefinition(withActivity({ loops: [loop({})], checkpoints: [checkpoint('c', [option('o')])] }), 'compat');
    const [first] = definition?.activities ?? [];
    expect(first?.loops[0]).toMatchObject({ maxIterations: 100, loops: [] });
    expect(first?.checkpoints[0]).toMatchObject({ blocking: true });
    expect(first?.steps[0]).toMatchObject({ required: true });
  });

  test('the message says what was expected, and what was found', () => {
    const { findings } = parseDefinition({ ...good, activities: [{ ...activity('a'), steps: [{ id: 's', name: 7 }] }] }, 'compat');
    expect(findings.map(({ message }) => message)).toEqual(['expected a text, found 7']);
  });
});

test('a definition too large for a run to carry, or to report, is refused', () => {
  const crowded = documentOf([activity('a', { steps: Array.from({ length: 501 }, (_, index) => work(`s${index}`)) })]);
  expect(parseDefinition(crowded, 'compat').findings).toContainEqual(
    expect.objectContaining({ code: 'too-large', message: expect.stringContaining('501 steps and options') }),
  );
  const heavy = documentOf([activity('a', { steps: [work('s', { description: 'é'.repeat(260_000) })] })]);
  expect(parseDefinition(heavy, 'compat').findings).toContainEqual(
    expect.objectContaining({ code: 'too-large', severity: 'error', message: expect.stringContaining('at most 500000') }),
  );
});
