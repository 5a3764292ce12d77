// The picture of a flow in a real browser, whose XML parser and fonts decide whether it is a document and whether its texts fit.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drawSvg } from '../../../src/adapters/dagre/flow-picture.js';
import { edgeKey } from '../../../src/domain/flow/graph.js';
import { flowSchema } from '../../../src/domain/flow/document.schema.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';
import { branch, choice, edge, end, flow, loop, node, text } from '../../pure/flow/documents.js';

const troubling = [
  'Pay <the> "bill" & go',
  'W'.repeat(300),
  'MMMM WWWW @@@@ %%%% QQQQ OOOO mmmm wwww',
  'einlangesWortOhneLücke/und/ein/Pfad.mit.Punkten_und_mehr',
  '漢字かな交じり文の長い名前がここに入ります。二行では足りません。',
  'Длинное русское название шага, которое не помещается',
  'عنوان طويل لخطوة في سير العمل',
  '🙂'.repeat(40),
  'i'.repeat(200),
  ']]>\u0000\u0007 --> &amp;',
] as const;

const kinds = (words: string): readonly object[] => [
  { type: 'TypeText', text: words },
  { type: 'AiStep', prompt: words },
  { type: 'Ask', question: words },
  { type: 'If', condition: { left: { type: 'Variable', name: words }, operator: 'Equals', right: { type: 'Variable', name: words } } },
  { type: 'Loop', exit_condition: { left: { type: 'Variable', name: words }, operator: 'IsEmpty' } },
];

const wordy = flowSchema.parse(
  flow(
    troubling.flatMap((name, row) => kinds(name).map((type, column) => ({ ...node(`${row}-${column}`, type), name }))),
    troubling.map((name, row) => ({ from: `${row}-0`, to: `${row}-1`, output: { type: 'SwitchCase', name } })),
  ),
);

const looping = flowSchema.parse(
  flow(
    [
      loop('outer'),
      loop('inner'),
      choice('s', 'one', 'two'),
      text('a'),
      text('b'),
      end('end-inner', 'inner'),
      branch('if'),
      text('c'),
      end('end-outer', 'outer'),
    ],
    [
      edge('outer', 'inner', 'LoopBody'),
      edge('inner', 's', 'LoopBody'),
      edge('s', 'a', 'SwitchCase one'),
      edge('s', 'b', 'SwitchCase two'),
      edge('a', 'end-inner'),
      edge('b', 'end-inner'),
      edge('end-inner', 'inner'),
      edge('inner', 'if', 'LoopDone'),
      edge('if', 'c', 'IfTrue'),
      edge('if', 'end-outer', 'IfFalse'),
      edge('c', 'end-outer'),
      edge('end-outer', 'outer'),
    ],
  ),
);

/** Each node and edge visited that often. */
const everywhere = (document: typeof looping, times: number) => ({
  nodes: Object.fromEntries(document.nodes.map(({ id }) => [id, times])),
  edges: Object.fromEntries(document.edges.map((each) => [edgeKey(each), times])),
});

let served = '';
const server = createServer(({ url }, response) => {
  const isPicture = url === '/flow.svg';
  response.writeHead(200, { 'content-type': isPicture ? 'image/svg+xml' : 'text/html' }).end(isPicture ? served : page);
});
let browser: TestBrowser;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  browser = await openTestBrowser();
});
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

test.each([
  ['troubling words in every shape', wordy, undefined],
  ['nested loops, never visited', looping, undefined],
  ['nested loops, visited ten thousand times', looping, everywhere(looping, 10_000)],
])('%s: a well-formed document in which every text is inside its box, and all is on the page', async (_, document, visited) => {
  served = drawSvg(document, visited);
  await browser.go(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const { text: measured = '' } = await browser.act({ type: 'read-text' });
  const texts = served.match(/<text /g)?.length;
  expect(JSON.parse(measured)).toEqual({ error: null, texts, outside: [], beyond: [] });
});

/** A text is inside if the four corners of its line are. */
const page = `<!doctype html><title>Drawing</title><pre></pre><object data="/flow.svg" type="image/svg+xml"></object><script>
addEventListener('load', () => {
  const picture = document.querySelector('object').contentDocument;
  const all = (selector, within = picture) => [...within.querySelectorAll(selector)];
  const isInside = (text, box) => {
    const { x, y, width, height } = text.getBBox();
    return [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].every(([x, y]) => box.isPointInFill(new DOMPoint(x, y)));
  };
  const boxed = [...all('.node').map((node) => [all('.name,.summary', node), node.querySelector('.box')]), ...all('.label,.times').map((pill) => [all('text', pill), pill.querySelector('rect')])];
  const edge = picture.querySelector('.page').getBoundingClientRect();
  document.querySelector('pre').textContent = JSON.stringify({
    error: picture.querySelector('parsererror')?.textContent ?? null,
    texts: boxed.flatMap(([texts]) => texts).length,
    outside: boxed.flatMap(([texts, box]) => texts.filter((text) => !isInside(text, box)).map((text) => text.textContent)),
    beyond: all('.box,.edge,.label,.times').filter((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      return left < edge.left || top < edge.top || right > edge.right || bottom > edge.bottom;
    }).map((part) => part.outerHTML),
  });
  document.querySelector('object').remove();
});
</script>`;
