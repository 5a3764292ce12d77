// What the console shows of a procedure (EV23).
import { describe, expect, test } from '@jest/globals';
import { outlineOf, type OutlinedPart } from '../../../src/domain/procedure/outline.js';
import { activity, checkpoint, is, option, procedureOf, Run, work, type LoopInput } from '../../support/procedures.js';

const signs = { done: '✔', now: '●', ahead: '○', passed: '–', failed: '✘' } as const;
const line = ({ state, id, depth, text, by }: OutlinedPart): string =>
  `${'  '.repeat(depth)}${signs[state]} ${id}${text ? `: ${text}` : ''}${by ? ` (${by})` : ''}`;

function outline(run: Run): Readonly<Record<string, readonly string[]>> {
  const { position } = run.view();
  const told = outlineOf(run.procedure, run.entries, run.state.ended ? undefined : position);
  return Object.fromEntries(told.map(({ id, state, visits, parts }) => [`${signs[state]} ${id} ×${visits}`, parts.map(line)]));
}

describe('EV23: the outline of a procedure', () => {
  const plan = activity('plan', {
    steps: [work('read'), work('write', { required: false })],
    checkpoints: [checkpoint('go', [option('yes', { transitionTo: 'ship' }), option('no', { transitionTo: 'plan' })])],
  });
  const ship = activity('ship', { steps: [work('send')] });

  test('tells what is done and by whom, what is now, and what is ahead', () => {
    const run = new Run(procedureOf([plan, ship]), { answers: 'human' });
    run.complete('read');
    expect(outline(run)).toEqual({
      '● plan ×1': ['✔ read: read is done (agent)', '● write', '○ go'],
      '○ ship ×0': ['○ send'],
    });
    run.skip('write');
    run.answer('go', 'yes', 'human');
    expect(outline(run)).toEqual({
      '✔ plan ×1': ['✔ read: read is done (agent)', '– write (agent)', '✔ go: Choose yes (human)'],
      '● ship ×1': ['● send'],
    });
    run.complete('send');
    expect(run.at()).toBe('complete');
    expect(outline(run)).toMatchObject({ '✔ ship ×1': ['✔ send: send is done (agent)'] });
  });

  test('of an activity that was entered again, the last time counts', () => {
    const run = new Run(procedureOf([plan, ship]), { answers: 'human' });
    for (const step of ['read', 'write']) run.complete(step);
    run.answer('go', 'no', 'human');
    expect(outline(run)).toMatchObject({ '● plan ×2': ['● read', '○ write', '○ go'] });
  });

  test('of a loop that goes around, the round that is under way', () => {
    const loop: LoopInput = { id: 'each', type: 'forEach', variable: 'item', over: 'items', steps: [work('one'), work('other')] };
    const run = new Run(procedureOf([activity('go', { steps: [work('first')], loops: [loop], checkpoints: [] })]));
    run.complete('first', { items: ['red', 'blue'] });
    run.complete('one');
    expect(outline(run)).toEqual({
      '● go ×1': ['✔ first: first is done (agent)', '● each: round 1 of 2', '  ✔ one: one is done (agent)', '  ● other'],
    });
    run.complete('other');
    expect(outline(run)['● go ×1']?.slice(1)).toEqual(['● each: round 2 of 2', '  ● one', '  ○ other']);
  });

  test('what its condition leaves out is passed over', () => {
    const run = new Run(procedureOf([activity('a', { steps: [work('only', { condition: is('wanted') }), work('rest')] })]));
    expect(outline(run)).toEqual({ '● a ×1': [expect.stringMatching(/^– only: its condition was false/), '● rest'] });
  });
});
