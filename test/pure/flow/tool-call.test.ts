// Each node as the call that it makes (docs/design/flow.md §3).
import { describe, expect, test } from '@jest/globals';
import { offeredTools } from '../../../src/activities/flow/model-activities.js';
import { keysOf, toolCallOf, type ResolvedNames } from '../../../src/domain/flow/tools.js';
import { parseKeys } from '../../../src/domain/ui/keys.js';
import { decide, end, flowOf, repeat, rowOf, type } from '../../support/flows.js';
import { choice, node } from './documents.js';

/** With the defaults of the document's schema. */
function callOf(nodeType: object, names: ResolvedNames = {}) {
  const [only] = rowOf(node('n', nodeType)).flow.nodes;
  return only && toolCallOf(only, names);
}

const focusedApp = 'Shop';

test.each<[string, object, string, object, ResolvedNames?]>([
  ['F84: a picture of the screen', { type: 'TakeScreenshot' }, 'take_screenshot', { mode: 'screen', include_ocr: true }],
  [
    'F85: a picture of a window, by the name that was found out',
    { type: 'TakeScreenshot', mode: 'Window', target: 'calc', include_ocr: false },
    'take_screenshot',
    { mode: 'window', app_name: 'Calculator', include_ocr: false },
    { app: 'Calculator', focusedApp },
  ],
  [
    'F86: a picture of a region',
    { type: 'TakeScreenshot', mode: 'Region', x: 1, y: 2, width: 30, height: 40 },
    'take_screenshot',
    { mode: 'region', include_ocr: true, x: 1, y: 2, width: 30, height: 40 },
  ],
  ['F87: a text', { type: 'FindText', search_text: 'Total' }, 'find_text', { text: 'Total', match_mode: 'contains' }],
  [
    'F88: an exact text, of which the second is meant',
    { type: 'FindText', search_text: 'Total', match_mode: 'Exact', select_result: '2' },
    'find_text',
    { text: 'Total', match_mode: 'exact', select: '2' },
  ],
  [
    'F89: a text, in the application that is in front',
    { type: 'FindText', search_text: 'Total' },
    'find_text',
    { text: 'Total', match_mode: 'contains', app_name: 'Shop' },
    { focusedApp },
  ],
  [
    'F90: a text, in its own scope rather, by the name that was found out',
    { type: 'FindText', search_text: '×', scope: 'Calculator' },
    'find_text',
    { text: 'Multiply', match_mode: 'contains', app_name: 'Calculator' },
    { element: 'Multiply', focusedApp },
  ],
  [
    'F91: a picture on the screen',
    { type: 'FindImage', template_image: 'logo.png' },
    'find_image',
    { template: 'logo.png', threshold: 0.88, max_results: 3 },
  ],
  ['F92: a click on a text', { type: 'Click', target: 'Buy' }, 'click', { text: 'Buy', button: 'left', click_count: 1 }],
  [
    'F93: a click on a text in the application in front, by the name that was found out',
    { type: 'Click', target: '×' },
    'click',
    { text: 'Multiply', app_name: 'Shop', button: 'left', click_count: 1 },
    { element: 'Multiply', focusedApp },
  ],
  [
    'F94: a click on a point, of no application',
    { type: 'Click', x: 10, y: 0, button: 'Right' },
    'click',
    { x: 10, y: 0, button: 'right', click_count: 1 },
    { focusedApp },
  ],
  [
    'F95: a double click with the middle button',
    { type: 'Click', target: 'Buy', button: 'Center', click_count: 2 },
    'click',
    { text: 'Buy', button: 'middle', click_count: 2 },
  ],
  ['F96: text, with its blanks', { type: 'TypeText', text: ' a b\n' }, 'type_text', { text: ' a b\n' }],
  ['F97: a key', { type: 'PressKey', key: 'Enter' }, 'press_key', { key: 'Enter', modifiers: [] }],
  [
    'F98: a key with others held',
    { type: 'PressKey', key: 'a', modifiers: ['cmd', 'shift'] },
    'press_key',
    { key: 'a', modifiers: ['cmd', 'shift'] },
  ],
  ['F99: scrolling', { type: 'Scroll', delta_y: -120 }, 'scroll', { delta_y: -120 }],
  ['F100: scrolling over a point', { type: 'Scroll', delta_y: 120, x: 0, y: 5 }, 'scroll', { delta_y: 120, x: 0, y: 5 }],
  ['F101: all windows', { type: 'ListWindows' }, 'list_windows', {}],
  ['F101: windows of an application', { type: 'ListWindows', app_name: 'Shop' }, 'list_windows', { app_name: 'Shop' }],
  [
    'F102: a window to the front, by its id',
    { type: 'FocusWindow', method: 'WindowId', value: '17' },
    'focus_window',
    { window_id: '17', bring_to_front: true },
    { app: 'Shop' },
  ],
  ['F102: by its process', { type: 'FocusWindow', method: 'Pid', value: '42' }, 'focus_window', { pid: '42', bring_to_front: true }],
  [
    'F103: by its application, under the name that was found out',
    { type: 'FocusWindow', value: 'calc', bring_to_front: false },
    'focus_window',
    { app_name: 'Calculator', bring_to_front: false },
    { app: 'Calculator' },
  ],
  [
    'F103: by its application, as it is written',
    { type: 'FocusWindow', value: 'calc' },
    'focus_window',
    { app_name: 'calc', bring_to_front: true },
  ],
  [
    'F104: any other tool, with its arguments as they are',
    { type: 'McpToolCall', tool_name: 'notes__add', arguments: { text: null, tags: ['a'], app_name: 'Notes' } },
    'notes__add',
    { text: null, tags: ['a'], app_name: 'Notes' },
    { focusedApp, app: 'x', element: 'y' },
  ],
])('%s', (_what, nodeType, name, args, ...[names]) => {
  expect(callOf(nodeType, names)).toEqual({ name, arguments: args });
});

