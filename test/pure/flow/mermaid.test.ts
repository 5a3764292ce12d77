import fc from 'fast-check';
import { flowSchema, type FlowDocument } from '../../../src/domain/flow/document.schema.js';
import { drawMermaid } from '../../../src/domain/flow/mermaid.js';
import { edgeKey } from '../../../src/domain/flow/graph.js';
import { seeded, walksOfEach } from '../../support/properties.js';
import { branch, choice, edge, end, flow, loop, node, text } from './documents.js';

const parsed = (nodes: readonly unknown[], edges: readonly unknown[] = []): FlowDocument => flowSchema.parse(flow(nodes, edges));
const named = (name: string): FlowDocument => parsed([{ ...text('a'), name }]);

test('each kind of node has its shape, each edge its label', () => {
  const drawn = drawMermaid(
    parsed(
      [
        node('start', { type: 'FocusWindow', value: 'Shop' }),
        branch('if'),
        node('ask', { type: 'Ask', question: 'Which' }),
        loop('loop'),
        choice('switch', 'paid'),
        node('step', { type: 'AiStep', prompt: 'Pay' }),
        node('task', { type: 'AgentTask', request: 'Mail' }),
        end('end', 'loop'),
      ],
      [
        edge('start', 'if'),
        edge('if', 'ask', 'IfTrue'),
        edge('if', 'loop', 'IfFalse'),
        edge('ask', 'loop'),
        edge('loop', 'switch', 'LoopBody'),
        edge('switch', 'step', 'SwitchCase paid'),
        edge('switch', 'end', 'SwitchDefault'),
        edge('step', 'end'),
        edge('end', 'loop'),
        edge('loop', 'task', 'LoopDone'),
        edge('task', 'nowhere'),
      ],
    ),
  );
  expect(drawn).toBe(`flowchart TD
  n0["start<br/>Focus Shop"]
  n1{"if<br/>If true = true"}
  n2[/"ask<br/>Ask#58; Which"\\]
  n3{{"loop<br/>Up to 100 times, until true = true"}}
  n4{"switch<br/>paid#58; true = true"}
  n5(["step<br/>AI#58; Pay"])
  n6(["task<br/>Agent#58; Mail"])
  n7(("end"))
  n0 --> n1
  n1 -->|"true"| n2
  n1 -->|"false"| n3
  n2 --> n3
  n3 -->|"body"| n4
  n4 -->|"paid"| n5
  n4 -->|"default"| n7
  n5 --> n7
  n7 --> n3
  n3 -->|"done"| n6
  classDef disabled stroke-dasharray:5 5
  classDef visited fill:#dbeafe,stroke:#2563eb,stroke-width:3px,color:#1e293b
`);
});

test('visited nodes are thick, with their count; disabled ones are dashed', () => {
  const drawn = drawMermaid(
    parsed(
      [branch('if'), text('a'), text('b', { enabled: false })],
      [edge('if', 'gone'), edge('if', 'a', 'IfTrue'), edge('if', 'b', 'IfFalse')],
    ),
    { nodes: { if: 3, b: 3, a: 0 }, edges: { [edgeKey({ from: 'if', to: 'b', output: { type: 'IfFalse' } })]: 3 } },
  );
  expect(drawn).toContain('n0{"if #215;3<br/>');
  expect(drawn).toContain('n1["a<br/>');
  expect(drawn).toContain('n0 -->|"true"| n1\n');
  expect(drawn).toContain('n0 -->|"false #215;3"| n2\n');
  expect(drawn).toMatch(/ {2}class n2 disabled\n {2}class n0,n2 visited\n {2}linkStyle 1 stroke:#2563eb,stroke-width:3px\n$/);
});

test.each([
  ['say "no"', 'say #34;no#34;'],
  ['a[b](c){d}', 'a#91;b#93;(c)#123;d#125;'],
  ['end', 'end'],
  ['a --> b', 'a #45;#45;#62; b'],
  ['`code` **bold**', '#96;code#96; #42;#42;bold#42;#42;'],
  ['1. first', '1#46; first'],
  ['<b onclick="x">hi</b>', '#60;b onclick=#34;x#34;#62;hi#60;#47;b#62;'],
  ['&lt; #35;', '#38;lt#59; #35;35#59;'],
  ['a\nb\r\n\tc\u2028d', 'a b c d'],
  ['%%{init: {}}%%', '#37;#37;#123;init#58; #123;#125;#125;#37;#37;'],
  ['fa:fa-car', 'fa#58;fa#45;car'],
  ['direction TB', 'direction#32;TB'],
  ['style: x#y;', 'style#58; x#35;y#59;'],
  ['Größe 中 👍🏽', 'Größe 中 #128077;#127997;'],
  ['x'.repeat(300), `${'x'.repeat(59)}#8230;`],
])('the name %j is written as %j', (name, written) => {
  expect(drawMermaid(named(name))).toContain(`  n0["${written}<br/>`);
});

const label = String.raw`"(?:[\p{L}\p{N} ,()=?]|#\d+;|<br/>)+"`;
const shapes = [
  `\\[${label}\\]`,
  `\\{${label}\\}`,
  `\\{\\{${label}\\}\\}`,
  `\\(\\(${label}\\)\\)`,
  `\\(\\[${label}\\]\\)`,
  `\\[/${label}\\\\\\]`,
];
const statement = new RegExp(`^ {2}(?:n\\d+(?:${shapes.join('|')})|n\\d+ -->(?:\\|${label}\\|)? n\\d+|classDef .*)$`, 'u');
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => `a${String.fromCharCode(...units)}`);
const troubling = fc.constantFrom('"', '`', 'direction TB', 'direction  LR', '\n', '-->', ']', 'end', '#quot;', 'ﬂ°°', '\u0000', '🙂', ' ');

test('whatever the names, texts and cases, every line is a valid statement', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyText, troubling), { minLength: 1, maxLength: 4 }), (parts) => {
      const name = `a${parts.join('')}`;
      const types = [
        { type: 'TypeText', text: name },
        { type: 'Switch', cases: [{ name, condition: { left: { type: 'Variable', name }, operator: 'IsEmpty' } }] },
        { type: 'Loop', exit_condition: { left: { type: 'Variable', name }, operator: 'IsEmpty' } },
        { type: 'EndLoop', loop_id: name },
        { type: 'AiStep', prompt: name },
        { type: 'Ask', question: name },
      ];
      const drawn = drawMermaid(
        parsed(
          types.map((type, index) => ({ ...node(`${name}${index}`, type), name })),
          [{ from: `${name}1`, to: `${name}0`, output: { type: 'SwitchCase', name } }],
        ),
      );
      const [first, ...lines] = drawn.trimEnd().split('\n');
      expect(first).toBe('flowchart TD');
      expect(lines).toHaveLength(types.length + 3);
      for (const line of lines) {
        expect(line).toMatch(statement);
        // Mermaid's lexer accepts this as a statement in quotes, too.
        expect(line).not.toMatch(/direction\s+(?:TB|BT|LR|RL|TD)/);
      }
    }),
    { ...seeded, numRuns: 7 * walksOfEach },
  );
});
