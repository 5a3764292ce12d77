import { expect, test } from '@jest/globals';
import { conditionText } from '../../../src/domain/procedure/condition.js';
import type { Condition } from '../../../src/domain/procedure/definition.js';
import { drawProcedure } from '../../../src/domain/procedure/mermaid.js';
import { activity, checkpoint, is, option, procedureOf, work } from '../../support/procedures.js';

const procedure = procedureOf(
  [
    activity('a', {
      name: 'Plan "it" --> end',
      steps: [work('one'), work('two')],
      loops: [{ id: 'l', type: 'while', condition: is('more'), steps: [work('three')] }],
      checkpoints: [checkpoint('go', [option('yes'), option('no', { transitionTo: 'b' })])],
      decisions: [{ id: 'd', branches: [{ id: 'x', label: 'Nowhere', condition: is('more'), transitionTo: 'gone' }] }],
      transitions: [
        { to: 'b', condition: is('more') },
        { to: 'a', isDefault: true },
      ],
    }),
    activity('b', {}),
  ],
  { variables: [{ name: 'more', type: 'boolean', defaultValue: false }] },
);

test('a diagram shows activities, all transitions, the start and end, and missing targets', () => {
  expect(drawProcedure(procedure)).toMatchInlineSnapshot(`
   "flowchart TD
     begin((begin))
     a0["Plan #34;it#34; #45;#45;#62; end<br/>3 steps, 1 loop, 1 checkpoint"]
     a1["Activity b"]
     a2["gone#58; there is none"]
     done(((end)))
     begin --> a0
     a0 -.->|"go#58; no"| a1
     a0 -->|"Nowhere"| a2
     a0 -->|"more == true"| a1
     a0 -->|"otherwise"| a0
     a1 --> done
     classDef missing stroke:#b91c1c,stroke-dasharray:5 5
     classDef visited fill:#dbeafe,stroke:#2563eb,stroke-width:3px,color:#1e293b
     class a2 missing
   "
  `);
});

test('with a run it marks what was visited, and how often', () => {
  const drawn = drawProcedure(procedure, { a: 2 });
  expect(drawn).toContain('2 visits');
  expect(drawn).toContain('class a0 visited\n');
});

test.each<readonly [Condition, string]>([
  [is('ready'), 'ready == true'],
  [{ type: 'simple', variable: 'n', operator: 'exists' }, 'n is set'],
  [{ type: 'simple', variable: 'n', operator: 'notExists' }, 'n is not set'],
  [{ type: 'not', condition: is('ready') }, 'not (ready == true)'],
  [
    {
      type: 'and',
      conditions: [is('a'), { type: 'or', conditions: [is('b'), { type: 'simple', variable: 'n', operator: '>', value: 3 }] }],
    },
    'a == true and (b == true or n > 3)',
  ],
])('%j reads as %s', (condition, text) => {
  expect(conditionText(condition)).toBe(text);
});
