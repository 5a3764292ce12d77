import fc from 'fast-check';
import type { FlowNode } from '../../../src/domain/flow/document.js';
import { flowSchema, nodeTypes } from '../../../src/domain/flow/document.schema.js';
import { nodeSummary } from '../../../src/domain/flow/node-summary.js';
import { edgeKey } from '../../../src/domain/flow/graph.js';
import { seeded } from '../../support/properties.js';
import { flow, literal, node, variable, when } from './documents.js';

const isThree = when(variable('total.count'), 'Equals', literal(3));

const cases: readonly (readonly [object, string])[] = [
  [{ type: 'AiStep', prompt: 'Fill in\n the form' }, 'AI: Fill in the form'],
  [{ type: 'TakeScreenshot' }, 'Screenshot of the screen'],
  [{ type: 'TakeScreenshot', mode: 'Window' }, 'Screenshot of the window'],
  [{ type: 'TakeScreenshot', mode: 'Window', target: 'Mail' }, 'Screenshot of the window Mail'],
  [{ type: 'TakeScreenshot', mode: 'Region', x: 0, y: 5, width: 30, height: 40 }, 'Screenshot of 30 × 40 px at 0, 5'],
  [{ type: 'FindText', search_text: 'Total' }, 'Find "Total"'],
  [{ type: 'FindText', search_text: 'Total', match_mode: 'Exact', scope: 'Mail' }, 'Find exactly "Total" in Mail'],
  [{ type: 'FindImage', template_image: '/flows/images/cart.png' }, 'Find image cart.png'],
  [{ type: 'Click', target: 'Send' }, 'Click "Send"'],
  [{ type: 'Click', x: 0, y: 20, button: 'Right', click_count: 2 }, 'Click at 0, 20 (right, 2 times)'],
  [{ type: 'TypeText', text: 'hello' }, 'Type "hello"'],
  [{ type: 'PressKey', key: 's', modifiers: ['control', 'shift'] }, 'Press control+shift+s'],
  [{ type: 'Scroll', delta_y: -300, x: 1, y: 2 }, 'Scroll 300 px up at 1, 2'],
  [{ type: 'Scroll', delta_y: 300 }, 'Scroll 300 px down'],
  [{ type: 'ListWindows', app_name: 'Mail' }, 'List windows of Mail'],
  [{ type: 'FocusWindow', value: 'Mail' }, 'Focus Mail'],
  [{ type: 'FocusWindow', method: 'Pid', value: '7' }, 'Focus process 7'],
  [{ type: 'McpToolCall', tool_name: 'read_file', arguments: { path: 'a' } }, 'read_file {"path":"a"}'],
  [{ type: 'AppDebugKitOp', operation_name: 'tap' }, 'tap'],
  [{ type: 'If', condition: isThree }, 'If total.count = 3'],
  [{ type: 'Switch', cases: [{ name: 'three', condition: isThree }] }, 'three: total.count = 3'],
  [{ type: 'Loop', exit_condition: isThree }, 'Up to 100 times, until total.count = 3'],
  [{ type: 'EndLoop', loop_id: 'l' }, 'Back to l'],
  [{ type: 'AgentTask', request: 'Order tea' }, 'Agent: Order tea'],
  [{ type: 'Ask', question: 'Which?' }, 'Ask: Which?'],
  [{ type: 'Ask', confirmation: 'Really?' }, 'Confirm: Really?'],
  [{ type: 'Flow', name: 'sign-in' }, 'Run flow sign-in'],
  [{ type: 'Act', deed: { type: 'Click' }, target: { role: 'button', name: 'Delete', row: ['Milk'] } }, 'Click "Delete" of "Milk"'],
  [{ type: 'Act', deed: { type: 'Click', click_count: 2 }, target: { role: 'img' } }, 'Click the img (2 times)'],
  [{ type: 'Act', deed: { type: 'SetText', text: 'Ann' }, target: { role: 'textbox', name: 'Name' } }, 'Type "Ann" into "Name"'],
  [{ type: 'Act', deed: { type: 'Select', values: ['Red', 'Blue'] }, target: { role: 'listbox' } }, 'Choose "Red", "Blue" in the listbox'],
  [{ type: 'Act', deed: { type: 'PressKeys', keys: '{ENTER}' } }, 'Press {ENTER}'],
  [{ type: 'Act', deed: { type: 'PressKeys', keys: '{ENTER}' }, target: { role: 'textbox', name: 'Name' } }, 'Press {ENTER} in "Name"'],
  [{ type: 'Act', deed: { type: 'Scroll', delta_y: 300 } }, 'Scroll 300 px down'],
  [{ type: 'Act', deed: { type: 'Hover' }, target: { role: 'link', name: 'More' } }, 'Hover over "More"'],
  [
    { type: 'Act', deed: { type: 'Drag', to: { role: 'button', name: 'Done' } }, target: { role: 'button', name: 'Card' } },
    'Drag "Card" to "Done"',
  ],
  [{ type: 'Act', deed: { type: 'Navigate', url: 'http://a/' } }, 'Open http://a/'],
  [{ type: 'Act', deed: { type: 'GoBack' } }, 'Go back'],
  [{ type: 'Act', deed: { type: 'LaunchApp', app_name: 'Mail' } }, 'Launch Mail'],
  [{ type: 'Read', target: { role: 'text', name: 'Total' } }, 'Read "Total"'],
  [{ type: 'Expect', screen: { title: 'Cart', texts: ['3 items'] } }, 'Expect Cart, 3 items'],
];

test.each(cases)('%j is summarized as %j', (type, summary) => {
  expect(nodeSummary(parsed(type))).toBe(summary);
});

test('every kind of node has a summary', () => {
  expect(new Set(cases.map(([type]) => parsed(type).node_type.type))).toEqual(new Set(nodeTypes));
});

/** Including unpaired surrogates. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((units) => String.fromCharCode(...units));

test('whatever a node contains, the summary is one line of at most 60 characters', () => {
  fc.assert(
    fc.property(anyText, (prompt) => {
      const summary = nodeSummary({ node_type: { type: 'AiStep', prompt, max_tool_calls: 1 } });
      expect([...summary].length).toBeLessThanOrEqual(60);
      expect(summary).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
    }),
    seeded,
  );
});

test('truncation is marked', () => {
  expect(nodeSummary(parsed({ type: 'AiStep', prompt: '🙂'.repeat(100) }))).toBe(`AI: ${'🙂'.repeat(55)}…`);
});

test('edges between the same nodes have keys that differ by label', () => {
  expect(edgeKey({ from: 'a', to: 'b' })).toBe('["a","b",""]');
  expect(edgeKey({ from: 'a', to: 'b', output: { type: 'SwitchCase', name: 'x' } })).toBe('["a","b","SwitchCase \\"x\\""]');
});

/** With its defaults. Parsed by the schema alone: a flow of this one node would be refused. */
function parsed(nodeType: object): FlowNode {
  const [read] = flowSchema.parse(flow([node('n', nodeType)])).nodes;
  if (!read) throw new Error('no node');
  return read;
}
