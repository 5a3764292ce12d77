// If, Switch and Loop, and the way through disabled nodes (docs/design/flow.md §2).
import { describe, expect, test } from '@jest/globals';
import type { Condition } from '../../../src/domain/flow/document.js';
import type { Variables } from '../../../src/domain/run/json.js';
import { literal, node, variable, when } from './documents.js';
import {
  decide,
  done,
  end,
  flagIsTrue,
  flowOf,
  never,
  payloadsOf,
  recordsOf,
  repeat,
  type,
  walkOf,
  walkThrough,
  well,
} from '../../support/flows.js';

const always = when(literal(1), 'Equals', literal(1));

describe('If', () => {
  const graph = flowOf([decide('if'), type('yes'), type('no')], 'if IfTrue > yes', 'if IfFalse > no');
  const walked = (variables: Variables) => walkThrough(graph, undefined, { variables });

  test('F71: leads to IfTrue when its condition holds', () => {
    const state = walked({ flag: true });
    expect(state.visited).toEqual(['if', 'yes']);
    expect(payloadsOf(state, 'branch_evaluated')).toEqual([{ node: 'if', branch: 'IfTrue', value: true }]);
  });

  test('F72: leads to IfFalse when it does not', () => {
    const state = walked({ flag: false });
    expect(state.visited).toEqual(['if', 'no']);
    expect(payloadsOf(state, 'branch_evaluated')).toEqual([{ node: 'if', branch: 'IfFalse', value: false }]);
  });

  test('F73: treats a missing variable as null', () => {
    expect(walked({}).visited).toEqual(['if', 'no']);
    const empty = flowOf([decide('if', when(variable('flag'), 'IsEmpty')), type('yes'), type('no')], 'if IfTrue > yes', 'if IfFalse > no');
    expect(walkThrough(empty).visited).toEqual(['if', 'yes']);
  });

  test('F73: fails the run when its condition reads a value stored by reference', () => {
    const { ended } = walked({ flag: { $artifact: `sha256:${'a'.repeat(64)}`, bytes: 9_000 } });
    expect(ended).toMatchObject({ outcome: 'failed', message: expect.stringContaining('variable-too-large: ') });
  });
});

describe('Switch', () => {
  const walked = (first: Condition, second: Condition, ...rest: readonly string[]) => {
    const cases = [
      { name: 'one', condition: first },
      { name: 'two', condition: second },
    ];
    const nodes = [node('switch', { type: 'Switch', cases }), type('a'), type('b'), ...(rest.length === 0 ? [] : [type('c')])];
    return walkThrough(flowOf(nodes, 'switch SwitchCase one > a', 'switch SwitchCase two > b', ...rest));
  };

  test('F74: leads to the first case that holds, even if a later one does too', () => {
    const state = walked(always, always, 'switch SwitchDefault > c');
    expect(state.visited).toEqual(['switch', 'a']);
    expect(payloadsOf(state, 'branch_evaluated')).toEqual([{ node: 'switch', branch: 'one', value: true }]);
  });

  test('F75: leads to a later case when those before do not hold', () => {
    expect(walked(never, always, 'switch SwitchDefault > c').visited).toEqual(['switch', 'b']);
  });

  test('F76: leads to SwitchDefault when none holds', () => {
    const state = walked(never, never, 'switch SwitchDefault > c');
    expect(state.visited).toEqual(['switch', 'c']);
    expect(payloadsOf(state, 'branch_evaluated')).toEqual([{ node: 'switch', branch: 'SwitchDefault' }]);
  });

  test('F77: ends the path with a warning when no case holds and there is no SwitchDefault', () => {
    const state = walked(never, never);
    expect([state.visited, state.ended?.outcome]).toEqual([['switch'], 'completed']);
    expect(payloadsOf(state, 'warning')).toEqual([
      { node: 'switch', message: 'no case matched, and there is no SwitchDefault: the path ends here' },
    ]);
  });
});

