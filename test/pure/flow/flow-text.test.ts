// A flow as a file, written and read again.
import { describe, expect, test } from '@jest/globals';
import { flowText } from '../../../src/domain/flow/flow-text.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { problemText } from '../../../src/domain/flow/problem.js';
import { edge, flow, node } from './documents.js';

const cart = {
  place: '/cart',
  title: 'Cart of {{var:name}}',
  headings: ['cart'],
  structure: ['1im589pi90z3f', '18xm0981fkwini'],
};
const button = (name: string) => ({ role: 'button', name, path: 'button body/main/button' });
const act = (id: string, screen: unknown): ReturnType<typeof node> =>
  node(id, { type: 'Act', deed: { type: 'Click' }, target: button(id), screen });
const whole = (nodes: readonly ReturnType<typeof node>[], more: object = {}): object => ({
  ...flow(
    nodes,
    nodes.slice(1).map(({ id }, index) => edge(nodes[index]?.id ?? '', id)),
  ),
  form: [{ name: 'name' }],
  ...more,
});
const parsed = (document: unknown) => {
  const { flow: read, problems } = parseFlow(document);
  expect(problems).toEqual([]);
  if (!read) throw new TypeError('no flow');
  return read;
};
const messagesOf = (document: unknown): readonly string[] => parseFlow(document).problems.map(problemText);

describe('RP8: R5: the file of a flow', () => {
  const other = { ...cart, texts: ['2 items'] };
  const document = parsed(whole([act('add', cart), act('less', cart), act('pay', other), node('end', { type: 'Expect', screen: cart })]));
  const text = flowText(document);

  test('has each screen once, at its end, a line each, and nodes name it', () => {
    const written = JSON.parse(text) as { readonly nodes: readonly { readonly node_type: object }[]; readonly screens: object };
    expect(Object.keys(written).at(-1)).toBe('screens');
    expect(Object.keys(written.screens)).toEqual(['Cart of {{var:name}}', 'Cart of {{var:name}} 2']);
    expect(written.nodes.map(({ node_type: type }) => 'screen' in type && type.screen)).toEqual([
      ...['Cart of {{var:name}}', 'Cart of {{var:name}}', 'Cart of {{var:name}} 2', 'Cart of {{var:name}}'],
    ]);
    expect(text.split('\n').filter((line) => line.includes('18xm0981fkwini'))).toHaveLength(2);
  });

  test('is read as the document that was written, as is one whose nodes have their screens themselves', () => {
    expect(parsed(JSON.parse(text))).toEqual(document);
    expect(parsed(JSON.parse(JSON.stringify(document)))).toEqual(document);
    expect(flowText(parsed(JSON.parse(text)))).toBe(text);
  });

  test('has no screens where no node has one', () => {
    const plain = parsed(flow([node('a', { type: 'ListWindows' })], []));
    expect(flowText(plain)).toBe(JSON.stringify(plain, undefined, 2));
  });

  test('a name that is none is an error of its node, beside the others', () => {
    const screens = { Cart: cart, constructor: undefined };
    expect(
      messagesOf(whole([act('add', 'Card'), act('less', 'constructor'), act('pay', 'Cart'), node('end', { type: 'Dance' })], { screens })),
    ).toEqual([
      `error: "add" (add): node_type.screen is "Card", which is none of the document's \`screens\``,
      `error: "less" (less): node_type.screen is "constructor", which is none of the document's \`screens\``,
      expect.stringMatching(/^error: "end" \(end\): node_type\.type is "Dance"/),
    ]);
    expect(messagesOf(whole([act('add', 'Cart')], { screens: { Cart: { ...cart, headings: 'cart', colour: 'red' } } }))).toEqual([
      expect.stringMatching(/^warning: "add" \(add\): the field 'node_type\.screen\.colour'/),
      expect.stringMatching(/^error: "add" \(add\): node_type\.screen\.headings is "cart"/),
    ]);
  });

  test('one large screen that many nodes name is no larger document than can be run', () => {
    const screens = { Cart: { ...cart, structure: ['x'.repeat(100_000)] } };
    const nodes = Array.from({ length: 1_000 }, (_, index) => act(`n${index}`, 'Cart'));
    expect(messagesOf(whole(nodes, { screens }))).toContain(
      'error: "n999" (n999): node_type.screen is "Cart", which makes the document larger than can be run',
    );
  });
});
