import fc from 'fast-check';
import sharp from 'sharp';
import { labelSize, layOut, type FlowLayout, drawSvg } from '../../../src/adapters/dagre/flow-picture.js';
import type { Point, Size } from '../../../src/adapters/dagre/drawing.js';
import { flowSchema, type FlowDocument } from '../../../src/domain/flow/document.schema.js';
import { edgeKey } from '../../../src/domain/flow/graph.js';
import { seeded, walksOfEach } from '../../support/properties.js';
import { branch, choice, edge, end, flow, loop, node, text } from './documents.js';

const parsed = (nodes: readonly unknown[], edges: readonly unknown[] = []): FlowDocument => flowSchema.parse(flow(nodes, edges));

/** `cases`: an If if there are two, else a Switch. An empty one leads straight on. */
type Block = 'step' | { readonly cases: readonly (readonly Block[])[] } | { readonly loop: readonly Block[] };

/** What the next node is connected to: nodes, with the label of the edge. */
type Ends = readonly (readonly [from: string, label?: string])[];

function flowOf(row: readonly Block[]): FlowDocument {
  const nodes: { readonly id: string }[] = [];
  const edges: object[] = [];
  const add = (ends: Ends, make: (id: string) => { readonly id: string }): string => {
    const { id } = make(String(nodes.length));
    nodes.push(make(id));
    edges.push(...ends.map(([from, label]) => edge(from, id, label)));
    return id;
  };
  const addRow = (ends: Ends, blocks: readonly Block[]): Ends => blocks.reduce(addBlock, ends);
  const addBlock = (ends: Ends, block: Block): Ends => {
    if (block === 'step') return [[add(ends, text)]];
    if ('loop' in block) {
      const id = add(ends, loop);
      const last = add(addRow([[id, 'LoopBody']], block.loop), (own) => end(own, id));
      edges.push(edge(last, id));
      return [[id, 'LoopDone']];
    }
    const names = block.cases.map((_, index) => `case${index}`);
    const labels = block.cases.length === 2 ? ['IfTrue', 'IfFalse'] : names.map((name) => `SwitchCase ${name}`);
    const id = add(ends, block.cases.length === 2 ? branch : (own) => choice(own, ...names));
    return block.cases.flatMap((blocks, index) => addRow([[id, labels[index] ?? '']], blocks));
  };
  add(addRow([[add([], text)]], row), text);
  return parsed(nodes, edges);
}

test('EV23: the node at work has a mark, and a drawing without one is as before', () => {
  const document = parsed([text('one'), text('two')], [edge('one', 'two')]);
  const drawn = drawSvg(document, { nodes: { one: 1 }, edges: {} }, 'two');
  expect(drawn.match(/<g class="[^"]*"/g)?.filter((each) => / now|mark/.test(each))).toEqual([
    '<g class="node step now"',
    '<g class="mark"',
  ]);
  expect(drawSvg(document)).not.toMatch(/class="mark"|\bnow\b/);
});