describe('Loop', () => {
  const graph = (max: number, condition = flagIsTrue) =>
    flowOf(
      [repeat('loop', max, condition), type('body'), end('loop'), type('after')],
      'loop LoopBody > body > end-loop > loop LoopDone > after',
    );
  const bodies = ({ visited }: { readonly visited: readonly string[] }) => visited.filter((name) => name === 'body').length;

  test.each([0, 1, 100])('F78: enters its body first, whatever its condition, with a maximum of %i', (max) => {
    const state = walkThrough(graph(max, always));
    expect(state.visited).toEqual(['loop', 'body', 'end-loop', 'loop', 'after']);
    expect(payloadsOf(state, 'loop_iteration')).toEqual([{ node: 'loop', iteration: 1, max_iterations: max }]);
  });

  test('F79: ends when its condition holds, checked before the maximum', () => {
    // In the second body the variable becomes true, and the second body is the last one allowed.
    let made = 0;
    const state = walkThrough(graph(2), (effect) => (effect.type === 'call' ? done({ flag: ++made === 2 }) : well(effect)));
    expect(bodies(state)).toBe(2);
    expect(payloadsOf(state, 'loop_exited')).toEqual([{ node: 'loop', reason: 'condition_met', iterations: 2 }]);
    expect(recordsOf(state, 'warning')).toEqual([]);
  });

  test('F80: continues while its condition does not hold and the maximum is not reached', () => {
    const inThird = walkOf(graph(100)).tell(done(), done());
    expect(inThird.state.visit?.visit).toEqual({ id: 'body', name: 'body', visit: 3 });
    expect(inThird.state.counters).toEqual({ loop: 3 });
    expect(payloadsOf(inThird.state, 'loop_iteration').map(({ iteration }) => iteration)).toEqual([1, 2, 3]);
  });

  test.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [5, 5],
  ])('F81: with a maximum of %i runs its body %i times, and says so', (max, runs) => {
    const state = walkThrough(graph(max));
    expect(bodies(state)).toBe(runs);
    expect(payloadsOf(state, 'loop_exited')).toEqual([{ node: 'loop', reason: 'max_iterations', iterations: runs }]);
    expect(payloadsOf(state, 'warning')).toEqual([
      { node: 'loop', message: `the loop ended after ${runs} iterations without its exit condition` },
    ]);
    expect(state.visited.at(-1)).toBe('after');
  });

  test('F81: without a LoopDone ends the path', () => {
    const state = walkThrough(flowOf([repeat('loop', 2), end('loop')], 'loop LoopBody > end-loop > loop'));
    expect([state.ended?.outcome, state.visits]).toEqual(['completed', 5]);
  });

  test('F82: resets its counter when it ends, and starts fresh inside another', () => {
    const nested = flowOf(
      [repeat('outer', 3), repeat('inner', 2), type('body'), end('inner'), end('outer')],
      'outer LoopBody > inner LoopBody > body > end-inner > inner LoopDone > end-outer > outer',
    );
    const state = walkThrough(nested);
    expect(state.counters).toEqual({});
    expect(bodies(state)).toBe(6);
    expect(payloadsOf(state, 'loop_exited').map(({ node: name, iterations }) => [name, iterations])).toEqual([
      ['inner', 2],
      ['inner', 2],
      ['inner', 2],
      ['outer', 3],
    ]);
  });

  test('F82: starts fresh also when its last run was left by an edge out of the body', () => {
    const left = flowOf(
      [repeat('outer', 2), repeat('inner', 5, always), type('body'), decide('leave', always), end('inner'), end('outer')],
      'outer LoopBody > inner LoopBody > body > leave IfTrue > end-outer > outer',
      'leave IfFalse > end-inner > inner LoopDone > end-outer',
    );
    const state = walkThrough(left);
    // Had the counter been kept, the exit condition would have ended the second run before its body.
    expect(bodies(state)).toBe(2);
    expect(
      payloadsOf(state, 'loop_iteration')
        .filter(({ node: name }) => name === 'inner')
        .map(({ iteration }) => iteration),
    ).toEqual([1, 1]);
  });

  test('F82: counts under any id, including one that every object inherits', () => {
    const odd = flowOf([repeat('constructor', 2), end('constructor')], 'constructor LoopBody > end-constructor > constructor');
    expect(payloadsOf(walkThrough(odd), 'loop_exited')).toEqual([{ node: 'constructor', reason: 'max_iterations', iterations: 2 }]);
  });
});

