// Steps that the engine does, as far as the definition and the state decide (docs/design/procedure.md §1, `step.run`).
import { describe, expect, test } from '@jest/globals';
import { engineSteps, engineWorkAt, reportable } from '../../../src/domain/procedure/engine-step.js';
import { parseDefinition } from '../../../src/domain/procedure/parse-definition.schema.js';
import { activity, checkpoint, documentOf, flowOf, option, procedureOf, Run, work } from '../../support/procedures.js';

const variables = [
  { name: 'shop', type: 'string', defaultValue: 'http://shop.example/' },
  { name: 'goods', type: 'array', defaultValue: ['kettle', { name: 'pot' }] },
  { name: 'found', type: 'number' },
  { name: 'approved', type: 'boolean', defaultValue: false },
] as const;

describe("the engine's work for a step", () => {
  const procedure = procedureOf(
    [
      activity('a', {
        steps: [work('look', { run: { flow: 'look', url: '{{shop}}all' } }), work('by-hand')],
        loops: [
          {
            id: 'each',
            type: 'forEach',
            variable: 'good',
            over: 'goods',
            steps: [work('order', { run: { agent: 'Order {{good}} and {{ good.name }}, not {{nothing}}' } })],
          },
        ],
        checkpoints: [checkpoint('sure', [option('yes', { setVariable: { approved: true } })])],
      }),
    ],
    { variables: [...variables], flows: { look: flowOf('look'), other: flowOf('other') } },
  );

  test('a flow receives the run’s variables, and the flows that it may run', () => {
    const run = new Run(procedure);
    expect(engineWorkAt(procedure, run.state)).toMatchObject({
      type: 'flow',
      name: 'look',
      url: 'http://shop.example/all',
      flow: { name: 'look' },
      flows: { other: { name: 'other' } },
      variables: { shop: 'http://shop.example/', approved: false },
    });
  });

  test('nothing for a step that somebody else does', () => {
    const run = new Run(procedure);
    run.do({ call: 'complete_step', step_id: 'look', summary: 'looked', by: 'engine' });
    expect(engineWorkAt(procedure, run.state)).toBeUndefined();
  });

  test('an agent receives its request with variables and items filled in; an unset variable stays as written', () => {
    const run = new Run(procedure);
    run.do({ call: 'complete_step', step_id: 'look', summary: 'looked', by: 'engine' });
    run.complete('by-hand');
    expect(engineWorkAt(procedure, run.state)).toMatchObject({ request: 'Order kettle and {{ good.name }}, not {{nothing}}' });
    run.do({ call: 'complete_step', step_id: 'order', summary: 'ordered', by: 'engine' });
    expect(engineWorkAt(procedure, run.state)).toMatchObject({ request: 'Order {"name":"pot"} and pot, not {{nothing}}' });
  });

  test("P18: a step's result is accepted if an agent could report it, and if it is new", () => {
    const { state } = new Run(procedure);
    const left = { found: 2, approved: true, shop: 'http://shop.example/', 'look.text': 'x', goods: 'none' };
    expect(reportable(procedure, state, left)).toEqual({ found: 2 });
  });

  test('all such steps are found, including those in loops', () => {
    expect(engineSteps(procedure)).toEqual(['look', 'order']);
  });
});

test.each([
  [{ agent: 'x', flow: 'look' }, 'expected either an agent or a flow'],
  [{}, 'expected either an agent or a flow'],
  [{ flow: 'nowhere' }, "step 's' runs the flow 'nowhere', which is not there"],
])('step.run %j is refused', (run, text) => {
  const { definition, findings } = parseDefinition(
    documentOf([activity('a', { steps: [work('s', { run })] })], { flows: { look: flowOf('look') } }),
    'compat',
  );
  expect(definition).toBeUndefined();
  expect(findings.map(({ message }) => message).join('\n')).toContain(text);
});

test('a flow that cannot run is refused together with the definition', () => {
  const broken = { ...flowOf('look'), edges: [{ from: 'look', to: 'nowhere' }] };
  const { definition, findings } = parseDefinition(
    documentOf([activity('a', { steps: [work('s', { run: { flow: 'look' } })] })], { flows: { look: broken } }),
    'compat',
  );
  expect(definition).toBeUndefined();
  expect(findings).toContainEqual(expect.objectContaining({ code: 'invalid-flow', path: ['flows', 'look'] }));
});