describe('the document', () => {
  const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 120 }).map((units) => `a${String.fromCharCode(...units)}`);
  const troubling = fc.constantFrom(']]>', '&', '&amp;', '<b>', '"\'', '\u0000', '\uFFFE', '\uD800', '--', '‮', '﷽', '👨‍👩‍👧‍👦');

  test('is well-formed XML whatever the flow contains, and has a size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(anyText, troubling), { minLength: 1, maxLength: 3 }), async (parts) => {
        const words = `a${parts.join('')}`;
        const types = [
          { type: 'AiStep', prompt: words },
          { type: 'EndLoop', loop_id: words },
          { type: 'Ask', question: words },
        ];
        const drawn = drawSvg({
          ...parsed(
            types.map((type, index) => ({ ...node(`${words}${index}`, type), name: words })),
            [{ from: `${words}0`, to: `${words}1`, output: { type: 'SwitchCase', name: words } }],
          ),
          name: words,
        });
        // librsvg parses with libxml, which accepts only well-formed XML.
        const { format, width = 0 } = await sharp(Buffer.from(drawn)).metadata();
        expect(format).toBe('svg');
        expect(width).toBeGreaterThan(100);
      }),
      { ...seeded, numRuns: 4 * walksOfEach },
    );
  });

  test('has no external references', () => {
    expect(drawSvg(parsed([text('a')])).replace('http://www.w3.org/2000/svg', '')).not.toMatch(/http|href|<script|@import|url\((?!#)/);
  });

  test('describes each node on hover: name, id, what it does, its states', () => {
    const drawn = drawSvg(parsed([{ ...text('n1', { enabled: false }), name: 'Fill <in>' }]), { nodes: { n1: 2 }, edges: {} });
    expect(drawn).toContain('<title>&quot;Fill &lt;in&gt;&quot; (n1)\nType &quot;x&quot;\ndisabled\nvisited ×2</title>');
  });

  test('marks visited nodes with their count, and disabled nodes', () => {
    const label = { from: 'if', to: 'b', output: { type: 'IfFalse' } } as const;
    const drawn = drawSvg(
      parsed(
        [branch('if'), text('a', { enabled: false }), text('b')],
        [edge('if', 'a', 'IfTrue'), edge('if', 'b', 'IfFalse'), edge('b', 'nowhere')],
      ),
      { nodes: { if: 3, b: 3 }, edges: { [edgeKey(label)]: 3 } },
    );
    expect(drawn.match(/class="node [^"]*"/g)).toEqual([
      'class="node decision visited"',
      'class="node step disabled"',
      'class="node step visited"',
    ]);
    expect(drawn.match(/<text[^>]*>×3<\/text>/g)).toHaveLength(2);
    expect(drawn.match(/class="edge[^"]*"/g)).toEqual(['class="edge"', 'class="edge visited"']);
    expect(drawn).toMatch(/class="label visited"><rect[^>]*\/><text[^>]*>false ×3</);
    expect(drawn).toMatch(/class="label"><rect[^>]*\/><text[^>]*>true</);
  });

  test('draws one node, and hundreds', () => {
    const some: readonly Block[] = ['step', { loop: ['step', { cases: [['step'], [], ['step', 'step']] }] }, { cases: [['step'], []] }];
    for (const document of [parsed([text('a')]), flowOf(Array.from({ length: 5 * walksOfEach }, () => some).flat())]) {
      const drawn = drawSvg(document);
      expect(drawn.match(/<g class="node/g)).toHaveLength(document.nodes.length);
      expect(drawn).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test('draws an invalid flow as far as possible', () => {
    const odd = parsed(
      [text('a'), text('a'), text('b'), end('c', 'none')],
      [edge('a', 'b'), edge('b', 'a'), edge('b', 'b'), edge('b', 'b'), edge('c', 'x')],
    );
    expect(drawSvg(odd)).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('the layout', () => {
  const anyRow = fc.letrec<{ row: readonly Block[]; block: Block }>((tie) => ({
    row: fc.array(tie('block'), { maxLength: 3 }),
    block: fc.oneof(
      { maxDepth: 3 },
      fc.constant('step'),
      fc.record({ loop: tie('row') }),
      fc.record({ cases: fc.array(tie('row'), { minLength: 2, maxLength: 4 }) }),
    ),
  })).row;
  const laidOut = (row: readonly Block[]): FlowLayout => layOut(flowOf(row), { nodes: {}, edges: {} });

  test('has no overlapping boxes or labels, and what follows is below, but for the way back of a loop', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const { nodes, edges } = laidOut(row);
        const boxes = [
          ...nodes.map(({ middle, shape }) => ({ ...middle, ...shape })),
          ...edges.flatMap(({ label, labelMiddle }) => (labelMiddle ? [{ ...labelMiddle, ...labelSize(label) }] : [])),
        ];
        expect(pairsOf(boxes).filter(([a, b]) => cover(a, b))).toEqual([]);
        const heights = new Map(nodes.map(({ node: { id }, middle }) => [id, middle.y]));
        const back = new Set(nodes.filter(({ shape }) => shape.kind === 'circle').map(({ node: { id } }) => id));
        for (const {
          edge: { from, to },
        } of edges)
          expect([from, to, (heights.get(to) ?? 0) > (heights.get(from) ?? 0)]).toEqual([from, to, !back.has(from)]);
      }),
      { ...seeded, numRuns: 2 * walksOfEach },
    );
  });

  test('reorders branches that lead into one another if edges would cross', () => {
    const steps = ['a', 'b', 'c', 'x', 'y'].map((id) => text(id));
    const cases = [edge('s', 'a', 'SwitchCase one'), edge('s', 'b', 'SwitchCase two'), edge('s', 'c', 'SwitchCase three')];
    const together = [edge('a', 'x'), edge('b', 'y'), edge('c', 'x')];
    const { nodes } = layOut(parsed([choice('s', 'one', 'two', 'three'), ...steps], [...cases, ...together]), { nodes: {}, edges: {} });
    const [a = 0, b = 0, c = 0] = ['a', 'b', 'c'].map((id) => nodes.find(({ node: at }) => at.id === id)?.middle.x);
    expect(b < Math.min(a, c) || b > Math.max(a, c)).toBe(true);
  });

  test('starts and ends edges at the outline of a rhombus or circle, not of its bounding box', () => {
    const { nodes, edges } = laidOut([{ cases: [['step'], [], ['step']] }, { loop: ['step', 'step'] }]);
    const placed = new Map(nodes.map((at) => [at.node.id, at]));
    const ends = edges.flatMap(({ edge: { from, to }, points }) => [
      [placed.get(from), points[0]] as const,
      [placed.get(to), points.at(-1)] as const,
    ]);
    const measured = ends.flatMap(([at, point]) => {
      if (!at || !point || !['rhombus', 'circle'].includes(at.shape.kind)) return [];
      const [x, y] = [Math.abs(point.x - at.middle.x) / (at.shape.width / 2), Math.abs(point.y - at.middle.y) / (at.shape.height / 2)];
      return [at.shape.kind === 'rhombus' ? x + y : Math.hypot(x, y)];
    });
    expect(measured.length).toBeGreaterThan(4);
    for (const distance of measured) expect(distance).toBeCloseTo(1, 1);
  });
});

function pairsOf<T>(values: readonly T[]): readonly (readonly [T, T])[] {
  return values.flatMap((a, index) => values.slice(index + 1).map((b) => [a, b] as const));
}

function cover(a: Point & Size, b: Point & Size): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;
}