describe('F83: a disabled', () => {
  const off = { enabled: false };
  const names = (graph: ReturnType<typeof flowOf>) => walkThrough(graph, undefined, { variables: { flag: true } }).visited;

  test('node that would run is skipped, without any effect', () => {
    const state = walkThrough(flowOf([type('a', off), type('b')], 'a > b'));
    expect(payloadsOf(state, 'tool_call')).toEqual([{ name: 'type_text', args: { text: 'b' } }]);
    expect(recordsOf(state, 'node_started').map(({ node: of }) => of?.name)).toEqual(['b']);
    expect(walkThrough(flowOf([type('last', off)])).ended?.outcome).toBe('completed');
  });

  test('If leads to IfFalse, although its condition holds', () => {
    expect(names(flowOf([decide('if', flagIsTrue, off), type('yes'), type('no')], 'if IfTrue > yes', 'if IfFalse > no'))).toEqual([
      'if',
      'no',
    ]);
  });

  test('Switch leads to SwitchDefault, or to its first case if there is none', () => {
    const cases = [
      { name: 'one', condition: never },
      { name: 'two', condition: always },
    ];
    const nodes = [node('switch', { type: 'Switch', cases }, off), type('a'), type('b')];
    const rows = ['switch SwitchCase two > b', 'switch SwitchCase one > a'];
    expect(names(flowOf(nodes, ...rows))).toEqual(['switch', 'a']);
    expect(names(flowOf([...nodes, type('c')], ...rows, 'switch SwitchDefault > c'))).toEqual(['switch', 'c']);
  });

  test('Loop leads to LoopDone and never enters its body; without a LoopDone the path ends', () => {
    const loop = repeat('loop', 5, never, off);
    expect(
      names(flowOf([loop, type('body'), end('loop'), type('after')], 'loop LoopBody > body > end-loop > loop LoopDone > after')),
    ).toEqual(['loop', 'after']);
    expect(names(flowOf([loop, end('loop')], 'loop LoopBody > end-loop > loop'))).toEqual(['loop']);
  });

  test('EndLoop leads back to its Loop', () => {
    const graph = flowOf([repeat('loop', 2, never), end('loop', off)], 'loop LoopBody > end-loop > loop');
    expect(names(graph)).toEqual(['loop', 'end-loop', 'loop', 'end-loop', 'loop']);
  });
});

describe('Loop over the lines of a variable', () => {
  const over = (nodeType: object = {}) =>
    node('loop', { type: 'Loop', over: 'body.rows', as: 'row', exit_condition: never, max_iterations: 10, ...nodeType });
  const graph = flowOf(
    [over(), type('body'), end('loop'), type('after')],
    'loop LoopBody > body > end-loop > loop',
    'loop LoopDone > after',
  );
  const walked = (rows: unknown) => walkThrough(graph, undefined, { variables: { 'body.rows': rows } as Variables });

  test('RP6: runs once for each line, in order, and tells it', () => {
    const state = walked('Walk the dog\n\n Buy milk \r\nCall Ada');
    expect(payloadsOf(state, 'loop_iteration').map(({ value }) => value)).toEqual(['Walk the dog', 'Buy milk', 'Call Ada']);
    expect(payloadsOf(state, 'loop_exited')).toEqual([{ node: 'loop', reason: 'list_ended', iterations: 3 }]);
    expect(state.visited.filter((name) => name === 'body')).toHaveLength(3);
    expect(state.variables['row']).toBe('Call Ada');
  });

  test.each([
    ['no text', undefined],
    ['an empty text', ' \n '],
    ['no text at all', { a: 1 }],
  ])('RP6: does not begin with %s', (_what, rows) => {
    const state = walked(rows);
    expect(state.visited).toEqual(['loop', 'after']);
    expect(payloadsOf(state, 'loop_exited')).toEqual([{ node: 'loop', reason: 'list_ended', iterations: 0 }]);
  });

  test('RP6: a number is one line; the maximum counts as ever', () => {
    expect(walked(7).variables['row']).toBe('7');
    const short = flowOf([over({ max_iterations: 1 }), type('body'), end('loop')], 'loop LoopBody > body > end-loop > loop');
    const state = walkThrough(short, undefined, { variables: { 'body.rows': 'a\nb' } });
    expect(payloadsOf(state, 'loop_exited')).toEqual([{ node: 'loop', reason: 'max_iterations', iterations: 1 }]);
  });
});
