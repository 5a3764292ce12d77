// Where a flow starts, and which edge it follows.
import { describe, expect, test } from '@jest/globals';
import { edgeOf } from '../../../src/domain/flow/graph.js';
import { choice } from './documents.js';
import { decide, end, flowOf, repeat, rowOf, type, walkOf, walkThrough } from '../../support/flows.js';

const entriesOf = ({ entries }: ReturnType<typeof flowOf>) => entries.map(({ id }) => id);

describe('the entry', () => {
  test('F65: is the node that no edge leads to, wherever it is in the document', () => {
    const graph = flowOf([type('third'), type('first'), type('second')], 'first > second > third');
    expect(entriesOf(graph)).toEqual(['first']);
    expect(walkThrough(graph).visited).toEqual(['first', 'second', 'third']);
  });

  test('F66: may be a Loop: the edge of its EndLoop does not count', () => {
    const graph = flowOf([repeat('loop', 1), type('body'), end('loop')], 'loop LoopBody > body > end-loop > loop');
    expect(entriesOf(graph)).toEqual(['loop']);
  });

  test('F66: may precede a Loop, which then has two edges to it', () => {
    const graph = flowOf([type('a'), repeat('loop', 1), type('body'), end('loop')], 'a > loop LoopBody > body > end-loop > loop');
    expect(entriesOf(graph)).toEqual(['a']);
    expect(walkThrough(graph).visited).toEqual(['a', 'loop', 'body', 'end-loop', 'loop']);
  });
});

describe('an edge', () => {
  test('F67: without a label leads on from a node that ran', () => {
    expect(walkThrough(rowOf(type('a'), type('b'))).taken).toEqual({ '["a","b",""]': 1 });
  });

  test('F68: that is missing ends the path, and the run is completed', () => {
    const { visited, ended, next } = walkThrough(rowOf(type('only')));
    expect([visited, ended?.outcome, next.type]).toEqual([['only'], 'completed', 'end']);
  });

  test.each([
    ['F69: of a condition that holds is IfTrue', true, ['if', 'yes']],
    ['F69: of one that does not is IfFalse', false, ['if', 'no']],
  ])('%s', (_name, flag, visited) => {
    const graph = flowOf([decide('if'), type('yes'), type('no')], 'if IfTrue > yes', 'if IfFalse > no');
    expect(walkThrough(graph, undefined, { variables: { flag } }).visited).toEqual(visited);
  });

  test('F70: of a Loop or a Switch is found by its label only', () => {
    const loop = flowOf([repeat('loop', 1), end('loop'), type('after')], 'loop LoopBody > end-loop > loop LoopDone > after');
    expect(edgeOf(loop, 'loop', { type: 'LoopBody' })?.to).toBe('end-loop');
    expect(edgeOf(loop, 'loop', { type: 'LoopDone' })?.to).toBe('after');
    expect(edgeOf(loop, 'loop', undefined)).toBeUndefined();
    expect(edgeOf(loop, 'loop', { type: 'IfTrue' })).toBeUndefined();

    const cases = flowOf(
      [choice('switch', 'paid', 'open'), type('a'), type('b')],
      'switch SwitchCase paid > a',
      'switch SwitchCase open > b',
    );
    expect(edgeOf(cases, 'switch', { type: 'SwitchCase', name: 'open' })?.to).toBe('b');
    expect(edgeOf(cases, 'switch', { type: 'SwitchCase', name: 'Open' })).toBeUndefined();
  });

  test('F70: is counted each time it is followed', () => {
    const graph = flowOf([repeat('loop', 3), end('loop')], 'loop LoopBody > end-loop > loop');
    expect(walkOf(graph).state.taken).toEqual({ '["loop","end-loop","LoopBody"]': 3, '["end-loop","loop",""]': 3 });
  });
});
