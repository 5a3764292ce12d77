import { describe, expect, test } from '@jest/globals';
import { callsOf, problemsTogether, parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { problemText } from '../../../src/domain/flow/problem.js';
import { node } from './documents.js';

const calling = (...names: readonly string[]) =>
  parseFlow({
    name: 'flow',
    nodes: names.map((name, index) => node(`n${index}`, { type: 'Flow', name })),
    edges: names.slice(1).map((_, index) => ({ from: `n${index}`, to: `n${index + 1}` })),
  });
const plain = () => parseFlow({ name: 'plain', nodes: [node('x', { type: 'TypeText', text: 'x' })] });
const wrong = () => parseFlow({ name: 'wrong', nodes: [node('x', { type: 'Hover' })] });

function textsOf(main: ReturnType<typeof parseFlow>, called: Readonly<Record<string, ReturnType<typeof parseFlow>>>): readonly string[] {
  return problemsTogether(main, called).map(problemText);
}

describe('nested flows', () => {
  test('F224: are those that enabled nodes call', () => {
    const off = { name: 'a', nodes: [node('n', { type: 'Flow', name: 'never' }, { enabled: false })] };
    expect(callsOf(calling('a', 'b').flow ?? { nodes: [], edges: [], id: '', name: '' }).map(({ node_type: type }) => type.name)).toEqual([
      'a',
      'b',
    ]);
    expect(textsOf(parseFlow(off), {})).toEqual([]);
  });

  test('F224: are complete when all are there, including one called twice and one never called', () => {
    expect(textsOf(calling('a', 'b'), { a: calling('b'), b: plain(), c: plain() })).toEqual([]);
  });

  test('F224: that are missing are reported with where they are called and where they could be', () => {
    expect(textsOf(calling('a'), { b: plain(), c: plain() })).toEqual([
      `error: "n0" (n0): it runs the flow 'a', which is not there: put it beside this one as a.flow.json, or into the input's \`flows\` (given: b, c)`,
    ]);
    expect(textsOf(calling('a'), { a: calling('b') })).toEqual([
      expect.stringMatching(/^error: flow 'a': "n0" \(n0\): it runs the flow 'b'/),
    ]);
    expect(textsOf(calling('toString'), {})).toEqual([expect.stringContaining(`the flow 'toString', which is not there`)]);
  });

  test.each([
    ['itself', { a: calling('a') }, 'a → a'],
    ['each other', { a: calling('b'), b: calling('c'), c: calling('b') }, 'b → c → b'],
  ])('F224: may not run %s', (_what, called, round) => {
    expect(textsOf(calling('a'), called)).toEqual([expect.stringMatching(new RegExp(`which would run inside itself: ${round}$`))]);
  });

  test('F224: report their own problems, each with its flow', () => {
    expect(textsOf(calling('a'), { a: wrong() })).toEqual([expect.stringMatching(/^error: flow 'a': "x" \(x\): .*Hover/)]);
    expect(textsOf(wrong(), { a: wrong() })).toHaveLength(2);
  });
});