test.each<[string, object]>([
  ['F105: an AiStep', { type: 'AiStep', prompt: 'do' }],
  ['F105: an operation of AppDebugKit', { type: 'AppDebugKitOp', operation_name: 'dump' }],
  ['F105: an agent', { type: 'AgentTask', request: 'do' }],
  ['F105: a question', { type: 'Ask', question: 'Go on?' }],
  ['F105: another flow', { type: 'Flow', name: 'other' }],
])('%s makes no call', (_what, nodeType) => {
  expect(callOf(nodeType)).toBeUndefined();
});

test('F105: a control node makes no call', () => {
  const { flow } = flowOf(
    [decide('if'), repeat('loop'), end('loop'), choice('switch', 'a'), type('last')],
    'if IfTrue > loop LoopBody > end-loop > loop LoopDone > switch SwitchCase a > last',
    'if IfFalse > last',
  );
  expect(flow.nodes.map((each) => toolCallOf(each, {})?.name)).toEqual([undefined, undefined, undefined, undefined, 'type_text']);
});

test('F84, F87, F91, F92, F96, F97, F99, F101, F103: every call of a node names a built-in tool, and only arguments of that tool', () => {
  const types = [
    { type: 'TakeScreenshot', mode: 'Region', target: 'a', x: 1, y: 1, width: 1, height: 1 },
    { type: 'FindText', search_text: 'a', scope: 'b', select_result: 'last' },
    { type: 'FindImage', template_image: 'a' },
    { type: 'Click', target: 'a' },
    { type: 'Click', x: 1, y: 1 },
    { type: 'TypeText', text: 'a' },
    { type: 'PressKey', key: 'a', modifiers: ['ctrl'] },
    { type: 'Scroll', delta_y: 1, x: 1, y: 1 },
    { type: 'ListWindows', app_name: 'a' },
    ...['WindowId', 'AppName', 'Pid'].map((method) => ({ type: 'FocusWindow', method, value: 'a' })),
  ];
  for (const nodeType of types) {
    const call = callOf(nodeType, { focusedApp });
    const tool = offeredTools([]).find(({ name }) => name === call?.name);
    expect(tool?.argumentNames).toEqual(expect.arrayContaining(Object.keys(call?.arguments ?? {})));
  }
});

describe('the keys of a PressKey', () => {
  test.each<[string, readonly string[], string]>([
    ['F97: Enter', [], '{ENTER}'],
    ['F97: arrow-down', [], '{ARROWDOWN}'],
    ['F97: Page Up', [], '{PAGEUP}'],
    ['F97: f5', [], '{F5}'],
    ['F97: ^', [], '{^}'],
    ['F97: ~', [], '{~}'],
    ['F97: é', [], 'é'],
    ['F98: a', ['ctrl'], '^a'],
    ['F98: a', ['Command', 'SHIFT'], '^+a'],
    ['F98: F4', ['option'], '%{F4}'],
  ])('%s with %j is %s', (name, modifiers, keys) => {
    const key = name.slice(name.indexOf(' ') + 1);
    expect(keysOf(key, modifiers)).toBe(keys);
    expect(parseKeys(keys)).toHaveLength(1);
  });

  test.each([
    ['Hyperspace', []],
    ['constructor', []],
    ['a', ['hyper']],
    ['a', ['constructor']],
    ['', []],
  ])('F98: %j with %j is not a key', (key, modifiers) => {
    expect(keysOf(key, modifiers)).toBeUndefined();
  });
});
